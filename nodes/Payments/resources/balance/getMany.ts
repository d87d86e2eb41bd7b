import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { unpagedList } from '../../handlers/list';
import { outputFields } from '../../output/recordType';
import { scopeNotice } from '../fields/notice';
import { pagingFields } from '../fields/returnAll';
import type { Operation } from '../resource';
import { balanceRecord } from './record';

const fields: INodeProperties[] = [
	scopeNotice,
	...pagingFields,
	...outputFields(balanceRecord, {
		fields: 'The fields to return. The currency and the wallet are always included.',
	}),
];

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many balances',
		description: 'Retrieve what the account holds, by currency and wallet',
		routing: {
			request: { method: 'GET', url: '/v1/balances' },
			operations: { pagination: unpagedList(z.object({}), fields, balanceRecord) },
		},
	},
	fields,
};
