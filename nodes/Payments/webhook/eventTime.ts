import type { IDataObject } from 'n8n-workflow';

import { parseTime, SERVICE_ZONE } from '../shared/time';
import { isAccountEvent, objectOf } from './accountEvents';
import type { EventKind } from './normalizeEvent';

/** When something happened. A time without an offset may be of Singapore or UTC. Milliseconds since 1970. */
interface Period {
	earliest: number;
	latest: number;
}

/** Reads a time of the API. @returns undefined if it is not a time */
export function periodOf(time: unknown): Period | undefined {
	if (typeof time !== 'string') return undefined;
	const [one, other] = [SERVICE_ZONE, 'UTC'].map((zone) =>
		parseTime(time.trim(), zone).toMillis(),
	) as [number, number];
	if (Number.isNaN(one)) return undefined;
	return { earliest: Math.min(one, other), latest: Math.max(one, other) };
}

/**
 * Returns when an event happened, by the record of the API. A charge is closed when its payment succeeds or fails.
 * Later changes, such as a refund, only change `updated_at`.
 */
export function happenedAt(event: EventKind, record: IDataObject): Period | undefined {
	if (event === 'refund') return periodOf(record.refunded_at) ?? periodOf(record.created_at);
	if (isAccountEvent(event) && objectOf(event) !== 'charge') {
		return periodOf(event.endsWith('.created') ? record.created_at : record.updated_at);
	}
	if (event === 'charge.updated') return periodOf(record.updated_at);
	return periodOf(record.closed_at) ?? periodOf(record.created_at);
}

/**
 * Returns whether a time is before another, to the second, in any format. False if that is not certain, since one of
 * them has no offset.
 */
export function isBefore(time: unknown, other: unknown): boolean {
	const [a, b] = [periodOf(time), periodOf(other)];
	if (!a || !b) return false;
	const isSameFormat = a.latest - a.earliest === b.latest - b.earliest;
	return toSecond(isSameFormat ? a.earliest : a.latest) < toSecond(b.earliest);
}

function toSecond(milliseconds: number): number {
	return Math.floor(milliseconds / 1000);
}
