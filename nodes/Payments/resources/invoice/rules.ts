import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { hints, parameters } from '../../shared/messages/parameters';
import {
	amount,
	amountAboveZero,
	boolean,
	currency,
	day,
	email,
	entries,
	id,
	integer,
	optional,
	percentage,
	ruleMessage,
	text,
	texts,
	webAddress,
} from '../../validation/rules';
import { customerRule } from '../customer/fields';
import { productRule } from '../fields/product';

/** The rule for `idField`: no source states that the ID of an invoice is a UUID. */
export const idRule = id(hints.invoiceId);

/** The entries of 'Products'. */
const products = entries('products', {
	discount: optional(amount()),
	product_id: productRule,
	quantity: optional(integer(1)),
	variation_id: optional(text()),
});

/** The entries of 'Discounts', numbered in their order. */
const discounts = entries('discounts', {
	discount: optional(amountAboveZero()),
	name: optional(text()),
	percentage_discount: optional(percentage()),
})
	.superRefine((list, context) => {
		for (const [index, { discount, percentage_discount: percent }] of list.entries()) {
			if ((discount === undefined) !== (percent === undefined)) continue;
			const message = ruleMessage(parameters.amountOrPercentage);
			context.addIssue({ code: 'custom', path: [index], message });
		}
	})
	.transform((list) => list.map((one, index) => ({ ...one, order: index + 1 })));

/** The entries of 'Partial Payments'. */
const partialPayments = entries('payments', {
	amount: amountAboveZero(),
	due_date: optional(day()),
});

/** Email addresses or IDs of customers, separated by commas. */
const recipients = texts(hints.recipients).transform((list, context) =>
	list.map((one): IDataObject => {
		if (z.string().email().safeParse(one).success) return { email: one };
		if (customerRule.safeParse(one).success) return { customer_id: one };
		context.addIssue({
			code: 'custom',
			message: ruleMessage(parameters.malformedRecipient(hints.recipients)),
		});
		return {};
	}),
);

/** The rules for all fields that an invoice can be created with, by their names in the request. */
export const fieldRules = {
	amount: optional(amountAboveZero()),
	currency: optional(currency()),
	customer_email: optional(email()),
	customer_id: optional(customerRule),
	customer_name: optional(text()),
	due_date: optional(day()),
	footer: optional(text()),
	invoice_date: optional(day()),
	invoice_number: optional(text()),
	memo: optional(text()),
	partial_payments: optional(partialPayments),
	payment_methods: optional(texts(hints.someMethod)),
	products: optional(products),
	recipients: optional(recipients),
	reference: optional(text()),
	send_email: optional(boolean()),
	stackable_discounts: optional(discounts),
	subtotal: optional(amount()),
	tax_setting: optional(text()),
	webhook: optional(webAddress()),
};
