import { once } from 'node:events';
import { connect } from 'node:net';

import type { Charge } from '../../simulator';
import { answered, get, post, start, useFreshSimulator } from './helpers';

describe('the network', () => {
	const simulator = useFreshSimulator();
	const port = () => Number(new URL(simulator.url).port);
	const code = (sent: Promise<unknown>) =>
		sent.then(
			() => 'answered',
			(error: { code?: string }) => error.code,
		);
	/** Opens a new connection. A reused one may notice a cut only when it is used. */
	const knock = async () => {
		const socket = connect(port(), '127.0.0.1');
		const met = await code(once(socket, 'connect'));
		socket.destroy();
		return met;
	};

	test('refuses connections while the simulator is down, and keeps its records', async () => {
		const charge = simulator.addCharge({ amount: 10 });
		await post(simulator, '/v1/refund', { amount: 1, payment_id: charge.id });
		await simulator.down();
		await simulator.down();
		expect([await knock(), await knock()]).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
		await simulator.up();
		await simulator.up();
		const { json } = await get<Charge>(simulator, `/v1/charges/${charge.id}`);
		expect(json).toMatchObject({ id: charge.id, status: 'partially_refunded' });
		// Refused connections are not in the journal.
		expect(simulator.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
	});

	test('cuts requests in progress, and connections without a request', async () => {
		const socket = connect(port(), '127.0.0.1');
		await once(socket, 'connect');
		simulator.fault({ delay: 1000 });
		const sent = code(get(simulator, '/v1/charges'));
		while (simulator.requests.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
		const closed = once(socket, 'close');
		await simulator.down();
		expect(['ECONNRESET', 'UND_ERR_SOCKET']).toContain(await sent);
		await closed;
	});

	test('reports that the port was taken meanwhile', async () => {
		await simulator.down();
		const other = await start({ port: port() });
		await expect(simulator.up()).rejects.toThrow(/EADDRINUSE/);
		await other.down();
		await simulator.up();
		await answered(200, get(simulator, '/v1/info'));
	});
});

test('every response has the Date of the clock', async () => {
	const ahead = await start({ now: () => Date.parse('2031-02-03T04:05:06Z') });
	const { headers } = await get(ahead, '/v1/info');
	expect(headers.date).toBe('Mon, 03 Feb 2031 04:05:06 GMT');
});

describe('the rate limit', () => {
	const NEW_YEAR = Date.parse('2026-01-01T00:00:00Z');

	test('counts seconds for each credential, and sends Retry-After', async () => {
		let now = NEW_YEAR;
		const limited = await start({ rateLimit: 3, now: () => now });
		const info = () => get(limited, '/v1/info');
		for (let i = 0; i < 3; i++) await answered(200, info());
		now += 999;
		const { headers, json } = await answered(429, info());
		expect([headers['retry-after'], json]).toEqual(['1', { message: 'Too Many Requests' }]);
		const authorization = `Bearer ${limited.issueTokens().access_token}`;
		await answered(200, get(limited, '/v1/info', { key: false, headers: { authorization } }));
		now += 1;
		await answered(200, info());
	});

	test('counts from the first request of a fixed window', async () => {
		let now = NEW_YEAR;
		const fixed = { rateLimit: 2, rateLimitPeriod: 60, rateLimitWindow: 'fixed' } as const;
		const limited = await start({ ...fixed, now: () => now });
		const status = async () => (await get(limited, '/v1/info')).status;
		expect(await status()).toBe(200);
		now += 59_000;
		expect([await status(), await status()]).toEqual([200, 429]);
		now += 1_000;
		// In a sliding window, the third would be one too many.
		expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
	});

	test.each([
		['right', '60'],
		['none', undefined],
		['one', '1'],
	] as const)('sends, with retryAfter %s, a Retry-After of %s', async (retryAfter, expected) => {
		const options = { rateLimit: 2, rateLimitPeriod: 60, rateLimitHeaders: true, retryAfter };
		const limited = await start({ ...options, now: () => NEW_YEAR });
		const sent = async () => {
			const { headers } = await get(limited, '/v1/info');
			const counts = ['limit', 'remaining', 'reset'].map((name) => `x-ratelimit-${name}`);
			return [...counts, 'retry-after'].map((name) => headers[name]);
		};
		expect(await sent()).toEqual(['2', '1', undefined, undefined]);
		expect(await sent()).toEqual(['2', '0', undefined, undefined]);
		expect(await sent()).toEqual(['2', '0', String(NEW_YEAR / 1000 + 60), expected]);
	});
});
