import type { INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { refundOnce } from '../../handlers/once/refund/refund';
import { REMAINING } from '../../handlers/once/refund/refundAmount';
import { hints } from '../../shared/messages/hints';
import { parameters } from '../../shared/messages/parameters';
import { hasDecimals, MAX_DECIMALS } from '../../shared/money';
import { amountAboveZero, ruleMessage, unknownValue, webAddress } from '../../validation/rules';
import * as field from '../fields';
import { notice } from '../fields/notice';
import { notifyFields } from '../notify/fields';
import { withNotificationUrl } from '../notify/notificationOutput';
import { notifyAddress } from '../notify/webhookUrl';
import * as operation from '../operation';
import { refundRecord } from './record';

/** The values of 'Refund' for an amount that the user enters, and for a total. */
const PARTIAL = 'part';
const TOTAL = 'total';

const kindOptions: INodePropertyOptions[] = [
	{
		name: 'Partial Amount',
		value: PARTIAL,
		description: 'The amount that you enter, up to the remaining amount',
	},
	{
		name: 'Remaining Amount',
		value: REMAINING,
		description: 'The part of the charge that is not refunded yet',
	},
	{
		name: 'Up to a Total',
		value: TOTAL,
		description: 'The amount that is missing until the charge is refunded up to a total',
	},
];

/** The decimals of the currency are checked once the charge is read. */
const amountToRefund = amountAboveZero(hints.amountToRefund).refine(
	(value) => hasDecimals(value, MAX_DECIMALS),
	{ message: ruleMessage(parameters.tooManyDecimals(MAX_DECIMALS)) },
);

const ofKind = (kind: string) => ({ show: { refundKind: [kind] } });

export const create = operation.create({
	action: 'Create a refund',
	description: 'Return the money of a charge to the customer, in full or in part',
	url: '/v1/refund',
	toolNeeds: 'limit',
	parameters: {
		payment_id: field.refundableCharge(
			"The successful charge to refund. With 'By ID', enter the ID of a charge, or of a payment request that was paid once.",
		),
		refundKind: field.choice('Refund', 'How much of the charge to refund', kindOptions, PARTIAL, {
			isSent: false,
		}),
		amount: field.amount(
			'How much to refund, in major units (12.50) of the currency of the charge',
			{ displayOptions: ofKind(PARTIAL), rule: amountToRefund },
		),
		total: field.amount(
			'How much of the charge is refunded in the end, in major units (12.50) of its currency. Earlier refunds count, those of the dashboard included.',
			{ displayName: 'Total', displayOptions: ofKind(TOTAL), rule: amountToRefund },
		),
	},
	previews: { would_refund: 0, would_remain: 0 },
	below: [
		{
			...notice(
				'Another execution refunds only what is still missing. Two n8n processes that refund one charge in the same minute, or a pending refund that the charge does not list, can exceed the total. Refunds cannot be undone.',
			),
			displayOptions: ofKind(TOTAL),
		},
		{
			...notice(
				'Each execution refunds again, also one by hand: each input item creates a refund. Refunds cannot be undone.',
			),
			displayOptions: ofKind(PARTIAL),
		},
		{
			...notice(
				'Another execution refunds nothing more: it reports that the charge is already fully refunded. Refunds cannot be undone.',
			),
			displayOptions: ofKind(REMAINING),
		},
		...notifyFields('the refund'),
	],
	output: refundRecord,
	extendOutput: (output) => withNotificationUrl(true, output),
	addedFields: {
		order_reference_number: '',
		remaining_amount: 0,
		already_refunded: false,
		total_refunded: 0,
		notification_url: '',
	},
	additionalFields: {
		email: field.email('Email', 'The email address that is informed about the refund'),
		send_email: field.booleanAsText(
			'Send Email',
			'Whether HitPay sends an email about the refund',
			{ default: true },
		),
	},
	rules: (schema) => {
		const { amount, total, ...common } = schema.extend({ webhook: webAddress().optional() }).shape;
		return z
			.discriminatedUnion(
				'refundKind',
				[
					z.object({ ...common, refundKind: z.literal(REMAINING) }),
					z.object({ ...common, refundKind: z.literal(PARTIAL), amount }),
					z.object({ ...common, refundKind: z.literal(TOTAL), total }),
				],
				{ errorMap: () => ({ message: unknownValue(kindOptions) }) },
			)
			.transform(({ refundKind, ...refund }) => {
				if (refundKind === REMAINING) return { ...refund, amount: REMAINING };
				if (!('total' in refund)) return refund;
				const { total: upTo, ...rest } = refund;
				return { ...rest, amount: { total: upTo } };
			});
	},
	extraValues: notifyAddress(true),
	handler: refundOnce,
});
