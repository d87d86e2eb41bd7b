import type { IDataObject } from 'n8n-workflow';

import { hasNext, nextOf, pageOf } from '../../pagination/page';
import {
	isPaid,
	isUnsuccessful,
	PAID_STATUSES,
	statusFilter,
	UNREFUNDED_STATUSES,
} from '../../shared/chargeStatus';
import type { Context, RequestData } from '../../shared/context';
import { isKeyRefused, readFailure, statusOf } from '../../shared/errors/httpFailure';
import { unexpectedResponse } from '../../shared/errors/nodeErrors';
import { lists } from '../../shared/messages/lists';
import { refunds } from '../../shared/messages/refunds';
import { toTenThousandths, parseAmount } from '../../shared/money';
import { idTextOf, isRecordOf } from '../../shared/record';
import { wait } from '../../transport/clock';
import { read } from '../../transport/send';

/** The fields of a charge that show how much of it is refunded (docs/interface.md, Charge). */
export interface Charge extends IDataObject {
	id: string;
	amount: number | string;
	currency?: string;
	status: string;
	/** In major units. */
	refunded_amount?: number | string | null;
}

/** How long to wait before a charge that was not found is looked up again, in milliseconds: the list may be behind. */
const LOOKUP_DELAY_MS = 1_000;

/**
 * Finds the charge to refund: `id` is the ID of a charge, or of a payment request with one payment
 * (docs/interface.md, Where the sources disagree).
 *
 * @returns nothing if there is none, or if the credential may not read charges
 * @throws an error if the response contains something else, or if the key is refused
 */
export async function findCharge(
	context: Context,
	request: RequestData,
	id: string,
): Promise<Charge | undefined> {
	const find = async () => {
		const found = await findOnce(context, request, id);
		if (found) return found;
		await wait(LOOKUP_DELAY_MS, context.getExecutionCancelSignal());
		return await findOnce(context, request, id);
	};
	return await find().catch((thrown: unknown) => {
		const failure = readFailure(thrown);
		if (failure.status !== 403 || isKeyRefused(failure)) throw thrown;
		return undefined;
	});
}

/** Finds the charge as `findCharge` does, without a second lookup. */
export async function findOnce(
	context: Context,
	request: RequestData,
	id: string,
): Promise<Charge | undefined> {
	const found = await readCharge(context, request, id);
	if (found) return found;
	const filters = { payment_request_id: id, statuses: statusFilter(PAID_STATUSES) };
	const list = await lookUp(context, request, '/v1/charges', filters);
	if (list === undefined) return undefined;
	const page = pageOf(list);
	if (!page) throw unexpectedResponse(context, lists.noList);
	const paid = (page.records as Charge[]).filter(
		(one) => isPaid(one.status) && isRecordOf(id, { id: one.payment_request_id }),
	);
	const isAll = !nextOf(page) && !hasNext(page, 1);
	const only = paid.length === 1 && isAll ? idTextOf(paid[0]) : undefined;
	return only === undefined ? undefined : await readCharge(context, request, only);
}

/**
 * Reads a charge with how much of it is refunded.
 *
 * @returns nothing if there is none with the ID
 * @throws what n8n threw if the credential may not read charges; an error if the response contains something else
 */
export async function readCharge(
	context: Context,
	request: RequestData,
	id: string,
): Promise<Charge | undefined> {
	const found = await lookUp(context, request, `/v1/charges/${encodeURIComponent(id)}`);
	if (found === undefined) return undefined;
	if (isRecordOf(id, found)) return found as Charge;
	throw unexpectedResponse(context, refunds.otherCharge);
}

async function lookUp(context: Context, request: RequestData, url: string, qs?: IDataObject) {
	return await read(context, request, url, qs).catch((thrown: unknown) => {
		if (![404, 422].includes(statusOf(thrown) ?? 0)) throw thrown;
	});
}

/** Returns how much of a charge is refunded, in major units; NaN if that is unknown. */
export function refundedOf({ refunded_amount, status, amount }: Charge): number {
	if (refunded_amount !== undefined && refunded_amount !== null)
		return parseAmount(refunded_amount);
	return status === 'refunded' ? parseAmount(amount) : Number.NaN;
}

/** Returns whether nothing of a charge is refunded by its status, and it contains no refunded amount. */
export function isUnrefunded({ status, refunded_amount }: Charge): boolean {
	return UNREFUNDED_STATUSES.includes(status) && (refunded_amount ?? null) === null;
}

/** Returns the remaining amount of a charge, in major units; NaN if that is unknown. */
export function remainingOf(charge: Charge): number {
	return charge.status === 'refunded' ? 0 : parseAmount(charge.amount) - refundedOf(charge);
}

/** Returns whether all of a charge was refunded: its status shows that even if its refunded amount is unknown. */
export function isAllOf(before: Charge, after: Charge, amount: number): boolean {
	return (
		UNREFUNDED_STATUSES.includes(before.status) &&
		after.status === 'refunded' &&
		toTenThousandths(parseAmount(before.amount)) === toTenThousandths(amount)
	);
}

/** A refund in the list that a charge may contain (docs/interface.md, Charge). */
export interface ListedRefund {
	id: string;
	/** In major units. */
	amount: number;
	status?: string;
}

/**
 * Returns the refunds that a charge lists, which are easier to tell apart than their sum.
 *
 * @returns nothing if it has no list; `isWhole` is whether their sum is the refunded amount
 */
export function refundsOf(
	charge: Charge,
): { refunds: ListedRefund[]; isWhole: boolean } | undefined {
	if (!Array.isArray(charge.refunds)) return undefined;
	const refunds = (charge.refunds as Array<IDataObject | null>)
		.filter((one) => !isUnsuccessful(one?.status))
		.map((one) => ({
			id: idTextOf(one) ?? '',
			amount: parseAmount(one?.amount_refunded ?? one?.amount),
			status: typeof one?.status === 'string' ? one.status : undefined,
		}));
	const sum = refunds.reduce((total, { amount }) => total + amount, 0);
	const isWhole =
		refunds.every(({ id }) => id !== '') &&
		toTenThousandths(sum) === toTenThousandths(refundedOf(charge));
	return { refunds: refunds.filter(({ id }) => id !== ''), isWhole };
}
