import { isPaid, normalizeStatus, REFUNDED_STATUSES } from '../../shared/chargeStatus';
import { courseOf, type AccountObject } from '../../shared/events/objects';

/**
 * The evidence of a record for an event. The record shows the event (`proven`), a state before it (`earlier`) or after
 * it (`passed`), or a state that excludes it (`other`). With `unsettled`, the order is not known yet.
 */
export type Shown = 'proven' | 'earlier' | 'passed' | 'other' | 'unsettled';

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
