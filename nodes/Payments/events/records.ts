import { isPaid, normalizeStatus } from '../shared/chargeStatus';
import { amountOf } from '../shared/money';
import { buildEvent, canonical, hash, type PaymentEvent, type Reading } from './event';
import { relations, textOf, type Fields } from './fields';
import { isOnce, objectOf, type AccountEvent } from './kinds';
import { objects } from './objects';

/**
 * Reads a record with its ID. The event ID of a change that happens once is made of the record's ID. That of any other
 * change has the status and the time, too. Times have seconds: the refunded total, if there is one, tells two refunds apart.
 */
export function accountRecord(event: AccountEvent, payload: Fields, id: string): Reading {
	const object = objectOf(event);
	const updatedAt = textOf(payload.updated_at);
	const change = updatedAt
		? [id, textOf(payload.status), updatedAt, ...refunded(payload)]
		: undefined;
	const parts = isOnce(event) ? [id, ...unpaidStatus(event, payload)] : change;
	const { payment_amount: amount, payment_currency: currency } = payload;
	return {
		event,
		...(object === 'charge' && relations(payload)),
		[objects[object].idName]: id,
		...(parts && { parts }),
		...(object === 'transfer' && { money: { amount, currency } }),
	};
}

/** Returns the refunded total of a charge; nothing where none is. */
function refunded({ refunded_amount }: Fields): string[] {
	const total = amountOf(refunded_amount);
	return total ? [String(total)] : [];
}

/** Returns the status of a charge that is not paid: being notified of it does not use up the payment. */
function unpaidStatus(event: AccountEvent, { status }: Fields): string[] {
	const isUnpaid = event === 'charge.created' && typeof status === 'string' && !isPaid(status);
	return isUnpaid ? [normalizeStatus(status)] : [];
}

export function readRefund(payload: Fields, id: string): Reading {
	return {
		event: 'refund',
		refund_id: id,
		...relations(payload),
		parts: [id, textOf(payload.status)],
	};
}

/** Returns the event of a kind about a record of the API, without its payload. */
export function eventOf(
	kind: AccountEvent | 'refund',
	record: Fields & { id: string },
): Omit<PaymentEvent, 'payload'> {
	const { id } = record;
	const reading = kind === 'refund' ? readRefund(record, id) : accountRecord(kind, record, id);
	return buildEvent(reading, record, () => hash(canonical(record)));
}
