import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { replaceListed } from '../../handlers/listed';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { parameters } from '../../shared/messages/parameters';
import { changes, issue, somethingToChange } from '../../validation/rules';
import { updateFields } from '../fields/collections';
import { scopeNotice } from '../fields/notice';
import type { Operation } from '../resource';
import {
	billedFields,
	customerFields,
	idField,
	invoiceDateField,
	optionalFields,
	sendEmailField,
} from './fields';
import { checkComplete, merge, toBody, type Invoice } from './invoice';
import { invoiceRecord } from './record';
import { fieldRules, idRule } from './rules';
import { checkDays, checkSums } from './sums';

const fields: INodeProperties[] = [
	scopeNotice,
	{ ...idField, description: 'The invoice to change' },
	...outputFields(invoiceRecord),
	updateFields([
		...Object.values(customerFields),
		invoiceDateField,
		...Object.values(billedFields),
		sendEmailField,
		...optionalFields,
	]),
];

/** Fields that exclude each other, with the label of the second one. */
const alternatives = [
	['customer_email', 'customer_id', 'Customer'],
	['customer_name', 'customer_id', 'Customer'],
	['amount', 'products', 'Products'],
	['subtotal', 'products', 'Products'],
] as const;

const rules = z
	.object({ invoice_id: idRule, ...changes(fieldRules) })
	.superRefine(somethingToChange('invoice_id'))
	.superRefine((invoice, context) => {
		for (const [one, other, label] of alternatives) {
			if (invoice[one] === undefined || invoice[other] === undefined) continue;
			issue(context, one, parameters.notTogether(label));
		}
	});

/** What sums and days are made of: the others can change even if HitPay counts in another way. */
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
		.transform(toBody);
}

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update an invoice',
		description: 'Change an invoice; its customer is only emailed if you ask for it',
		routing: {
			request: { method: 'PUT', url: '/v1/invoices/{invoice_id}' },
			operations: {
				pagination: replaceListed(rules, fields, recordOutput(invoiceRecord), {
					merge: (record, changed) => ({ ...merge(record, changed) }),
					rulesFor,
				}),
			},
		},
	},
	fields,
};
