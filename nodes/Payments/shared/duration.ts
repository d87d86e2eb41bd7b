import { DAY_MS, HOUR_MS } from './time';

const UNITS: Record<string, number> = { min: 60_000, minute: 60_000, hour: HOUR_MS, day: DAY_MS };

/** Returns the milliseconds of a duration that the rule `duration` accepts, such as 2 hours. */
export function durationMs(duration: string): number {
	const [count, unit] = duration.split(' ');
	return Number(count) * UNITS[unit!.replace(/s$/, '')]!;
}
