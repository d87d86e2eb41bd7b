import type { INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { resumeUrlOf } from '../../run/resumeUrl';
import { inCurrency, unknownValue, webAddress } from '../../validation/rules';
import * as field from '../fields';
import * as operation from '../operation';
import { money, optional, platformKey } from './parameters';
import { paymentRequestRecord } from './record';
import { addedFields, waitAtMost, waiting, waitNotice } from './waiting';

const EMAIL = 'email';
const SMS = 'sms';

const sendLinkByOptions: INodePropertyOptions[] = [
	{ name: 'Email', value: EMAIL },
	{ name: 'SMS', value: SMS },
];

/** How much longer the execution waits than the request can be paid, in milliseconds (choice): a notification takes time. */
const GRACE_MS = 10 * 60_000;

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
	description: 'Let HitPay send a checkout page to a customer, and wait until it is paid',
	url: '/v1/payment-requests',
	headers: platformKey,
	toolNeeds: 'never',
	parameters: {
		...money,
		sendLinkBy: field.choice(
			'Send Link By',
			'How HitPay sends the customer the link to the checkout page',
			sendLinkByOptions,
			EMAIL,
			{ isSent: false },
		),
		email: field.shownFor({ sendLinkBy: [EMAIL] }, email),
		phone: field.shownFor({ sendLinkBy: [SMS] }, phone),
		// Later, it cannot be paid any more.
		expires_after: waitAtMost,
	},
	below: [waitNotice()],
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
			...common
		} = schema.extend({ webhook: webAddress() }).shape;
		return z
			.discriminatedUnion(
				'sendLinkBy',
				[
					z.object({ ...common, sendLinkBy: z.literal(EMAIL), email: toEmail }),
					z.object({ ...common, sendLinkBy: z.literal(SMS), phone: toPhone }),
				],
				{ errorMap: () => ({ message: unknownValue(sendLinkByOptions) }) },
			)
			.superRefine(inCurrency)
			.transform(({ sendLinkBy, ...body }) => ({
				...body,
				...(sendLinkBy === EMAIL ? { send_email: 'true' } : { send_sms: 'true' }),
			}));
	},
	extraValues: (context) => ({ webhook: resumeUrlOf(context) }),
});
