import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { methodOptions } from '../../shared/paymentMethods';
import { customerField } from '../customer/fields';
import { dayField } from '../fields/day';
import { amountField, currencyField } from '../fields/money';
import { productField } from '../fields/product';
import { locator } from '../fields/resourceLocator';

/** The invoice that an operation is about. */
export const idField: INodeProperties = {
	...locator({
		displayName: 'Invoice',
		name: 'invoiceId',
		placeholder: 'Select an invoice...',
		searchListMethod: 'searchInvoices',
	}),
	required: true,
	description: 'The invoice to retrieve',
	routing: { send: { type: 'query', property: 'invoice_id' } },
};

/** The customer of an invoice: one of the list, or one by name and email. */
export const customerFields = {
	id: {
		...customerField,
		description: 'The customer to bill',
		routing: { send: { type: 'body', property: 'customer_id' } },
	},
	name: {
		displayName: 'Customer Name',
		name: 'customerName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Ann Tan',
		description: 'The name of the customer to bill',
		routing: { send: { type: 'body', property: 'customer_name' } },
	},
	email: {
		displayName: 'Customer Email',
		name: 'customerEmail',
		type: 'string',
		default: '',
		placeholder: 'e.g. ann@example.com',
		description: 'The email address of the customer to bill',
		routing: { send: { type: 'body', property: 'customer_email' } },
	},
} satisfies Record<string, INodeProperties>;

export const invoiceDateField: INodeProperties = {
	...dayField,
	displayName: 'Invoice Date',
	name: 'invoiceDate',
	required: true,
	description: 'The day on which the invoice is issued',
	routing: { send: { type: 'body', property: 'invoice_date' } },
};

export const billedFields = {
	amount: {
		...amountField,
		description: 'What the customer pays, in major units (12.50), after discounts and tax',
	},
	currency: { ...currencyField, description: 'The currency of all amounts of the invoice' },
	products: {
		displayName: 'Products',
		name: 'products',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: 'Add Product',
		description: 'The products to bill. Their prices make the amount.',
		options: [
			{
				displayName: 'Product',
				name: 'products',
				values: [
					{
						displayName: 'Discount',
						name: 'discount',
						type: 'number',
						default: '',
						placeholder: 'e.g. 5',
						description: 'An amount off this line, in major units (12.50)',
					},
					{ ...productField, name: 'product_id', description: 'The product to bill' },
					{
						displayName: 'Quantity',
						name: 'quantity',
						type: 'number',
						typeOptions: { minValue: 1, numberPrecision: 0 },
						default: 1,
						description: 'How many pieces, a whole number',
					},
					{
						displayName: 'Variation ID',
						name: 'variation_id',
						type: 'string',
						default: '',
						placeholder: 'e.g. 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11',
						description:
							'The variation, if the product has some. Product: Get has them in the field `variations`.',
					},
				],
			},
		],
		routing: { send: { type: 'body', property: 'products' } },
	},
} satisfies Record<string, INodeProperties>;

export const sendEmailField: INodeProperties = {
	displayName: 'Send Email',
	name: 'sendEmail',
	type: 'boolean',
	default: false,
	description: 'Whether HitPay emails the invoice to the customer',
	routing: { send: { type: 'body', property: 'send_email' } },
};

/** The optional fields of an invoice, in Create and in Update. */
export const optionalFields: INodeProperties[] = [
	{
		displayName: 'Discounts',
		name: 'discounts',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Discount',
		description:
			"Amounts or percentages off the subtotal, in this order. An invoice for an amount also requires 'Subtotal'.",
		options: [
			{
				displayName: 'Discount',
				name: 'discounts',
				values: [
					{
						displayName: 'Amount',
						name: 'discount',
						type: 'number',
						default: '',
						placeholder: 'e.g. 12.50',
						description: "In major units. Leave it empty if you enter 'Percentage'.",
					},
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. Early bird',
						description: 'The name of the discount on the invoice',
					},
					{
						displayName: 'Percentage',
						name: 'percentage_discount',
						type: 'number',
						default: '',
						placeholder: 'e.g. 7.5',
						description: "Up to 100. Leave it empty if you enter 'Amount'.",
					},
				],
			},
		],
		routing: { send: { type: 'body', property: 'stackable_discounts' } },
	},
	{
		...dayField,
		displayName: 'Due Date',
		name: 'dueDate',
		description: "The day by which the customer has to pay, not before 'Invoice Date'",
		routing: { send: { type: 'body', property: 'due_date' } },
	},
	{
		displayName: 'Footer',
		name: 'footer',
		type: 'string',
		default: '',
		placeholder: 'e.g. Thank you for your order',
		description: 'The text at the bottom of the invoice',
		routing: { send: { type: 'body', property: 'footer' } },
	},
	{
		displayName: 'Invoice Number',
		name: 'invoiceNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. INV-1042',
		description: 'A number that no other invoice has. Without one, HitPay numbers a new invoice.',
		routing: { send: { type: 'body', property: 'invoice_number' } },
	},
	{
		displayName: 'Memo',
		name: 'memo',
		type: 'string',
		default: '',
		placeholder: 'e.g. Agreed by phone',
		description: 'A note on the invoice',
		routing: { send: { type: 'body', property: 'memo' } },
	},
	{
		displayName: 'Partial Payments',
		name: 'partialPayments',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: 'Add Payment',
		description: "The parts in which the customer can pay. They have to add up to 'Amount'.",
		options: [
			{
				displayName: 'Partial Payment',
				name: 'payments',
				values: [
					{
						displayName: 'Amount',
						name: 'amount',
						type: 'number',
						default: '',
						placeholder: 'e.g. 12.50',
						description: 'What is due with this part, in major units (12.50)',
					},
					{
						...dayField,
						displayName: 'Due Date',
						name: 'due_date',
						description: 'The day by which this part is due',
					},
				],
			},
		],
		routing: { send: { type: 'body', property: 'partial_payments' } },
	},
	{
		displayName: 'Payment Methods',
		name: 'paymentMethods',
		type: 'multiOptions',
		options: methodOptions,
		default: [],
		description: 'How the customer may pay. For another method, enter its code with an expression.',
		routing: { send: { type: 'body', property: 'payment_methods' } },
	},
	{
		displayName: 'Recipients',
		name: 'recipients',
		type: 'string',
		default: '',
		placeholder: 'e.g. ben@example.com',
		description:
			'Who else receives the invoice: email addresses or customer IDs, separated by commas',
		routing: { send: { type: 'body', property: 'recipients' } },
	},
	{
		displayName: 'Reference',
		name: 'reference',
		type: 'string',
		default: '',
		placeholder: 'e.g. ORD-1042',
		description: 'Your own reference, or what the invoice is for',
		routing: { send: { type: 'body', property: 'reference' } },
	},
	{
		...amountField,
		displayName: 'Subtotal',
		name: 'subtotal',
		description:
			"The amount before discounts and tax, in major units (12.50). Without them, it is 'Amount'.",
		routing: { send: { type: 'body', property: 'subtotal' } },
	},
	{
		displayName: 'Tax Setting ID',
		name: 'taxSetting',
		type: 'string',
		default: '',
		placeholder: 'e.g. 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11',
		description: "The tax that 'Amount' contains, by its ID",
		routing: { send: { type: 'body', property: 'tax_setting' } },
	},
	{
		displayName: 'Webhook URL',
		name: 'webhook',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://n8n.example.com/webhook/payments',
		description: 'The URL that HitPay notifies when the invoice is paid',
		routing: { send: { type: 'body', property: 'webhook' } },
	},
];

/** docs/interface.md, Invoice status. */
export const statusOptions: INodePropertyOptions[] = [
	{ name: 'Draft', value: 'draft' },
	{ name: 'Overdue', value: 'overdue', description: 'Not paid by the due date' },
	{ name: 'Paid', value: 'paid' },
	{ name: 'Partially Paid', value: 'partially paid' },
	{ name: 'Pending', value: 'pending', description: 'Not paid yet' },
	{ name: 'Sent', value: 'sent', description: 'Sent to the customer, and not paid yet' },
];
