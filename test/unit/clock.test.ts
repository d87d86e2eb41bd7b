import { monotonic, wait } from '../../nodes/Payments/transport/clock';
import { lineOf } from '../../nodes/Payments/transport/line';

const HOUR = 3_600_000;

afterEach(() => jest.restoreAllMocks());

describe.each([
	['back by an hour', -HOUR],
	['ahead by an hour', HOUR],
	['back by a year', -365 * 24 * HOUR],
])('a clock that is set %s', (_, by) => {
	const setClock = () => {
		const { now } = Date;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + by);
	};

	test('makes a wait neither longer nor shorter', async () => {
		const begin = monotonic();
		const waiting = wait(400);
		setClock();
		await waiting;
		expect(monotonic() - begin).toBeGreaterThanOrEqual(395);
		expect(monotonic() - begin).toBeLessThan(2_000);
	});

	test('changes nothing of how long a service counts as down, or a limit as used up', async () => {
		const line = lineOf(`turned by ${by}`);
		const before = monotonic();
		line.succeeded();
		line.wasFoundDown();
		line.pace.close(300);
		setClock();
		expect(line.isDown).toBe(true);
		expect(line.pace.isClosed).toBe(true);
		expect(line.hasSucceededSince(before - 1)).toBe(true);
		expect(line.hasSucceededSince(monotonic())).toBe(false);
		const begin = monotonic();
		line.pace.settle(await line.pace.turn(), 'taken');
		expect(monotonic() - begin).toBeLessThan(2_500);
		expect(line.isDown).toBe(true);
	});
});
