import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { createOnce } from '../../handlers/once/create/create';
import type { Listed } from '../../handlers/once/create/recordValues';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { hints, parameters } from '../../shared/messages/parameters';
import { currency, day, issue, oneOf } from '../../validation/rules';
import { additionalFields } from '../fields/collections';
import { scopeNotice } from '../fields/notice';
import type { Operation } from '../resource';
import {
	billedFields,
	customerFields,
	invoiceDateField,
	optionalFields,
	sendEmailField,
} from './fields';
import { toBody, type Invoice } from './invoice';
import { invoiceRecord } from './record';
import { fieldRules } from './rules';
import { checkDays, checkSums } from './sums';

const billToField = {
	displayName: 'Bill To',
	name: 'billTo',
	type: 'options',
	options: [
		{ name: 'Customer From List', value: 'customer', description: 'A customer of the account' },
		{ name: 'Name and Email', value: 'contact', description: 'A customer that you enter' },
	],
	default: 'contact',
	description: 'How to select the customer',
} satisfies INodeProperties;

const paymentByField = {
	displayName: 'Bill For',
	name: 'paymentBy',
	type: 'options',
	options: [
		{ name: 'Amount', value: 'amount', description: 'The amount that you enter' },
		{ name: 'Products', value: 'product', description: 'The prices of products' },
	],
	default: 'amount',
	description: 'What the customer is billed for',
	routing: { send: { type: 'body', property: 'payment_by' } },
} satisfies INodeProperties;

const toContact = { show: { billTo: ['contact'] } };
const byAmount = { show: { paymentBy: ['amount'] } };

const fields: INodeProperties[] = [
	scopeNotice,
	billToField,
	{ ...customerFields.id, required: true, displayOptions: { show: { billTo: ['customer'] } } },
	{ ...customerFields.name, required: true, displayOptions: toContact },
	{ ...customerFields.email, required: true, displayOptions: toContact },
	invoiceDateField,
	paymentByField,
	{ ...billedFields.amount, required: true, displayOptions: byAmount },
	{
		...billedFields.products,
		required: true,
		displayOptions: { show: { paymentBy: ['product'] } },
	},
	{ ...billedFields.currency, required: true },
	sendEmailField,
	...outputFields(invoiceRecord),
	additionalFields(optionalFields),
];

/** What an invoice needs, by the choices of the user, and what to do about it if it is empty. */
const needs = {
	contact: { customer_name: hints.text, customer_email: hints.email },
	customer: { customer_id: hints.customerId },
	amount: { amount: hints.amount },
	product: { products: hints.someProduct },
};

/** If 'Bill To' is an expression, n8n sends the fields of all choices. */
const notBilled: Record<string, Invoice> = {
	contact: { customer_id: undefined },
	customer: { customer_name: undefined, customer_email: undefined },
};

const rules = z
	.object({
		...fieldRules,
		billTo: oneOf(billToField.options),
		currency: currency(),
		invoice_date: day(),
		payment_by: oneOf(paymentByField.options),
	})
	.superRefine((invoice, context) => {
		for (const choice of [invoice.billTo, invoice.payment_by]) {
			for (const [name, hint] of Object.entries(needs[choice as keyof typeof needs])) {
				const value = invoice[name as keyof typeof invoice];
				const isEmpty = Array.isArray(value) ? value.length === 0 : value === undefined;
				if (isEmpty) issue(context, name, parameters.empty(hint));
			}
		}
	})
	.transform(({ billTo, ...invoice }) => ({ ...invoice, ...notBilled[billTo] }) as Invoice)
	.superRefine(checkDays)
	.superRefine(checkSums)
	.transform((invoice) => ({ auto_invoice_number: '1', ...toBody(invoice) }));

/** Returns the values of a request by the names that a record has for them. */
function asListed({ customer, ...body }: IDataObject): Listed {
	const { email, name } = (customer ?? {}) as Listed;
	return { ...(body as Listed), customer_email: email, customer_name: name };
}

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create an invoice',
		description: 'Bill a customer for an amount or for products, and return the page to pay on',
		routing: {
			request: { method: 'POST', url: '/v1/invoices' },
			operations: {
				pagination: createOnce(rules, fields, recordOutput(invoiceRecord), {
					extraValues: (context) => ({ billTo: context.getNodeParameter('billTo', 'contact') }),
					asListed,
				}),
			},
		},
	},
	fields,
};
