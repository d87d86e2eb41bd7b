import { z } from 'zod';

import { outputFields } from '../../shared/output';
import type { Operation } from '../../shared/resource';
import { onceOr422 } from '../../transport/once';
import { shaped } from '../../transport/output';
import { idField, idRule } from './fields';
import { planRecord } from './record';

const fields = [idField, ...outputFields(planRecord)];

const rules = z.object({ plan_id: idRule });

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a plan',
		description: 'Retrieve one subscription plan with its amount and cycle',
		routing: {
			request: { method: 'GET', url: '/v1/subscription-plan/{plan_id}' },
			operations: { pagination: onceOr422(rules, fields, shaped(planRecord)) },
		},
	},
	fields,
};
