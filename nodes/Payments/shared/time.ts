import { DateTime } from 'luxon';

/**
 * The zone of what the service writes or wants without an offset: it is stated of the expiry date of a
 * payment request only (docs/interface.md, Choices).
 */
export const SERVICE_ZONE = 'Asia/Singapore';

/**
 * A time of the service as ISO 8601 with its offset, the same moment.
 *
 * @param zone of a time without an offset
 * @returns what is no time as it is
 */
export function withOffset(time: unknown, zone = SERVICE_ZONE): unknown {
	if (typeof time !== 'string' || /^\d{4}-\d\d-\d\dT.+(Z|[+-]\d\d:?\d\d)$/.test(time)) return time;
	const read = DateTime.fromISO(time.replace(' ', 'T'), { zone, setZone: true });
	return read.isValid ? read.toISO({ suppressMilliseconds: true }) : time;
}

/**
 * The calendar day of a time of the service, YYYY-MM-DD.
 *
 * @param zone where it is that day
 * @returns nothing of what is no time
 */
export function dayOf(time: unknown, zone: string): string | null {
	const read = withOffset(time);
	return typeof read === 'string' ? DateTime.fromISO(read, { zone }).toISODate() : null;
}
