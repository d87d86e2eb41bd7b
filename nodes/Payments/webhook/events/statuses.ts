import {
	isPaid,
	normalizeStatus,
	PAID_STATUSES,
	REFUNDED_STATUSES,
} from '../../shared/chargeStatus';
import type { AccountObject } from './kinds';

/**
 * What a record shows of an event that was notified: it, an earlier or a later state, one that excludes it, or one of which
 * it is not known yet whether it is earlier or later.
 */
export type Shown = 'proven' | 'earlier' | 'passed' | 'other' | 'unsettled';

/** The statuses of records whose events are about a status, in the order in which they have them. */
const courses: Partial<Record<string, string[][]>> = {
	transfer: [['scheduled'], ['processing'], ['paid', 'failed', 'cancelled']],
	charge: [['pending'], [...PAID_STATUSES, 'failed', 'cancelled', 'void']],
};

/** The statuses of a charge that is refunded in parts, in the order in which it has them. */
const refunds = ['partially_refunded', 'refunded'];

/** The statuses in which records are created. A record with another one has changed. */
const initial: Partial<Record<string, string[]>> = {
	invoice: ['draft', 'sent', 'pending'],
	order: ['draft', 'sent', 'pending'],
	recurring_billing: ['scheduled', 'active', 'inactive', 'pending'],
	transfer: ['scheduled'],
};

/** Returns whether a record may be as it was created. */
export function isInitial(object: AccountObject, status: unknown): boolean {
	return initial[object]?.includes(normalizeStatus(status)) ?? true;
}

/**
 * Returns what a record shows of a status that was notified. A payment that succeeded remains one when it is refunded; a
 * pending, failed or void charge was never paid.
 */
export function statusShown(object: string, claimed: unknown, recorded: unknown): Shown {
	const [one, other] = [normalizeStatus(claimed), normalizeStatus(recorded)];
	if (one === other) return 'proven';
	if (object === 'charge' && isPaid(claimed) && !REFUNDED_STATUSES.includes(one) && isPaid(other))
		return 'proven';
	const course = refunds.includes(one)
		? refunds.map((status) => [status])
		: (courses[object] ?? []);
	const [before, now] = [one, other].map((status) =>
		course.findIndex((step) => step.includes(status)),
	) as [number, number];
	if (before < 0 || now < 0 || before === now) return 'other';
	return now < before ? 'earlier' : 'passed';
}
