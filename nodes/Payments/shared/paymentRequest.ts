import type { IDataObject } from 'n8n-workflow';

import { isPaid, normalizeStatus } from './chargeStatus';
import { newestPayment } from './newestPayment';

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
