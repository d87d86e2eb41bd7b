/**
 * Returns a path of a webhook as n8n registers it, without a slash at its ends. The Payments Trigger and the Payments
 * node have the same rule.
 *
 * @returns nothing if it is not a path
 */
export function webhookPathOf(value: unknown): string | undefined {
	// An expression may return a number.
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const path = String(value).replace(/^\/|\/$/g, '');
	return /^[\w-]+(\/[\w-]+)*$/.test(path) ? path : undefined;
}

/** Returns whether two URLs are of the same webhook, regardless of their queries. */
export function isSameUrl(one: unknown, other: unknown): boolean {
	const url = withoutQuery(one);
	return url !== undefined && url === withoutQuery(other);
}

function withoutQuery(url: unknown): string | undefined {
	if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
	const { origin, pathname } = new URL(url);
	return origin + pathname.replace(/\/+$/, '');
}
