import { z } from 'zod';

import { replaceListed } from '../../handlers/listed';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { notice, scopeNotice } from '../fields/notice';
import type { Operation } from '../resource';
import { idField } from './fields';
import { checkComplete, merge, toBody, type Invoice } from './invoice';
import { invoiceRecord } from './record';
import { idRule } from './rules';

const fields = [
	scopeNotice,
	{ ...idField, description: 'The invoice to send to its customer' },
	notice('Each input item sends an email to a customer'),
	...outputFields(invoiceRecord),
];

const rules = z.object({ invoice_id: idRule });

export const send: Operation = {
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send an invoice',
		description: 'Email an invoice to its customer, and leave the rest of it as it is',
		routing: {
			request: { method: 'PUT', url: '/v1/invoices/{invoice_id}' },
			operations: {
				pagination: replaceListed(rules, fields, recordOutput(invoiceRecord), {
					merge: (record) => ({ ...merge(record, { send_email: true }) }),
					rulesFor: () => z.custom<Invoice>().superRefine(checkComplete).transform(toBody),
				}),
			},
		},
	},
	fields,
};
