import { monotonic, wait } from '../../nodes/Payments/transport/clock';
import { queueFor } from '../../nodes/Payments/transport/queue/requestQueue';

const HOUR = 3_600_000;

afterEach(() => jest.restoreAllMocks());

describe.each([
	['back by an hour', -HOUR],
	['ahead by an hour', HOUR],
	['back by a year', -365 * 24 * HOUR],
])('if the system clock is set %s', (_, by) => {
	const setClock = () => {
		const { now } = Date;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + by);
	};

	test('a wait takes the same time', async () => {
		const startedAt = monotonic();
		const waiting = wait(400);
		setClock();
		await waiting;
		expect(monotonic() - startedAt).toBeGreaterThanOrEqual(395);
		expect(monotonic() - startedAt).toBeLessThan(2_000);
	});

	test('the circuit and the rate limit stay blocked for the same time', async () => {
		const queue = queueFor(`clock set by ${by}`);
		const before = monotonic();
		queue.recordSuccess();
		queue.openCircuit();
		queue.rateLimiter.block(300);
		setClock();
		expect(queue.isOpen).toBe(true);
		expect(queue.rateLimiter.isBlocked).toBe(true);
		expect(queue.hasSucceededSince(before - 1)).toBe(true);
		expect(queue.hasSucceededSince(monotonic())).toBe(false);
		const startedAt = monotonic();
		queue.rateLimiter.release(await queue.rateLimiter.acquire(), 'accepted');
		expect(monotonic() - startedAt).toBeLessThan(2_500);
		expect(queue.isOpen).toBe(true);
	});
});
