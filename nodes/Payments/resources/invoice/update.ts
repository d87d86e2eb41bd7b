import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { replaceListed } from '../../handlers/lists/listed';
import { parameters } from '../../shared/messages/parameters';
import { issue } from '../../validation/rules';
import * as field from '../fields';
import { notice } from '../fields/notice';
import * as operation from '../operation';
import { checkComplete, merge, toBody, type Invoice } from './invoice';
import { billed, currency, customer, invoice_date, optional, send_email } from './parameters';
import { invoiceRecord } from './record';
import { checkDays, checkEmail, checkSums } from './sums';

/** Fields that exclude each other, with the label of the second one. */
const alternatives = [
	['customer_email', 'customer_id', 'Customer'],
	['customer_name', 'customer_id', 'Customer'],
	['amount', 'products', 'Products'],
	['subtotal', 'products', 'Products'],
] as const;

/** The fields of sums and days. Other fields can change even if HitPay calculates in another way. */
const MONEY = [
	'amount',
	'currency',
	'partial_payments',
	'products',
	'stackable_discounts',
	'subtotal',
	'tax_setting',
];
const DAYS = ['due_date', 'invoice_date', 'partial_payments'];

/** Returns the rules for all fields of an invoice, of which some change. */
function rulesFor(changed: IDataObject) {
	return z
		.custom<Invoice>()
		.superRefine(checkComplete)
		.superRefine((invoice, context) => {
			if (DAYS.some((name) => name in changed)) checkDays(invoice, context);
			if (MONEY.some((name) => name in changed)) checkSums(invoice, context);
		})
		.superRefine(checkEmail)
		.transform(toBody);
}

export const update = operation.update({
	action: 'Update an invoice',
	description: 'Change an invoice; its customer is only emailed if you ask for it',
	method: 'PUT',
	url: '/v1/invoices/{invoice_id}',
	parameters: { invoice_id: field.invoice() },
	below: [
		notice(
			"'Products', 'Discounts', 'Partial Payments' and 'Recipients' replace those of the invoice: enter all that it is to have.",
		),
	],
	output: invoiceRecord,
	updateFields: { ...customer, invoice_date, ...billed, currency, send_email, ...optional },
	rules: (schema) =>
		schema.superRefine((invoice, context) => {
			for (const [one, other, label] of alternatives) {
				if (invoice[one] === undefined || invoice[other] === undefined) continue;
				issue(context, one, parameters.notTogether(label));
			}
		}),
	handler: (rules, fields, output) =>
		replaceListed(rules, fields, output, {
			merge: (record, changed) => ({ ...merge(record, changed) }),
			rulesFor,
		}),
});
