import type { Charge, Fault, Refund } from '../../simulator';
import { Faults } from '../../simulator/faults/faults';
import { answered, call, get, post, start, useSimulator, type Page } from './helpers';

const simulator = useSimulator();
const charges = (query = '') => get<Page<Charge>>(simulator, `/v1/charges${query}`);
const sleep = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** Adds a charge, and refunds a part of it. The response is its status, or `cut`. */
function refund() {
	const charge = simulator.addCharge({ amount: 10 });
	const body = { amount: 1, payment_id: charge.id };
	const response = post<Refund>(simulator, '/v1/refund', body).then(
		({ status }) => status,
		() => 'cut' as const,
	);
	return { charge, response };
}

describe('which requests a fault hits', () => {
	/** The status of the fault that hits each request, such as `POST /v1/refund`; 0 without one. */
	const hits = (given: Fault[], requests: string[], seed = 1) => {
		const faults = new Faults(seed);
		for (const fault of given) faults.add(fault);
		return requests.map((one) => {
			const [method = '', path = ''] = one.split(' ');
			return faults.take(method, path)?.status ?? 0;
		});
	};
	const repeat = (count: number) => Array<string>(count).fill('GET /v1/info');
	const share = (found: number[], status: number) =>
		found.filter((one) => one === status).length / found.length;

	test.each<[string, Fault[], number[]]>([
		['one by default', [{ status: 503 }], [503, 0, 0]],
		['a number, after some', [{ status: 500, times: 2, skip: 1 }], [0, 500, 500, 0]],
		['those that earlier faults leave', [{ status: 500 }, { status: 429 }], [500, 429, 0]],
		['all with a rate of 1, after some', [{ status: 503, rate: 1, skip: 1 }], [0, 503, 503, 503]],
		[
			'none that it does not match',
			[
				{ method: 'POST', status: 500, rate: 0.9 },
				{ path: '/v1/info', status: 503, times: 3 },
			],
			[503, 503, 503, 0],
		],
	])('%s', (_name, faults, expected) => {
		expect(hits(faults, repeat(expected.length))).toEqual(expected);
	});

	test.each<[Fault, string[], string[]]>([
		[{ method: 'get' }, ['GET /v1/charges'], ['POST /v1/charges']],
		[{ path: '/v1/charges' }, ['GET /v1/charges', 'GET /v1/charges/x'], ['GET /v1/info']],
		[{ path: '/v1/char' }, [], ['GET /v1/charges']],
		[{ path: /^\/v1\/(payouts|info)$/ }, ['GET /v1/payouts', 'GET /v1/info'], ['GET /v1/info/x']],
	])('%p hits %j, not %j', (fault, hit, missed) => {
		const found = hits([{ ...fault, status: 500, times: 9 }], [...hit, ...missed]);
		expect(found).toEqual([...hit.map(() => 500), ...missed.map(() => 0)]);
	});

	test('with a rate: its share of all requests, whatever the faults before it', () => {
		const statuses = [500, 502, 503];
		const three = hits(
			statuses.map((status) => ({ status, rate: 0.3 })),
			repeat(2000),
		);
		for (const status of statuses) expect(share(three, status)).toBeCloseTo(0.3, 1);
		expect(share(three, 0)).toBeCloseTo(0.1, 1);
		const tooMany = hits(
			statuses.map((status) => ({ status, rate: 0.5 })),
			repeat(2000),
		);
		expect(share(tooMany, 500) + share(tooMany, 502)).toBe(1);
		expect(share(tooMany, 502)).toBeCloseTo(0.5, 1);
		const some = hits([{ status: 503, rate: 0.5, times: 3 }], repeat(50));
		expect(some.filter((status) => status === 503)).toHaveLength(3);
	});

	test('the same ones for the same seed, others for another', () => {
		const of = (seed: number) => hits([{ status: 503, rate: 0.5 }], repeat(50), seed).join();
		expect(of(7)).toBe(of(7));
		expect(of(7)).not.toBe(of(8));
	});

	test.each([0, -0.1, 1.1, NaN])('a rate of %p is refused', (rate) => {
		expect(() => simulator.fault({ rate })).toThrow(RangeError);
	});
});

describe('what a fault does', () => {
	test.each<[Fault, number | 'cut', 'nothing' | 'a refund' | 'a refund later']>([
		[{ status: 500 }, 500, 'nothing'],
		[{ cut: 'before' }, 'cut', 'nothing'],
		[{ status: 504, when: 'after' }, 504, 'a refund'],
		[{ cut: 'after' }, 'cut', 'a refund'],
		[{ cut: 'middle' }, 'cut', 'a refund'],
		[{ status: 500, late: 100 }, 500, 'a refund later'],
		[{ cut: 'before', late: 100 }, 'cut', 'a refund later'],
		[{ status: 500, when: 'after', late: 100 }, 500, 'a refund later'],
	])('%p leads to the response %s, and to %s', async (fault, expected, effect) => {
		simulator.fault({ method: 'POST', ...fault });
		const { charge, response } = refund();
		expect(await response).toBe(expected);
		const done = effect === 'a refund' ? 'partially_refunded' : 'succeeded';
		expect(charge.status).toBe(done);
		while (effect === 'a refund later' && charge.status === 'succeeded') await sleep(10);
		expect(simulator.requests.map(({ method }) => method)).toEqual(['POST']);
		await answered(200, charges());
	});

	test('it sets headers and body of the response', async () => {
		const headers = { 'Retry-After': '7' };
		simulator.fault({ status: 429, headers, body: { message: 'Slow down' } });
		const slow = await answered(429, charges());
		expect([slow.headers['retry-after'], slow.json]).toEqual(['7', { message: 'Slow down' }]);
		simulator.fault({ status: 502, body: '<html>Bad Gateway</html>' });
		const page = await answered(502, charges());
		expect(page.headers['content-type']).toContain('text/html');
		expect(page.text).toBe('<html>Bad Gateway</html>');
		simulator.fault({ status: 500, when: 'after' });
		const { json } = await answered(500, charges('?per_page=0'));
		expect(json).toEqual({ message: 'A fault of the simulator' });
		simulator.fault({ body: { data: 'nonsense' } });
		expect((await answered(200, charges())).json).toEqual({ data: 'nonsense' });
		simulator.fault({ body: (text: string) => text.replace('"data"', '"records"') });
		const changed = await answered(200, charges());
		expect(changed.headers['content-type']).toContain('application/json');
		expect(changed.json).toHaveProperty('records');
	});

	test('a delay is after the effect, or before it', async () => {
		for (const [when, meanwhile] of [
			['after', 'partially_refunded'],
			['before', 'succeeded'],
		] as const) {
			simulator.fault({ method: 'POST', delay: 300, when });
			const begin = performance.now();
			const { charge, response } = refund();
			await sleep(150);
			expect(charge.status).toBe(meanwhile);
			expect(await response).toBe(200);
			// Timers may fire a millisecond early.
			expect(performance.now() - begin).toBeGreaterThanOrEqual(295);
			expect(charge.status).toBe('partially_refunded');
		}
	});

	test('it comes before the credential, and on the pages and the token endpoint, too', async () => {
		simulator.fault({ status: 503, times: 3 });
		await answered(503, get(simulator, '/v1/info', { key: false }));
		await answered(503, get(simulator, '/oauth/authorize'));
		await answered(503, call(simulator, 'POST', '/v1/open/oauth/token', { form: { a: 'b' } }));
	});
});

test('latency is added to every response of the API', async () => {
	const slow = await start({ latency: 80 });
	for (const path of ['/v1/info', '/v1/open/oauth/token']) {
		const begin = performance.now();
		await get(slow, path);
		expect(performance.now() - begin).toBeGreaterThanOrEqual(75);
	}
});
