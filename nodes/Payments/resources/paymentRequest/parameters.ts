import { qrImageFields } from '../../output/qrImageFields';
import { amount, dateTime, duration, pairs, text } from '../../validation/rules';
import * as field from '../fields';
import { pictureNotice } from '../fields/notice';

/** The minimum amount, in major units (docs/interface.md, Payment request). */
const MIN_AMOUNT = 0.3;

/** The required parameters of a payment request. */
export const money = {
	amount: field.amount(
		`What the customer pays, in major units (12.50). The minimum is ${MIN_AMOUNT}.`,
		{ rule: amount(undefined, MIN_AMOUNT) },
	),
	currency: field.currency('The currency that the customer pays in'),
};

/** Platforms earn a commission with it. Only a creation accepts the header (docs/interface.md, Authentication). */
export const platformKey = {
	'X-PLATFORM-KEY': "={{ String($credentials.platformKey ?? '').trim() || undefined }}",
};

const [pictureField, ...others] = qrImageFields;

/** How the picture is output and looks. */
export const appearanceFields = others;

/** The picture of the QR code of a payment request, and not of its link. */
export const pictureFields = [
	pictureField,
	pictureNotice(
		"The code is of one payment method, such as PayNow. The payment link is under Table and JSON, as 'url'.",
	),
];

/** The optional parameters of a payment request, in Create and in Update. */
export const optional = {
	add_admin_fee: field.booleanAsText(
		'Add Admin Fee',
		'Whether to add the admin fee to the amount that the customer pays',
	),
	address: field.address(
		'The address of the customer: all of it except Line 2, which not every address has',
		{
			line1: field.text('Line 1', 'The street and the house number', 'e.g. 1 Orchard Road'),
			line2: field.text('Line 2', 'The flat or the floor', 'e.g. #04-12'),
		},
		'line2',
	),
	allow_repeated_payments: field.booleanAsText(
		'Allow Repeated Payments',
		'Whether the checkout page accepts several payments. Otherwise it accepts one.',
	),
	email: field.email('Customer Email', 'The email address of the customer'),
	expires_after: field.text(
		'Expires After',
		'How long the payment request can be paid, in minutes (or mins), hours or days',
		'e.g. 2 hours',
		{ rule: duration() },
	),
	expiry_date: field.day(
		'Expiry Date',
		"Until when the payment request can be paid, in the workflow's time zone. HitPay documents it for repeated payments: for one payment, use 'Expires After'.",
		{ hint: undefined, rule: dateTime() },
	),
	generate_qr: field.boolean(
		'Return QR Content',
		"Whether to return the content of a QR code to pay with as text, in 'qr_code'. Only for QR methods. 'QR Picture' of Create does not need it.",
	),
	location_id: field.location(
		'The location that the payment is recorded for. An update may not reach it.',
	),
	metadata: {
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
		rule: pairs(50, 500),
	} satisfies field.Parameter,
	name: field.text('Customer Name', 'The name of the customer', 'e.g. Ann Tan'),
	payment_methods: field.paymentMethods(),
	phone: field.text(
		'Customer Phone',
		'The phone number of the customer, with the calling code of the country',
		'e.g. +6591234567',
	),
	purpose: field.text(
		'Purpose',
		'What the payment is for, up to 255 characters',
		'e.g. Order 1042',
		{
			rule: text(255),
		},
	),
	redirect_url: field.webAddress(
		'Redirect URL',
		'Where the customer is sent after the payment',
		'e.g. https://www.example.com/thank-you',
		1028,
	),
	reference_number: field.text(
		'Reference Number',
		'Your own reference, up to 255 characters',
		'e.g. ORD-1042',
		{ rule: text(255) },
	),
	send_email: field.booleanAsText(
		'Send Email',
		"Whether HitPay emails the customer a receipt after the payment. To send the link, use 'url'.",
	),
	send_sms: field.booleanAsText(
		'Send SMS',
		'Whether HitPay sends the customer a text message after the payment',
	),
	staff_id: field.staff('The staff member that the payment is recorded for'),
};

/** The reader at which a customer pays, in Create only. */
export const wifi_terminal_id = field.reader(
	"The reader that asks the customer for the payment. For a card, add Card Reader to 'Payment Methods'.",
);
