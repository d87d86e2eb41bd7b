import { IANAZone } from 'luxon';

/** Writes a moment (milliseconds since 1970) in the forms in which the service shows it. */
export class Calendar {
	private readonly zone: IANAZone;
	/** Offsets change at most every quarter of an hour; 100,000 records need not ask for each. */
	private quarter = NaN;
	private offset = 0;

	constructor(timeZone: string) {
		this.zone = IANAZone.create(timeZone);
	}

	/** `2025-06-30T22:00:00+08:00`: business time with a UTC offset. */
	withOffset(at: number): string {
		const offset = this.offsetAt(at);
		const sign = offset < 0 ? '-' : '+';
		const hours = two(Math.floor(Math.abs(offset) / 60));
		const minutes = two(Math.abs(offset) % 60);
		return `${this.withoutOffset(at)}${sign}${hours}:${minutes}`;
	}

	/** `2025-06-30T22:00:00`: business time, the offset left out. */
	withoutOffset(at: number): string {
		return new Date(at + this.offsetAt(at) * 60_000).toISOString().slice(0, 19);
	}

	/** `2025-06-30`: the day in business time. */
	day(at: number): string {
		return this.withoutOffset(at).slice(0, 10);
	}

	private offsetAt(at: number): number {
		const quarter = Math.floor(at / 900_000);
		if (quarter !== this.quarter) {
			this.quarter = quarter;
			this.offset = this.zone.offset(at);
		}
		return this.offset;
	}
}

/** `2025-06-30T14:00:00.000000Z`: UTC with microseconds. */
export function utcMicroseconds(at: number): string {
	return new Date(at).toISOString().replace('Z', '000Z');
}

function two(value: number): string {
	return String(value).padStart(2, '0');
}
