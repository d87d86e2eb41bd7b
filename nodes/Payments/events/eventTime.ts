import type { IDataObject } from 'n8n-workflow';

import { parseTime, SERVICE_ZONE } from '../shared/time';
import type { EventKind } from './event';
import { closed, kinds } from './kinds';

/** When an event happened: a time without an offset may be of Singapore or UTC. Milliseconds since 1970. */
export interface Period {
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

/** Returns when an event happened, by the record of the API. */
export function happenedAt(event: EventKind, record: IDataObject): Period | undefined {
	const { times = closed } = kinds[event] ?? {};
	return times.map((field) => periodOf(record[field])).find((period) => period !== undefined);
}

/**
 * Returns whether a time is before another, to the second, in any format. False if that is not certain, since only one
 * of the times has an offset.
 */
export function isBefore(time: unknown, other: unknown): boolean {
	const [a, b] = [periodOf(time), periodOf(other)];
	if (!a || !b) return false;
	const isSameFormat = a.latest - a.earliest === b.latest - b.earliest;
	return toSecond(isSameFormat ? a.earliest : a.latest) < toSecond(b.earliest);
}

/** Returns whether two times are the same, to the second. False if one is not a time, or if their formats differ. */
export function isSameTime(time: unknown, other: unknown): boolean {
	const [a, b] = [periodOf(time), periodOf(other)];
	if (!a || !b) return false;
	return toSecond(a.earliest) === toSecond(b.earliest) && toSecond(a.latest) === toSecond(b.latest);
}

function toSecond(milliseconds: number): number {
	return Math.floor(milliseconds / 1000);
}
