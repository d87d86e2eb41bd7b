import type { IDataObject } from 'n8n-workflow';

import { isCompleteRefund, isUnsuccessful } from '../../shared/chargeStatus';
import type { Context, RequestData } from '../../shared/context';
import { operationError } from '../../shared/errors/nodeErrors';
import { findings, refunds } from '../../shared/messages/refunds';
import { moneyInWords, parseAmount, toTenThousandths } from '../../shared/money';
import { idTextOf, isRecordOf } from '../../shared/record';
import { monotonic, wait } from '../../transport/clock';
import { read } from '../../transport/send';
import type { Entry } from './entry';
import type { Evidence } from './evidence';
import {
	compareVersion,
	readFresh,
	readVersion,
	recordVersion,
	type Read,
	type Reading,
} from './freshness';
import { SETTLED_MS } from './lifetimes';
import type { Resend, Sent } from './machine';
import { memory } from './memory';
import { checkAmount, missingUpTo, type RequestedAmount } from './refundAmount';
import {
	readCharge,
	refundedOf,
	refundsOf,
	uncountedOf,
	type Charge,
	type ChargeRead,
} from './refundedCharge';
import { findRefund } from './refundEvidence';
import { isIdRefused, learnRefundId, otherIdOf, refundIdOf } from './refundId';
import type { Strategy } from './strategy';

/** A refund of an item. */
export interface RefundTask {
	context: Context;
	request: RequestData;
	/** The URL of the API. */
	api: string;
	entry: Entry<ChargeRead>;
	/** The subject of the ledger. */
	subject: string;
	/** What was read to find the charge, until it is used. */
	found?: Reading<ChargeRead>;
	/** The ID that the item has. */
	id: string;
	amount: RequestedAmount;
}

/** Returns how a refund is made once: the charge shows how much of it is refunded, before and after. */
export function refundStrategy(task: RefundTask): Strategy<ChargeRead> {
	return {
		prepare: async () => await prepare(task),
		compare: async (sent, before) => await compare(task, sent, before),
		isExpected: (record, sent) => isExpected(task, record, sent),
		refusalOf: (record) =>
			isUnsuccessful(record.status)
				? refunds.unsuccessful(String(idTextOf(record)), record.status as string)
				: undefined,
		alternativeOf: async (sent, thrown) => await alternativeOf(task, sent, thrown),
		made: (sent, record) => {
			learn(task, sent, record);
		},
		unconfirmed: ({ snapshot, moves = 0 }, outcome, reason) => {
			const charge = snapshot?.charge;
			const inCurrency = (value: number) => moneyInWords(value / 10_000, charge?.currency);
			if (!charge) return refunds.unconfirmedOfUnknownCharge(inCurrency(moves), outcome, reason);
			const refunded = toTenThousandths(refundedOf(charge));
			const [before, after] = [inCurrency(refunded), inCurrency(refunded + moves)];
			return refunds.unconfirmed(inCurrency(moves), outcome, reason, charge.id, before, after);
		},
	};
}

/** Reads the charge and checks the amount against it. @throws an error if nothing may be sent */
async function prepare(task: RefundTask): Promise<Sent<ChargeRead> | { record: IDataObject }> {
	const { context, entry, subject, amount: requested } = task;
	const isPart = typeof requested === 'number';
	// No amount is derived from a total that another request may still change. The API refuses a second remaining amount.
	const withRefused = typeof requested === 'object';
	if (!isPart) await waitUntil(context, memory.ledger.heldUntil(subject, entry, withRefused));
	await settlePending(task);
	let before = await readNow(task);
	if (!before) {
		if (!isPart || !Number.isInteger(requested)) {
			throw operationError(context, refunds.chargeNotReadable);
		}
		return sentOf(task, requested, task.id, 'never');
	}
	entry.about = aboutOf(before);
	let amount: number;
	let resend: Resend = 'never';
	if (typeof requested === 'object') {
		const { total } = requested;
		const missing = () => missingUpTo(context, before!.charge, total, pendingOf(task, before!));
		if (missing().missing > 0 && !memory.ledger.hasSettled()) {
			await waitUntil(context, memory.ledger.startedAt + SETTLED_MS);
			before = await readNow(task);
			if (!before) throw operationError(context, refunds.chargeNotReadable);
		}
		const found = missing();
		if (found.missing <= 0) return { record: nothingMissing(task, before, found) };
		amount = found.missing / 10_000;
		const isGuarded = total === parseAmount(before.charge.amount) && isFinal(before.charge);
		resend = isGuarded ? 'guarded' : 'settled';
	} else {
		if (!isPart) assertNonePending(task, before);
		if (!isPart) resend = isFinal(before.charge) ? 'guarded' : 'settled';
		amount = checkAmount(context, before.charge, requested, whoRefunded(task));
	}
	const id = await refundIdOf(context, task.request, task.api, before.charge);
	return sentOf(task, amount, id, resend, before);
}

/** Returns whether nothing that is refunded may fail later, so that the API refuses a second refund of what remains. */
function isFinal(charge: Charge): boolean {
	const list = refundsOf(charge);
	return refundedOf(charge) === 0 || (list?.isWhole === true && list.pending === 0);
}

async function waitUntil(context: Context, time: number) {
	await wait(time - monotonic(), context.getExecutionCancelSignal());
}

/** Reads the charge. @returns nothing if the credential may not read charges @throws an error if there is none */
async function readNow(task: RefundTask): Promise<ChargeRead | undefined> {
	const { context, entry, subject, found } = task;
	task.found = undefined;
	let reading = found;
	if (!found || found.kind === 'fresh') {
		// What was read to find the charge is as good, unless another item has sent something since.
		const isCurrent = found && memory.ledger.isUntouched(subject, entry, found.value.at);
		const first = isCurrent ? compareVersion(subject, readOf(found.value)) : undefined;
		reading = await readFresh(context, subject, readerOf(task), first);
	}
	switch (reading?.kind) {
		case 'fresh':
			return reading.value;
		case 'notAllowed':
			return undefined;
		default:
			throw operationError(context, refunds.chargeNotFound);
	}
}

/** Returns what reads the charge once. */
export function readerOf({ context, request, subject }: RefundTask) {
	const id = subject.slice(subject.lastIndexOf(' ') + 1);
	return async () => {
		const found = await readCharge(context, request, id);
		return found && readOf(found);
	};
}

function readOf(value: ChargeRead): Read<ChargeRead> {
	return { value, record: value.charge, totals: { refunded: refundedOf(value.charge) } };
}

function sentOf(
	{ request }: RefundTask,
	amount: number,
	payment_id: string,
	resend: Resend,
	snapshot?: ChargeRead,
): Sent<ChargeRead> {
	const body = { ...(request.options.body as IDataObject), amount, payment_id };
	const options = { ...request.options, body };
	const base = snapshot && refundedTotal(snapshot.charge);
	return { options, snapshot, resend, base, moves: toTenThousandths(amount) };
}

/** Looks a refund up once. */
async function compare(
	task: RefundTask,
	{ moves = 0 }: Sent<ChargeRead>,
	before: ChargeRead,
): Promise<Evidence> {
	const { api, entry, subject } = task;
	await settlePending(task);
	const reading = await readVersion(subject, readerOf(task)).catch(() => undefined);
	if (reading?.kind === 'behind') return { kind: 'maybe', reason: findings.outdated };
	if (reading?.kind !== 'fresh') return { kind: 'unreadable', reason: findings.chargeUnreadable };
	return findRefund(before, reading.value.charge, moves, {
		deltas: memory.ledger.deltas(subject, entry, before.at),
		hasLookalike: memory.ledger.hasLookalike(subject, entry, before.at, moves),
		isClaimed: (id) => memory.ledger.isClaimed(`${api} refund`, id, entry),
	});
}

/** Reads the own refunds of the charge that were pending, and records those that are complete or failed since. */
async function settlePending({ context, request, entry, subject }: RefundTask) {
	for (const one of memory.ledger.others(subject, entry)) {
		if (!one.isPending || one.recordId === undefined) continue;
		const url = `/v1/refund/${encodeURIComponent(one.recordId)}`;
		const found = await read(context, request, url).catch(() => undefined);
		if (!isRecordOf(one.recordId, found)) continue;
		const { status } = found as IDataObject;
		one.hasFailed = isUnsuccessful(status);
		// The charge may show it later, as each read may be behind.
		if (one.hasFailed || isCompleteRefund(status)) one.until = monotonic() + SETTLED_MS;
	}
}

/** Returns what the charge does not count of own pending refunds, and does not list, in ten-thousandths. */
function pendingOf({ entry, subject }: RefundTask, { charge }: ChargeRead): number {
	const listed = new Set(refundsOf(charge)?.refunds.map(({ id }) => id.toLowerCase()));
	const others = memory.ledger.others(subject, entry);
	const sumOf = (some: Entry[]) => some.reduce((sum, { moves }) => sum + moves, 0);
	const pending = others.filter((one) => one.isPending && !listed.has(one.recordId ?? ''));
	const [oldest] = pending;
	if (!oldest) return 0;
	const madeSince = others.filter(
		(one) => !one.isPending && one.from > oldest.from && one.hasBeenMade,
	);
	const moved = refundedTotal(charge) - oldest.base - sumOf(madeSince);
	return Math.max(0, Math.min(sumOf(pending), sumOf(pending) - moved));
}

/** Returns how much of a charge is refunded, in ten-thousandths; NaN if that is unknown. */
function refundedTotal(charge: Charge): number {
	return toTenThousandths(refundedOf(charge));
}

/** The remaining amount would contain what is being refunded already. @throws an error if there is any */
function assertNonePending(task: RefundTask, before: ChargeRead) {
	const { charge } = before;
	const pending = Math.max(pendingOf(task, before), uncountedOf(charge));
	if (pending === 0) return;
	const amount = moneyInWords(pending / 10_000, charge.currency);
	throw operationError(task.context, refunds.pending(amount, charge.id));
}

/** Returns a sentence about the item of this execution that refunded the charge last. */
function whoRefunded({ entry, subject }: RefundTask): string {
	const made = memory.ledger
		.others(subject, entry)
		.filter(({ state, execution }) => state.kind === 'made' && execution === entry.execution);
	const last = made.at(-1);
	return last ? refunds.refundedBy(String(last.item)) : '';
}

/** Returns the record of a refund up to a total if nothing is missing. */
function nothingMissing(
	{ entry, subject }: RefundTask,
	{ charge }: ChargeRead,
	{ refunded, pending }: { refunded: number; pending: number },
): IDataObject {
	const isPending =
		pending > 0 || memory.ledger.others(subject, entry).some((one) => one.isPending);
	return {
		id: null,
		payment_id: charge.id,
		amount_refunded: 0,
		total_amount: parseAmount(charge.amount),
		currency: charge.currency ?? null,
		status: isPending ? 'pending' : 'succeeded',
		already_refunded: true,
		total_refunded: refunded / 10_000,
	};
}

/** Returns whether a record is the requested refund, and not another one. */
function isExpected(
	{ api, entry, id }: RefundTask,
	record: IDataObject,
	{ snapshot, moves }: Sent<ChargeRead>,
): boolean {
	const { payment_id: paymentId, amount_refunded, status } = record;
	const { charge } = snapshot ?? {};
	const isOfPayment =
		typeof paymentId === 'string' &&
		(!charge ||
			[id, charge.id, charge.payment_request_id].some((one) => isRecordOf(paymentId, { id: one })));
	const isWhole =
		isUnsuccessful(status) || toTenThousandths(parseAmount(amount_refunded)) === moves;
	return (
		isOfPayment && isWhole && !memory.ledger.isClaimed(`${api} refund`, idTextOf(record), entry)
	);
}

/** Returns the refund with the other ID of its charge, if the API refused this one. */
async function alternativeOf(
	{ context, request, api }: RefundTask,
	sent: Sent<ChargeRead>,
	thrown: unknown,
): Promise<Sent<ChargeRead> | undefined> {
	const { charge } = sent.snapshot!;
	const { refundId } = context.getNodeParameter('options', {}) as IDataObject;
	const isKnown = refundId !== undefined || memory.ledger.refundIds.has(api);
	if (isKnown || sent.isAlternative || !isIdRefused(thrown)) return undefined;
	const body = sent.options.body as IDataObject;
	const other = await otherIdOf(context, request, charge, body.payment_id as string);
	if (other === undefined) return undefined;
	const options = { ...sent.options, body: { ...body, payment_id: other } };
	return { ...sent, options, isAlternative: true };
}

/** Records what a refund shows that was made. */
function learn(
	{ api, entry, subject }: RefundTask,
	{ snapshot, options, moves = 0, base }: Sent<ChargeRead>,
	record: IDataObject,
) {
	memory.ledger.claim(`${api} refund`, entry);
	if (!snapshot || base === undefined || Number.isNaN(base) || entry.isPending) return;
	if (!record.recovered) {
		learnRefundId(api, snapshot.charge, (options.body as IDataObject).payment_id);
		recordVersion(subject, {}, { refunded: (base + moves) / 10_000 });
	}
	// A lookup may have found it in the list of a charge that does not count it yet.
	const shown = toTenThousandths(
		memory.ledger.versions.get(subject)?.totals.refunded ?? Number.NaN,
	);
	if (shown >= base + moves) entry.isShown();
}

function aboutOf({ charge: { id, order_reference_number } }: ChargeRead): IDataObject {
	return { id, order_reference_number };
}
