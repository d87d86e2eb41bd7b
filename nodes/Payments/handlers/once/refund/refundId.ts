import type { IDataObject } from 'n8n-workflow';

import { readFailure } from '../../../errors/httpFailure';
import { NOT_FOUND } from '../../../errors/notFound';
import type { Context, RequestData } from '../../../run/context';
import { idTextOf } from '../../../shared/record';
import { memory } from '../ledger/memory';
import type { Sent } from '../machine';
import { refundsOf } from './listedRefunds';
import { onlyChargeOf, type Charge, type ChargeRead } from './refundedCharge';
import { type RefundTask } from './refundTask';

/* A refund names the ID of the charge or of its payment request: the sources differ (docs/dialects.md). */

/** Returns the ID of the payment request of a charge, in lower case. */
function paymentRequestOf({ payment_request_id }: Charge): string | undefined {
	return idTextOf({ id: payment_request_id })?.toLowerCase();
}

/**
 * Returns the ID that a refund names: by the node's option, as an earlier refund did, or otherwise the ID of the
 * charge.
 *
 * @param api its URL
 */
export async function refundIdOf(
	context: Context,
	request: RequestData,
	api: string,
	charge: Charge,
): Promise<string> {
	const { refundId } = context.getNodeParameter('options', {}) as IDataObject;
	const paymentRequest = paymentRequestOf(charge);
	const isListed = refundsOf(charge)?.refunds.some(({ paymentId }) => paymentId === paymentRequest);
	if (isListed && paymentRequest) memory.ledger.refundIds.set(api, 'paymentRequest');
	const kind = refundId ?? memory.ledger.refundIds.get(api);
	if (kind !== 'paymentRequest' || paymentRequest === undefined) return charge.id;
	return await otherIdOf(context, request, charge, charge.id).then((id) => id ?? charge.id);
}

/** Returns the other ID of a charge, if it stands for that charge only. @param id the ID that was sent */
export async function otherIdOf(
	context: Context,
	request: RequestData,
	charge: Charge,
	id: string,
): Promise<string | undefined> {
	const paymentRequest = paymentRequestOf(charge);
	if (paymentRequest === undefined) return undefined;
	if (id.toLowerCase() === paymentRequest) return charge.id;
	const only = await onlyChargeOf(context, request, paymentRequest).catch(() => undefined);
	return only?.toLowerCase() === charge.id.toLowerCase() ? paymentRequest : undefined;
}

/** Records which of the two IDs a refund named that was made. */
export function recordRefundId(api: string, charge: Charge, id: unknown) {
	const paymentRequest = paymentRequestOf(charge);
	if (paymentRequest === undefined || paymentRequest === charge.id.toLowerCase()) return;
	const isCharge = String(id).toLowerCase() === charge.id.toLowerCase();
	memory.ledger.refundIds.set(api, isCharge ? 'charge' : 'paymentRequest');
}

/** Matches the message of a 422 that is about the ID, and not about the amount or the state of the charge. */
const ABOUT_ID = /\b(payment[_ ](id|request)|(invalid|unknown) (payment|charge))\b/i;

/** Returns whether the Payments API refused a refund for its `payment_id`. */
export function isIdRefused(thrown: unknown): boolean {
	const { status, messages } = readFailure(thrown);
	const isAboutId = messages.some((text) => ABOUT_ID.test(text) || NOT_FOUND.test(text));
	return status === 404 || (status === 422 && isAboutId);
}

/** Returns the refund with the other ID of its charge, if the API refused this ID. */
export async function alternativeOf(
	{ context, request, api }: RefundTask,
	sent: Sent<ChargeRead>,
	thrown: unknown,
): Promise<Sent<ChargeRead> | undefined> {
	const { charge } = sent.snapshot!;
	const { refundId } = context.getNodeParameter('options', {}) as IDataObject;
	const isStated = refundId !== undefined || memory.ledger.refundIds.has(api);
	if (isStated || sent.isAlternative || !isIdRefused(thrown)) return undefined;
	const body = sent.options.body as IDataObject;
	const other = await otherIdOf(context, request, charge, body.payment_id as string);
	if (other === undefined) return undefined;
	const options = { ...sent.options, body: { ...body, payment_id: other } };
	return { ...sent, options, isAlternative: true };
}
