import { z } from 'zod';

import { outputFields } from '../../shared/output';
import { pictureFields } from '../../shared/picture';
import type { Operation } from '../../shared/resource';
import { once } from '../../transport/once';
import { shaped } from '../../transport/output';
import { withPicture } from '../../transport/picture';
import { idField, idRule } from './fields';
import { staticQrPicture, staticQrRecord } from './record';

const fields = [idField, ...pictureFields, ...outputFields(staticQrRecord)];

const rules = z.object({ static_qr_id: idRule });

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a static QR code',
		description: "Retrieve one code with its amount, and with what the picture says in 'qr_value'",
		routing: {
			request: { method: 'GET', url: '/v1/static_qr/{static_qr_id}' },
			operations: {
				pagination: once(rules, fields, withPicture(staticQrPicture, shaped(staticQrRecord))),
			},
		},
	},
	fields,
};
