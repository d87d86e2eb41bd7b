import { Business } from '../../simulator/domain/business';
import { toSettings, type SimulatorOptions } from '../../simulator/options';
import { Calendar } from '../../simulator/records/calendar';

function recordsOf(options: SimulatorOptions = {}) {
	return new Business(toSettings(options), 0).records;
}

describe('generated records', () => {
	test('are the same for the same seed, others for another', () => {
		const of = (seed: number) => JSON.stringify(recordsOf({ seed }));
		expect(of(7)).toBe(of(7));
		expect(of(7)).not.toBe(of(8));
	});

	test('do not depend on the number of other records', () => {
		const ids = (payouts: Array<{ id: string }>) => payouts.map(({ id }) => id);
		expect(ids(recordsOf({ charges: 10 }).payouts)).toEqual(
			ids(recordsOf({ charges: 90 }).payouts),
		);
	});

	test('are listed newest first, then by ID', () => {
		const { charges, payouts } = recordsOf({ charges: 3000, payouts: 1000 });
		for (const list of [charges, payouts]) {
			const order = list.map(({ created_at, id }) => `${Date.parse(created_at)} ${id}`);
			expect(order).toEqual([...order].sort().reverse());
			expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
		}
		const times = charges.map(({ created_at }) => created_at);
		expect(new Set(times).size).toBeLessThan(times.length);
	});

	test('have the refunds of refunded charges', () => {
		const { charges, refunds } = recordsOf({ charges: 500 });
		const refunded = charges.filter(({ status }) => /refunded$/.test(status));
		expect(refunds.map(({ payment_id }) => payment_id).sort()).toEqual(
			refunded.map(({ id }) => id).sort(),
		);
	});

	test('have times in the zone of the business, with its daylight saving time', () => {
		const { charges } = recordsOf({ charges: 2000, timeZone: 'America/New_York' });
		const found = new Set(charges.map(({ created_at }) => created_at.slice(-6)));
		expect([...found].sort()).toEqual(['-04:00', '-05:00']);
		const newYork = new Calendar('America/New_York');
		const at = (time: string) => newYork.withOffset(Date.parse(`2025-03-09T${time}Z`));
		expect(at('06:59:59')).toBe('2025-03-09T01:59:59-05:00');
		expect(at('07:00:00')).toBe('2025-03-09T03:00:00-04:00');
	});
});

describe('options', () => {
	test.each([
		[{ charges: -1 }, /charges/],
		[{ port: 70000 }, /port/],
		[{ timeZone: 'Mars/Olympus' }, /timeZone/],
		[{ anchor: 'yesterday' }, /anchor/],
		[{ retryFactor: 0.5 }, /retryFactor/],
		[{ refundNotification: 'fax' as 'event' }, /refundNotification/],
	])('%p is refused', (options, text) => {
		expect(() => toSettings(options)).toThrow(text);
	});

	test('undefined is the default', () => {
		expect(toSettings({ charges: undefined }).charges).toBe(60);
	});
});
