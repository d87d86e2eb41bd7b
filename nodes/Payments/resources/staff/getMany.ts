import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { unpagedList } from '../../handlers/list';
import { outputFields } from '../../output/recordType';
import { scopeNotice } from '../fields/notice';
import { pagingFields } from '../fields/returnAll';
import type { Operation } from '../resource';
import { staffRecord } from './record';

const fields: INodeProperties[] = [scopeNotice, ...pagingFields, ...outputFields(staffRecord)];

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many staff members',
		description: 'Retrieve a list of the people who work for the business, with their roles',
		routing: {
			request: { method: 'GET', url: '/v1/staffs' },
			operations: { pagination: unpagedList(z.object({}), fields, staffRecord) },
		},
	},
	fields,
};
