import type { INodePropertyOptions } from 'n8n-workflow';

import { byStatuses, pages } from '../../handlers/list';
import { someOf, text } from '../../validation/rules';
import * as field from '../fields';
import * as operation from '../operation';
import { listedPaymentRequestRecord } from './record';

/** docs/interface.md, Payment request status. */
const statusOptions: INodePropertyOptions[] = [
	{ name: 'Canceled', value: 'canceled' },
	{ name: 'Completed', value: 'completed', description: 'Paid' },
	{ name: 'Expired', value: 'expired' },
	{ name: 'Failed', value: 'failed' },
	{ name: 'Inactive', value: 'inactive' },
	{ name: 'Pending', value: 'pending', description: 'Not paid yet' },
];

export const getMany = operation.getMany({
	action: 'Get many payment requests',
	description: 'Retrieve a list of payment requests',
	url: '/v1/payment-requests',
	output: listedPaymentRequestRecord,
	filters: {
		search: field.search(
			'Only payment requests with this text in the email, the ID or the reference number, up to 255 characters',
			'e.g. ORD-1042',
			{ rule: text(255) },
		),
		statuses: field.choices(
			'Statuses',
			'Only payment requests with one of these statuses',
			statusOptions,
			{ rule: someOf(statusOptions, undefined, ['cancelled']) },
		),
	},
	handler: (rules, fields, type) => pages(rules, fields, type, 'current_page', [byStatuses]),
});
