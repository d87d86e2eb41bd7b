import { Calendar, utcMicroseconds } from '../../simulator/records/calendar';

const at = (text: string) => Date.parse(text);

describe('a time', () => {
	const singapore = new Calendar('Asia/Singapore');

	test('is formatted in business time with an offset, without it, and as a day', () => {
		const moment = at('2025-12-31T16:00:00Z');
		expect(singapore.withOffset(moment)).toBe('2026-01-01T00:00:00+08:00');
		expect(singapore.withoutOffset(moment)).toBe('2026-01-01T00:00:00');
		expect(singapore.day(moment)).toBe('2026-01-01');
	});

	test('is formatted in UTC with microseconds', () => {
		expect(utcMicroseconds(at('2026-01-02T03:04:05.678Z'))).toBe('2026-01-02T03:04:05.678000Z');
	});

	test('changes its offset within the day on which daylight saving time begins', () => {
		const newYork = new Calendar('America/New_York');
		expect(newYork.withOffset(at('2025-03-09T06:59:59Z'))).toBe('2025-03-09T01:59:59-05:00');
		expect(newYork.withOffset(at('2025-03-09T07:00:00Z'))).toBe('2025-03-09T03:00:00-04:00');
		expect(newYork.withOffset(at('2025-03-09T06:59:59Z'))).toBe('2025-03-09T01:59:59-05:00');
	});

	test('can have an offset of half an hour', () => {
		const mumbai = new Calendar('Asia/Kolkata');
		expect(mumbai.withOffset(at('2025-06-30T18:30:00Z'))).toBe('2025-07-01T00:00:00+05:30');
		const stJohns = new Calendar('America/St_Johns');
		expect(stJohns.withOffset(at('2025-01-01T00:00:00Z'))).toBe('2024-12-31T20:30:00-03:30');
	});
});
