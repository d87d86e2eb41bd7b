import { z } from 'zod';

import { pagingFields } from '../../shared/paging';
import type { Operation } from '../../shared/resource';
import { numberedPages } from '../../transport/pages';

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many plans',
		description: 'Retrieve a list of subscription plans',
		routing: {
			request: { method: 'GET', url: '/v1/subscription-plan' },
			operations: { pagination: numberedPages(z.object({}), pagingFields) },
		},
	},
	fields: pagingFields,
};
