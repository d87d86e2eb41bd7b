import type { Context, RequestData } from '../../shared/context';
import { NOT_FOUND, readFailure } from '../../shared/errors/httpFailure';
import { toTenThousandths } from '../../shared/money';
import { idTextOf } from '../../shared/record';
import { isDefiniteRefusal } from '../../transport/retry';
import { findOnce, refundedOf, type Charge } from './charge';

/**
 * Sends a refund with the ID of its charge. If the Payments API refuses that ID, it sends the refund with the ID of the
 * payment request, since the sources differ in which of the two a refund names (docs/dialects.md).
 *
 * The second one is sent only if the first one was refused with a 404 or a 422 about the ID, in the API's own words, which moved
 * no money, if the charge shows no other refund since, and if it is the only one that was paid of the payment request.
 *
 * @param charge as it was before; nothing if it could not be read. Then only the ID of the item is sent
 * @param id of the item
 * @param send sends the refund once with an ID, and throws if it was refused
 */
export async function sendWithEitherId<T>(
	context: Context,
	request: RequestData,
	charge: Charge | undefined,
	id: string,
	send: (id: string) => Promise<T>,
): Promise<T> {
	if (!charge) return await send(id);
	return await send(charge.id).catch(async (thrown: unknown) => {
		const other = isIdRefused(thrown)
			? await otherIdOf(context, request, charge).catch(() => undefined)
			: undefined;
		if (other === undefined) throw thrown;
		return await send(other).catch((again: unknown) => {
			throw isIdRefused(again) ? thrown : again;
		});
	});
}

/** How the message of a 422 is about the ID, and not about the amount or the state of the charge. */
const ABOUT_ID = /\b(payment[_ ](id|request)|(invalid|unknown) (payment|charge))\b/i;

/** Returns whether the Payments API certainly refused a refund for its `payment_id`. */
function isIdRefused(thrown: unknown): boolean {
	const failure = readFailure(thrown);
	const { status, messages } = failure;
	if (!isDefiniteRefusal(failure)) return false;
	const isAboutId = messages.some((text) => ABOUT_ID.test(text) || NOT_FOUND.test(text));
	return status === 404 || (status === 422 && isAboutId);
}

/** Returns the ID of the payment request, if it stands for this charge only and the charge is as it was before. */
async function otherIdOf(
	context: Context,
	request: RequestData,
	charge: Charge,
): Promise<string | undefined> {
	const id = idTextOf({ id: charge.payment_request_id });
	const only = id === undefined ? undefined : await findOnce(context, request, id);
	return only?.id === charge.id && isUnchanged(charge, only) ? id : undefined;
}

function isUnchanged(before: Charge, after: Charge): boolean {
	const [one, other] = [before, after].map((charge) => toTenThousandths(refundedOf(charge)));
	return before.status === after.status && Object.is(one, other);
}
