import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { hints } from '../../shared/messages/parameters';
import { someOf } from '../../validation/rules';

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

/** The rule for `chargeStatusesField`. The API has two names for some statuses (shared/chargeStatus.ts). */
export const chargeStatusesRule = someOf(statusOptions, hints.someOf, ['success', 'canceled']);
