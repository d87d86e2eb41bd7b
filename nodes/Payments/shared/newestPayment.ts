import type { IDataObject } from 'n8n-workflow';

import { isObject } from './record';

/**
 * Returns the newest payment that a payment request lists; the last one if times are missing or equal.
 *
 * @param isWanted returns whether a payment counts
 */
export function newestPayment(
	payments: unknown,
	isWanted: (payment: IDataObject) => boolean,
): IDataObject | undefined {
	if (!Array.isArray(payments)) return undefined;
	return (payments as unknown[])
		.filter(isObject)
		.filter(isWanted)
		.reduce<IDataObject | undefined>(
			(newest, one) => (newest && createdAt(one) < createdAt(newest) ? newest : one),
			undefined,
		);
}

/** Returns a time as text. The times of one list have the same format, so they sort as text. */
function createdAt({ created_at }: IDataObject): string {
	return typeof created_at === 'string' ? created_at : '';
}
