import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { OutputMapper } from '../../output/outputMapper';
import { isUnsuccessful } from '../../shared/chargeStatus';
import type { Context, RequestData, RequestHandler } from '../../shared/context';
import { operationError } from '../../shared/errors/nodeErrors';
import type { Message } from '../../shared/messages/message';
import { refunds } from '../../shared/messages/refunds';
import { moneyInWords, toTenThousandths } from '../../shared/money';
import { idTextOf } from '../../shared/record';
import type { Rules } from '../../shared/validation/rules';
import { apiOfRun } from '../../transport/baseUrl';
import { validateAndBuild, type ExtraValues } from '../buildRequest';
import { identify } from '../failedItem';
import { handleItem, type ItemTask } from '../handleItem';
import { attemptByName, attemptOfItem, isRepeated, type Attempt } from '../idempotency/attempts';
import { runExclusive } from '../idempotency/mutex';
import { sendAtMostOnce, stateBefore, type Unconfirmed } from '../idempotency/sendAtMostOnce';
import { findCharge, refundedOf, remainingOf, type Charge } from './charge';
import { withChargeFields } from './chargeFields';
import { isPending, memoryOf, type Before, type ChargeMemory } from './chargeMemory';
import { forgetFailed, upToDate } from './chargeState';
import { assertNonePending, checkAmount, REMAINING, type RequestedAmount } from './checkAmount';
import { sendWithEitherId } from './eitherId';
import { refundReconciler } from './reconcileRefund';

/** What the operation requests. */
interface RefundBody {
	/** The ID of a charge or of its payment request. */
	payment_id: string;
	amount: RequestedAmount;
}

/** Reads the charge of a refund as it is now; nothing if there is none that can be read. */
type ReadCharge = () => Charge | undefined | Promise<Charge | undefined>;

/**
 * Makes a refund at most once, whatever the network does (docs/reliability.md): the Payments API has no idempotency
 * keys, but the charge shows how much of it is refunded, before and after.
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
	const task: ItemTask<RequestData> = async (context, request) => {
		const api = await apiOfRun(context);
		const key = (id: string) => `refund ${api} ${id}`;
		const own = attemptOfItem<Before>(context);
		return await runExclusive(own, async () => {
			if (own.record) return repeated(context, own);
			const id = bodyOf({ options: own.open?.options ?? request.options }).payment_id.toLowerCase();
			// One refund of a charge after the other: each one reads what the earlier one left.
			return await runExclusive(key(id), async () => {
				const known = attemptByName(context, own, nameOf(request, key(id)));
				if (known.record) return repeated(context, known);
				const charge = known.open
					? known.open.before.charge
					: await findCharge(context, request, id);
				if (charge) identify(context, charge);
				const chargeId = idTextOf(charge)?.toLowerCase() ?? id;
				if (chargeId === id) return await refund(context, request, known, key, id, () => charge);
				// The charge may have changed until it is its turn.
				const read = async () => await findCharge(context, request, chargeId);
				return await runExclusive(
					key(chargeId),
					async () => await refund(context, request, known, key, chargeId, read),
				);
			});
		});
	};
	const build = validateAndBuild(rules, fields, extraValues);
	return handleItem({ fields }, build, task, withChargeFields(output));
}

/** Returns what is kept of a charge for the output. */
function identityOf({ id, order_reference_number }: Charge): IDataObject {
	return { id, order_reference_number };
}

function bodyOf({ options }: Pick<RequestData, 'options'>): RefundBody {
	return options.body as unknown as RefundBody;
}

/** Returns what is requested. @param key the API and the charge */
function nameOf(request: RequestData, key: string): string {
	return `${key} ${bodyOf(request).amount}`;
}

/** Returns a refund that was already made in this execution. */
function repeated(context: Context, known: Attempt<Before>): INodeExecutionData[] {
	if (known.charge) identify(context, known.charge, known.remainingAmount);
	// In an earlier try it is what the item requested; in a loop it may be another refund.
	const mark = isRepeated(context, known) ? { repeated: true } : {};
	return [{ json: { ...known.record, ...mark } }];
}

/**
 * Reads the charge, checks the amount, sends the refund and records it, unless it was made before.
 *
 * @param own the attempt by the ID that the item has
 * @param id of the charge, if it was found
 */
async function refund(
	context: Context,
	request: RequestData,
	own: Attempt<Before>,
	key: (id: string) => string,
	id: string,
	readNow: ReadCharge,
): Promise<INodeExecutionData[]> {
	// The IDs of a payment request and of its charge are two names of one payment.
	const known = attemptByName(context, own, nameOf(request, key(id)));
	if (known.record) return repeated(context, known);
	const memory = memoryOf(key(id));
	const { payment_id } = bodyOf(request);
	const reconciler = refundReconciler(context, request, known, memory, payment_id);
	const before = await stateBefore(context, known, reconciler, () =>
		readBefore(context, request, known, memory, readNow),
	);
	known.charge = before.charge && identityOf(before.charge);
	const body = { ...bodyOf(request), amount: before.amount };
	const send = async (paymentId: string) => {
		const options = { ...request.options, body: { ...body, payment_id: paymentId } };
		return await sendAtMostOnce(context, { ...request, options }, known, before, reconciler);
	};
	try {
		const result = await sendWithEitherId(context, request, before.charge, payment_id, send);
		if (!('record' in result)) throw operationError(context, unconfirmed(result));
		const { record } = result;
		assertSuccessful(context, known, record);
		const isCertain = !isPending(record) && !record.recovered;
		known.remainingAmount = isCertain ? remainingAfter(before, memory) : null;
		if (known.charge) identify(context, known.charge, known.remainingAmount);
		memory.made(known, before, record);
		// If the charge could not be read before, the response contains its ID.
		const chargeId = idTextOf({ id: record.payment_id })?.toLowerCase() ?? id;
		if (chargeId !== id) attemptByName(context, known, nameOf(request, key(chargeId)));
		return [{ json: { ...record } }];
	} finally {
		if (known.open && !known.record) memory.addUnconfirmed(known);
	}
}

/**
 * Reads the charge and checks the amount against it.
 *
 * @throws an error if the refund cannot be made
 */
async function readBefore(
	context: Context,
	request: RequestData,
	known: Attempt<Before>,
	memory: ChargeMemory,
	readNow: ReadCharge,
): Promise<Before> {
	const read = await readNow();
	const charge = read && (await upToDate(context, request, known, memory, read));
	const requested = bodyOf(request).amount;
	const amount = checkAmount(context, charge, requested);
	const { ownTotal } = memory;
	if (charge && requested === REMAINING) {
		const uncounted = () => memory.uncounted({ charge, ownTotal }).total;
		if (uncounted() > 0) await forgetFailed(context, request, memory);
		assertNonePending(context, charge, uncounted());
	}
	return { charge, ownTotal, amount };
}

/**
 * Returns what remains of the charge after a refund that is not yet recorded, in major units; null if it is unknown how
 * much was refunded before.
 */
function remainingAfter({ charge, amount, ownTotal }: Before, memory: ChargeMemory): number | null {
	const remaining = charge ? toTenThousandths(remainingOf(charge)) : Number.NaN;
	const left = remaining - toTenThousandths(memory.since(ownTotal)) - toTenThousandths(amount);
	return Number.isNaN(left) ? null : left / 10_000;
}

/** @throws an error if the Payments API itself reports that no money was refunded */
function assertSuccessful(context: Context, known: Attempt<Before>, { id, status }: IDataObject) {
	if (!isUnsuccessful(status)) return;
	known.record = undefined;
	throw operationError(context, refunds.unsuccessful(String(idTextOf({ id })), status as string));
}

function unconfirmed({ before, outcome, reason }: Unconfirmed<Before>): Message {
	const { charge, amount } = before;
	const inCurrency = (value: number) => moneyInWords(value, charge?.currency);
	if (!charge) return refunds.unconfirmedOfUnknownCharge(inCurrency(amount), outcome, reason);
	const refunded = refundedOf(charge);
	return refunds.unconfirmed(
		inCurrency(amount),
		outcome,
		reason,
		charge.id,
		inCurrency(refunded),
		inCurrency(refunded + amount),
	);
}
