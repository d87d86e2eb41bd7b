import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { operationError } from '../../errors/nodeErrors';
import type { OutputMapper } from '../../output/outputMapper';
import type { Context } from '../../run/context';
import { hasSeveralItems } from '../../run/run';
import { durationMs } from '../../shared/duration';
import { waits } from '../../shared/messages/waits';
import { isClosed, isPaidRequest } from '../../shared/paymentRequest';
import type { Rule } from '../../validation/rules';
import { validate } from '../../validation/validate';
import { WAITING_FOR } from './waitingFor';

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
 * @param mapOutput maps the record to the rest of the item
 */
export function waitForPayment(
	{ field, rule }: WaitTime,
	graceMs: number,
	mapOutput: OutputMapper,
): OutputMapper {
	return (context) => {
		if (context.getNode().type.endsWith('Tool')) throw operationError(context, waits.tool);
		// An execution waits for one thing at a time.
		if (hasSeveralItems(context)) throw operationError(context, waits.severalItems);
		const entered = { [field.name]: context.getNodeParameter(field.name, '') };
		const values = validate(context, z.object({ [field.name]: rule }), [field], entered);
		const time = durationMs(values[field.name]!) + graceMs;
		const mapItems = mapOutput(context);
		return async (items) => {
			const [mapped] = await mapItems(items);
			const record = items[0]!.json;
			const item = { ...mapped, json: withPayment(record, mapped!.json) };
			if (!isPaidRequest(record) && !isClosed(record.status)) {
				await wait(context, record, item.json, time);
			}
			return [item];
		};
	};
}

/** Adds to the output of a payment request whether it was paid, and the charge if it was read. */
export function withPayment(record: IDataObject, output: IDataObject): IDataObject {
	return { paid: isPaidRequest(record), ...output, charge: record.charge ?? null };
}

async function wait(context: Context, record: IDataObject, output: IDataObject, time: number) {
	const waiting = context as unknown as WaitingContext;
	waiting.getContext('node')[WAITING_FOR] = record.id;
	// The editor shows a link to it.
	waiting.setMetadata({ resumeUrl: record.url });
	// After the time, n8n passes the input of the node on. The item itself also belongs to the node before.
	context.getExecuteData().data.main = [[{ ...context.getInputData(), json: output }]];
	await waiting.putExecutionToWait(new Date(Date.now() + time));
}
