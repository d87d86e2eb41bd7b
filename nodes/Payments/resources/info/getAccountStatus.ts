import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import type { Operation } from '../resource';
import { accountStatusRecord } from './record';

const fields: INodeProperties[] = outputFields(accountStatusRecord, {
	output: 'How much of the status to return',
	raw: 'All fields in one item, as the Payments API returns them',
	fields: 'The fields to return. The provider is always included.',
});

export const getAccountStatus: Operation = {
	option: {
		name: 'Get Account Status',
		value: 'getAccountStatus',
		action: 'Get account status',
		description: 'Check which payment providers can be paid through and pay out',
		routing: {
			request: { method: 'GET', url: '/v1/account-status' },
			operations: {
				pagination: sendOne(z.object({}), fields, recordOutput(accountStatusRecord)),
			},
		},
	},
	fields,
};
