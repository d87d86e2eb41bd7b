import { z } from 'zod';

import type { Operation } from '../../shared/resource';
import { onceOr422 } from '../../transport/once';
import { idField, idRule } from './fields';

const fields = [idField];

const rules = z.object({ plan_id: idRule });

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a plan',
		description: 'Retrieve one subscription plan with its amount and cycle',
		routing: {
			request: { method: 'GET', url: '/v1/subscription-plan/{plan_id}' },
			operations: { pagination: onceOr422(rules, fields) },
		},
	},
	fields,
};
