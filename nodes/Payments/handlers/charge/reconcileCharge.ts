import type { IDataObject } from 'n8n-workflow';

import { BoundedMap } from '../../shared/boundedMap';
import { isPaid } from '../../shared/chargeStatus';
import type { Context, RequestData } from '../../shared/context';
import { chargeFindings } from '../../shared/messages/charges';
import { money, parseAmount, toTenThousandths } from '../../shared/money';
import { idTextOf, isRecordOf, reportsError } from '../../shared/record';
import type { Attempt } from '../idempotency/attempts';
import type { Finding, Reconciler } from '../idempotency/sendAtMostOnce';
import { readCharge, type Charge } from '../refund/charge';
import { isClaimed, type Before, type ChargeMemory } from './chargeMemory';
import { newCharges } from './newCharges';
import { countedOf } from './subscription';

/** What charges were made for, as far as they show it, by the URL of the API and their IDs: it never changes. */
const targets = new BoundedMap<string, string | undefined>(10_000);

/**
 * Reconciles a charge of a subscription. A new charge names its subscription; where it does not, the subscription shows
 * how much was charged, before and after. The Payments API has no place for a mark of ours, and would not refuse a
 * second charge: so nothing that is found makes it safe to send the request again.
 *
 * @param api its URL
 * @param id of the subscription
 * @param known the attempt of the charge
 */
export function chargeReconciler(
	context: Context,
	request: RequestData,
	api: string,
	id: string,
	known: Attempt<Before>,
	memory: ChargeMemory,
): Reconciler<Before> {
	return {
		idName: 'payment_id',
		reconcile: async (before) => {
			const others = memory.othersUnidentified(known);
			try {
				const listed = before.known && (await findNew(context, request, api, id, before));
				if (listed && listed.own.length > 0) {
					const isOfOther = others.some(({ record, open }) => {
						const { amount, currency } = record ?? open!.before;
						return isSameMoney(before, amount, currency);
					});
					return foundOf(listed.own, id, isOfOther);
				}
				if (listed?.unclear.length === 0) return { reason: chargeFindings.notVisible };
				const isAlone =
					others.every(({ record }) => record) &&
					memory.made === before.made &&
					!memory.hasUncounted(before);
				const counted = isAlone ? await findCounted(context, request, id, before) : undefined;
				if (counted) return counted;
				if (!listed) return { reason: chargeFindings.notAllowed, isFinal: !before.counted };
				const { unclear, isComplete } = listed;
				// A subscription counts a pending charge only later.
				const isPaidFor = unclear.every(({ status }) => isPaid(String(status)));
				const isOther = counted === null && isComplete && isPaidFor;
				const reason = chargeFindings.maybeOther(unclear.map(idTextOf).join(', '));
				return { reason, isPossible: !isOther };
			} catch {
				return { reason: chargeFindings.unreadable, isUnreadable: true };
			}
		},
		isExpected: (record, before) => isExpected(api, id, before, record),
	};
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
	context: Context,
	request: RequestData,
	api: string,
	id: string,
	before: Before,
): Promise<Listed> {
	const candidates = await newCharges(context, request, before.known!);
	const found: Listed = { own: [], unclear: [], isComplete: true };
	for (const charge of candidates as Charge[]) {
		const chargeId = idTextOf(charge);
		if (chargeId === undefined || isClaimed(api, chargeId)) continue;
		if (!isSameMoney(before, charge.amount, charge.currency)) continue;
		const target = await targetOf(context, request, api, chargeId);
		if (target) {
			if (isRecordOf(id, { id: target })) found.own.push(charge);
			continue;
		}
		found.unclear.push(charge);
		if (target === null) found.isComplete = false;
	}
	return found;
}

/** Returns the ID of what a charge was made for; nothing if the charge does not show it, null if it cannot be read yet. */
async function targetOf(
	context: Context,
	request: RequestData,
	api: string,
	chargeId: string,
): Promise<string | null | undefined> {
	const key = `${api} ${chargeId}`;
	if (targets.has(key)) return targets.get(key);
	const charge = await readCharge(context, request, chargeId);
	// A charge may be listed before it can be read.
	if (!charge) return null;
	const target = idTextOf({ id: charge.target_id });
	targets.set(key, target);
	return target;
}

function foundOf(own: Charge[], id: string, isOfOther: boolean): Finding {
	const [charge, ...more] = own;
	const ids = own.map(idTextOf).join(', ');
	if (more.length > 0)
		return { reason: chargeFindings.several(ids), isFinal: true, isPossible: true };
	if (isOfOther) return { reason: chargeFindings.maybeEarlier(ids), isPossible: true };
	return { record: asCharged(id, parseAmount(charge!.amount), charge!.currency, charge) };
}

/** Finds a charge by what its subscription shows. @returns null if that has not changed, nothing if it is unknown */
async function findCounted(
	context: Context,
	request: RequestData,
	id: string,
	{ counted: before, amount, currency }: Before,
): Promise<Finding | null | undefined> {
	if (!before || before.currency !== currency) return undefined;
	const after = await countedOf(context, request, id);
	if (!after || after.currency !== before.currency) return undefined;
	const [times, total] = [after.times - before.times, after.total - before.total];
	if (times === 1 && total === toTenThousandths(amount)) {
		return { record: asCharged(id, amount, currency) };
	}
	if (times === 0 && total === 0) return null;
	// An older state of it.
	if (times <= 0 && total <= 0) return undefined;
	const now = money(after.total / 10_000, currency)!;
	return { reason: chargeFindings.otherTotal(String(after.times), now), isPossible: true };
}

function isSameMoney(
	{ amount, currency }: Before,
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
		status: charge?.status ?? 'succeeded',
		// Explains why the ID may be missing: the response was lost.
		recovered: true,
	};
}

/** Returns whether a record is the requested charge, and not another one. */
function isExpected(api: string, id: string, before: Before, record: IDataObject): boolean {
	const { payment_id, recurring_billing_id = id, amount, currency } = record;
	const chargeId = idTextOf({ id: payment_id })?.toLowerCase() ?? '';
	const isNew = !isClaimed(api, chargeId) && !before.known?.ids.has(chargeId);
	const isOfSubscription = isRecordOf(id, { id: recurring_billing_id });
	return (
		isNew &&
		!reportsError(record) &&
		isOfSubscription &&
		isSameMoney(before, amount ?? before.amount, currency ?? before.currency)
	);
}
