import { z } from 'zod';

import { pagingFields } from '../../shared/paging';
import { outputFields } from '../../shared/output';
import type { Operation } from '../../shared/resource';
import { pagesOfEitherStyle } from '../../transport/pages';
import { staticQrRecord } from './record';

const fields = [...pagingFields, ...outputFields(staticQrRecord)];

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many static QR codes',
		description: 'Retrieve a list of the fixed codes that customers scan to pay',
		routing: {
			request: { method: 'GET', url: '/v1/static_qr' },
			operations: { pagination: pagesOfEitherStyle(z.object({}), fields, staticQrRecord) },
		},
	},
	fields,
};
