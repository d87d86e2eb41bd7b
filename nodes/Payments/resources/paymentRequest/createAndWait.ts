import type { INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { resumeUrlOf } from '../../run/resumeUrl';
import { inCurrency, unknownValue, webAddress } from '../../validation/rules';
import * as field from '../fields';
import { notice } from '../fields/notice';
import * as operation from '../operation';
import { money, optional, platformKey, wifi_terminal_id } from './parameters';
import { paymentRequestRecord } from './record';
import { addedFields, waitAtMost, waiting, waitNotice } from './waiting';

const EMAIL = 'email';
const SMS = 'sms';
const READER = 'reader';

const sendLinkByOptions: INodePropertyOptions[] = [
	{ name: 'Email', value: EMAIL },
	{ name: 'Reader', value: READER, description: 'A terminal at the counter asks for the card' },
	{ name: 'SMS', value: SMS },
];

/** HitPay documents its email and text message as receipts. It documents no message that contains the link. */
const linkNotice = {
	...notice(
		"HitPay documents only an email or a text message after the payment. If the link does not arrive, send the 'url' of Create yourself, and use Wait for Payment.",
	),
	name: 'linkNotice',
	displayOptions: { show: { sendLinkBy: [EMAIL, SMS] } },
};

/** The time that the execution waits after the request expired, in milliseconds (choice): a notification takes time. */
const GRACE_MS = 10 * 60_000;

/** A request at a reader is for a card, unless other payment methods are added. */
const atReader = { ...wifi_terminal_id, description: 'The reader that asks for the card' };

const {
	add_admin_fee,
	address,
	email,
	location_id,
	metadata,
	name,
	payment_methods,
	phone,
	purpose,
	redirect_url,
	reference_number,
	staff_id,
} = optional;

export const createAndWait = operation.create({
	name: 'Create and Wait for Payment',
	value: 'createAndWait',
	action: 'Create and wait for payment',
	description: 'Let HitPay or a reader ask a customer for a payment, and wait until it is paid',
	url: '/v1/payment-requests',
	headers: platformKey,
	toolNeeds: 'never',
	parameters: {
		...money,
		sendLinkBy: field.choice(
			'Send Link By',
			'How HitPay asks the customer for the payment',
			sendLinkByOptions,
			EMAIL,
			{ isSent: false },
		),
		email: field.shownFor({ sendLinkBy: [EMAIL] }, email),
		phone: field.shownFor({ sendLinkBy: [SMS] }, phone),
		wifi_terminal_id: field.shownFor({ sendLinkBy: [READER] }, atReader),
		// After this time, the request cannot be paid.
		expires_after: waitAtMost,
	},
	below: [
		linkNotice,
		waitNotice('Each execution creates another payment request, also one by hand. '),
	],
	output: paymentRequestRecord,
	addedFields,
	extendOutput: () => waiting(GRACE_MS),
	additionalFields: {
		add_admin_fee,
		address,
		location_id,
		metadata,
		name,
		payment_methods,
		purpose,
		redirect_url,
		reference_number,
		staff_id,
	},
	rules: (schema) => {
		const {
			email: toEmail,
			phone: toPhone,
			wifi_terminal_id: toReader,
			...common
		} = schema.extend({ webhook: webAddress() }).shape;
		return z
			.discriminatedUnion(
				'sendLinkBy',
				[
					z.object({ ...common, sendLinkBy: z.literal(EMAIL), email: toEmail }),
					z.object({ ...common, sendLinkBy: z.literal(SMS), phone: toPhone }),
					z.object({ ...common, sendLinkBy: z.literal(READER), wifi_terminal_id: toReader }),
				],
				{ errorMap: () => ({ message: unknownValue(sendLinkByOptions) }) },
			)
			.superRefine(inCurrency)
			.transform(({ sendLinkBy, ...body }) => ({
				...body,
				...(sendLinkBy === EMAIL && { send_email: 'true' }),
				...(sendLinkBy === SMS && { send_sms: 'true' }),
				...(sendLinkBy === READER && {
					payment_methods: body.payment_methods ?? ['wifi_card_reader'],
				}),
			}));
	},
	extraValues: (context) => ({ webhook: resumeUrlOf(context) }),
});
