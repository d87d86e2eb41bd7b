import type { IDataObject } from 'n8n-workflow';

import { isObject } from './record';

/** The payment method that a subscription charges. */
interface SavedMethod {
	/** Of the Payments API, such as `card` or `giro`. */
	code: unknown;
	card?: IDataObject;
}

/**
 * Returns the saved payment method of a subscription (docs/interface.md, Subscription).
 *
 * @returns null if it has none; nothing if the record does not show it
 */
export function savedMethodOf({
	payment_provider_charge_method: code,
	payment_method: method,
}: IDataObject): SavedMethod | null | undefined {
	const card = isObject(method) && isObject(method.card) ? method.card : undefined;
	if (code || card) return { code: code || 'card', card };
	return code === null ? null : undefined;
}
