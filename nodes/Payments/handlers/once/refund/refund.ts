import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { OutputMapper } from '../../../output/outputMapper';
import type { Context, RequestData, RequestHandler } from '../../../run/context';
import { runExclusive } from '../../../run/exclusive';
import { idTextOf } from '../../../shared/record';
import { apiOfRun } from '../../../transport/baseUrl';
import type { Rules } from '../../../validation/rules';
import { validateAndBuild, type ExtraValues } from '../../buildRequest';
import { handleItem } from '../../handleItem';
import { identify } from '../../identifiers';
import { sendOnce } from '../drive';
import { readingOf, readTwice, readVersion, type Reading } from '../freshness';
import { memory } from '../ledger/memory';
import { inItemOrder } from '../lock';
import { withChargeFields } from './chargeFields';
import { REMAINING } from './refundAmount';
import { findCharge, remainingOf, type ChargeRead } from './refundedCharge';
import { statusOfTotal } from './refundPending';
import { refundStrategy } from './refundStrategy';
import { readerOf, type RefundTask } from './refundTask';

/** The body of the operation's request. */
interface RefundBody {
	/** The ID of a charge or of its payment request. */
	payment_id: string;
	amount: RefundTask['amount'];
}

/**
 * Makes a refund once, whatever the network does (docs/reliability.md).
 *
 * @param rules, fields, extraValues as in `validateAndBuild`
 * @param output makes the items of the refund
 */
export function refundOnce(
	rules: Rules,
	fields: INodeProperties[],
	output: OutputMapper,
	extraValues?: ExtraValues,
): RequestHandler {
	const build = validateAndBuild(rules, fields, extraValues);
	return handleItem({ fields }, build, refund, withChargeFields(output));
}

async function refund(context: Context, request: RequestData): Promise<INodeExecutionData[]> {
	const { payment_id, amount } = request.options.body as unknown as RefundBody;
	const id = payment_id.toLowerCase();
	let entry = memory.requests.entryOf<ChargeRead>(context, 'refund');
	let found: Reading<ChargeRead> | undefined;
	let api = '';
	const requestOf = (charge: string) => `refund ${charge} ${amount as number}`;
	/** In a loop, the same request is the earlier one, unless that is recorded as made. */
	const adopt = (charge: string) => {
		if (typeof amount !== 'number') return;
		entry = memory.requests.entryOfRequest(context, entry, 'refund', requestOf(charge));
	};
	const findSubject = async () => {
		api = await apiOfRun(context);
		// Another call of an agent may take the earlier one over before this one has the lock.
		const earlier = memory.requests.earlierOf(context, entry, requestOf(`${api} ${id}`));
		const { state, subject } = (entry.state.kind === 'new' && earlier) || entry;
		if (state.kind !== 'new') return subject;
		found = await readTwice(context, async () => await readingOf(findCharge(context, request, id)));
		const chargeId = found.kind === 'fresh' ? found.value.charge.id.toLowerCase() : id;
		return `refund ${api} ${chargeId}`;
	};
	const refundItem = async (subject: string) => {
		adopt(`${api} ${id}`);
		// An earlier request may have named the charge by another ID.
		adopt(subject);
		entry.subject = subject;
		if (found?.kind === 'fresh') identify(context, found.value.charge);
		const task: RefundTask = { context, request, api, entry, found, id, amount };
		const record = await sendOnce(context, request, entry, refundStrategy(task));
		if (entry.about) identify(context, entry.about, await remainingAfter(task));
		return [{ json: withTotal(task, record) }];
	};
	return await inItemOrder(
		context,
		findSubject,
		async (subject) => await withUnread(api, found, subject, async () => await refundItem(subject)),
	);
}

/**
 * Runs a task after the refunds that could not read the charge. These are recorded by the ID of their item, which may
 * be that of a payment request.
 */
async function withUnread<T>(
	api: string,
	found: Reading<ChargeRead> | undefined,
	subject: string,
	task: () => Promise<T>,
): Promise<T> {
	const charge = found?.kind === 'fresh' ? found.value.charge : undefined;
	const requestId = idTextOf({ id: charge?.payment_request_id })?.toLowerCase();
	const unread = `refund ${api} ${requestId}`;
	if (requestId === undefined || unread === subject) return await task();
	return await runExclusive(unread, async () => {
		memory.ledger.moveSubject(unread, subject);
		return await task();
	});
}

/** Returns a record of a refund with the fields that a refund up to a total adds. */
function withTotal(task: RefundTask, record: IDataObject): IDataObject {
	const { amount, entry } = task;
	if (typeof amount === 'number' || amount === REMAINING) return { ...record };
	const listed = entry.about?.listedPending as number | undefined;
	const status = statusOfTotal(task, listed, record.status);
	return { already_refunded: false, total_refunded: amount.total, ...record, status };
}

/** Returns the remaining amount of the charge after a refund, in major units, if the option is set; null if unknown. */
async function remainingAfter(task: RefundTask): Promise<number | null | undefined> {
	const { remainingAmount } = task.context.getNodeParameter('options', {}) as IDataObject;
	if (remainingAmount !== true) return undefined;
	if (task.entry.isPending) return null;
	const reading = await readVersion(task.entry.subject, readerOf(task)).catch(() => undefined);
	if (reading?.kind !== 'fresh') return null;
	const remaining = remainingOf(reading.value.charge);
	return Number.isNaN(remaining) ? null : Number(remaining.toFixed(4));
}
