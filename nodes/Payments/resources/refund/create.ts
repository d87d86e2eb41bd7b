import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { refundOnce } from '../../handlers/once/refund/refund';
import { REMAINING } from '../../handlers/once/refund/refundAmount';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import type { Context } from '../../run/context';
import { hints, parameters } from '../../shared/messages/parameters';
import { hasDecimals, MAX_DECIMALS } from '../../shared/money';
import {
	amountAboveZero,
	email,
	booleanAsText,
	optional,
	ruleMessage,
	uuid,
	webAddress,
} from '../../validation/rules';
import { additionalFields } from '../fields/collections';
import { amountField } from '../fields/money';
import { notice } from '../fields/notice';
import { locator } from '../fields/resourceLocator';
import { notifyFields } from '../notify/fields';
import { withNotificationUrl } from '../notify/notificationOutput';
import { notifyAddress } from '../notify/webhookUrl';
import type { Operation } from '../resource';
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

const fields: INodeProperties[] = [
	{
		...locator({
			displayName: 'Charge',
			name: 'paymentId',
			placeholder: 'Select a charge...',
			searchListMethod: 'searchRefundableCharges',
		}),
		required: true,
		description:
			"The successful charge to refund. With 'By ID', enter the ID of a charge, or of a payment request that was paid once.",
		routing: { send: { type: 'body', property: 'payment_id' } },
	},
	{
		displayName: 'Refund',
		name: 'refundKind',
		type: 'options',
		options: kindOptions,
		default: PARTIAL,
		description: 'How much of the charge to refund',
	},
	{
		...amountField,
		required: true,
		displayOptions: { show: { refundKind: [PARTIAL] } },
		description: 'How much to refund, in major units (12.50) of the currency of the charge',
	},
	{
		...amountField,
		displayName: 'Total',
		name: 'total',
		required: true,
		displayOptions: { show: { refundKind: [TOTAL] } },
		description:
			'How much of the charge is refunded in the end, in major units (12.50) of its currency. Earlier refunds count, those of the dashboard included.',
		routing: { send: { type: 'body', property: 'total' } },
	},
	{
		...notice(
			'Another execution refunds only what is still missing. Two n8n processes that refund one charge in the same minute, or a pending refund that the charge does not list, can exceed the total. Refunds cannot be undone.',
		),
		displayOptions: { show: { refundKind: [TOTAL] } },
	},
	{
		...notice(
			'Each execution refunds again, also one by hand: each input item creates a refund. Refunds cannot be undone.',
		),
		displayOptions: { show: { refundKind: [PARTIAL] } },
	},
	{
		...notice(
			'Another execution refunds nothing more: it reports that the charge is already fully refunded. Refunds cannot be undone.',
		),
		displayOptions: { show: { refundKind: [REMAINING] } },
	},
	...notifyFields('the refund'),
	...outputFields(refundRecord),
	additionalFields([
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			default: '',
			placeholder: 'e.g. ann@example.com',
			description: 'The email address that is informed about the refund',
			routing: { send: { type: 'body', property: 'email' } },
		},
		{
			displayName: 'Send Email',
			name: 'sendEmail',
			type: 'boolean',
			default: true,
			description: 'Whether HitPay sends an email about the refund',
			routing: { send: { type: 'body', property: 'send_email' } },
		},
	]),
];

/** The decimals of the currency are checked once the charge is read. */
const amountToRefund = amountAboveZero(hints.amountToRefund).refine(
	(value) => hasDecimals(value, MAX_DECIMALS),
	{ message: ruleMessage(parameters.tooManyDecimals(MAX_DECIMALS)) },
);

const common = {
	payment_id: uuid(hints.chargeId),
	email: optional(email()),
	send_email: optional(booleanAsText()),
	webhook: webAddress().optional(),
};

const rules = z
	.discriminatedUnion(
		'refundKind',
		[
			z.object({ ...common, refundKind: z.literal(REMAINING) }),
			z.object({ ...common, refundKind: z.literal(PARTIAL), amount: amountToRefund }),
			z.object({ ...common, refundKind: z.literal(TOTAL), total: amountToRefund }),
		],
		{
			errorMap: () => ({
				message: ruleMessage(
					parameters.unknownValue(hints.oneOf(`${PARTIAL}, ${REMAINING}, ${TOTAL}`)),
				),
			}),
		},
	)
	.transform(({ refundKind, ...refund }) => {
		if (refundKind === REMAINING) return { ...refund, amount: REMAINING };
		if (!('total' in refund)) return refund;
		const { total, ...rest } = refund;
		return { ...rest, amount: { total } };
	});

/** Returns the values that are validated and sent in addition to the parameters. */
function derive(context: Context): Record<string, unknown> {
	const kind = context.getNodeParameter('refundKind', '');
	const refundKind = typeof kind === 'string' ? kind.trim() : kind;
	return { refundKind, ...notifyAddress(true)(context) };
}

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a refund',
		description: 'Return the money of a charge to the customer, in full or in part',
		routing: {
			request: { method: 'POST', url: '/v1/refund' },
			operations: {
				pagination: refundOnce(
					rules,
					fields,
					withNotificationUrl(true, recordOutput(refundRecord)),
					derive,
				),
			},
		},
	},
	fields,
};
