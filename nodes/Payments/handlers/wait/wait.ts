import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { operationError } from '../../errors/nodeErrors';
import type { OutputMapper } from '../../output/outputMapper';
import { outputChoice } from '../../output/simplify';
import type { Context } from '../../run/context';
import { hasSeveralItems } from '../../run/run';
import { waits } from '../../shared/messages/waits';
import { isOpen } from '../../shared/paymentRequest';
import { durationMs } from '../../shared/time';
import type { Rule } from '../../validation/rules';
import { validate } from '../../validation/validate';
import { withPayment, type PaymentTypes } from './payment';
import { keepWaiting, type Waiting } from './waitingFor';

/** n8n's functions for an execution that waits: its type of a routed operation lacks them. */
interface WaitingContext {
	putExecutionToWait(until: Date): Promise<void>;
	getContext(type: 'node'): IDataObject;
	setMetadata(metadata: { resumeUrl: unknown }): void;
}

/** How long the execution waits: the parameter, and the rule for its value. */
export interface WaitTime {
	field: INodeProperties;
	rule: Rule<string>;
}

/**
 * Lets the execution wait until a payment request is paid, for up to a time: resume.ts continues it. If it is paid or
 * closed already, it does not wait. The output says whether it was paid, as `paid`.
 *
 * @param graceMs how much longer the execution waits than the parameter says, in milliseconds
 * @param types select the output fields
 */
export function waitForPayment(
	{ field, rule }: WaitTime,
	graceMs: number,
	types: PaymentTypes,
): OutputMapper {
	const choiceOf = outputChoice(types.request);
	return (context) => {
		// An execution waits for one thing at a time.
		if (hasSeveralItems(context)) throw operationError(context, waits.severalItems);
		const entered = { [field.name]: context.getNodeParameter(field.name, '') };
		const values = validate(context, z.object({ [field.name]: rule }), [field], entered);
		const time = durationMs(values[field.name]!) + graceMs;
		const output = choiceOf(context);
		return async ([item]) => {
			const record = item!.json;
			const json = withPayment(types, output, record);
			if (isOpen(record)) {
				const waiting = { id: record.id as string, output };
				await wait(context, waiting, record.url, json, time);
			}
			return [{ ...item, json }];
		};
	};
}

async function wait(
	context: Context,
	waiting: Waiting,
	url: unknown,
	output: IDataObject,
	time: number,
) {
	const inN8n = context as unknown as WaitingContext;
	keepWaiting(inN8n.getContext('node'), waiting);
	// The editor shows a link to it.
	inN8n.setMetadata({ resumeUrl: url });
	// After the time, n8n passes the input of the node on. The item itself also belongs to the node before.
	context.getExecuteData().data.main = [[{ ...context.getInputData(), json: output }]];
	await inN8n.putExecutionToWait(new Date(Date.now() + time));
}
