import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { hints } from '../messages/parameters';
import { someOf } from '../validation/rules';

/** Statuses of a charge that was paid and not refunded (docs/interface.md, Charge status). */
export const UNREFUNDED_STATUSES = ['succeeded', 'success', 'succeeded_manually'];

/** docs/interface.md, Charge status. */
const statusOptions: INodePropertyOptions[] = [
	{ name: 'Cancelled', value: 'cancelled' },
	{ name: 'Failed', value: 'failed' },
	{ name: 'Partially Refunded', value: 'partially_refunded' },
	{ name: 'Pending', value: 'pending' },
	{ name: 'Refunded', value: 'refunded' },
	{ name: 'Succeeded', value: 'succeeded' },
	{ name: 'Succeeded Manually', value: 'succeeded_manually' },
	{ name: 'Void', value: 'void' },
];

/** The filter of charges by status. */
export const chargeStatusesField: INodeProperties = {
	displayName: 'Statuses',
	name: 'statuses',
	type: 'multiOptions',
	options: statusOptions,
	default: [],
	description: 'Only charges with one of these statuses',
};

/** The rule for `chargeStatusesField`. `success` is another name of `succeeded` in the filter of the API. */
export const chargeStatusesRule = someOf(statusOptions, hints.someOf, ['success']);
