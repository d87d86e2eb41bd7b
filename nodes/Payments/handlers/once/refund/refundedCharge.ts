import type { IDataObject } from 'n8n-workflow';

import { ifFound } from '../../../errors/httpFailure';
import { operationError, unexpectedResponse } from '../../../errors/nodeErrors';
import { hasNext, nextOf, pageOf } from '../../../pagination/page';
import type { Context, RequestData } from '../../../run/context';
import {
	isPaid,
	PAID_STATUSES,
	statusFilter,
	UNREFUNDED_STATUSES,
} from '../../../shared/chargeStatus';
import { recordPath } from '../../../shared/id';
import { lists } from '../../../shared/messages/lists';
import { refunds } from '../../../shared/messages/refunds';
import { parseAmount } from '../../../shared/money';
import { idTextOf, isRecordOf } from '../../../shared/record';
import { monotonic } from '../../../transport/clock';
import { lastResponseTime } from '../../../transport/headers';
import { read } from '../../../transport/read';
import { readingOf, readTwice } from '../freshness';
import { REREAD_MS } from '../ledger/lifetimes';

/** The fields of a charge that show how much of it is refunded (docs/interface.md, Charge). */
export interface Charge extends IDataObject {
	id: string;
	amount: number | string;
	currency?: string;
	status: string;
	/** In major units. */
	refunded_amount?: number | string | null;
}

/** A charge as it was read. */
export interface ChargeRead {
	charge: Charge;
	/** When it was requested (`monotonic`). */
	at: number;
	/** When it was read, by HitPay's clock (`lastResponseTime`). */
	readAt?: number;
}

/**
 * Finds the charge to refund: `id` is that of a charge, or of a payment request with one paid charge
 * (docs/interface.md, Where the sources disagree).
 *
 * @returns nothing if there is none
 * @throws the error of n8n if it cannot be read; an error if the response contains something else
 */
export async function findCharge(
	context: Context,
	request: RequestData,
	id: string,
): Promise<ChargeRead | undefined> {
	const found = await readCharge(context, request, id);
	if (found) return found;
	const listed = await readTwice(
		context,
		async () => await readingOf(onlyChargeOf(context, request, id)),
		{ notAllowed: REREAD_MS.notAllowed },
	);
	// The ID is not that of a charge, so nothing may be sent before its charge is found.
	if (listed.kind === 'notAllowed') throw operationError(context, refunds.chargeNotReadable);
	return listed.kind === 'fresh' ? await readCharge(context, request, listed.value) : undefined;
}

/** Returns the ID of the charge that paid a payment request, if it was paid once. */
export async function onlyChargeOf(
	context: Context,
	request: RequestData,
	id: string,
): Promise<string | undefined> {
	const filters = { payment_request_id: id, statuses: statusFilter(PAID_STATUSES) };
	const list = await ifFound(read(context, request, '/v1/charges', filters));
	if (list === undefined) return undefined;
	const page = pageOf(list);
	if (!page) throw unexpectedResponse(context, lists.noList);
	const paid = (page.records as Charge[]).filter(
		(one) => isPaid(one.status) && isRecordOf(id, { id: one.payment_request_id }),
	);
	const isAll = !nextOf(page) && !hasNext(page, 1);
	return paid.length === 1 && isAll ? idTextOf(paid[0]) : undefined;
}

/**
 * Reads a charge with its refunded amount.
 *
 * @returns nothing if there is none with the ID
 * @throws the error of n8n if it cannot be read; an error if the response contains something else
 */
export async function readCharge(
	context: Context,
	request: RequestData,
	id: string,
): Promise<ChargeRead | undefined> {
	const at = monotonic();
	const path = recordPath('/v1/charges', id);
	const found = await ifFound(read(context, request, path));
	if (found === undefined) return undefined;
	if (isRecordOf(id, found))
		return { charge: found as Charge, at, readAt: lastResponseTime(context) };
	throw unexpectedResponse(context, refunds.otherCharge);
}

/** Returns how much of a charge is refunded, in major units; NaN if that is unknown. */
export function refundedOf({ refunded_amount, status, amount }: Charge): number {
	if (refunded_amount !== undefined && refunded_amount !== null)
		return parseAmount(refunded_amount);
	if (UNREFUNDED_STATUSES.includes(status)) return 0;
	return status === 'refunded' ? parseAmount(amount) : Number.NaN;
}

/** Returns the remaining amount of a charge, in major units; NaN if that is unknown. */
export function remainingOf(charge: Charge): number {
	return charge.status === 'refunded' ? 0 : parseAmount(charge.amount) - refundedOf(charge);
}
