import type { IDataObject } from 'n8n-workflow';

import { amountOf } from './money';

/*
 * Statuses of charges, payments and payouts (docs/interface.md, Charge status). Sources differ in their spelling, and
 * in how they show a partial refund: docs/dialects.md.
 */

/** Statuses of a charge that was paid and not refunded. */
export const UNREFUNDED_STATUSES = ['succeeded', 'success', 'succeeded_manually'];

/** Statuses of a charge that was refunded, partially or fully. */
export const REFUNDED_STATUSES = ['refunded', 'partially_refunded'];

/** Statuses of a charge that was paid. */
export const PAID_STATUSES = [...UNREFUNDED_STATUSES, ...REFUNDED_STATUSES];

/** Statuses of a charge or a refund that moved no money, normalized. The last two are not documented. */
const UNSUCCESSFUL_STATUSES = ['failed', 'cancelled', 'void', 'rejected', 'declined'];

/** Statuses of a refund that is complete, normalized. Only `succeeded` is documented. */
const COMPLETE_REFUND_STATUSES = ['succeeded', 'refunded', 'completed'];

/** The values of the filter `statuses`, in the order of the documentation. */
const FILTER_STATUSES = [
	'success',
	'succeeded_manually',
	'pending',
	'failed',
	'refunded',
	'cancelled',
	'partially_refunded',
	'void',
];

/**
 * Returns the values of the filter `statuses` for statuses of records. Without an argument, the filter names all
 * statuses: a list without the filter may lack records.
 */
export function statusFilter(statuses: readonly unknown[] = FILTER_STATUSES): string[] {
	const values = statuses.map((status) => {
		const normalized = normalizeStatus(status);
		return normalized === 'succeeded' ? 'success' : normalized;
	});
	return [...new Set(values)];
}

/**
 * Normalizes a status: `success` means `succeeded`, and both spellings of `cancelled` occur. An object is not a status:
 * converting one from a stranger to text could throw.
 */
export function normalizeStatus(status: unknown): string {
	if (status === 'success') return 'succeeded';
	if (status === 'canceled') return 'cancelled';
	return typeof status === 'object' && status !== null ? '' : String(status);
}

/** Returns whether a status is that of a payment or a charge that was paid, whatever was refunded of it later. */
export function isPaid(status: unknown): boolean {
	return PAID_STATUSES.includes(status as string);
}

/** Returns whether a charge or a refund with this status, in either case, moved no money, and will not. */
export function isUnsuccessful(status: unknown): boolean {
	return UNSUCCESSFUL_STATUSES.includes(normalizeStatus(inLowerCase(status)));
}

/** Returns whether a refund with this status, in either case, is complete. */
export function isCompleteRefund(status: unknown): boolean {
	return COMPLETE_REFUND_STATUSES.includes(normalizeStatus(inLowerCase(status)));
}

function inLowerCase(status: unknown): unknown {
	return typeof status === 'string' ? status.toLowerCase() : status;
}

/**
 * Returns the normalized status of a record. A charge may keep the status of its payment after a refund: then the
 * refunded amount shows the refund.
 */
export function statusOfRecord({ status, amount, refunded_amount }: IDataObject): string {
	const refunded = amountOf(refunded_amount) ?? 0;
	if (!UNREFUNDED_STATUSES.includes(status as string) || !(refunded > 0)) {
		return normalizeStatus(status);
	}
	return refunded < (amountOf(amount) ?? Number.POSITIVE_INFINITY)
		? 'partially_refunded'
		: 'refunded';
}
