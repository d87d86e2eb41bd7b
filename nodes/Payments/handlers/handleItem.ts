import { NodeOperationError, type INodeExecutionData, type NodeApiError } from 'n8n-workflow';
import pLimit from 'p-limit';

import { isWrite } from '../errors/httpFailure';
import { asFailure, nameItem, toNodeError, type FailedOperation } from '../errors/nodeErrors';
import { inOneMessage } from '../errors/oneMessage';
import { asReturned, type OutputMapper } from '../output/outputMapper';
import type { Context, RequestData, RequestHandler } from '../run/context';
import { hasSeveralItems, isTool, runOf, secretsOfRun, validationBarrier } from '../run/run';
import { isSummarized, type Summary } from '../run/summary';
import { ordinal } from '../shared/messages/message';
import { remedies } from '../shared/messages/requests';
import { limitsOf } from '../transport/queue/limits';
import { readHeadersOf, hasSentWrite, RunAbortedError } from '../transport/send';
import { quoteValues } from '../validation/validate';
import { failedItem } from './failedItem';
import { identifiersOf, idsOfRecord, saveIdsOf } from './identifiers';
import { outcomeOfItem } from './once/outcome';
import { isPreview, Previewed, readPreview } from './preview';
import { scopesFor } from './scopes';
import { checkToolNeeds } from './toolLimits';

/** Sends the requests of an item and returns records. @param prepared the result of `validateAndBuild` */
export type ItemTask<T> = (context: Context, prepared: T) => Promise<INodeExecutionData[]>;

/**
 * Handles an item of any operation: validates it, waits for the validation of the other items, runs the task, links the
 * output to the item, and makes errors readable.
 *
 * @param operation its parameters, for the labels in messages
 * @param validateAndBuild validates the item's parameters and returns the task's input; must not wait
 * @param output makes the items of the records; by default, the records as they are
 */
export function handleItem<T>(
	operation: FailedOperation,
	validateAndBuild: (context: Context, request: RequestData) => T,
	task: ItemTask<T>,
	output: OutputMapper = asReturned,
): RequestHandler {
	return async function (request) {
		const item = this.getItemIndex();
		try {
			const passed = await validationBarrier(this, () => {
				checkToolNeeds(this, operation.fields);
				readPreview(this, operation.fields);
				return {
					limits: limitsOf(this),
					prepared: validateAndBuild(this, request),
					mapOutput: output(this),
				};
			});
			if (!passed) return [];
			const run = runOf(this);
			readHeadersOf(this, request);
			const { limits, prepared, mapOutput } = passed.validated;
			run.itemLimit ??= pLimit(limits.maxRequests);
			const ended = run.itemLimit(async () => {
				const records = await task(this, prepared);
				saveIdsOf(this, () => idsOfRecord(this, records[0]?.json));
				const items = await mapOutput(records);
				summarize(this, request, 'made', records[0]?.json);
				return items;
			});
			const items = await followed(this, request, ended);
			for (const one of items) one.pairedItem = { item };
			return items;
		} catch (thrown) {
			if (thrown instanceof RunAbortedError) return [];
			if (thrown instanceof Previewed) {
				const { would_refund, would_charge, would_transfer, currency } = thrown.record;
				const amount = would_refund ?? would_charge ?? would_transfer;
				const { already_refunded, would_delete, would_cancel } = thrown.record;
				const isDone = already_refunded || would_delete === false || would_cancel === false;
				if (isDone) summarize(this, request, 'would_do_nothing');
				else summarize(this, request, 'would_succeed', { amount, currency });
				return [{ json: thrown.record, pairedItem: { item } }];
			}
			// Before a write is sent, a failed read cannot have changed data.
			const method = hasSentWrite(this) ? request.options.method : 'GET';
			const { url = '' } = request.options;
			const scopes = scopesFor(url, request.options.method);
			const error = toNodeError(this.getNode(), thrown, item, method, { scopes, ...operation });
			const isContinued = this.continueOnFail();
			// At once: other items may be about to send.
			runOf(this).isAborted ||= !isContinued;
			// If the credential cannot be read, nothing that was entered is repeated: it may be a secret.
			const secrets = await secretsOfRun(this).catch(() => undefined);
			if (secrets) quoteValues(error, secrets);
			if (secrets) saveIdsOf(this, () => identifiersOf(this, request, secrets));
			summarize(this, request, isPreview(this) ? 'would_fail' : outcomeOfItem(this));
			if (hasSeveralItems(this)) nameItem(error);
			if (isContinued) return [failedItem(this, request, error, secrets)];
			await addOthers(this, error, request);
			throw asFailure(isTool(this) ? inOneMessage(error) : error);
		} finally {
			runOf(this).progress.addItem();
		}
	};
}

/** Adds the write of an item to the summary of its run. */
function summarize(
	context: Context,
	{ options: { method } }: RequestData,
	...ended: Parameters<Summary['add']>
) {
	if (isSummarized(method)) runOf(context).summary.add(...ended);
}

/** Registers an item with its run until it ends. @returns the result of `task` */
async function followed<T>(
	context: Context,
	{ options: { method } }: RequestData,
	task: Promise<T>,
): Promise<T> {
	const { inProgress, writtenItems } = runOf(context);
	const succeeds = task.then(
		() => true,
		() => false,
	);
	inProgress.add(succeeds);
	const hasSucceeded = await succeeds;
	inProgress.delete(succeeds);
	// An item also succeeds if its write was sent in an earlier attempt, or in an earlier run of a loop.
	const hasWritten = hasSucceeded ? isWrite(method) : hasSentWrite(context);
	if (hasWritten) writtenItems.set(context.getItemIndex(), hasSucceeded);
	return await task;
}

/** How many ranges of items that are not valid an error names (choice). */
const MAX_RANGES = 20;

/**
 * Waits for the items of a run that have sent a write. The error names them: a user who runs the node again would send
 * them twice. It also names the other items that are not valid, to be corrected at once. Of several errors, n8n shows
 * the first.
 */
async function addOthers(
	context: Context,
	error: NodeApiError | NodeOperationError,
	{ options: { method } }: RequestData,
) {
	const run = runOf(context);
	while (run.inProgress.size > 0) await Promise.all(run.inProgress);
	const itemsOf = (wanted: boolean) =>
		[...run.writtenItems]
			.filter(([, hasSucceeded]) => hasSucceeded === wanted)
			.map(([item]) => item);
	// An earlier attempt may have handled the item itself.
	const done = itemsOf(true);
	const failed = itemsOf(false).filter((item) => item !== context.getItemIndex());
	const isFirst = done.length + failed.length === 0;
	const [invalid, ...invalidOthers] = run.invalidItems;
	const namesInvalid = invalid === context.getItemIndex() && invalidOthers.length > 0;
	const hasOthers = hasSeveralItems(context);
	const sentences = [
		namesInvalid && remedies.othersInvalid(listOf(invalidOthers, MAX_RANGES)),
		isFirst && isWrite(method) && hasOthers && remedies.othersUntouched,
		done.length > 0 && remedies.alreadyDone(listOf(done)),
		failed.length > 0 && remedies.othersFailed(listOf(failed)),
		hasOthers && concernsItem(error) && remedies.runOthers,
	];
	for (const sentence of sentences) {
		// One error can stop several items.
		if (!sentence || error.description?.includes(sentence)) continue;
		error.description = [error.description, sentence].filter(Boolean).join(' ');
	}
}

/** Returns whether an error is about the values of its item, so that other items may succeed. */
function concernsItem(error: NodeApiError | NodeOperationError): boolean {
	return error instanceof NodeOperationError || ['404', '422'].includes(error.httpCode ?? '');
}

/**
 * Returns items in their order, counted from 1: 1st, 3rd to 5th. Items start in their order, so a bulk of thousands has
 * few ranges.
 */
function listOf(numbers: number[], maxRanges?: number): string {
	const ranges: number[][] = [];
	for (const number of numbers.sort((a, b) => a - b)) {
		const range = ranges.at(-1);
		if (range?.at(-1) === number - 1) range.push(number);
		else ranges.push([number]);
	}
	const shown = ranges
		.slice(0, maxRanges)
		.map((range) => range.map((number) => ordinal(number + 1)))
		.map((range) => (range.length > 2 ? `${range[0]} to ${range.at(-1)}` : range.join(', ')))
		.join(', ');
	const more = maxRanges === undefined ? 0 : ranges.slice(maxRanges).flat().length;
	return more > 0 ? `${shown} and ${more} more` : shown;
}
