import type { INodePropertyOptions } from 'n8n-workflow';

import { someOf } from '../../validation/rules';
import * as field from '../fields';

/** docs/interface.md, Charge status. */
const statusOptions: INodePropertyOptions[] = [
	{ name: 'Canceled', value: 'cancelled' },
	{ name: 'Failed', value: 'failed' },
	{ name: 'Partially Refunded', value: 'partially_refunded' },
	{ name: 'Pending', value: 'pending' },
	{ name: 'Refunded', value: 'refunded' },
	{ name: 'Succeeded', value: 'succeeded' },
	{ name: 'Succeeded Manually', value: 'succeeded_manually' },
	{ name: 'Void', value: 'void' },
];

/** The filter of charges by status. The API has two names for some statuses (shared/chargeStatus.ts). */
export const statuses = field.choices(
	'Statuses',
	'Only charges with one of these statuses. A refunded charge has a status of its own.',
	statusOptions,
	{ rule: someOf(statusOptions, undefined, ['success', 'canceled']) },
);
