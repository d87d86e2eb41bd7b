import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	NodeOperationError,
} from 'n8n-workflow';

import type { Rules } from '../shared/rules';
import { happened, isFinal, LOOKS_AGAIN, makeOnce } from './atMostOnce';
import { check, place } from './check';
import { wait } from './clock';
import { credentialId } from './credential';
import { stop } from './errors';
import { statusOf, type Failure } from './failure';
import { perItem } from './item';
import { inTurn } from './line';
import { attemptAt, type Attempt } from './made';
import { read } from './send';
import type { Context, RequestData, Send } from './types';

/** The fields of a charge that tell what was refunded of it (docs/interface.md, Charge). */
interface Charge extends IDataObject {
	id: string;
	amount: number;
	currency: string;
	status: string;
	/** In major units. */
	refunded_amount?: number;
}

/** What the operation sends. */
interface Wanted {
	payment_id: string;
	/** In major units. */
	amount: number;
}

/**
 * Makes a refund at most once, whatever the network does (docs/reliability.md): the service knows no
 * idempotency key, but the charge says how much of it was refunded, before and after.
 *
 * @param rules, fields, derive as in `once`
 */
export function refundOnce(
	rules: Rules,
	fields: INodeProperties[],
	derive: (context: Context) => Record<string, unknown>,
): Send {
	return perItem(
		(context, request) =>
			place(context, request, check(context, request, rules, fields, derive(context))),
		async (context, request) => {
			const { payment_id, amount } = request.options.body as unknown as Wanted;
			const key = (id: string) => `refund ${credentialId(context)} ${id.toLowerCase()}`;
			// One after the other: each looks at what the one before left.
			return await inTurn(key(payment_id), async () => {
				const known = attemptAt<Charge | undefined>(
					context,
					`refund ${payment_id.toLowerCase()} ${amount}`,
				);
				if (known.record) return [{ json: { ...known.record } }];
				const charge = await findCharge(context, request, payment_id);
				const isCharge = !charge || key(charge.id) === key(payment_id);
				if (isCharge) return await refund(context, request, known, charge);
				return await inTurn(key(charge.id), async () =>
					refund(context, request, known, await findCharge(context, request, charge.id)),
				);
			});
		},
	);
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
	const paid = ((list?.data ?? []) as Charge[]).filter(({ status }) => !unpaid.includes(status));
	const [only] = paid;
	if (!only || paid.length > 1) return undefined;
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
	known: Attempt<Charge | undefined>,
	charge: Charge | undefined,
): Promise<INodeExecutionData[]> {
	const { amount } = request.options.body as unknown as Wanted;
	if (charge && !known.open) stopUnlessLeft(context, charge, amount);
	return await makeOnce(context, request, known, charge, {
		settle: async (before, failure) => await settle(context, request, before, amount, failure),
		notMade: (before, failure) => notMade(context, before, amount, failure),
	});
}

/**
 * Finds out what became of a refund whose answer is not known.
 *
 * @returns the refund if it was made, as far as the charge tells it; nothing if it surely was not, so
 *   that it may be sent again
 * @throws an error that says what is known, when that is not enough
 */
async function settle(
	context: Context,
	request: RequestData,
	before: Charge | undefined,
	amount: number,
	failure?: Failure,
): Promise<IDataObject | undefined> {
	if (!before) throw notKnown(context, amount, 'The charge could not be found.', failure);
	const isOver = failure !== undefined && isFinal(failure);
	// Of such a charge the service makes no second refund, even if it is still at work on the first.
	const isSafe = isOver || exact(2 * amount) > exact(leftOf(before));
	for (const pause of [0, ...LOOKS_AGAIN]) {
		await wait(pause, context.getExecutionCancelSignal());
		const after = (await lookUp(context, request, `/v1/charges/${before.id}`).catch(
			() => undefined,
		)) as Charge | undefined;
		if (!after) {
			throw notKnown(context, amount, 'The charge could not be read afterwards.', failure, before);
		}
		const moved = exact(refundedOf(after)) - exact(refundedOf(before));
		if (moved === exact(amount)) return asRefund(after, amount);
		if (moved !== 0) {
			const now = `Now it is ${money(refundedOf(after), before)}, so there was another refund.`;
			throw notKnown(context, amount, now, failure, before);
		}
		if (isSafe) return undefined;
	}
	const now = 'That has not changed, but the service may still be at work on it.';
	throw notKnown(context, amount, now, failure, before);
}

/** What the answer would have held, as far as the charge tells it. */
function asRefund(charge: Charge, amount: number): IDataObject {
	return {
		id: null,
		payment_id: charge.id,
		amount_refunded: amount,
		total_amount: charge.amount,
		currency: charge.currency,
		status: 'succeeded',
		// Says why there is no ID: the answer was lost, and the charge shows that the refund was made.
		recovered: true,
	};
}

function stopUnlessLeft(context: Context, charge: Charge, amount: number) {
	const left = leftOf(charge);
	if (exact(left) <= 0) {
		throw stop(
			context,
			'The charge is refunded already',
			`Nothing is left of its ${money(charge.amount, charge)}, so nothing was sent. Leave the item out, or let the node continue in its settings.`,
		);
	}
	if (exact(amount) > exact(left)) {
		throw stop(
			context,
			"'Amount' is above what is left of the charge",
			`Of its ${money(charge.amount, charge)}, ${money(left, charge)} can still be refunded, so nothing was sent. Lower 'Amount' to that or less.`,
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
	before: Charge | undefined,
	amount: number,
	failure: Failure,
): NodeOperationError {
	return stop(
		context,
		`The refund of ${money(amount, before)} was not made`,
		`${happened(failure)} The charge ${before?.id} shows no refund of it. Wait a moment and run this item again.`,
	);
}

/** What was refunded of a charge so far, in major units; not a number where nothing tells. */
function refundedOf({ refunded_amount, status, amount }: Charge): number {
	if (refunded_amount !== undefined) return Number(refunded_amount);
	if (status === 'refunded') return Number(amount);
	return status === 'partially_refunded' ? Number.NaN : 0;
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
	return `${Number(amount.toFixed(4))}${charge ? ` ${charge.currency.toUpperCase()}` : ''}`;
}
