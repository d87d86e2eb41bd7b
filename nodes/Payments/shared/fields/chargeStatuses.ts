import type { INodePropertyOptions } from 'n8n-workflow';

/** Statuses of a charge that was paid and not refunded (docs/interface.md, Charge status). */
export const UNREFUNDED_STATUSES = ['succeeded', 'success', 'succeeded_manually'];

/** The values of the filter `statuses`, which accepts more than `status` does (docs/interface.md, Charge status). */
export const chargeStatusesOptions: INodePropertyOptions[] = [
	{ name: 'Cancelled', value: 'cancelled' },
	{ name: 'Failed', value: 'failed' },
	{ name: 'Partially Refunded', value: 'partially_refunded' },
	{ name: 'Pending', value: 'pending' },
	{ name: 'Refunded', value: 'refunded' },
	{ name: 'Succeeded', value: 'succeeded' },
	{ name: 'Succeeded Manually', value: 'succeeded_manually' },
	{ name: 'Success', value: 'success', description: 'The name in the API reference' },
	{ name: 'Void', value: 'void' },
];
