import type { IDataObject } from 'n8n-workflow';

import { exact, readAmount } from '../shared/money';
import { idTextOf, isRecordOf } from './answer';
import { wait } from './clock';
import { unexpected } from './errors';
import { statusOf } from './failure';
import { hasNext, nextOf, NO_LIST, pageOf } from './page';
import { read } from './send';
import type { Context, RequestData } from './types';

/** The fields of a charge that tell what was refunded of it (docs/interface.md, Charge). */
export interface Charge extends IDataObject {
	id: string;
	amount: number | string;
	currency?: string;
	status: string;
	/** In major units. */
	refunded_amount?: number | string | null;
}

/** Statuses of a charge that was paid and of which nothing was refunded (docs/interface.md, Charge status). */
export const untouched = ['succeeded', 'success', 'succeeded_manually'];

/** Statuses of a charge of which there is nothing to refund (docs/interface.md, Charge status). */
const unpaid = ['failed', 'pending', 'cancelled', 'void'];

/** How long a charge that is not found may take to show up, in milliseconds: the list may lag behind. */
const MAY_SHOW_UP = 1_000;

/**
 * The charge that a refund is about: `id` is the ID of a charge, or of a payment request with one payment
 * (docs/interface.md, Where the sources disagree).
 *
 * @returns nothing when there is none, or when the credential may not read charges
 * @throws an error when the API returns something else than charges
 */
export async function findCharge(
	context: Context,
	request: RequestData,
	id: string,
): Promise<Charge | undefined> {
	const find = async () => {
		const found = await findOnce(context, request, id);
		if (found) return found;
		await wait(MAY_SHOW_UP, context.getExecutionCancelSignal());
		return await findOnce(context, request, id);
	};
	return await find().catch((thrown: unknown) => {
		if (statusOf(thrown) !== 403) throw thrown;
		return undefined;
	});
}

async function findOnce(context: Context, request: RequestData, id: string) {
	const found = await readCharge(context, request, id);
	if (found) return found;
	const answer = await lookUp(context, request, '/v1/charges', { payment_request_id: id });
	if (answer === undefined) return undefined;
	const page = pageOf(answer);
	if (!page) throw unexpected(context, NO_LIST);
	const paid = (page.records as Charge[]).filter(
		(one) => !unpaid.includes(one.status) && isRecordOf(id, { id: one.payment_request_id }),
	);
	const isAll = !nextOf(page) && !hasNext(page, 1);
	const only = paid.length === 1 && isAll ? idTextOf(paid[0]) : undefined;
	return only === undefined ? undefined : await readCharge(context, request, only);
}

/**
 * Reads a charge with what was refunded of it.
 *
 * @returns nothing when there is none with the ID
 * @throws what n8n threw when the credential may not read charges; an error when the API returns something else
 */
export async function readCharge(
	context: Context,
	request: RequestData,
	id: string,
): Promise<Charge | undefined> {
	const found = await lookUp(context, request, `/v1/charges/${encodeURIComponent(id)}`);
	if (found === undefined) return undefined;
	if (isRecordOf(id, found)) return found as Charge;
	throw unexpected(context, 'The API returned something else than the charge of the refund');
}

async function lookUp(context: Context, request: RequestData, url: string, qs?: IDataObject) {
	return await read(context, request, url, qs).catch((thrown: unknown) => {
		if (![404, 422].includes(statusOf(thrown) ?? 0)) throw thrown;
	});
}

/** What was refunded of a charge so far, in major units; NaN where nothing tells. */
export function refundedOf({ refunded_amount, status, amount }: Charge): number {
	if (refunded_amount !== undefined && refunded_amount !== null) return readAmount(refunded_amount);
	return status === 'refunded' ? readAmount(amount) : Number.NaN;
}

/** What can still be refunded of a charge, in major units; NaN where nothing tells. */
export function leftOf(charge: Charge): number {
	return charge.status === 'refunded' ? 0 : readAmount(charge.amount) - refundedOf(charge);
}

/** Where a charge does not say how much was refunded, its status does when it was all of it. */
export function isAllOf(before: Charge, after: Charge, amount: number): boolean {
	return (
		untouched.includes(before.status) &&
		after.status === 'refunded' &&
		exact(readAmount(before.amount)) === exact(amount)
	);
}

/** A refund in the list that a charge may have of its own (docs/interface.md, Charge). */
export interface ListedRefund {
	id: string;
	/** In major units. */
	amount: number;
}

/**
 * The refunds that a charge lists by itself, which tells them apart better than their sum.
 *
 * @returns nothing where it lists none; `isWhole` says whether their sum is what was refunded
 */
export function refundsOf(
	charge: Charge,
): { refunds: ListedRefund[]; isWhole: boolean } | undefined {
	if (!Array.isArray(charge.refunds)) return undefined;
	const refunds = (charge.refunds as Array<IDataObject | null>)
		.filter((one) => !isWithoutMoney(one?.status))
		.map((one) => ({
			id: idTextOf(one) ?? '',
			amount: readAmount(one?.amount_refunded ?? one?.amount),
		}));
	const sum = refunds.reduce((total, { amount }) => total + amount, 0);
	const isWhole = refunds.every(({ id }) => id !== '') && exact(sum) === exact(refundedOf(charge));
	return { refunds: refunds.filter(({ id }) => id !== ''), isWhole };
}

/** Whether a refund with this status moved no money, and will not. */
export function isWithoutMoney(status: unknown): boolean {
	return ['failed', 'canceled', 'cancelled'].includes(status as string);
}
