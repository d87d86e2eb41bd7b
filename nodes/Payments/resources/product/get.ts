import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { scopeNotice } from '../fields/notice';
import type { Operation } from '../resource';
import { idField, idRule } from './fields';
import { productRecord } from './record';

const fields: INodeProperties[] = [scopeNotice, idField, ...outputFields(productRecord)];

const rules = z.object({ product_id: idRule });

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a product',
		description: 'Retrieve what is sold, with its price, stock and variations',
		routing: {
			request: { method: 'GET', url: '/v1/products/{product_id}' },
			operations: { pagination: sendOne(rules, fields, recordOutput(productRecord)) },
		},
	},
	fields,
};
