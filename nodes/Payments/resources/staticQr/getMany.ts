import { z } from 'zod';

import { pages } from '../../handlers/list';
import { outputFields } from '../../output/recordType';
import { scopeNotice } from '../fields/notice';
import { pagingFields } from '../fields/returnAll';
import type { Operation } from '../resource';
import { staticQrRecord } from './record';

const fields = [scopeNotice, ...pagingFields, ...outputFields(staticQrRecord)];

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many static QR codes',
		description: 'Retrieve a list of the permanent codes that customers scan to pay',
		routing: {
			request: { method: 'GET', url: '/v1/static_qr' },
			operations: { pagination: pages(z.object({}), fields, staticQrRecord) },
		},
	},
	fields,
};
