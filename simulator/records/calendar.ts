import { IANAZone } from 'luxon';

/** Of each time zone: offsets in minutes, by UTC days since 1970 on which the offset does not change. */
const offsets = new Map<string, Map<number, number>>();

/** Formats times (milliseconds since 1970) as the Payments API does. */
export class Calendar {
	private readonly zone: IANAZone;
	private readonly days: Map<number, number>;

	constructor(timeZone: string) {
		this.zone = IANAZone.create(timeZone);
		this.days = offsets.get(timeZone) ?? new Map<number, number>();
		offsets.set(timeZone, this.days);
	}

	/** Returns business time with a UTC offset: `2025-06-30T22:00:00+08:00`. */
	withOffset(at: number): string {
		const offset = this.offsetAt(at);
		const sign = offset < 0 ? '-' : '+';
		const hours = twoDigits(Math.floor(Math.abs(offset) / 60));
		const minutes = twoDigits(Math.abs(offset) % 60);
		return `${this.withoutOffset(at)}${sign}${hours}:${minutes}`;
	}

	/** Returns business time without an offset: `2025-06-30T22:00:00`. */
	withoutOffset(at: number): string {
		return new Date(at + this.offsetAt(at) * 60_000).toISOString().slice(0, 19);
	}

	/** Returns the day in business time: `2025-06-30`. */
	day(at: number): string {
		return this.withoutOffset(at).slice(0, 10);
	}

	/** Returns minutes, from a cache: the zone is slow, and 100,000 records share a few hundred days. */
	private offsetAt(at: number): number {
		const day = Math.floor(at / DAY);
		const cached = this.days.get(day);
		if (cached !== undefined) return cached;
		const offset = this.zone.offset(at);
		const start = this.zone.offset(day * DAY);
		if (start === this.zone.offset((day + 1) * DAY - 1)) this.days.set(day, start);
		return offset;
	}
}

/** Milliseconds. */
export const DAY = 86_400_000;

/** Returns UTC with microseconds: `2025-06-30T14:00:00.000000Z`. */
export function utcMicroseconds(at: number): string {
	return new Date(at).toISOString().replace('Z', '000Z');
}

function twoDigits(value: number): string {
	return String(value).padStart(2, '0');
}
