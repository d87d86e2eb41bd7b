import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import type { Operation } from '../resource';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get business info',
		description: 'Retrieve the name, country and currency of the connected business',
		routing: {
			request: { method: 'GET', url: '/v1/info' },
			operations: { pagination: sendOne(z.object({}), []) },
		},
	},
	fields: [],
};
