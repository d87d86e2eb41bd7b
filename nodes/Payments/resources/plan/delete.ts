import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { deletesForGood } from '../fields/notice';
import type { Operation } from '../resource';
import { idField, idRule } from './fields';

const fields = [
	{
		...idField,
		description:
			'The plan to delete. What happens to active subscriptions is not documented: check them in the dashboard.',
	},
	deletesForGood,
];

const rules = z.object({ plan_id: idRule });

export const deleteOperation: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a plan',
		description: 'Permanently remove a subscription plan, so that nobody can subscribe to it',
		routing: {
			request: { method: 'DELETE', url: '/v1/subscription-plan/{plan_id}' },
			operations: { pagination: sendOne(rules, fields, undefined, { notFoundStatus: 422 }) },
		},
	},
	fields,
};
