import type { IDataObject } from 'n8n-workflow';

import { isPaid, normalizeStatus, REFUNDED_STATUSES } from '../shared/chargeStatus';
import { savedMethodOf } from '../shared/savedMethod';
import type { PaymentEvent } from './event';
import { isBefore, isSameTime } from './eventTime';
import { isRefunded, isRefundedMore } from './fields';
import { isAccountEvent, objectOf, statusIn, type AccountEvent } from './kinds';
import { courseOf, isInitial, type AccountObject } from './objects';

/**
 * The evidence of a record for an event. The record shows the event (`proven`), a state before it (`earlier`) or after
 * it (`passed`), or a state that excludes it (`other`). With `unsettled`, the order is not known yet.
 */
export type Shown = 'proven' | 'earlier' | 'passed' | 'other' | 'unsettled';

type AccountClaim = PaymentEvent & { event: AccountEvent };

/**
 * Compares an event that no signature verifies with a record of the API. An event that the record has passed does not
 * start the workflow with the later status: another event reports that status.
 *
 * @param claim the event as it was received
 */
export function shownOf(claim: PaymentEvent, record: IDataObject): Shown {
	const { event, status } = claim;
	if (event === 'refund') return refundShown(status, record);
	if (event === 'unknown') return 'other';
	const named = statusIn(event);
	if (named) return statusShown(objectOf(event), named, record.status);
	if (event === 'charge.created') return chargeShown(status, record);
	if (event.endsWith('.created')) {
		const isEarlier = statusShown(objectOf(event), status, record.status) === 'earlier';
		return objectOf(event) === 'transfer' && isEarlier ? 'earlier' : 'proven';
	}
	return isAccountEvent(event) ? changeShown({ ...claim, event }, record) : 'other';
}

/**
 * Compares a change with the record. A record with another state has passed the change. Without times that prove this,
 * the change may also be later: a subscription can return to an earlier status.
 */
function changeShown(claim: AccountClaim, record: IDataObject): Shown {
	const shown = stateShown(claim, record);
	if (shown === 'proven') return isUnchanged(claim.event, record) ? 'earlier' : shown;
	if (shown !== 'other') return shown;
	return isBefore(claim.payload.updated_at, record.updated_at) ? 'passed' : 'unsettled';
}

/** Returns whether a record is as it was created. */
function isUnchanged(event: AccountEvent, record: IDataObject): boolean {
	const { created_at, updated_at, status } = record;
	if (!isSameTime(created_at, updated_at) || isRefunded(record)) return false;
	return event !== 'recurring_billing.method_attached' && isInitial(objectOf(event), status);
}

function stateShown({ event, status, payload }: AccountClaim, record: IDataObject): Shown {
	const isAttached = event === 'recurring_billing.method_attached';
	if (isAttached || event === 'recurring_billing.method_detached')
		return Boolean(savedMethodOf(record)) === isAttached ? 'proven' : 'other';
	if (isRefundedMore(record, payload)) return 'passed';
	return status === null ? 'proven' : statusShown(objectOf(event), status, record.status);
}

/** A refund that was pending, or had no status, may have ended since: the status of the record is output. */
function refundShown(status: string | null, record: IDataObject): Shown {
	if (status === null || status === 'pending') return 'proven';
	return normalizeStatus(status) === normalizeStatus(record.status) ? 'proven' : 'other';
}

/** A charge is created when it is paid, or fails. A charge that was notified as pending may have been paid since. */
function chargeShown(status: string | null, record: IDataObject): Shown {
	const claimed = status === null || status === 'pending' ? 'succeeded' : status;
	if (!isPaid(claimed) && claimed !== 'failed') return 'other';
	return statusShown('charge', claimed, record.status);
}

/** The statuses of a charge that is refunded in parts, in their order. */
const refunds = ['partially_refunded', 'refunded'];

/**
 * Compares the status of a notification with that of the record. A payment that succeeded remains one when it is
 * refunded; a pending, failed or void charge was never paid.
 */
export function statusShown(object: AccountObject, claimed: unknown, recorded: unknown): Shown {
	const [one, other] = [normalizeStatus(claimed), normalizeStatus(recorded)];
	if (one === other) return 'proven';
	if (object === 'charge' && isPaid(claimed) && !REFUNDED_STATUSES.includes(one) && isPaid(other))
		return 'proven';
	const course = refunds.includes(one) ? refunds.map((status) => [status]) : courseOf(object);
	const [before, now] = [one, other].map((status) =>
		course.findIndex((step) => step.includes(status)),
	) as [number, number];
	if (before < 0 || now < 0 || before === now) return 'other';
	return now < before ? 'earlier' : 'passed';
}
