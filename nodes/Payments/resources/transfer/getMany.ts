import type { INodePropertyOptions } from 'n8n-workflow';

import { cursorPages } from '../../handlers/lists/list';
import * as field from '../fields';
import * as operation from '../operation';
import { transferRecord } from './record';

/** docs/interface.md, Transfer. */
export const statusOptions: INodePropertyOptions[] = [
	{ name: 'Canceled', value: 'canceled' },
	{ name: 'Failed', value: 'failed' },
	{ name: 'Paid', value: 'paid' },
	{ name: 'Processing', value: 'processing' },
	{ name: 'Scheduled', value: 'scheduled' },
];

export const getMany = operation.getMany({
	action: 'Get many transfers',
	description: 'Retrieve a list of what was sent to beneficiaries, all or filtered',
	url: '/v1/transfers',
	output: transferRecord,
	filters: {
		beneficiary_id: field.beneficiary('Only transfers to this beneficiary'),
		keywords: field.search('Only transfers that HitPay finds by this text', 'e.g. INV-204'),
		status: field.choice('Status', 'Only transfers with this status', statusOptions, 'paid'),
	},
	handler: cursorPages,
});
