import { z } from 'zod';

import type { Operation } from '../../shared/resource';
import { once } from '../../transport/once';
import { idField, idRule } from './fields';

const fields = [idField];

const rules = z.object({ static_qr_id: idRule });

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a static QR code',
		description: "Retrieve one code with its amount, and with what the picture says in 'qr_value'",
		routing: {
			request: { method: 'GET', url: '/v1/static_qr/{static_qr_id}' },
			operations: { pagination: once(rules, fields) },
		},
	},
	fields,
};
