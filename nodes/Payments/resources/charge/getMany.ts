import { cursorPages } from '../../handlers/lists/list';
import { statusFilter } from '../../shared/chargeStatus';
import { amount, inOrder, userIds } from '../../validation/rules';
import * as field from '../fields';
import * as operation from '../operation';
import { statuses } from './parameters';
import { listedChargeRecord } from './record';

const days = { from: 'date_from', to: 'date_to' };

const limit = {
	typeOptions: { minValue: 0, numberPrecision: 2 },
	default: 0,
	placeholder: undefined,
	rule: amount(),
};

export const getMany = operation.getMany({
	action: 'Get many charges',
	description: 'Retrieve a list of charges, also failed and pending ones, all or filtered',
	url: '/v1/charges',
	output: listedChargeRecord,
	days: field.created(days, 'charges created on'),
	filters: {
		amount_from: field.amount('Only charges of this amount or more, in major units (12.50)', {
			displayName: 'Amount From',
			...limit,
		}),
		amount_to: field.amount('Only charges of this amount or less, in major units (12.50)', {
			displayName: 'Amount To',
			...limit,
		}),
		customer_id: field.customer('Only charges of this customer'),
		keywords: field.search(
			"Searches the amount, the charge ID, the customer's email and the remark for this text",
			'e.g. ann@example.com',
		),
		location_ids: field.locations('Only charges of these locations'),
		payment_request_id: field.paymentRequest('Only charges of this payment request'),
		payout_id: field.payout('Only charges settled with this payout'),
		statuses,
		user_ids: field.text(
			'User IDs',
			"Only charges created by these users: their IDs in 'executor' of a charge, separated by commas",
			'e.g. 1042',
			{ rule: userIds() },
		),
	},
	rules: (schema) =>
		schema
			.superRefine(inOrder({ from: 'amount_from', to: 'amount_to', label: 'Amount From' }))
			// Without a filter by status, the list may lack charges of some statuses.
			.transform((filters) => ({ ...filters, statuses: statusFilter(filters.statuses) })),
	handler: (rules, fields, type) => cursorPages(rules, fields, type, days),
});
