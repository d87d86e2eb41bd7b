import { z } from 'zod';

import { waitForPayment } from '../../handlers/wait/wait';
import type { OutputMapper } from '../../output/outputMapper';
import { amount } from '../../output/recordType';
import { parameters } from '../../shared/messages/parameters';
import { durationMs, DAY_MS } from '../../shared/time';
import { duration, ruleMessage } from '../../validation/rules';
import { chargeRecord } from '../charge/record';
import * as field from '../fields';
import { notice } from '../fields/notice';
import { paymentRequestRecord } from './record';

/** How long an execution can wait, in days (choice): n8n keeps its data until then. */
const MAX_DAYS = 365;

/** How long an execution waits for a payment. */
export const waitAtMost = field.text<string>(
	'Wait At Most',
	'How long the execution waits for the payment, in minutes (or mins), hours or days',
	'e.g. 2 hours',
	{
		name: 'waitAtMost',
		default: '1 day',
		required: true,
		rule: duration().pipe(
			z.string().refine((value) => durationMs(value) <= MAX_DAYS * DAY_MS, {
				message: ruleMessage(parameters.waitTooLong(MAX_DAYS)),
			}),
		),
	},
);

export const [waitField] = field.toProperties({ waitAtMost });

/** Returns the notice about waiting. @param first begins it */
export const waitNotice = (first = '') =>
	notice(
		`${first}The execution continues when HitPay notifies n8n, so HitPay has to reach your n8n. After 'Wait At Most', the output has 'paid': false. The node waits for one item at a time.`,
	);

/** The fields that the node adds to the record. */
export const addedFields = {
	paid: true,
	charge: Object.fromEntries(
		chargeRecord.simplified.map((name) => [name, chargeRecord.fields[name] === amount ? 1 : '']),
	),
};

/** The records in the output. */
export const paymentTypes = { request: paymentRequestRecord, charge: chargeRecord };

/** Lets the execution wait. @param graceMs as in `waitForPayment` */
export function waiting(graceMs: number): OutputMapper {
	return waitForPayment({ field: waitField!, rule: waitAtMost.rule }, graceMs, paymentTypes);
}
