import type { IDataObject } from 'n8n-workflow';

import type { Listed } from '../../handlers/once/create/recordValues';
import { hints } from '../../shared/messages/hints';
import { parameters } from '../../shared/messages/parameters';
import { issue } from '../../validation/rules';
import * as field from '../fields';
import { createsAnother } from '../fields/notice';
import * as operation from '../operation';
import { toBody, type Invoice } from './invoice';
import { billed, currency, customer, invoice_date, optional, send_email } from './parameters';
import { invoiceRecord } from './record';
import { checkDays, checkEmail, checkSums } from './sums';

const billToOptions = [
	{ name: 'Customer From List', value: 'customer', description: 'A customer of the account' },
	{ name: 'Name and Email', value: 'contact', description: 'A customer that you enter' },
];

const billForOptions = [
	{ name: 'Amount', value: 'amount', description: 'The amount that you enter' },
	{ name: 'Products', value: 'product', description: 'The prices of products' },
];

/** The required fields of an invoice, by the choices of the user, each with the remedy if it is empty. */
const needs = {
	contact: { customer_name: hints.text, customer_email: hints.email },
	customer: { customer_id: hints.customerId },
	amount: { amount: hints.amount },
	product: { products: hints.someProduct },
};

/** Returns the values of a request by the names that a record has for them. */
function asListed({ customer: billedTo, ...body }: IDataObject): Listed {
	const { email, name } = (billedTo ?? {}) as Listed;
	return { ...(body as Listed), customer_email: email, customer_name: name };
}

const toContact = { billTo: ['contact'] };

export const create = operation.create({
	action: 'Create an invoice',
	description: 'Bill a customer for an amount or for products, and return the page to pay on',
	url: '/v1/invoices',
	parameters: {
		billTo: field.choice('Bill To', 'How to select the customer', billToOptions, 'contact', {
			isSent: false,
		}),
		customer_id: field.when({ billTo: ['customer'] }, customer.customer_id),
		customer_name: field.when(toContact, customer.customer_name),
		customer_email: field.when(toContact, customer.customer_email),
		invoice_date: field.presetToday(invoice_date),
		payment_by: field.choice(
			'Bill For',
			'What the customer is billed for',
			billForOptions,
			'amount',
		),
		amount: field.when({ paymentBy: ['amount'] }, billed.amount),
		products: field.when({ paymentBy: ['product'] }, billed.products),
		currency,
		send_email: field.optional(send_email),
	},
	below: [createsAnother],
	output: invoiceRecord,
	additionalFields: optional,
	rules: (schema) =>
		schema
			.superRefine((invoice, context) => {
				for (const choice of [invoice.billTo, invoice.payment_by]) {
					// A choice that was refused is not reported again.
					for (const [name, hint] of Object.entries(needs[choice as keyof typeof needs] ?? {})) {
						const value = invoice[name as keyof typeof invoice];
						const isEmpty = Array.isArray(value) ? value.length === 0 : value === undefined;
						if (isEmpty) issue(context, name, parameters.empty(hint));
					}
				}
			})
			// Before the transformation, which zod skips if a value was refused: one message names all that is wrong.
			.superRefine((invoice, context) => {
				for (const check of [checkDays, checkSums, checkEmail]) check(invoice as Invoice, context);
			})
			.transform((invoice) => ({
				auto_invoice_number: '1',
				...toBody({ ...invoice, billTo: undefined } as Invoice),
			})),
	options: { asListed },
});
