import type { INodeProperties } from 'n8n-workflow';

import { cursorPages } from '../../handlers/list';
import { outputFields } from '../../output/recordType';
import { statusFilter } from '../../shared/chargeStatus';
import { hints } from '../../shared/messages/parameters';
import { amount, day, filterRules, inOrder, text, userIds, uuid } from '../../validation/rules';
import { customerField, customerRule } from '../customer/fields';
import { chargeStatusesField, chargeStatusesRule } from '../fields/chargeStatuses';
import { filters } from '../fields/collections';
import { DAY_EXPRESSION, dayField } from '../fields/day';
import { locationsField, locationsRule } from '../fields/location';
import { paymentRequestField, paymentRequestRule } from '../fields/paymentRequest';
import { locator } from '../fields/resourceLocator';
import { pagingFields } from '../fields/returnAll';
import type { Operation } from '../resource';
import { listedChargeRecord } from './record';

const fields: INodeProperties[] = [
	...pagingFields,
	...outputFields(listedChargeRecord),
	filters([
		{
			displayName: 'Amount From',
			name: 'amountFrom',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 2 },
			default: 0,
			description: 'Only charges of this amount or more, in major units (12.50)',
			routing: { send: { type: 'query', property: 'amount_from' } },
		},
		{
			displayName: 'Amount To',
			name: 'amountTo',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 2 },
			default: 0,
			description: 'Only charges of this amount or less, in major units (12.50)',
			routing: { send: { type: 'query', property: 'amount_to' } },
		},
		{
			...dayField,
			displayName: 'Created From',
			name: 'createdFrom',
			description: `Only charges created on this day or later. ${DAY_EXPRESSION} The time of day is ignored.`,
			routing: { send: { type: 'query', property: 'date_from' } },
		},
		{
			...dayField,
			displayName: 'Created To',
			name: 'createdTo',
			description: 'Only charges created on this day or earlier. The time of day is ignored.',
			routing: { send: { type: 'query', property: 'date_to' } },
		},
		{
			...customerField,
			description: 'Only charges of this customer',
			routing: { send: { type: 'query', property: 'customer_id' } },
		},
		{
			...locationsField,
			routing: { send: { type: 'query', property: 'location_ids' } },
		},
		{
			...paymentRequestField,
			description: 'Only charges of this payment request',
			routing: { send: { type: 'query', property: 'payment_request_id' } },
		},
		{
			...locator({
				displayName: 'Payout',
				name: 'payoutId',
				placeholder: 'Select a payout...',
				searchListMethod: 'searchPayouts',
			}),
			description: 'Only charges settled with this payout',
			routing: { send: { type: 'query', property: 'payout_id' } },
		},
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. ann@example.com',
			description:
				"Searches the amount, the charge ID, the customer's email and the remark for this text",
			routing: { send: { type: 'query', property: 'keywords' } },
		},
		{
			...chargeStatusesField,
			routing: { send: { type: 'query', property: 'statuses' } },
		},
		{
			displayName: 'User IDs',
			name: 'userIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1042',
			description:
				'Only charges created by these users of the business. Separate several IDs with commas.',
			routing: { send: { type: 'query', property: 'user_ids' } },
		},
	]),
];

const filterFieldRules = filterRules({
	amount_from: amount(),
	amount_to: amount(),
	customer_id: customerRule,
	date_from: day(),
	date_to: day(),
	keywords: text(),
	location_ids: locationsRule,
	payment_request_id: paymentRequestRule,
	payout_id: uuid(hints.payoutId),
	statuses: chargeStatusesRule,
	user_ids: userIds(),
}).superRefine(
	inOrder(
		{ from: 'amount_from', to: 'amount_to', label: 'Amount From' },
		{ from: 'date_from', to: 'date_to', label: 'Created From' },
	),
);

// Without a filter by status, the list may lack charges of some statuses.
const rules = filterFieldRules.transform(({ statuses, ...others }) => ({
	...others,
	statuses: statusFilter(statuses as string[] | undefined),
}));

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many charges',
		description: 'Retrieve a list of what customers paid, all or filtered',
		routing: {
			request: { method: 'GET', url: '/v1/charges' },
			operations: {
				pagination: cursorPages(rules, fields, listedChargeRecord, {
					from: 'date_from',
					to: 'date_to',
				}),
			},
		},
	},
	fields,
};
