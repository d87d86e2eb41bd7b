import type { IDataObject } from 'n8n-workflow';

import { isPaid, normalizeStatus } from './chargeStatus';
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

/** Returns the newest payment of a payment request that was paid: the charge that Refund: Create accepts. */
export function paidPayment({ payments }: IDataObject): IDataObject | undefined {
	return newestPayment(payments, ({ status }) => isPaid(status));
}

/** Returns whether a payment request was paid, once or several times. */
export function isPaidRequest(record: IDataObject): boolean {
	return record.status === 'completed' || paidPayment(record) !== undefined;
}

/** Returns whether a payment request with this status cannot be paid any more, although nobody paid it. */
export function isClosed(status: unknown): boolean {
	return ['expired', 'cancelled', 'inactive'].includes(normalizeStatus(status));
}

/** Returns whether a payment request was not paid, and can still be. */
export function isOpen(record: IDataObject): boolean {
	return !isPaidRequest(record) && !isClosed(record.status);
}

/** Returns a time as text. The times of one list have the same format, so they sort as text. */
function createdAt({ created_at }: IDataObject): string {
	return typeof created_at === 'string' ? created_at : '';
}
