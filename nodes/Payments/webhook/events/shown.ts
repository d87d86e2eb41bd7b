import type { IDataObject } from 'n8n-workflow';

import { isPaid, normalizeStatus } from '../../shared/chargeStatus';
import { isObject } from '../../shared/record';
import { isBefore } from '../eventTime';
import type { PaymentEvent } from '../normalizeEvent';
import { isAccountEvent, objectOf, statusIn, statusShown, type Shown } from './kinds';

/** The status that a charge has after an event of its payment. */
const ofPayments: Partial<Record<string, string>> = {
	'payment.completed': 'succeeded',
	'payment.failed': 'failed',
	'payment.pending': 'pending',
};

/**
 * Returns what a record of the API shows of an event that no signature verifies. An event that the record has passed is
 * not started with another status: another event reports that.
 *
 * @param claim the event as it was received
 */
export function shownOf(claim: PaymentEvent, record: IDataObject): Shown {
	const { event, status } = claim;
	const ofPayment = ofPayments[event];
	if (ofPayment) return statusShown('charge', ofPayment, record.status);
	if (event === 'refund') return refundShown(status, record);
	if (!isAccountEvent(event)) return 'other';
	const named = statusIn(event);
	if (named) return statusShown(objectOf(event), named, record.status);
	if (event === 'charge.created') return chargeShown(status, record);
	if (objectOf(event) === 'transfer') {
		return statusShown('transfer', status, record.status) === 'earlier' ? 'earlier' : 'proven';
	}
	const isAttached = event === 'recurring_billing.method_attached';
	if (!isAttached && event !== 'recurring_billing.method_detached') return 'proven';
	if (hasMethod(record) === isAttached) return 'proven';
	return isBefore(claim.payload.updated_at, record.updated_at) ? 'passed' : 'other';
}

/** A refund that was pending, or had no status, may have ended since: the status of the record is output. */
function refundShown(status: string | null, record: IDataObject): Shown {
	if (status === null || status === 'pending') return 'proven';
	return normalizeStatus(status) === normalizeStatus(record.status) ? 'proven' : 'other';
}

/** A charge is created when it was paid, or failed. One that was notified as pending may have been paid since. */
function chargeShown(status: string | null, record: IDataObject): Shown {
	const claimed = status === null || status === 'pending' ? 'succeeded' : status;
	if (!isPaid(claimed) && claimed !== 'failed') return 'other';
	return statusShown('charge', claimed, record.status);
}

/** Returns whether a payment method is attached to a subscription. */
function hasMethod({ payment_method, payment_provider_charge_method }: IDataObject): boolean {
	const card = isObject(payment_method) ? payment_method.card : undefined;
	return Boolean(payment_provider_charge_method) || Boolean(card);
}
