import { DateTime } from 'luxon';

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * The zone of times without an offset, and the one in which all times are output and listed. It is documented only for
 * the expiry date of a payment request (docs/interface.md, Choices). The zone of the workflow, by default that of n8n's
 * server, would differ from that of the dashboard.
 */
export const SERVICE_ZONE = 'Asia/Singapore';

/** A time of the API. */
const TIME = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?)?$/;

/**
 * Reads a time of the API: ISO 8601, possibly with a blank in place of the T. The result may be invalid.
 *
 * @param zone of a time without an offset
 */
export function parseTime(time: string, zone: string): DateTime {
	// luxon accepts more formats, and keeps each time zone that a text names.
	if (!TIME.test(time)) return DateTime.invalid('unparsable');
	return DateTime.fromISO(time.replace(' ', 'T'), { zone, setZone: true });
}

/** A time with an offset that is not UTC. */
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT.+[+-](?!00:?00$)\d\d:?\d\d$/;

/**
 * Converts a time of the API to ISO 8601 with an offset: that of SERVICE_ZONE for a time in UTC or without an offset.
 * Another offset stays, since it is that of the business.
 *
 * @param zone of a time without an offset
 * @returns the same moment; the value itself if it is not a time
 */
export function withOffset(time: unknown, zone = SERVICE_ZONE): unknown {
	if (typeof time !== 'string' || LOCAL_TIME.test(time)) return time;
	const read = parseTime(time, zone);
	if (!read.isValid) return time;
	const local = read.offset === 0 ? read.setZone(SERVICE_ZONE) : read;
	return local.toISO({ suppressMilliseconds: true });
}

/**
 * Returns the calendar day of a time of the API, YYYY-MM-DD; null if it is not a time.
 *
 * @param zone of the day; by default that in which the time is output
 */
export function dayOf(time: unknown, zone?: string): string | null {
	const read = withOffset(time);
	if (typeof read !== 'string') return null;
	const moment = parseTime(read, SERVICE_ZONE);
	return (zone === undefined ? moment : moment.setZone(zone)).toISODate();
}

const UNITS: Record<string, number> = { min: 60_000, minute: 60_000, hour: HOUR_MS, day: DAY_MS };

/** Returns the milliseconds of a duration that the rule `duration` accepts, such as 2 hours. */
export function durationMs(duration: string): number {
	const [count, unit] = duration.split(' ');
	return Number(count) * UNITS[unit!.replace(/s$/, '')]!;
}
