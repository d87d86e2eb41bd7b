import { z } from 'zod';

import { replaceListed } from '../../handlers/lists/listed';
import * as field from '../fields';
import { notice } from '../fields/notice';
import * as operation from '../operation';
import { checkComplete, merge, toBody, type Invoice } from './invoice';
import { invoiceRecord } from './record';
import { checkTotal } from './sums';

export const send = operation.other({
	name: 'Send',
	value: 'send',
	action: 'Send an invoice',
	description: 'Email an invoice to its customer, and leave the rest of it as it is',
	method: 'PUT',
	url: '/v1/invoices/{invoice_id}',
	parameters: { invoice_id: field.invoice() },
	below: [
		notice(
			'Each execution sends the email again, also one by hand: each input item emails a customer.',
		),
	],
	output: invoiceRecord,
	handler: (rules, fields, output) =>
		replaceListed(rules, fields, output, {
			merge: (record) => ({ ...merge(record, { send_email: true }) }),
			rulesFor: () =>
				z.custom<Invoice>().superRefine(checkComplete).superRefine(checkTotal).transform(toBody),
		}),
});
