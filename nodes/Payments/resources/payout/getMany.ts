import type { INodePropertyOptions } from 'n8n-workflow';

import { cursorPages } from '../../handlers/lists/list';
import * as field from '../fields';
import * as operation from '../operation';
import { payoutRecord } from './record';

/** docs/interface.md, Payout status. */
export const statusOptions: INodePropertyOptions[] = [
	{ name: 'Canceled', value: 'canceled' },
	{ name: 'Failed', value: 'failed' },
	{ name: 'Paid', value: 'paid' },
	{ name: 'Pending', value: 'pending' },
	{ name: 'Processing', value: 'processing' },
	{ name: 'Scheduled', value: 'scheduled' },
];

const days = { from: 'created_at_from', to: 'created_at_to' };

export const getMany = operation.getMany({
	action: 'Get many payouts',
	description: 'Retrieve a list of settlements to the linked bank account, newest first',
	url: '/v1/payouts',
	output: payoutRecord,
	days: field.created(days, 'payouts created on', ", in the business's time zone"),
	filters: {
		status: field.choice('Status', 'Only payouts with this status', statusOptions, 'paid'),
	},
	handler: (rules, fields, type) => cursorPages(rules, fields, type, days),
});
