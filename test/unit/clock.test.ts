import { inTime, monotonic, timeLimit, wait } from '../../nodes/Payments/transport/clock';
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

test('a wait ends soon after the execution is cancelled', async () => {
	const startedAt = monotonic();
	await wait(60_000, AbortSignal.timeout(50));
	await wait(60_000, AbortSignal.abort());
	expect(monotonic() - startedAt).toBeLessThan(2_000);
	await wait(0);
	await wait(-1);
});

const later = async () => {
	await wait(50);
	return 'response';
};

test('a response that is not there in time fails as if it had never begun', async () => {
	await expect(inTime(timeLimit(10), later())).rejects.toMatchObject({ code: 'ETIMEDOUT' });
	expect(await inTime(timeLimit(5_000), later())).toBe('response');
});

test.each([0, -1, Number.NaN, 2 ** 31, Number.POSITIVE_INFINITY])(
	'%d ms are no limit for a response',
	async (time) => expect(await inTime(timeLimit(time), later())).toBe('response'),
);
