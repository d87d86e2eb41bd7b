import { isPaid } from '../../../shared/chargeStatus';
import { chargeFindings } from '../../../shared/messages/charges';
import { parseAmount, toTenThousandths } from '../../../shared/money';
import { idTextOf, isRecordOf } from '../../../shared/record';
import { type Evidence } from '../evidence';
import { memory } from '../ledger/memory';
import { readCharge, type Charge } from '../refund/refundedCharge';
import { seemsEarlier, type Snapshot } from '../snapshot/snapshot';
import { findCounted } from './chargeCounts';
import { type ChargeSnapshot, type ChargeTask, isSameMoney, asCharged } from './chargeTask';
import { newCharges } from './newCharges';

/**
 * Finds a charge among the new ones, by the subscription that they name. If a new charge names none, the counts of the
 * subscription before and after are compared.
 */
export async function findCharged(task: ChargeTask, before: ChargeSnapshot): Promise<Evidence> {
	try {
		const listed = before.list && (await findNew(task, before, before.list));
		if (listed && listed.matching.length > 0) return foundOf(task, before, listed.matching);
		if (listed?.unclear.length === 0 && listed.isComplete)
			return { kind: 'absent', reason: chargeFindings.notVisible };
		const counted = await findCounted(task, before);
		if (!listed) return counted ?? { kind: 'unreadable', reason: chargeFindings.notAllowed };
		if (listed.unclear.length === 0)
			return counted ?? { kind: 'unreadable', reason: chargeFindings.unreadable };
		// A new charge of this amount may be the requested one, unless the subscription does not count it.
		const isPaidFor = listed.unclear.every(({ status }) => isPaid(String(status)));
		const isOther = counted?.kind === 'absent' && isPaidFor && listed.isComplete;
		const ids = listed.unclear.map(idTextOf).join(', ');
		if (counted?.kind === 'found' && listed.unclear.some((one) => isEarlier(one, before)))
			return { kind: 'maybe', reason: chargeFindings.madeBefore(ids) };
		if (isOther || counted?.kind === 'found') return counted;
		return { kind: 'maybe', reason: chargeFindings.maybeOther(ids) };
	} catch {
		return { kind: 'unreadable', reason: chargeFindings.unreadable };
	}
}

/** New charges of the amount. */
interface Listed {
	/** The charges of the subscription. */
	matching: Charge[];
	/** The charges that do not show which record they were made for. */
	unclear: Charge[];
	/** Whether the list was read up to the earlier charges, and each of these charges could be read. */
	isComplete: boolean;
}

/** Finds the new charges of the amount that no other item made. */
async function findNew(task: ChargeTask, before: ChargeSnapshot, list: Snapshot): Promise<Listed> {
	const { charges, isComplete } = await newCharges(task.context, task.request, list);
	const found: Listed = { matching: [], unclear: [], isComplete };
	for (const charge of charges as Charge[]) {
		const chargeId = idTextOf(charge);
		if (chargeId === undefined) continue;
		if (memory.ledger.isClaimed(`${task.api} charge`, chargeId, task.entry)) continue;
		if (!isSameMoney(before, charge.amount, charge.currency)) continue;
		const target = await targetOf(task, chargeId);
		if (target) {
			if (isRecordOf(task.id, { id: target })) found.matching.push(charge);
			continue;
		}
		found.unclear.push(charge);
		if (target === null) found.isComplete = false;
	}
	return found;
}

/** Returns the ID of the record that a charge was made for; nothing if it is not shown, null if not readable yet. */
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

function isEarlier(charge: Charge, { list }: ChargeSnapshot): boolean {
	return list !== undefined && seemsEarlier(charge, list);
}

function foundOf(task: ChargeTask, before: ChargeSnapshot, fitting: Charge[]): Evidence {
	const newer = fitting.filter((one) => !isEarlier(one, before));
	const [charge, ...more] = newer;
	const ids = fitting.map(idTextOf).join(', ');
	if (!charge) return { kind: 'maybe', reason: chargeFindings.madeBefore(ids) };
	if (more.length > 0) return { kind: 'maybe', reason: chargeFindings.several(ids) };
	const amount = toTenThousandths(before.amount);
	if (memory.ledger.hasLookalike(task.entry, before.at, amount))
		return { kind: 'maybe', reason: chargeFindings.maybeEarlier(ids) };
	const record = asCharged(task.id, parseAmount(charge.amount), charge.currency, charge);
	return { kind: 'found', record };
}
