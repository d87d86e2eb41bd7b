import { z } from 'zod';

import type { Operation } from '../../shared/resource';
import { once } from '../../transport/once';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get business info',
		description: 'Retrieve the name, country and currency of the connected business',
		routing: {
			request: { method: 'GET', url: '/v1/info' },
			operations: { pagination: once(z.object({}), []) },
		},
	},
	fields: [],
};
