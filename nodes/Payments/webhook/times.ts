import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { SERVICE_ZONE } from '../shared/time';
import type { EventKind } from './event';

/** A time that has no offset may be that of Singapore or UTC, so it stands for two moments. Milliseconds. */
interface Moment {
	earliest: number;
	latest: number;
}

/** @returns nothing for what is no time */
export function momentOf(time: unknown): Moment | undefined {
	if (typeof time !== 'string') return undefined;
	const [one, other] = [SERVICE_ZONE, 'UTC'].map((zone) =>
		DateTime.fromISO(time.trim().replace(' ', 'T'), { zone }).toMillis(),
	) as [number, number];
	if (Number.isNaN(one)) return undefined;
	return { earliest: Math.min(one, other), latest: Math.max(one, other) };
}

/**
 * When it happened that an event is about, by the service's own record. A charge closes when its payment comes
 * through or fails; what is done to it later, such as a refund, changes `updated_at` only.
 */
export function happenedAt(event: EventKind, record: IDataObject): Moment | undefined {
	if (event === 'charge.updated') return momentOf(record.updated_at);
	if (event === 'refund') return momentOf(record.refunded_at) ?? momentOf(record.created_at);
	return momentOf(record.closed_at) ?? momentOf(record.created_at);
}

/**
 * Whether a time is before another one, to the second, however each is written. Where that cannot be known, since
 * one of them has no offset, it is not.
 */
export function isBefore(time: unknown, other: unknown): boolean {
	const [a, b] = [momentOf(time), momentOf(other)];
	if (!a || !b) return false;
	const isAlike = a.latest - a.earliest === b.latest - b.earliest;
	return toSecond(isAlike ? a.earliest : a.latest) < toSecond(b.earliest);
}

function toSecond(milliseconds: number): number {
	return Math.floor(milliseconds / 1000);
}
