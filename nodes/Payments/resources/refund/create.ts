import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { additionalFields } from '../../shared/collections';
import { locator } from '../../shared/locator';
import { hasDecimals, MAX_DECIMALS } from '../../shared/money';
import { notice } from '../../shared/notice';
import { notifyFields } from '../../shared/notify';
import { outputFields } from '../../shared/output';
import type { Operation } from '../../shared/resource';
import {
	amountAboveZero,
	email,
	flagAsText,
	optional,
	says,
	uuid,
	webAddress,
} from '../../shared/rules';
import { shaped } from '../../transport/output';
import { EVERYTHING, refundOnce } from '../../transport/refund';
import type { Context } from '../../transport/types';
import { notifyAddress } from '../../webhook/address';
import { refundRecord } from './record';

/** The value of 'Refund' for an amount that the user enters. */
const PART = 'part';

const kindOptions: INodePropertyOptions[] = [
	{
		name: 'Everything That Is Left',
		value: EVERYTHING,
		description: 'All of the payment that was not refunded before, as the charge says',
	},
	{
		name: 'Part of It',
		value: PART,
		description: "What you enter as 'Amount', and no more than is left",
	},
];

const fields: INodeProperties[] = [
	{
		...locator({
			displayName: 'Payment',
			name: 'paymentId',
			placeholder: 'Select a payment...',
			searchListMethod: 'searchRefundableCharges',
		}),
		required: true,
		description:
			'The successful payment to refund. By ID takes the ID of a charge, or that of a payment request that was paid once.',
		routing: { send: { type: 'body', property: 'payment_id' } },
	},
	{
		displayName: 'Refund',
		name: 'refundKind',
		type: 'options',
		options: kindOptions,
		default: PART,
		description: 'How much of the payment goes back to the customer',
	},
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'number',
		required: true,
		typeOptions: { minValue: 0, numberPrecision: MAX_DECIMALS },
		default: 0,
		displayOptions: { show: { refundKind: [PART] } },
		description:
			'How much goes back to the customer, in whole units of the currency of the payment',
		routing: { send: { type: 'body', property: 'amount' } },
	},
	notice('Each input item makes a refund, and refunds can not be taken back'),
	...notifyFields('the refund'),
	...outputFields(refundRecord),
	additionalFields([
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			default: '',
			placeholder: 'e.g. ann@example.com',
			description: 'Where the message about the refund goes',
			routing: { send: { type: 'body', property: 'email' } },
		},
		{
			displayName: 'Send Email',
			name: 'sendEmail',
			type: 'boolean',
			default: true,
			description: 'Whether the service sends a message about the refund by email',
			routing: { send: { type: 'body', property: 'send_email' } },
		},
	]),
];

/** How many decimals the currency of the charge has is not known before it is read. */
const amountToRefund = amountAboveZero(
	"Enter an amount above 0. To refund all of it, set 'Refund' to Everything That Is Left.",
).refine((value) => hasDecimals(value, MAX_DECIMALS), {
	message: says(
		`has more than ${MAX_DECIMALS} decimals`,
		'Round it to the decimals that the currency has.',
	),
});

const common = {
	payment_id: uuid("Choose one from the list, or take 'id' of Charge: Get Many."),
	email: optional(email()),
	send_email: optional(flagAsText()),
	webhook: webAddress().optional(),
};

const rules = z
	.discriminatedUnion(
		'refundKind',
		[
			z.object({ ...common, refundKind: z.literal(EVERYTHING) }),
			z.object({ ...common, refundKind: z.literal(PART), amount: amountToRefund }),
		],
		{
			errorMap: () => ({ message: says('is not a known value', `Use ${EVERYTHING} or ${PART}.`) }),
		},
	)
	.transform(({ refundKind, ...rest }) =>
		refundKind === EVERYTHING ? { ...rest, amount: EVERYTHING } : rest,
	);

/** What is checked and sent besides what the parameters say themselves. */
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
		description: 'Give a payment back to the customer, in full or in part',
		routing: {
			request: { method: 'POST', url: '/v1/refund' },
			operations: {
				pagination: refundOnce(rules, fields, shaped(refundRecord), derive),
			},
		},
	},
	fields,
};
