import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import type { Operation } from '../resource';
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
			operations: {
				pagination: sendOne(rules, fields, recordOutput(planRecord), { notFoundStatus: 422 }),
			},
		},
	},
	fields,
};
