import { z } from 'zod';

import { pages } from '../../handlers/list';
import { outputFields } from '../../output/recordType';
import { pagingFields } from '../fields/returnAll';
import type { Operation } from '../resource';
import { planRecord } from './record';

const fields = [...pagingFields, ...outputFields(planRecord)];

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many plans',
		description: 'Retrieve a list of subscription plans',
		routing: {
			request: { method: 'GET', url: '/v1/subscription-plan' },
			operations: { pagination: pages(z.object({}), fields, planRecord) },
		},
	},
	fields,
};
