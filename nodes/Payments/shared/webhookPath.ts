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
