import { IN_VERSION_1, SINCE_VERSION_1_1 } from './fields/version';

/**
 * The version of both nodes since which a new trigger has a path of its own: n8n does not save a default. It has to
 * be the first condition: after one with an expression, n8n reads no other.
 */
export const SINCE_OWN_PATH = SINCE_VERSION_1_1;

/** Earlier versions, whose default path is `payments`. */
export const BEFORE_OWN_PATH = IN_VERSION_1;

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
