import { z } from 'zod';

import { pagingFields } from '../../shared/paging';
import { outputFields } from '../../shared/output';
import type { Operation } from '../../shared/resource';
import { numberedPages } from '../../transport/pages';
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
			operations: { pagination: numberedPages(z.object({}), fields, planRecord) },
		},
	},
	fields,
};
