import { z } from 'zod';

import { readListed } from '../../handlers/listed';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { scopeNotice } from '../fields/notice';
import type { Operation } from '../resource';
import { idField } from './fields';
import { invoiceRecord } from './record';
import { idRule } from './rules';

const fields = [scopeNotice, idField, ...outputFields(invoiceRecord)];

const rules = z.object({ invoice_id: idRule });

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get an invoice',
		description: 'Retrieve one invoice with its status and the page to pay on',
		routing: {
			request: { method: 'GET', url: '/v1/invoices/{invoice_id}' },
			operations: { pagination: readListed(rules, fields, recordOutput(invoiceRecord)) },
		},
	},
	fields,
};
