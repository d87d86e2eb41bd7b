import { z } from 'zod';

import { deletesForGood } from '../../shared/notice';
import type { Operation } from '../../shared/resource';
import { onceOr422 } from '../../transport/once';
import { idField, idRule } from './fields';

const fields = [
	{
		...idField,
		description:
			'The plan to delete. What becomes of subscriptions that run is up to the service: look at them in the dashboard.',
	},
	deletesForGood,
];

const rules = z.object({ plan_id: idRule });

export const deleteOperation: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a plan',
		description: 'Remove a subscription plan, so that nobody can subscribe to it any more',
		routing: {
			request: { method: 'DELETE', url: '/v1/subscription-plan/{plan_id}' },
			operations: { pagination: onceOr422(rules, fields) },
		},
	},
	fields,
};
