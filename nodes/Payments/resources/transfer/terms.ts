import type { INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { hints } from '../../shared/messages/hints';
import { parameters } from '../../shared/messages/parameters';
import { hasDecimals, MAX_AMOUNT, MAX_DECIMALS } from '../../shared/money';
import { amount, fitsCurrency, ruleMessage, unknownValue } from '../../validation/rules';
import * as field from '../fields';

/** The minimum of an amount (docs/interface.md, POST /v1/transfers/estimate). */
const MIN_AMOUNT = 1;

/** The values of 'Amount'. */
const PAYMENT = 'payment';
const SOURCE = 'source';

const kindOptions: INodePropertyOptions[] = [
	{
		name: 'Payment Amount',
		value: PAYMENT,
		description: 'What the beneficiary receives, in the currency of its account',
	},
	{
		name: 'Source Amount',
		value: SOURCE,
		description: "What the business pays, in 'Source Currency'",
	},
];

/** The currency of a payment amount is that of the beneficiary. */
const anyAmount = amount(MAX_AMOUNT, MIN_AMOUNT, hints.amountOrMore(MIN_AMOUNT)).refine(
	(value) => hasDecimals(value, MAX_DECIMALS),
	{ message: ruleMessage(parameters.tooManyDecimals(MAX_DECIMALS)) },
);

const ofKind = (kind: string) => ({ show: { amountKind: [kind] } });

/** The parameters for the amount and the beneficiary. */
export const terms = {
	beneficiary_id: field.beneficiary(),
	source_currency: field.currency('The currency that the business pays in', {
		displayName: 'Source Currency',
	}),
	amountKind: field.choice('Amount', 'Which amount you enter', kindOptions, PAYMENT, {
		isSent: false,
	}),
	payment_amount: field.amount('What the beneficiary receives, in major units (12.50)', {
		displayName: 'Payment Amount',
		displayOptions: ofKind(PAYMENT),
		rule: anyAmount,
	}),
	source_amount: field.amount(
		"What the business pays, in major units (12.50) of 'Source Currency'",
		{
			displayName: 'Source Amount',
			displayOptions: ofKind(SOURCE),
			rule: anyAmount,
		},
	),
};

type Shape = { [K in keyof typeof terms]: (typeof terms)[K]['rule'] };

/** Returns the rules for all of them: one amount is sent, with the decimals of its currency. */
export function inTerms<T extends Shape>({ shape }: z.ZodObject<T>) {
	const { payment_amount, source_amount, ...common } = shape;
	return z
		.discriminatedUnion(
			'amountKind',
			[
				z.object({ ...common, amountKind: z.literal(PAYMENT), payment_amount }),
				z.object({ ...common, amountKind: z.literal(SOURCE), source_amount }),
			],
			{ errorMap: () => ({ message: unknownValue(kindOptions) }) },
		)
		.superRefine((values: Record<string, unknown>, context) => {
			const { source_amount: amountInSource, source_currency: currency } = values;
			fitsCurrency(context, 'source_amount', amountInSource, currency as string | undefined);
		})
		.transform((values) => {
			const sent = { ...values, source_currency: String(values.source_currency).toLowerCase() };
			delete (sent as Record<string, unknown>).amountKind;
			return sent;
		});
}
