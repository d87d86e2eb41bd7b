import { DAY_MS, HOUR_MS } from '../shared/time';
import type { PollState } from './pollState';

/** How many days every poll reads. */
const RECENT_DAYS = 2;

/** How many days a poll reads once an hour. Once a day, one reads all of Look Back. */
const HOURLY_DAYS = 7;

/** How much earlier a band is due: polls that n8n starts each hour are some seconds more or less than an hour apart. */
const TOLERANCE_MS = 5 * 60 * 1000;

/**
 * Additional days: the filter by day is in the time zone of the business, and whether it includes the first day is not
 * documented (docs/interface.md, GET /v1/charges).
 */
const MARGIN_DAYS = 2;

/** The pages that a poll reads. */
export interface Plan {
	/** By the clock of the API, once it is known, since n8n's may be wrong. Milliseconds since 1970. */
	now: number;
	/** Whether at least the days are read that are due once an hour. */
	isHourly: boolean;
	/** Whether all days of Look Back are read. */
	isFullScan: boolean;
	/** Whether days are read whose records are not recorded yet: they start nothing. */
	isRecording: boolean;
	/** The first requested day, YYYY-MM-DD. */
	from: string;
	/** The time of creation before which nothing is looked for, in milliseconds since 1970. */
	edge: number;
}

/**
 * Returns the days to read: the last two days, or once an hour the last seven, or once a day all days.
 *
 * @param previous undefined in the first poll, which reads all days
 * @param lookBack days
 */
export function planOf(previous: PollState | undefined, lookBack: number, now: number): Plan {
	// Or a clock was set back.
	const isDue = (at: number, interval: number) => now - at >= interval - TOLERANCE_MS || at > now;
	const isHourly = previous === undefined || isDue(previous.hourlyAt, HOUR_MS);
	// In the first poll, or if the trigger looks back further than before.
	const isRecording = previous === undefined || now - lookBack * DAY_MS < previous.since;
	const isFullScan =
		isRecording || isDue(previous.fullScanAt, DAY_MS) || (isHourly && lookBack <= HOURLY_DAYS);
	const days = Math.min(lookBack, isHourly ? HOURLY_DAYS : RECENT_DAYS);
	// A record counts by its age when it appeared, which may be soon after the last of these polls.
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
