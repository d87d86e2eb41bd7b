/** A time to the second with an offset, as in ISO 8601. */
const CERTAIN = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?\s?(Z|[+-]\d\d:?\d\d)$/;

/** Returns a time in milliseconds since 1970; NaN if it has no seconds, or no offset, since its zone is unknown. */
export function certainTime(text: unknown): number {
	return typeof text === 'string' && CERTAIN.test(text)
		? Date.parse(text.replace(' ', 'T'))
		: Number.NaN;
}

/**
 * Returns whether a record was made before a request, by HitPay's clock.
 *
 * @param madeAt milliseconds since 1970, as is `readAt`; NaN if it is not certain
 * @param readAt the time of a response before the request, which has no parts of a second
 */
export function isMadeBefore(madeAt: number, readAt: number | undefined): boolean {
	return readAt !== undefined && madeAt < readAt;
}
