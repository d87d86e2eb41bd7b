import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	NodeOperationError,
} from 'n8n-workflow';

import type { Rules } from '../shared/rules';
import { happened, lookAgain, makeOnce, type Question } from './atMostOnce';
import { prepare, type Derive } from './check';
import { credentialId } from './credential';
import { stop } from './errors';
import { statusOf, type Failure } from './failure';
import { perItem, type Finish, type Work } from './item';
import { inTurn } from './line';
import { attemptAt, isOfLoop, type Attempt } from './made';
import { read } from './send';
import type { Context, RequestData, Send } from './types';

/** The fields of a charge that tell what was refunded of it (docs/interface.md, Charge). */
interface Charge extends IDataObject {
	id: string;
	amount: number | string;
	currency?: string;
	status: string;
	/** In major units. */
	refunded_amount?: number | string | null;
}

/** How a charge was before a refund was sent, and what was asked for. */
interface Before {
	charge?: Charge;
	/** What this process had refunded of it. */
	own: number;
	/** In major units. Stays the same in later tries: what is left may be less by this very refund. */
	amount: number;
}

/** In place of an amount: all of the charge that was not refunded before. Never sent as such. */
export const EVERYTHING = 'everything';

/** What the operation asks for. */
interface Wanted {
	payment_id: string;
	/** In major units. */
	amount: number | typeof EVERYTHING;
}

/**
 * Makes a refund at most once, whatever the network does (docs/reliability.md): the service knows no
 * idempotency key, but the charge says how much of it was refunded, before and after.
 *
 * @param rules, fields, derive as in `prepare`
 * @param finish makes the items of the refund
 */
export function refundOnce(
	rules: Rules,
	fields: INodeProperties[],
	finish: Finish,
	derive?: Derive,
): Send {
	const work: Work<RequestData> = async (context, request) => {
		const { payment_id, amount } = request.options.body as unknown as Wanted;
		const key = (id: string) => `refund ${credentialId(context)} ${id.toLowerCase()}`;
		// One after the other: each looks at what the one before left.
		return await inTurn(key(payment_id), async () => {
			const what = `refund ${payment_id.toLowerCase()} ${amount}`;
			const known = attemptAt<Before>(context, what);
			if (known.record) {
				// Of an earlier try it is what the item asked for, of a loop it may be something else.
				const mark = isOfLoop(context, known) ? { repeated: true } : {};
				return [{ json: { ...known.record, ...mark } }];
			}
			const charge = await findCharge(context, request, payment_id);
			const isCharge = !charge || key(charge.id) === key(payment_id);
			if (isCharge) return await refund(context, request, known, charge);
			return await inTurn(key(charge.id), async () =>
				refund(context, request, known, await findCharge(context, request, charge.id)),
			);
		});
	};
	return perItem(prepare(rules, fields, derive), work, finish);
}

/**
 * The charge that a refund is about: `payment_id` is the ID of a charge, or of a payment request with
 * one payment (docs/interface.md, Where the sources disagree).
 *
 * @returns nothing when it can not be told, or when the credential may not read charges
 */
async function findCharge(
	context: Context,
	request: RequestData,
	id: string,
): Promise<Charge | undefined> {
	const found = await lookUp(context, request, `/v1/charges/${encodeURIComponent(id)}`);
	if (found) return found as unknown as Charge;
	const list = await lookUp(context, request, '/v1/charges', { payment_request_id: id });
	const { data = [], meta } = (list ?? {}) as { data?: Charge[]; meta?: IDataObject };
	const paid = data.filter(
		(one) =>
			!unpaid.includes(one.status) &&
			(one.payment_request_id as string | undefined)?.toLowerCase() === id.toLowerCase(),
	);
	const [only] = paid;
	if (!only || paid.length > 1 || meta?.next_cursor) return undefined;
	return (await lookUp(context, request, `/v1/charges/${only.id}`)) as unknown as Charge;
}

/** Statuses of a charge of which there is nothing to refund (docs/interface.md, Charge status). */
const unpaid = ['failed', 'pending', 'cancelled', 'void'];

async function lookUp(context: Context, request: RequestData, url: string, qs?: IDataObject) {
	const answer = await read(context, request, url, qs).catch((thrown: unknown) => {
		if (![403, 404, 422].includes(statusOf(thrown) ?? 0)) throw thrown;
	});
	return typeof answer === 'object' && answer !== null ? (answer as IDataObject) : undefined;
}

/** Sends the refund, unless it can not be made. */
async function refund(
	context: Context,
	request: RequestData,
	known: Attempt<Before>,
	charge: Charge | undefined,
): Promise<INodeExecutionData[]> {
	const wanted = request.options.body as unknown as Wanted;
	const amount =
		known.open?.before.amount ??
		(wanted.amount === EVERYTHING ? everythingOf(context, charge) : wanted.amount);
	if (charge && !known.open) stopUnlessLeft(context, charge, amount);
	const account = `${credentialId(context)} ${charge?.id}`;
	const before = { charge, own: refundedHere.get(account) ?? 0, amount };
	const options = { ...request.options, body: { ...wanted, amount } };
	const items = await makeOnce(context, { ...request, options }, known, before, {
		settle: async (question) => await settle(context, request, amount, account, question),
		notMade: (_, failure) => notMade(context, charge, amount, failure),
	});
	refundedHere.delete(account);
	refundedHere.set(account, before.own + amount);
	const [oldest] = refundedHere.keys();
	if (refundedHere.size > MOST_CHARGES && oldest) refundedHere.delete(oldest);
	return items;
}

/** What this process refunded of charges, so that one refund is not taken for another one's. */
const refundedHere = new Map<string, number>();
const MOST_CHARGES = 50_000;

/**
 * Finds out what became of a refund whose answer is not known.
 *
 * @param account the credential and the charge
 * @returns the refund if it was made, as far as the charge tells it; nothing if it was not, or if the
 *   service would refuse a second one
 * @throws an error that says what is known, when that is not enough
 */
async function settle(
	context: Context,
	request: RequestData,
	amount: number,
	account: string,
	{ before: { charge: before, own }, failure, isFinal, isLast }: Question<Before>,
): Promise<IDataObject | undefined> {
	if (!before) throw notKnown(context, amount, 'The charge could not be found.', failure);
	const others = (refundedHere.get(account) ?? 0) - own;
	// Of such a charge the service makes no second refund, even if it is still at work on the first.
	const isHarmless = exact(2 * amount) > exact(leftOf(before)) && !isLast;
	const made = await lookAgain(context, isFinal, isHarmless, async () => {
		const after = (await lookUp(context, request, `/v1/charges/${before.id}`).catch(
			() => undefined,
		)) as Charge | undefined;
		if (!after) {
			throw notKnown(context, amount, 'The charge could not be read afterwards.', failure, before);
		}
		const moved = exact(refundedOf(after)) - exact(refundedOf(before)) - exact(others);
		if (moved === exact(amount) || isAllOf(before, after, amount)) return asRefund(after, amount);
		if (moved === 0) return undefined;
		const now = Number.isNaN(moved)
			? 'Now it can not be told from the charge.'
			: `Now it is ${money(refundedOf(after), before)}, so there was another refund.`;
		throw notKnown(context, amount, now, failure, before);
	});
	if (made || isFinal || isHarmless) return made;
	const now = 'That has not changed, but the service may still be at work on it.';
	throw notKnown(context, amount, now, failure, before);
}

/** Statuses of a charge that was paid and of which nothing was refunded (docs/interface.md, Charge status). */
export const untouched = ['succeeded', 'success', 'succeeded_manually'];

/** Where a charge does not say how much was refunded, its status does when it was all of it. */
function isAllOf(before: Charge, after: Charge, amount: number): boolean {
	return (
		untouched.includes(before.status) &&
		after.status === 'refunded' &&
		exact(Number(before.amount)) === exact(amount)
	);
}

/** What the answer would have held, as far as the charge tells it. */
function asRefund(charge: Charge, amount: number): IDataObject {
	return {
		id: null,
		payment_id: charge.id,
		amount_refunded: amount,
		total_amount: Number(charge.amount),
		currency: charge.currency ?? null,
		status: 'succeeded',
		// Says why there is no ID: the answer was lost, and the charge shows that the refund was made.
		recovered: true,
	};
}

/**
 * What is left to refund of a charge.
 *
 * @returns it in major units, without what floating point adds
 * @throws an error that says how to get unstuck, when it can not be told
 */
function everythingOf(context: Context, charge: Charge | undefined): number {
	const what = 'It can not be told what is left of the payment, so nothing was sent';
	const instead = "set 'Refund' to Part of It and enter the amount.";
	if (!charge) {
		throw stop(
			context,
			what,
			`Its charge was not found, or the credential may not read it. Check 'Payment': a payment request has to be paid, and only once. With OAuth2, 'Scope' in the credential has to have payments or payments:read. Or ${instead}`,
		);
	}
	const isWhole = untouched.includes(charge.status) && (charge.refunded_amount ?? null) === null;
	const left = isWhole ? Number(charge.amount) : leftOf(charge);
	if (Number.isNaN(left)) {
		throw stop(
			context,
			what,
			`The charge ${charge.id} does not say how much of it was refunded before. Look it up in the dashboard, then ${instead}`,
		);
	}
	return exact(left) / 10_000;
}

function stopUnlessLeft(context: Context, charge: Charge, amount: number) {
	const left = leftOf(charge);
	if (exact(left) <= 0) {
		throw stop(
			context,
			'The charge is refunded already',
			`Nothing is left of its ${money(Number(charge.amount), charge)}, so nothing was sent. Leave the item out, or set 'On Error' in the node's settings to Continue.`,
		);
	}
	if (exact(amount) > exact(left)) {
		throw stop(
			context,
			"'Amount' is above what is left of the charge",
			`Of its ${money(Number(charge.amount), charge)}, ${money(left, charge)} can still be refunded, so nothing was sent. Lower 'Amount' to that or less.`,
		);
	}
}

function notKnown(
	context: Context,
	amount: number,
	finding: string,
	failure?: Failure,
	before?: Charge,
): NodeOperationError {
	const look = 'Look at the charge with Charge: Get before you run this item again';
	const facts = before
		? `Before, ${money(refundedOf(before), before)} of the charge ${before.id} was refunded. ${finding} ${look}: with this refund, its refunded_amount is ${money(refundedOf(before) + amount, before)} or more.`
		: `${finding} ${look}.`;
	return stop(
		context,
		`It is not known whether ${money(amount, before)} was refunded`,
		`${happened(failure)} ${facts}`,
	);
}

function notMade(
	context: Context,
	charge: Charge | undefined,
	amount: number,
	failure: Failure,
): NodeOperationError {
	return stop(
		context,
		`The refund of ${money(amount, charge)} was not made`,
		`${happened(failure)} The charge ${charge?.id} shows no refund of it. Wait a moment and run this item again.`,
	);
}

/** What was refunded of a charge so far, in major units; not a number where nothing tells. */
function refundedOf({ refunded_amount, status, amount }: Charge): number {
	if (refunded_amount !== undefined && refunded_amount !== null) return Number(refunded_amount);
	return status === 'refunded' ? Number(amount) : Number.NaN;
}

/** In major units. */
function leftOf(charge: Charge): number {
	return charge.status === 'refunded' ? 0 : Number(charge.amount) - refundedOf(charge);
}

/** Amounts to be compared: without what floating point adds. No currency has more than 4 decimals. */
function exact(amount: number): number {
	return Math.round(amount * 10_000);
}

function money(amount: number, charge?: Charge): string {
	const currency = charge?.currency ? ` ${charge.currency.toUpperCase()}` : '';
	return Number.isNaN(amount) ? 'an unknown part' : `${Number(amount.toFixed(4))}${currency}`;
}
