import type { INodePropertyOptions } from 'n8n-workflow';

import { byMetadata, byStatuses, pages } from '../../handlers/lists/list';
import { boolean, pair, someOf, text } from '../../validation/rules';
import * as field from '../fields';
import * as operation from '../operation';
import { optional } from './parameters';
import { listedPaymentRequestRecord } from './record';

/** docs/interface.md, Payment request status. */
const statusOptions: INodePropertyOptions[] = [
	{ name: 'Canceled', value: 'canceled' },
	{ name: 'Completed', value: 'completed', description: 'Paid' },
	{ name: 'Expired', value: 'expired' },
	{ name: 'Failed', value: 'failed' },
	{ name: 'Inactive', value: 'inactive' },
	{
		name: 'Pending',
		value: 'pending',
		description: 'Not paid yet, or a link for several payments',
	},
];

export const getMany = operation.getMany({
	action: 'Get many payment requests',
	description: 'Retrieve a list of payment requests',
	url: '/v1/payment-requests',
	output: listedPaymentRequestRecord,
	filters: {
		is_default: {
			...field.boolean(
				'Is Default',
				'Whether to return only default payment links, of the channels custom and link, or only others',
				{
					default: true,
				},
			),
			// The query of the API has no words for a switch.
			rule: boolean().transform(Number),
		},
		metadata: {
			...optional.metadata,
			typeOptions: { multipleValues: false },
			description: 'Only payment requests with this name and value in their metadata',
			rule: pair(500),
		},
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
	handler: (rules, fields, type) =>
		pages(rules, fields, type, 'current_page', [byMetadata, byStatuses]),
});
