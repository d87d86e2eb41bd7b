import type { IDataObject } from 'n8n-workflow';

import { isPaid } from '../../shared/chargeStatus';
import type { Context, RequestData } from '../../shared/context';
import { chargeFindings } from '../../shared/messages/charges';
import { money, parseAmount, toTenThousandths } from '../../shared/money';
import { idTextOf, isRecordOf } from '../../shared/record';
import type { Entry } from './entry';
import { explain, type Evidence } from './evidence';
import { readVersion } from './freshness';
import { memory } from './memory';
import { newCharges, type KnownCharges } from './newCharges';
import { readCharge, type Charge } from './refundedCharge';
import { certainTime, isMadeBefore } from './serverTime';
import { readSubscription, type Counted } from './subscription';

/** The state before a charge, and what is charged. */
export interface ChargeSnapshot {
	/** When it was read (`monotonic`). */
	at: number;
	/** Nothing if the credential may not read charges. */
	known?: KnownCharges;
	/** Nothing if the subscription does not show it, or the credential may not read it. */
	counted?: Counted;
	/** In major units. */
	amount: number;
	/** In lower case. */
	currency: string;
}

/** A charge of a subscription. */
export interface ChargeTask {
	context: Context;
	request: RequestData;
	/** The URL of the API. */
	api: string;
	/** Of the subscription. */
	id: string;
	entry: Entry<ChargeSnapshot>;
	/** The subject of the ledger. */
	subject: string;
}

/**
 * Finds a charge. A new one names its subscription; where it does not, the subscription shows how much was charged,
 * before and after.
 */
export async function findCharged(task: ChargeTask, before: ChargeSnapshot): Promise<Evidence> {
	try {
		const listed = before.known && (await findNew(task, before, before.known));
		if (listed && listed.own.length > 0) return foundOf(task, before, listed.own);
		if (listed?.unclear.length === 0) return { kind: 'absent', reason: chargeFindings.notVisible };
		const counted = await findCounted(task, before);
		if (!listed) return counted ?? { kind: 'unreadable', reason: chargeFindings.notAllowed };
		// A charge of this amount is new: it may be this one, unless the subscription does not count it.
		const isPaidFor = listed.unclear.every(({ status }) => isPaid(String(status)));
		const isOther = counted?.kind === 'absent' && isPaidFor && listed.isComplete;
		if (isOther || counted?.kind === 'found') return counted;
		const ids = listed.unclear.map(idTextOf).join(', ');
		return { kind: 'maybe', reason: chargeFindings.maybeOther(ids) };
	} catch {
		return { kind: 'unreadable', reason: chargeFindings.unreadable };
	}
}

/** New charges of the amount. */
interface Listed {
	/** Those of the subscription. */
	own: Charge[];
	/** Those that do not show what they were made for. */
	unclear: Charge[];
	/** Whether each of them could be read. */
	isComplete: boolean;
}

/** Finds the new charges of the amount that no other item made. */
async function findNew(
	task: ChargeTask,
	before: ChargeSnapshot,
	known: KnownCharges,
): Promise<Listed> {
	const candidates = await newCharges(task.context, task.request, known);
	const found: Listed = { own: [], unclear: [], isComplete: true };
	for (const charge of candidates as Charge[]) {
		const chargeId = idTextOf(charge);
		if (chargeId === undefined) continue;
		if (memory.ledger.isClaimed(`${task.api} charge`, chargeId, task.entry)) continue;
		if (!isSameMoney(before, charge.amount, charge.currency)) continue;
		const target = await targetOf(task, chargeId);
		if (target) {
			if (isRecordOf(task.id, { id: target })) found.own.push(charge);
			continue;
		}
		found.unclear.push(charge);
		if (target === null) found.isComplete = false;
	}
	return found;
}

/** Returns the ID of what a charge was made for; nothing if the charge does not show it, null if it cannot be read yet. */
async function targetOf(
	{ context, request, api }: ChargeTask,
	chargeId: string,
): Promise<string | null | undefined> {
	const { targets } = memory.ledger;
	const key = `${api} ${chargeId}`;
	if (targets.has(key)) return targets.get(key);
	const found = await readCharge(context, request, chargeId);
	// A charge may be listed before it can be read.
	if (!found) return null;
	const target = idTextOf({ id: found.charge.target_id });
	targets.set(key, target);
	return target;
}

function foundOf(task: ChargeTask, before: ChargeSnapshot, fitting: Charge[]): Evidence {
	const readAt = before.known?.readAt;
	const own = fitting.filter((one) => !isMadeBefore(certainTime(one.created_at), readAt));
	const [charge, ...more] = own;
	const ids = fitting.map(idTextOf).join(', ');
	if (!charge) return { kind: 'maybe', reason: chargeFindings.madeBefore(ids) };
	if (more.length > 0) return { kind: 'maybe', reason: chargeFindings.several(ids) };
	const amount = toTenThousandths(before.amount);
	if (memory.ledger.hasLookalike(task.subject, task.entry, before.at, amount))
		return { kind: 'maybe', reason: chargeFindings.maybeEarlier(ids) };
	const record = asCharged(task.id, parseAmount(charge.amount), charge.currency, charge);
	return { kind: 'found', record };
}

/** Finds a charge by what its subscription counts. @returns nothing if that is unknown */
async function findCounted(
	task: ChargeTask,
	before: ChargeSnapshot,
): Promise<Evidence | undefined> {
	const { counted, amount, currency } = before;
	if (!counted || counted.currency !== currency) return undefined;
	const { context, request, id, entry, subject } = task;
	const reading = await readVersion(subject, async () => {
		const value = await readSubscription(context, request, id);
		return { value, record: value.record, totals: value.counted && { times: value.counted.times } };
	});
	const after = reading.kind === 'fresh' ? reading.value.counted : undefined;
	if (!after || after.currency !== currency) return undefined;
	const deltas = memory.ledger.deltas(subject, entry, before.at);
	const one = toTenThousandths(amount);
	const [times, total] = [after.times - counted.times, after.total - counted.total];
	const kind = explain(total, one, deltas);
	const byTimes = explain(
		times,
		1,
		deltas.map((some) => some.map(Math.sign)),
	);
	if (kind === 'found' && byTimes !== 'absent') {
		return { kind, record: asCharged(id, amount, currency) };
	}
	if (kind === 'absent' && byTimes !== 'found') return { kind, reason: chargeFindings.notVisible };
	const now = money(after.total / 10_000, currency)!;
	return { kind: 'maybe', reason: chargeFindings.otherTotal(String(after.times), now) };
}

/** Returns whether two amounts are the same. */
export function isSameMoney(
	{ amount, currency }: Pick<ChargeSnapshot, 'amount' | 'currency'>,
	otherAmount: unknown,
	otherCurrency: unknown,
): boolean {
	return (
		toTenThousandths(amount) === toTenThousandths(parseAmount(otherAmount)) &&
		currency === String(otherCurrency).toLowerCase()
	);
}

/** Returns what the response would have contained, as far as it is known. */
function asCharged(id: string, amount: number, currency: unknown, charge?: Charge): IDataObject {
	return {
		payment_id: charge?.id ?? null,
		recurring_billing_id: id,
		amount,
		currency: (currency as string | undefined) ?? null,
		// One that counts may be pending, and may fail.
		status: charge?.status ?? null,
		// Explains why the ID may be missing: the response was lost.
		recovered: true,
	};
}
