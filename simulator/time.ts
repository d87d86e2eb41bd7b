import { IANAZone } from 'luxon';

/** Writes a moment (milliseconds since 1970) in the forms in which the service shows it. */
export class Calendar {
	private readonly zone: IANAZone;
	/** UTC days since 1970 on which the offset does not change, and that offset in minutes. */
	private readonly days = new Map<number, number>();

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

	/** Minutes. Asking the zone is slow, and 100,000 records lie on some hundred days. */
	private offsetAt(at: number): number {
		const day = Math.floor(at / DAY);
		const known = this.days.get(day);
		if (known !== undefined) return known;
		const offset = this.zone.offset(at);
		const start = this.zone.offset(day * DAY);
		if (start === this.zone.offset((day + 1) * DAY - 1)) this.days.set(day, start);
		return offset;
	}
}

const DAY = 86_400_000;

/** `2025-06-30T14:00:00.000000Z`: UTC with microseconds. */
export function utcMicroseconds(at: number): string {
	return new Date(at).toISOString().replace('Z', '000Z');
}

function two(value: number): string {
	return String(value).padStart(2, '0');
}
