import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { hints } from '../../shared/messages/hints';
import { parameters } from '../../shared/messages/parameters';
import { defined } from '../../shared/record';
import { amount, id, percentage, ruleMessage, texts, uuid } from '../../validation/rules';
import * as field from '../fields';
import { withAllFields } from './entries';

/** The customer of an invoice: selected from the list, or entered by name and email. */
export const customer = {
	customer_id: field.customer('The customer to bill'),
	customer_name: field.text('Customer Name', 'The name of the customer to bill', 'e.g. Ann Tan'),
	customer_email: field.email('Customer Email', 'The email address of the customer to bill'),
};

export const invoice_date = field.day('Invoice Date', 'The day on which the invoice is issued');

export const billed = {
	amount: field.amount('What the customer pays, in major units (12.50), after discounts and tax'),
	products: field.entries(
		{
			displayName: 'Products',
			placeholder: 'Add Product',
			description: 'The products to bill. Their prices make the amount.',
			entry: { displayName: 'Product', name: 'products' },
		},
		{
			product_id: field.product('The product to bill'),
			quantity: field.optional(field.integer('Quantity', 'How many pieces, a whole number', 1)),
			variation_id: field.optional(
				field.variation('The variation, if the product has some', {
					// Another product empties it.
					typeOptions: { loadOptionsDependsOn: ['&product_id.value'] },
				}),
			),
			discount: field.optional(
				field.amount('How much is taken off this line, in major units (12.50), not in percent', {
					displayName: 'Discount Amount',
					placeholder: 'e.g. 5',
					rule: amount(),
				}),
			),
		},
	),
};

export const currency = field.currency('The currency of all amounts of the invoice');

export const send_email = field.boolean(
	'Send Email',
	'Whether HitPay emails the invoice to the customer',
);

/** Entries with an amount or a percentage each, numbered in their order. */
const discounts = field.entries(
	{
		displayName: 'Discounts',
		name: 'discounts',
		placeholder: 'Add Discount',
		description:
			"Amounts off the subtotal, in this order. An invoice for an amount also requires 'Subtotal'.",
		entry: { displayName: 'Discount', name: 'discounts' },
		sortable: true,
	},
	{
		discount: field.optional(field.amount('How much is taken off, in major units (12.50)')),
		percentage_discount: field.optional(
			field.amount(
				"In place of 'Amount': 5 is 5 %. HitPay may read it in another way, so compare the total of the invoice. It excludes 'Send Email': use Invoice: Send, which compares the total first.",
				{ displayName: 'Percentage', placeholder: 'e.g. 7.5', rule: percentage() },
			),
		),
		name: field.optional(
			field.text('Name', 'The name of the discount on the invoice', 'e.g. Early bird'),
		),
	},
);

type Discount = z.infer<typeof discounts.rule>[number];

const discountsRule = discounts.rule
	.superRefine((list, context) => {
		for (const [index, { discount, percentage_discount: percent }] of list.entries()) {
			if ((discount === undefined) !== (percent === undefined)) continue;
			const message = ruleMessage(parameters.amountOrPercentage);
			context.addIssue({ code: 'custom', path: [index], message });
		}
	})
	.transform((list) => list.map((one, index) => withAllFields(toSent(one), index)));

/** Returns a discount as the API reference has it: a percentage is a fraction (docs/dialects.md, row 37). */
function toSent({ percentage_discount: percent, ...discount }: Discount): IDataObject {
	if (percent === undefined) return defined(discount);
	// Without the error of the division: 14.3 / 100 is 0.14300000000000002.
	return defined({ ...discount, percentage_discount: Number((percent / 100).toFixed(12)) });
}

const customerId = uuid(hints.customerId);

/** Email addresses or IDs of customers, separated by commas. */
const recipientsRule = texts(hints.recipients).transform((list, context) =>
	list.map((one): IDataObject => {
		if (z.string().email().safeParse(one).success) return { email: one };
		if (customerId.safeParse(one).success) return { customer_id: one };
		context.addIssue({
			code: 'custom',
			message: ruleMessage(parameters.malformedRecipient(hints.recipients)),
		});
		return {};
	}),
);

/** The optional parameters of an invoice, in Create and in Update. */
export const optional = {
	due_date: field.day(
		'Due Date',
		"The day by which the customer has to pay, not before 'Invoice Date'",
	),
	footer: field.text(
		'Footer',
		'The text at the bottom of the invoice',
		'e.g. Thank you for your order',
	),
	invoice_number: field.text(
		'Invoice Number',
		'A number that no other invoice has. Without one, HitPay numbers a new invoice.',
		'e.g. INV-1042',
	),
	memo: field.text('Memo', 'A note on the invoice', 'e.g. Agreed by phone'),
	partial_payments: field.entries(
		{
			displayName: 'Partial Payments',
			placeholder: 'Add Payment',
			description: "The parts in which the customer can pay. They have to add up to 'Amount'.",
			entry: { displayName: 'Partial Payment', name: 'payments' },
		},
		{
			amount: field.amount('What is due with this part, in major units (12.50)'),
			due_date: field.optional(field.day('Due Date', 'The day by which this part is due')),
		},
	),
	payment_methods: field.paymentMethods(),
	recipients: field.text(
		'Recipients',
		'Who else receives the invoice: email addresses or customer IDs, separated by commas',
		'e.g. ben@example.com',
		{ rule: recipientsRule },
	),
	reference: field.text(
		'Reference',
		'Your own reference, or what the invoice is for',
		'e.g. ORD-1042',
	),
	stackable_discounts: { ...discounts, rule: discountsRule },
	subtotal: field.amount(
		"The amount before discounts and tax, in major units (12.50). Without them, it is 'Amount'.",
		{ displayName: 'Subtotal', rule: amount() },
	),
	tax_setting: field.id(
		'Tax Setting ID',
		"The tax of the invoice, by its ID. To find it, use Get with 'Output' set to Raw for an invoice that has this tax: it is 'tax_setting'.",
		id(hints.taxSetting),
	),
	webhook: field.webhook(
		"The URL that HitPay notifies when the invoice is paid, such as that of a Webhook node. A Payments Trigger needs none: set its 'Listen To' to Events of the Whole Account.",
	),
};

/** docs/interface.md, Invoice status. */
export const statusOptions: INodePropertyOptions[] = [
	{ name: 'Draft', value: 'draft' },
	{ name: 'Overdue', value: 'overdue', description: 'Not paid by the due date' },
	{ name: 'Paid', value: 'paid' },
	{ name: 'Partially Paid', value: 'partially paid' },
	{ name: 'Pending', value: 'pending', description: 'Not paid yet' },
	{ name: 'Sent', value: 'sent', description: 'Sent to the customer, and not paid yet' },
];
