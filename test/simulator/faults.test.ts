import { once } from 'node:events';
import { connect } from 'node:net';

import type { Charge, Refund, Simulator, SimulatorOptions } from '../../simulator';
import {
	answered,
	call,
	get,
	post,
	start,
	walk,
	type Failure,
	type Page,
	useFreshSimulator,
} from './helpers';

const simulator = useFreshSimulator();

const charges = () => get<Page<Charge>>(simulator, '/v1/charges');
const statuses = async (count: number, path = '/v1/info') => {
	const found: number[] = [];
	for (let i = 0; i < count; i++) found.push((await get(simulator, path)).status);
	return found;
};
const refund = (amount = 1) => {
	const charge = simulator.addCharge({ amount: 10 });
	const sent = post<Refund>(simulator, '/v1/refund', { amount, payment_id: charge.id });
	return { charge, sent };
};
const timed = async (work: () => Promise<unknown>) => {
	const start = performance.now();
	await work();
	return performance.now() - start;
};

describe('a fault', () => {
	test.each([{ status: 500 }, { cut: 'before' } as const])(
		'can delay processing until after its response: %p',
		async (response) => {
			simulator.fault({ method: 'POST', ...response, late: 100 });
			const { charge, sent } = refund();
			const status = await sent.then(
				(one) => one.status,
				() => 'cut',
			);
			expect(status).toBe('status' in response ? 500 : 'cut');
			expect(charge.status).toBe('succeeded');
			while (charge.status === 'succeeded') await new Promise((resolve) => setTimeout(resolve, 10));
			expect(simulator.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
		},
	);

	test('hits one request by default', async () => {
		simulator.fault({ status: 503 });
		expect(await statuses(3)).toEqual([503, 200, 200]);
	});

	test('hits a number of requests, after skipping some', async () => {
		simulator.fault({ status: 500, times: 2, skip: 1 });
		expect(await statuses(5)).toEqual([200, 500, 500, 200, 200]);
	});

	test('hits its method, and its path and those below', async () => {
		simulator.fault({ method: 'get', path: '/v1/charges', status: 500, times: 9 });
		expect((await charges()).status).toBe(500);
		expect((await get(simulator, '/v1/charges?per_page=5')).status).toBe(500);
		expect((await get(simulator, '/v1/charges/x')).status).toBe(500);
		expect((await get(simulator, '/v1/info')).status).toBe(200);
		expect((await post(simulator, '/v1/charges')).status).toBe(404);
		simulator.clearFaults();
		simulator.fault({ path: '/v1/char', status: 500 });
		expect((await charges()).status).toBe(200);
	});

	test('hits paths that match a pattern', async () => {
		simulator.fault({ path: /^\/v1\/(payouts|info)$/, status: 500, times: 2 });
		expect((await charges()).status).toBe(200);
		expect((await get(simulator, '/v1/payouts')).status).toBe(500);
		expect((await get(simulator, '/v1/info')).status).toBe(500);
	});

	test('follows those that were added before it', async () => {
		simulator.fault({ status: 500 });
		simulator.fault({ status: 429 });
		expect(await statuses(3)).toEqual([500, 429, 200]);
	});

	test('can be cleared', async () => {
		simulator.fault({ status: 500, times: 5 });
		simulator.clearFaults();
		expect(await statuses(1)).toEqual([200]);
	});

	test('hits before the credential is checked', async () => {
		simulator.fault({ status: 503 });
		expect((await get(simulator, '/v1/info', { key: false })).status).toBe(503);
	});

	test('sets headers and body of the response', async () => {
		simulator.fault({
			status: 429,
			headers: { 'Retry-After': '7' },
			body: { message: 'Slow down' },
		});
		const { headers, json } = await answered(429, charges());
		expect(headers['retry-after']).toBe('7');
		expect(json).toEqual({ message: 'Slow down' });
		simulator.fault({ status: 502, body: '<html>Bad Gateway</html>' });
		const page = await charges();
		expect(page.headers['content-type']).toContain('text/html');
		expect(page.text).toBe('<html>Bad Gateway</html>');
	});

	test('can replace only the body', async () => {
		simulator.fault({ body: { data: 'nonsense' } });
		const { status, json } = await charges();
		expect([status, json]).toEqual([200, { data: 'nonsense' }]);
	});

	test('can change the body', async () => {
		const body = (text: string) => text.replace('"data"', '"records"');
		simulator.fault({ body });
		const { headers, json } = await answered(200, charges());
		expect(headers['content-type']).toContain('application/json');
		expect(json).toHaveProperty('records');
	});

	test('hits the token endpoint and the authorization page as well', async () => {
		simulator.fault({ path: '/v1/open/oauth/token', status: 500 });
		simulator.fault({ path: '/oauth/authorize', status: 500 });
		const token = await call(simulator, 'POST', '/v1/open/oauth/token', { form: { a: 'b' } });
		expect(token.status).toBe(500);
		expect((await get(simulator, '/oauth/authorize')).status).toBe(500);
	});
});

describe('a fault before processing', () => {
	test('returns a status without effect', async () => {
		simulator.fault({ method: 'POST', status: 500 });
		const { charge, sent } = refund();
		expect((await sent).status).toBe(500);
		expect(charge.status).toBe('succeeded');
	});

	test('cuts the connection without effect', async () => {
		simulator.fault({ method: 'POST', cut: 'before' });
		const { charge, sent } = refund();
		await expect(sent).rejects.toThrow(/closed|reset|other side/i);
		expect(charge.status).toBe('succeeded');
		expect((await charges()).status).toBe(200);
	});
});

describe('a fault after processing', () => {
	test('returns a status after the effect', async () => {
		simulator.fault({ method: 'POST', status: 504, when: 'after' });
		const { charge, sent } = refund();
		const { status, json } = await sent;
		expect([status, json]).toEqual([504, { message: 'A fault of the simulator' }]);
		expect(charge.status).toBe('partially_refunded');
	});

	test('cuts the connection after the effect', async () => {
		simulator.fault({ method: 'POST', cut: 'after' });
		const { charge, sent } = refund();
		await expect(sent).rejects.toThrow(/closed|reset|other side/i);
		expect(charge.status).toBe('partially_refunded');
		expect(simulator.records.refunds[0]?.payment_id).toBe(charge.id);
	});

	test('delays the response, not the effect', async () => {
		simulator.fault({ method: 'POST', delay: 500 });
		const { charge, sent } = refund();
		let answered = false;
		void sent.then(() => (answered = true));
		while (charge.status === 'succeeded') await new Promise((resolve) => setTimeout(resolve, 5));
		expect(answered).toBe(false);
		expect((await sent).status).toBe(200);
	});

	test('changes error responses too', async () => {
		simulator.fault({ status: 500, when: 'after' });
		expect((await get(simulator, '/v1/payouts?per_page=0')).status).toBe(500);
	});
});

describe('a delay', () => {
	test('has the set length', async () => {
		simulator.fault({ delay: 800 });
		expect(await timed(charges)).toBeGreaterThanOrEqual(795);
		expect(await timed(charges)).toBeLessThan(795);
	});

	test('can come before processing', async () => {
		simulator.fault({ method: 'POST', delay: 200, when: 'before' });
		const { charge, sent } = refund();
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(charge.status).toBe('succeeded');
		await sent;
		expect(charge.status).toBe('partially_refunded');
	});

	test('can be combined with a status or a cut', async () => {
		simulator.fault({ delay: 100, status: 503 });
		expect(await timed(() => statuses(1))).toBeGreaterThanOrEqual(95);
		simulator.fault({ delay: 100, cut: 'after' });
		expect(await timed(() => charges().catch(() => undefined))).toBeGreaterThanOrEqual(95);
	});
});

describe('a repeated cursor', () => {
	test('is the one that was sent; the first page has none', async () => {
		simulator.fault({ path: '/v1/charges', repeatCursor: true, times: 2 });
		const first = await charges();
		const cursor = first.json.meta.next_cursor;
		const path = `/v1/charges?cursor=${cursor}`;
		const second = await get<Page<Charge>>(simulator, path);
		expect(second.json.meta.next_cursor).toBe(cursor);
		expect(second.json.data).toEqual(simulator.records.charges.slice(25, 50));
		const third = await get<Page<Charge>>(simulator, path);
		expect(third.json.meta.next_cursor).not.toBe(cursor);
	});
});

describe('a fault with a rate', () => {
	/** Returns the status of 400 requests. */
	const meet = async (one: Simulator) => {
		const met: number[] = [];
		for (let i = 0; i < 400; i++) met.push((await get(one, '/v1/info')).status);
		return met;
	};
	const share = (met: number[], status: number) =>
		met.filter((one) => one === status).length / met.length;

	test('hits its share of all requests', async () => {
		simulator.fault({ status: 503, rate: 0.1 });
		const met = await meet(simulator);
		expect(share(met, 503)).toBeGreaterThan(0.07);
		expect(share(met, 503)).toBeLessThan(0.13);
		expect(met.slice(-100)).toContain(503);
	});

	test('hits the same requests for the same seed, others for another', async () => {
		const met = async (seed: number) => {
			const one = await start({ seed });
			one.fault({ status: 503, rate: 0.5 });
			const found: number[] = [];
			for (let i = 0; i < 50; i++) found.push((await get(one, '/v1/info')).status);
			return found.join();
		};
		expect(await met(7)).toBe(await met(7));
		expect(await met(7)).not.toBe(await met(8));
	});

	test('hits its share, whatever the faults before it', async () => {
		for (const status of [500, 502, 503]) simulator.fault({ status, rate: 0.3 });
		const met = await meet(simulator);
		for (const status of [500, 502, 503]) {
			expect(share(met, status)).toBeGreaterThan(0.255);
			expect(share(met, status)).toBeLessThan(0.345);
		}
		expect(share(met, 200)).toBeGreaterThan(0.07);
	});

	test('hits the remaining requests if the rates exceed 1', async () => {
		for (const status of [500, 502, 503]) simulator.fault({ status, rate: 0.5 });
		const met = await meet(simulator);
		expect(share(met, 500) + share(met, 502)).toBe(1);
		expect(share(met, 502)).toBeGreaterThan(0.45);
	});

	test('ends after a number of requests', async () => {
		simulator.fault({ status: 503, rate: 0.5, times: 3 });
		expect((await statuses(50)).filter((status) => status === 503)).toHaveLength(3);
	});

	test('hits all with a rate of 1, after skipping some', async () => {
		simulator.fault({ status: 503, rate: 1, skip: 2 });
		expect(await statuses(5)).toEqual([200, 200, 503, 503, 503]);
	});

	test('does not affect requests that it does not match', async () => {
		simulator.fault({ method: 'POST', status: 500, rate: 0.9 });
		simulator.fault({ path: '/v1/info', status: 503, rate: 1, times: 5 });
		expect(await statuses(6)).toEqual([503, 503, 503, 503, 503, 200]);
	});

	test('ends when cleared, and by a reset', async () => {
		simulator.fault({ status: 503, rate: 1 });
		simulator.clearFaults();
		expect(await statuses(1)).toEqual([200]);
		simulator.fault({ status: 503, rate: 1 });
		simulator.reset();
		expect(await statuses(1)).toEqual([200]);
	});

	test.each([0, -0.1, 1.1, NaN])('refuses a rate of %p', (rate) => {
		expect(() => simulator.fault({ rate })).toThrow(RangeError);
	});
});

describe('the network', () => {
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
		expect(await knock()).toBe('ECONNREFUSED');
		expect(await knock()).toBe('ECONNREFUSED');
		await simulator.up();
		expect((await get<Charge>(simulator, `/v1/charges/${charge.id}`)).json).toMatchObject({
			id: charge.id,
			status: 'partially_refunded',
		});
		// Refused connections are not in the journal.
		expect(simulator.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
	});

	test('cuts requests in progress', async () => {
		simulator.fault({ delay: 1000 });
		const sent = code(charges());
		while (simulator.requests.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
		await simulator.down();
		expect(['ECONNRESET', 'UND_ERR_SOCKET']).toContain(await sent);
	});

	test('cuts connections without a request', async () => {
		const socket = connect(port(), '127.0.0.1');
		await once(socket, 'connect');
		await simulator.down();
		await once(socket, 'close');
		expect(simulator.requests).toEqual([]);
	});

	test('can go down and up repeatedly, and close while down', async () => {
		for (let round = 0; round < 5; round++) {
			await simulator.up();
			expect(await statuses(2)).toEqual([200, 200]);
			await simulator.down();
			await simulator.down();
			expect(await knock()).toBe('ECONNREFUSED');
		}
		await simulator.close();
		expect(await knock()).toBe('ECONNREFUSED');
	});

	test('reports that the port was taken meanwhile', async () => {
		await simulator.down();
		const other = await start({ port: port() });
		await expect(simulator.up()).rejects.toThrow(/EADDRINUSE/);
		await other.down();
		await simulator.up();
		expect(await statuses(1)).toEqual([200]);
	});
});

describe('latency', () => {
	test('is added to every response of the API', async () => {
		const slow = await start({ latency: 80 });
		expect(await timed(() => get(slow, '/v1/info'))).toBeGreaterThanOrEqual(75);
		expect(await timed(() => get(slow, '/v1/info', { key: false }))).toBeGreaterThanOrEqual(75);
		const token = () => call(slow, 'POST', '/v1/open/oauth/token', { form: { a: 'b' } });
		expect(await timed(token)).toBeGreaterThanOrEqual(75);
	});
});

describe('the rate limit', () => {
	test('counts seconds for each credential, and sends Retry-After', async () => {
		let now = Date.parse('2026-01-01T00:00:00Z');
		const limited = await start({ rateLimit: 3, now: () => now });
		const info = (headers?: Record<string, string>) =>
			get<Failure>(limited, '/v1/info', headers ? { key: false, headers } : {});
		for (let i = 0; i < 3; i++) expect((await info()).status).toBe(200);
		now += 999;
		const over = await info();
		expect(over.status).toBe(429);
		expect(over.headers['retry-after']).toBe('1');
		expect(over.json).toEqual({ message: 'Too Many Requests' });
		const { access_token } = limited.issueTokens();
		expect((await info({ authorization: `Bearer ${access_token}` })).status).toBe(200);
		now += 1;
		expect((await info()).status).toBe(200);
	});

	test('counts from the first request of a fixed window', async () => {
		let now = Date.parse('2026-01-01T00:00:00Z');
		const limited = await start({
			...{ rateLimit: 2, rateLimitPeriod: 60, rateLimitWindow: 'fixed', now: () => now },
		});
		const status = async () => (await get(limited, '/v1/info')).status;
		expect(await status()).toBe(200);
		now += 59_000;
		expect([await status(), await status()]).toEqual([200, 429]);
		now += 1_000;
		// In a sliding window, the third would be one too many.
		expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
	});

	test('is in the headers of every response with rateLimitHeaders', async () => {
		const now = Date.parse('2026-01-01T00:00:00Z');
		const limited = await start({
			...{ rateLimit: 2, rateLimitPeriod: 60, rateLimitHeaders: true, now: () => now },
		});
		const sent = async () => {
			const { headers } = await get(limited, '/v1/info');
			return ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`]);
		};
		expect(await sent()).toEqual(['2', '1', undefined]);
		expect(await sent()).toEqual(['2', '0', undefined]);
		expect(await sent()).toEqual(['2', '0', String(now / 1000 + 60)]);
	});

	test.each([
		['right', '60'],
		['none', undefined],
		['one', '1'],
	] as const)('sends, with retryAfter %s, a Retry-After of %s', async (retryAfter, expected) => {
		const now = Date.parse('2026-01-01T00:00:00Z');
		const limited = await start({
			...{ rateLimit: 1, rateLimitPeriod: 60, retryAfter, now: () => now },
		});
		await get(limited, '/v1/info');
		const { status, headers } = await get(limited, '/v1/info');
		expect([status, headers['retry-after']]).toEqual([429, expected]);
	});

	test('is off by default', async () => {
		expect(new Set(await statuses(50))).toEqual(new Set([200]));
	});
});

test('every response has the Date of the clock', async () => {
	const ahead = await start({ now: () => Date.parse('2031-02-03T04:05:06Z') });
	const { headers } = await get(ahead, '/v1/info');
	expect(headers.date).toBe('Mon, 03 Feb 2031 04:05:06 GMT');
});

test('`meanwhile` of a fault runs before processing', async () => {
	const moving = await start({ locations: 3 });
	moving.fault({ path: '/v1/locations', meanwhile: () => moving.records.locations.shift() });
	const { json } = await get<{ data: unknown[] }>(moving, '/v1/locations');
	expect(json.data).toHaveLength(2);
	expect((await get<{ data: unknown[] }>(moving, '/v1/locations')).json.data).toHaveLength(2);
});

describe('a list', () => {
	type List = { data: unknown[]; links: { next: string }; meta?: Record<string, unknown> };
	const page = async (options: SimulatorOptions, path: string) =>
		(await get<List>(await start(options), path)).json;

	test('has no numbers of records and pages with listMeta uncounted', async () => {
		const { meta, links } = await page({ listMeta: 'uncounted' }, '/v1/locations?per_page=2');
		expect(Object.keys(meta!)).toEqual(['current_page', 'per_page', 'from', 'to', 'path']);
		expect(links.next).toContain('page=2');
	});

	test('has no meta with listMeta none', async () => {
		const { meta, links } = await page({ listMeta: 'none' }, '/v1/charges?per_page=2');
		expect(meta).toBeUndefined();
		expect(links.next).toContain('cursor=');
	});

	test('has cursors that count records with cursors numbers', async () => {
		const counting = await start({ charges: 5, cursors: 'numbers' });
		const { json } = await get<List>(counting, '/v1/charges?per_page=2');
		expect(json.meta).toMatchObject({ next_cursor: 2, prev_cursor: null });
		counting.addCharge();
		const second = await get<List>(counting, '/v1/charges?per_page=2&cursor=2');
		expect(second.json.data[0]).toEqual(json.data[1]);
		const last = await get<List>(counting, '/v1/charges?per_page=2&cursor=4');
		expect(last.json.meta).toMatchObject({ next_cursor: null, prev_cursor: 2 });
	});
});

describe('the journal', () => {
	test('has requests with the status of their responses', async () => {
		await get(simulator, '/v1/payouts?status=paid&per_page=2');
		await post(simulator, '/v1/refund', { amount: 1 });
		await call(simulator, 'POST', '/v1/open/oauth/token', { form: { client_secret: 'shh' } });
		expect(simulator.requests).toMatchObject([
			{
				method: 'GET',
				path: '/v1/payouts',
				query: { status: 'paid', per_page: '2' },
				headers: { 'x-business-api-key': simulator.apiKey },
				rawBody: '',
				status: 200,
			},
			{
				method: 'POST',
				path: '/v1/refund',
				body: { amount: 1 },
				rawBody: '{"amount":1}',
				status: 422,
			},
			{ path: '/v1/open/oauth/token', body: { client_secret: 'shh' }, status: 401 },
		]);
		expect(simulator.requests[0]?.body).toBeUndefined();
		expect(simulator.requests[0]?.at).toBeGreaterThan(Date.now() - 60_000);
	});

	test('has requests that a fault hit, without a status if there was no response', async () => {
		simulator.fault({ status: 503 });
		simulator.fault({ cut: 'before' });
		simulator.fault({ cut: 'after' });
		await post(simulator, '/v1/refund', { amount: 1 });
		await post(simulator, '/v1/refund', { amount: 2 }).catch(() => undefined);
		await post(simulator, '/v1/refund', { amount: 3 }).catch(() => undefined);
		expect(simulator.requests.map(({ body, status }) => [body, status])).toEqual([
			[{ amount: 1 }, 503],
			[{ amount: 2 }, undefined],
			[{ amount: 3 }, undefined],
		]);
	});

	test('has the fault that hit a request, and counts faults', async () => {
		simulator.fault({ status: 429, skip: 1, times: 2 });
		simulator.fault({ status: 500, when: 'after' });
		simulator.fault({ cut: 'before', status: 500 });
		simulator.fault({ cut: 'after', delay: 1 });
		simulator.fault({ delay: 1 });
		simulator.fault({ repeatCursor: true });
		simulator.fault({ body: {} });
		for (let i = 0; i < 10; i++) await charges().catch(() => undefined);
		expect(simulator.requests.map(({ fault }) => fault)).toEqual([
			{ when: 'after', status: 500 },
			{ when: 'before', status: 429 },
			{ when: 'before', status: 429 },
			{ when: 'before', cut: 'before' },
			{ when: 'after', cut: 'after', delay: 1 },
			{ when: 'after', delay: 1 },
			{ when: 'after', repeatCursor: true },
			{ when: 'after' },
			undefined,
			undefined,
		]);
		expect(simulator.faultCounts).toEqual({
			'429': 2,
			'500 after': 1,
			'cut before': 1,
			'cut after': 1,
			delay: 1,
			'repeated cursor': 1,
			'changed answer': 1,
		});
		simulator.reset();
		expect(simulator.faultCounts).toEqual({});
	});

	test('has requests to unknown paths, and with a body that does not parse', async () => {
		await get(simulator, '/v1/nothing?a[]=1&a[]=2');
		await fetch(`${simulator.url}/v1/refund`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: '{',
		});
		expect(simulator.requests).toMatchObject([
			{ path: '/v1/nothing', query: { a: ['1', '2'] }, status: 404 },
			{ path: '/v1/refund', rawBody: '{', status: 401 },
		]);
	});

	test('is emptied by a reset, like the faults; records stay', async () => {
		await refund().sent;
		simulator.fault({ status: 500 });
		const { requests } = simulator;
		simulator.reset();
		expect(requests).toEqual([]);
		expect(await statuses(1)).toEqual([200]);
		expect(simulator.records.refunds.length).toBeGreaterThan(0);
	});
});

describe('a new charge', () => {
	test('is the newest, succeeded, and has the fields that were set', async () => {
		const charge = simulator.addCharge({ amount: 12.34, remark: 'hello' });
		expect(charge).toMatchObject({ amount: 12.34, remark: 'hello', status: 'succeeded' });
		const { json } = await charges();
		expect(json.data[0]).toEqual(charge);
		expect((await get(simulator, `/v1/charges/${charge.id}`)).status).toBe(200);
	});

	test('is the newest even if the clock is behind', async () => {
		const early = await start({ now: () => 0 });
		const ids = [early.addCharge(), early.addCharge()].map(({ id }) => id);
		expect(early.records.charges.slice(0, 2).map(({ id }) => id)).toEqual(ids.reverse());
		const payout = early.addPayout({ amount: 5 });
		expect(early.records.payouts[0]).toBe(payout);
	});

	test('is listed by its time, which is in business time', async () => {
		const at = simulator.records.charges[30]?.created_at as string;
		const added = simulator.addCharge({
			created_at: new Date(Date.parse(at) + 1000).toISOString(),
		});
		expect(simulator.records.charges.indexOf(added)).toBe(30);
		expect(added.created_at.slice(-6)).toBe('+08:00');
		expect((await walk<Charge>(simulator, '/v1/charges?per_page=9')).flat()).toEqual(
			simulator.records.charges,
		);
		expect(() => simulator.addCharge({ created_at: 'soon' })).toThrow(/ISO 8601/);
	});
});
