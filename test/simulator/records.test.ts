import { Business } from '../../simulator/domain/business';
import { toSettings, type SimulatorOptions } from '../../simulator/options';
import { Calendar } from '../../simulator/records/calendar';

function recordsOf(options: SimulatorOptions = {}) {
	return new Business(toSettings(options), 0).records;
}

describe('generated records', () => {
	test('are the same for the same seed', () => {
		expect(JSON.stringify(recordsOf({ seed: 7 }))).toBe(JSON.stringify(recordsOf({ seed: 7 })));
	});

	test('differ for another seed', () => {
		expect(recordsOf({ seed: 7 }).charges[0]?.id).not.toBe(recordsOf({ seed: 8 }).charges[0]?.id);
	});

	test('do not depend on the number of other records', () => {
		const ids = (payouts: Array<{ id: string }>) => payouts.map(({ id }) => id);
		expect(ids(recordsOf({ charges: 10 }).payouts)).toEqual(
			ids(recordsOf({ charges: 90 }).payouts),
		);
	});

	test('can be none', () => {
		const records = recordsOf({ charges: 0, payouts: 0, locations: 1 });
		expect([records.charges, records.payouts, records.locations].map((one) => one.length)).toEqual([
			0, 0, 1,
		]);
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

	test('have amounts of up to two decimals', () => {
		const { charges, payouts } = recordsOf({ charges: 1000, payouts: 500 });
		const amounts = [
			...charges.flatMap((one) => [one.amount, one.discount_fee]),
			...payouts.flatMap((one) => [one.amount, one.source_amount]),
		];
		expect(amounts.filter((amount) => !/^\d+(\.\d{1,2})?$/.test(String(amount)))).toEqual([]);
		expect(Math.min(...payouts.map(({ amount }) => amount))).toBeGreaterThan(0);
	});

	test('have charges of every status, four fifths of them succeeded', () => {
		const { charges } = recordsOf({ charges: 3000 });
		const share = charges.filter(({ status }) => status === 'succeeded').length / charges.length;
		expect(share).toBeGreaterThan(0.75);
		expect(share).toBeLessThan(0.85);
		expect(new Set(charges.map(({ status }) => status)).size).toBe(8);
	});

	test('have a failure code in failed payouts only', () => {
		const { payouts } = recordsOf({ payouts: 500 });
		for (const { status, failure_code } of payouts) {
			expect(failure_code === null).toBe(status !== 'failed');
		}
		expect(new Set(payouts.map(({ status }) => status)).size).toBe(6);
	});

	test('have the refunds of refunded charges', () => {
		const { charges, refunds } = recordsOf({ charges: 500 });
		const refunded = charges.filter(({ status }) => /refunded$/.test(status));
		expect(refunds.map(({ payment_id }) => payment_id).sort()).toEqual(
			refunded.map(({ id }) => id).sort(),
		);
	});

	test('have locations of which about a fifth is inactive', () => {
		const { locations } = recordsOf({ locations: 100 });
		const inactive = locations.filter(({ active }) => !active).length;
		expect(inactive).toBeGreaterThanOrEqual(15);
		expect(inactive).toBeLessThanOrEqual(30);
		expect(locations[0]?.active).toBe(true);
	});

	test('have charges of about two kilobytes', () => {
		const { charges } = recordsOf({ charges: 500 });
		const each = JSON.stringify(charges).length / charges.length;
		expect(each).toBeGreaterThan(1900);
		expect(each).toBeLessThan(2500);
	});

	test.each([
		['America/New_York', ['-04:00', '-05:00']],
		['Asia/Kolkata', ['+05:30']],
	])(
		'have times in the zone of the business, with its daylight saving time: %s',
		(timeZone, offsets) => {
			const { charges } = recordsOf({ charges: 2000, timeZone });
			const found = new Set(charges.map(({ created_at }) => created_at.slice(-6)));
			expect([...found].sort()).toEqual(offsets);
		},
	);

	test('change their offset within the day on which daylight saving time begins', () => {
		const newYork = new Calendar('America/New_York');
		const at = (time: string) => newYork.withOffset(Date.parse(`2025-03-09T${time}Z`));
		expect(at('06:59:59')).toBe('2025-03-09T01:59:59-05:00');
		expect(at('07:00:00')).toBe('2025-03-09T03:00:00-04:00');
	});

	test('are generated quickly: 100,000 within seconds', () => {
		expect(recordsOf({ charges: 100_000 }).charges).toHaveLength(100_000);
	}, 10_000);
});

describe('options', () => {
	test.each([
		[{ charges: -1 }, /charges/],
		[{ charges: 1.5 }, /charges/],
		[{ port: Number.NaN }, /port/],
		[{ port: 70000 }, /port/],
		[{ maxPerPage: 0 }, /maxPerPage/],
		[{ timeZone: 'Mars/Olympus' }, /timeZone/],
		[{ anchor: 'yesterday' }, /anchor/],
		[{ retryDelay: -1 }, /retryDelay/],
		[{ retryFactor: 0.5 }, /retryFactor/],
		[{ maxTries: 1.5 }, /maxTries/],
		[{ deliveryTimeout: 0 }, /deliveryTimeout/],
		[{ refundNotification: 'fax' as 'event' }, /refundNotification/],
	])('%p is refused', (options, text) => {
		expect(() => toSettings(options)).toThrow(text);
	});

	test('undefined is the default', () => {
		expect(toSettings({ charges: undefined }).charges).toBe(60);
	});
});
