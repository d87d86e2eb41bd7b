import { DAY_MS, HOUR_MS } from '../shared/time';
import type { PollState } from './pollState';

const RECENT_DAYS = 2;

/** How many days a poll reads once an hour. Once a day, a poll reads all days of Look Back. */
const HOURLY_DAYS = 7;

/** How much earlier an hourly or daily poll is due: n8n's hourly polls are an hour apart, give or take some seconds. */
const TOLERANCE_MS = 5 * 60 * 1000;

/**
 * Additional days: the filter by day is in the time zone of the business, and whether it includes the first day is not
 * documented (docs/interface.md, GET /v1/charges).
 */
const MARGIN_DAYS = 2;

/** The pages that a poll reads. */
export interface Plan {
	/** The time by the API's clock once a response has it, since n8n's may be wrong. Milliseconds since 1970. */
	now: number;
	/** Whether the poll reads the days that are due once an hour, or more. */
	isHourly: boolean;
	/** Whether the poll reads all days of Look Back. */
	isFullScan: boolean;
	/** Whether the poll reads days for the first time: their records are recorded, and start nothing. */
	isRecording: boolean;
	/** YYYY-MM-DD. */
	from: string;
	/** Records that were created earlier are not looked for. Milliseconds since 1970. */
	edge: number;
}

/**
 * Returns the days to read: the last two days, or once an hour the last seven, or once a day all days.
 *
 * @param previous undefined in the first poll, which reads all days
 * @param lookBack days
 */
export function planOf(previous: PollState | undefined, lookBack: number, now: number): Plan {
	// A time in the future shows that a clock was set back.
	const isDue = (at: number, interval: number) => now - at >= interval - TOLERANCE_MS || at > now;
	const isHourly = previous === undefined || isDue(previous.hourlyAt, HOUR_MS);
	// In the first poll, or if the trigger looks back further than before.
	const isRecording = previous === undefined || now - lookBack * DAY_MS < previous.since;
	const isFullScan =
		isRecording || isDue(previous.fullScanAt, DAY_MS) || (isHourly && lookBack <= HOURLY_DAYS);
	const days = Math.min(lookBack, isHourly ? HOURLY_DAYS : RECENT_DAYS);
	// A record may have appeared right after the last hourly poll, so its age at that time counts.
	const edge = isFullScan
		? now - lookBack * DAY_MS
		: Math.min(now, previous.hourlyAt) - days * DAY_MS;
	return {
		now,
		isHourly: isHourly || isFullScan,
		isFullScan,
		isRecording,
		from: new Date(edge - MARGIN_DAYS * DAY_MS).toISOString().slice(0, 10),
		edge,
	};
}
