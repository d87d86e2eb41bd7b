import type { INodeProperties } from 'n8n-workflow';

import { qrImageFields } from '../../output/qrImageFields';
import { hints } from '../../shared/messages/parameters';
import { methodOptions } from '../../shared/paymentMethods';
import {
	amount,
	currency,
	duration,
	email,
	boolean,
	booleanAsText,
	dateTime,
	optional,
	pairs,
	text,
	texts,
	webAddress,
} from '../../validation/rules';
import { addressField, addressRule, part } from '../fields/address';
import { locationField, locationRule } from '../fields/location';
import { amountField, currencyField } from '../fields/money';
import { paymentRequestField, paymentRequestRule } from '../fields/paymentRequest';
import { staffField } from '../fields/staff';

/** The minimum amount, in major units (docs/interface.md, Payment request). */
const MIN_AMOUNT = 0.3;

/** The required fields of a payment request. */
export const moneyFields: INodeProperties[] = [
	{
		...amountField,
		required: true,
		description: `What the customer pays, in major units (12.50). The minimum is ${MIN_AMOUNT}.`,
	},
	{ ...currencyField, required: true, description: 'The currency that the customer pays in' },
];

/** The rules for `moneyFields`. */
export const moneyRules = { amount: amount(undefined, MIN_AMOUNT), currency: currency() };

/** The payment request that an operation is about. */
export const idField: INodeProperties = {
	...paymentRequestField,
	required: true,
	description: 'The payment request to retrieve',
	routing: { send: { type: 'query', property: 'payment_request_id' } },
};

/** The rule for `idField`. */
export const idRule = paymentRequestRule;

const [pictureField, ...otherPictureFields] = qrImageFields;

/** The picture of a payment request. It is not of the link, and if there is one, the editor opens it first. */
export const linkPictureField: INodeProperties = {
	...pictureField,
	hint: "The code is of one payment method, such as PayNow. The checkout page accepts no other one, unless you add 'Payment Methods' below. The payment link is under Table and JSON, as 'url'.",
};

/** How the picture is output and looks. */
export const appearanceFields = otherPictureFields;

/** The optional fields of a payment request, in Create and in Update. */
export const optionalFields: INodeProperties[] = [
	{
		displayName: 'Add Admin Fee',
		name: 'addAdminFee',
		type: 'boolean',
		default: false,
		description: 'Whether to add the admin fee to the amount that the customer pays',
		routing: { send: { type: 'body', property: 'add_admin_fee' } },
	},
	addressField(
		[
			part('Line 1', 'line1', 'e.g. 1 Orchard Road', 'The street and the house number'),
			part('Line 2', 'line2', 'e.g. #04-12', 'The flat or the floor'),
		],
		'The address of the customer: all of it except Line 2, which not every address has',
	),
	{
		displayName: 'Allow Repeated Payments',
		name: 'allowRepeatedPayments',
		type: 'boolean',
		default: false,
		description: 'Whether the checkout page accepts several payments. Otherwise it accepts one.',
		routing: { send: { type: 'body', property: 'allow_repeated_payments' } },
	},
	{
		displayName: 'Customer Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. ann@example.com',
		description: 'The email address of the customer',
		routing: { send: { type: 'body', property: 'email' } },
	},
	{
		displayName: 'Customer Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Ann Tan',
		description: 'The name of the customer',
		routing: { send: { type: 'body', property: 'name' } },
	},
	{
		displayName: 'Customer Phone',
		name: 'phone',
		type: 'string',
		default: '',
		placeholder: 'e.g. +6591234567',
		description: 'The phone number of the customer',
		routing: { send: { type: 'body', property: 'phone' } },
	},
	{
		displayName: 'Expires After',
		name: 'expiresAfter',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2 hours',
		description: 'How long the payment request can be paid, in minutes (or mins), hours or days',
		routing: { send: { type: 'body', property: 'expires_after' } },
	},
	{
		displayName: 'Expiry Date',
		name: 'expiryDate',
		type: 'dateTime',
		default: '',
		description: "Until when the payment request can be paid, in the workflow's time zone",
		routing: { send: { type: 'body', property: 'expiry_date' } },
	},
	{
		...locationField,
		description: 'The location that the payment is recorded for. An update may not reach it.',
		routing: { send: { type: 'body', property: 'location_id' } },
	},
	{
		displayName: 'Metadata',
		name: 'metadata',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: 'Add Pair',
		description:
			'Up to 50 names and values of your own, which are returned with the payment request. An update may not reach them.',
		options: [
			{
				displayName: 'Pair',
				name: 'pairs',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. table',
						description: 'The name of the value, which must be unique',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. 7',
						description: 'Text of up to 500 characters',
					},
				],
			},
		],
		routing: { send: { type: 'body', property: 'metadata' } },
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
		displayName: 'Purpose',
		name: 'purpose',
		type: 'string',
		default: '',
		placeholder: 'e.g. Order 1042',
		description: 'What the payment is for, up to 255 characters',
		routing: { send: { type: 'body', property: 'purpose' } },
	},
	{
		displayName: 'Redirect URL',
		name: 'redirectUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://www.example.com/thank-you',
		description: 'Where the customer is sent after the payment',
		routing: { send: { type: 'body', property: 'redirect_url' } },
	},
	{
		displayName: 'Reference Number',
		name: 'referenceNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. ORD-1042',
		description: 'Your own reference, up to 255 characters',
		routing: { send: { type: 'body', property: 'reference_number' } },
	},
	{
		displayName: 'Return QR Content',
		name: 'generateQr',
		type: 'boolean',
		default: false,
		description:
			"Whether to return the content of a QR code to pay with as text, in 'qr_code'. Only for QR methods. 'QR Picture' of Create does not need it.",
		routing: { send: { type: 'body', property: 'generate_qr' } },
	},
	{
		displayName: 'Send Email',
		name: 'sendEmail',
		type: 'boolean',
		default: false,
		description: 'Whether HitPay sends the customer an email',
		routing: { send: { type: 'body', property: 'send_email' } },
	},
	{
		displayName: 'Send SMS',
		name: 'sendSms',
		type: 'boolean',
		default: false,
		description: 'Whether HitPay sends the customer a text message',
		routing: { send: { type: 'body', property: 'send_sms' } },
	},
	{
		...staffField,
		description: 'The staff member that the payment is recorded for',
		routing: { send: { type: 'body', property: 'staff_id' } },
	},
];

/** The parts of an address that the API requires if it gets one. */
const addressParts = {
	line1: 'Line 1',
	city: 'City',
	state: 'State',
	country: 'Country',
	postal_code: 'Postal Code',
};

/** The rules for `optionalFields`. */
export const optionalRules = {
	add_admin_fee: optional(booleanAsText()),
	address: optional(addressRule(addressParts)),
	allow_repeated_payments: optional(booleanAsText()),
	email: optional(email()),
	expires_after: optional(duration()),
	expiry_date: optional(dateTime()),
	generate_qr: optional(boolean()),
	location_id: optional(locationRule),
	metadata: optional(pairs(50, 500)),
	name: optional(text()),
	payment_methods: optional(texts(hints.someMethod)),
	phone: optional(text()),
	purpose: optional(text(255)),
	redirect_url: optional(webAddress(1028)),
	reference_number: optional(text(255)),
	send_email: optional(booleanAsText()),
	send_sms: optional(booleanAsText()),
	staff_id: optional(text()),
};
