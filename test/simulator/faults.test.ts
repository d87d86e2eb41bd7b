import { once } from 'node:events';
import { connect } from 'node:net';
import type { Charge, Refund, Simulator, SimulatorOptions } from '../../simulator';
import { call, get, post, start, walk, type Failure, type Page } from './helpers';

let simulator: Simulator;

beforeEach(async () => {
	simulator = await start();
});

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
		'can have the work done after its answer: %p',
		async (answer) => {
			simulator.fault({ method: 'POST', ...answer, late: 100 });
			const { charge, sent } = refund();
			const status = await sent.then(
				(one) => one.status,
				() => 'cut',
			);
			expect(status).toBe('status' in answer ? 500 : 'cut');
			expect(charge.status).toBe('succeeded');
			while (charge.status === 'succeeded') await new Promise((resolve) => setTimeout(resolve, 10));
			expect(simulator.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
		},
	);

	test('hits one request unless told otherwise', async () => {
		simulator.fault({ status: 503 });
		expect(await statuses(3)).toEqual([503, 200, 200]);
	});

	test('hits as many as it is told, after letting some through', async () => {
		simulator.fault({ status: 500, times: 2, skip: 1 });
		expect(await statuses(5)).toEqual([200, 500, 500, 200, 200]);
	});

	test('hits the method and the path it names, and what lies below', async () => {
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

	test('hits paths that fit a pattern', async () => {
		simulator.fault({ path: /^\/v1\/(payouts|info)$/, status: 500, times: 2 });
		expect((await charges()).status).toBe(200);
		expect((await get(simulator, '/v1/payouts')).status).toBe(500);
		expect((await get(simulator, '/v1/info')).status).toBe(500);
	});

	test('waits behind the ones added before it', async () => {
		simulator.fault({ status: 500 });
		simulator.fault({ status: 429 });
		expect(await statuses(3)).toEqual([500, 429, 200]);
	});

	test('is gone when cleared', async () => {
		simulator.fault({ status: 500, times: 5 });
		simulator.clearFaults();
		expect(await statuses(1)).toEqual([200]);
	});

	test('comes before the credential is looked at', async () => {
		simulator.fault({ status: 503 });
		expect((await get(simulator, '/v1/info', { key: false })).status).toBe(503);
	});

	test('answers with the headers and the body it is given', async () => {
		simulator.fault({
			status: 429,
			headers: { 'Retry-After': '7' },
			body: { message: 'Slow down' },
		});
		const { status, headers, json } = await charges();
		expect(status).toBe(429);
		expect(headers['retry-after']).toBe('7');
		expect(json).toEqual({ message: 'Slow down' });
		simulator.fault({ status: 502, body: '<html>Bad Gateway</html>' });
		const page = await charges();
		expect(page.headers['content-type']).toContain('text/html');
		expect(page.text).toBe('<html>Bad Gateway</html>');
	});

	test('may change the body alone', async () => {
		simulator.fault({ body: { data: 'nonsense' } });
		const { status, json } = await charges();
		expect(status).toBe(200);
		expect(json).toEqual({ data: 'nonsense' });
	});

	test('may change the body that the answer has', async () => {
		const body = (text: string) => text.replace('"data"', '"records"');
		simulator.fault({ body });
		const { status, headers, json } = await charges();
		expect(status).toBe(200);
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

describe('a fault before the work', () => {
	test('answers a status and nothing was done', async () => {
		simulator.fault({ method: 'POST', status: 500 });
		const { charge, sent } = refund();
		expect((await sent).status).toBe(500);
		expect(charge.status).toBe('succeeded');
	});

	test('cuts the connection and nothing was done', async () => {
		simulator.fault({ method: 'POST', cut: 'before' });
		const { charge, sent } = refund();
		await expect(sent).rejects.toThrow(/closed|reset|other side/i);
		expect(charge.status).toBe('succeeded');
		expect((await charges()).status).toBe(200);
	});
});

describe('a fault after the work', () => {
	test('answers a status though all was done', async () => {
		simulator.fault({ method: 'POST', status: 504, when: 'after' });
		const { charge, sent } = refund();
		const { status, json } = await sent;
		expect(status).toBe(504);
		expect(json).toEqual({ message: 'A fault of the simulator' });
		expect(charge.status).toBe('partially_refunded');
	});

	test('cuts the connection though all was done', async () => {
		simulator.fault({ method: 'POST', cut: 'after' });
		const { charge, sent } = refund();
		await expect(sent).rejects.toThrow(/closed|reset|other side/i);
		expect(charge.status).toBe('partially_refunded');
		expect(simulator.records.refunds[0]?.payment_id).toBe(charge.id);
	});

	test('delays the answer, the work being done at once', async () => {
		simulator.fault({ method: 'POST', delay: 500 });
		const { charge, sent } = refund();
		let answered = false;
		void sent.then(() => (answered = true));
		while (charge.status === 'succeeded') await new Promise((resolve) => setTimeout(resolve, 5));
		expect(answered).toBe(false);
		expect((await sent).status).toBe(200);
	});

	test('changes an error of the service too', async () => {
		simulator.fault({ status: 500, when: 'after' });
		expect((await get(simulator, '/v1/payouts?per_page=0')).status).toBe(500);
	});
});

describe('a delay', () => {
	test('lasts as long as it says', async () => {
		simulator.fault({ delay: 800 });
		expect(await timed(charges)).toBeGreaterThanOrEqual(795);
		expect(await timed(charges)).toBeLessThan(795);
	});

	test('may come before the work', async () => {
		simulator.fault({ method: 'POST', delay: 200, when: 'before' });
		const { charge, sent } = refund();
		await new Promise((resolve) => setTimeout(resolve, 100));
		expect(charge.status).toBe('succeeded');
		await sent;
		expect(charge.status).toBe('partially_refunded');
	});

	test('goes together with a status or a cut', async () => {
		simulator.fault({ delay: 100, status: 503 });
		expect(await timed(() => statuses(1))).toBeGreaterThanOrEqual(95);
		simulator.fault({ delay: 100, cut: 'after' });
		expect(await timed(() => charges().catch(() => undefined))).toBeGreaterThanOrEqual(95);
	});
});

describe('a repeated cursor', () => {
	test('is the one that was sent; a first page has none to repeat', async () => {
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
	/** What 400 requests meet. */
	const meet = async (one: Simulator) => {
		const met: number[] = [];
		for (let i = 0; i < 400; i++) met.push((await get(one, '/v1/info')).status);
		return met;
	};
	const share = (met: number[], status: number) =>
		met.filter((one) => one === status).length / met.length;

	test('hits its share of the requests, without end', async () => {
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

	test('gets its share of all requests, however many wait before it', async () => {
		for (const status of [500, 502, 503]) simulator.fault({ status, rate: 0.3 });
		const met = await meet(simulator);
		for (const status of [500, 502, 503]) {
			expect(share(met, status)).toBeGreaterThan(0.255);
			expect(share(met, status)).toBeLessThan(0.345);
		}
		expect(share(met, 200)).toBeGreaterThan(0.07);
	});

	test('hits what the ones before it leave where there are more than enough', async () => {
		for (const status of [500, 502, 503]) simulator.fault({ status, rate: 0.5 });
		const met = await meet(simulator);
		expect(share(met, 500) + share(met, 502)).toBe(1);
		expect(share(met, 502)).toBeGreaterThan(0.45);
	});

	test('ends after as many as it is told', async () => {
		simulator.fault({ status: 503, rate: 0.5, times: 3 });
		expect((await statuses(50)).filter((status) => status === 503)).toHaveLength(3);
	});

	test('hits all where the rate is 1, after letting some through', async () => {
		simulator.fault({ status: 503, rate: 1, skip: 2 });
		expect(await statuses(5)).toEqual([200, 200, 503, 503, 503]);
	});

	test('takes nothing from requests that it is not about', async () => {
		simulator.fault({ method: 'POST', status: 500, rate: 0.9 });
		simulator.fault({ path: '/v1/info', status: 503, rate: 1, times: 5 });
		expect(await statuses(6)).toEqual([503, 503, 503, 503, 503, 200]);
	});

	test('is gone when cleared, and after a reset', async () => {
		simulator.fault({ status: 503, rate: 1 });
		simulator.clearFaults();
		expect(await statuses(1)).toEqual([200]);
		simulator.fault({ status: 503, rate: 1 });
		simulator.reset();
		expect(await statuses(1)).toEqual([200]);
	});

	test.each([0, -0.1, 1.1, NaN])('has no rate of %p', (rate) => {
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
	/** What a new connection meets; one that was kept may notice a cut only when it is used. */
	const knock = async () => {
		const socket = connect(port(), '127.0.0.1');
		const met = await code(once(socket, 'connect'));
		socket.destroy();
		return met;
	};

	test('refuses connections while the service is down, and has it back with all it knew', async () => {
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
		// Who was refused is in no journal.
		expect(simulator.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
	});

	test('cuts what is under way', async () => {
		simulator.fault({ delay: 1000 });
		const sent = code(charges());
		while (simulator.requests.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
		await simulator.down();
		expect(['ECONNRESET', 'UND_ERR_SOCKET']).toContain(await sent);
	});

	test('cuts connections on which nothing was sent yet', async () => {
		const socket = connect(port(), '127.0.0.1');
		await once(socket, 'connect');
		await simulator.down();
		await once(socket, 'close');
		expect(simulator.requests).toEqual([]);
	});

	test('can go and come back again and again, and end either way', async () => {
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

	test('says so when the address was taken meanwhile', async () => {
		await simulator.down();
		const other = await start({ port: port() });
		await expect(simulator.up()).rejects.toThrow(/EADDRINUSE/);
		await other.down();
		await simulator.up();
		expect(await statuses(1)).toEqual([200]);
	});
});

describe('latency', () => {
	test('is added to every answer of the API', async () => {
		const slow = await start({ latency: 80 });
		expect(await timed(() => get(slow, '/v1/info'))).toBeGreaterThanOrEqual(75);
		expect(await timed(() => get(slow, '/v1/info', { key: false }))).toBeGreaterThanOrEqual(75);
		const token = () => call(slow, 'POST', '/v1/open/oauth/token', { form: { a: 'b' } });
		expect(await timed(token)).toBeGreaterThanOrEqual(75);
	});
});

describe('the rate limit', () => {
	test('counts a second for each credential and says how long to wait', async () => {
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

	test('counts from the first request of a window where it is fixed', async () => {
		let now = Date.parse('2026-01-01T00:00:00Z');
		const limited = await start({
			...{ rateLimit: 2, rateLimitPeriod: 60, rateLimitWindow: 'fixed', now: () => now },
		});
		const status = async () => (await get(limited, '/v1/info')).status;
		expect(await status()).toBe(200);
		now += 59_000;
		expect([await status(), await status()]).toEqual([200, 429]);
		now += 1_000;
		// In any minute it would be the third one.
		expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
	});

	test('is told with every answer, set up so', async () => {
		const now = Date.parse('2026-01-01T00:00:00Z');
		const limited = await start({
			...{ rateLimit: 2, rateLimitPeriod: 60, rateLimitHeaders: true, now: () => now },
		});
		const told = async () => {
			const { headers } = await get(limited, '/v1/info');
			return ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`]);
		};
		expect(await told()).toEqual(['2', '1', undefined]);
		expect(await told()).toEqual(['2', '0', undefined]);
		expect(await told()).toEqual(['2', '0', String(now / 1000 + 60)]);
	});

	test.each([
		['right', '60'],
		['none', undefined],
		['one', '1'],
	] as const)('says with a Retry-After that is set to %s: %s', async (retryAfter, said) => {
		const now = Date.parse('2026-01-01T00:00:00Z');
		const limited = await start({
			...{ rateLimit: 1, rateLimitPeriod: 60, retryAfter, now: () => now },
		});
		await get(limited, '/v1/info');
		const { status, headers } = await get(limited, '/v1/info');
		expect([status, headers['retry-after']]).toEqual([429, said]);
	});

	test('is off unless asked for', async () => {
		expect(new Set(await statuses(50))).toEqual(new Set([200]));
	});
});

test('every answer says when it is by the clock of the service', async () => {
	const ahead = await start({ now: () => Date.parse('2031-02-03T04:05:06Z') });
	const { headers } = await get(ahead, '/v1/info');
	expect(headers.date).toBe('Mon, 03 Feb 2031 04:05:06 GMT');
});

test('what a fault does meanwhile happens before the work', async () => {
	const moving = await start({ locations: 3 });
	moving.fault({ path: '/v1/locations', meanwhile: () => moving.records.locations.shift() });
	const { json } = await get<{ data: unknown[] }>(moving, '/v1/locations');
	expect(json.data).toHaveLength(2);
	expect((await get<{ data: unknown[] }>(moving, '/v1/locations')).json.data).toHaveLength(2);
});

describe('what a list says of its pages, set up so,', () => {
	type List = { data: unknown[]; links: { next: string }; meta?: Record<string, unknown> };
	const page = async (options: SimulatorOptions, path: string) =>
		(await get<List>(await start(options), path)).json;

	test('is neither how many records nor how many pages', async () => {
		const { meta, links } = await page({ listMeta: 'uncounted' }, '/v1/locations?per_page=2');
		expect(Object.keys(meta!)).toEqual(['current_page', 'per_page', 'from', 'to', 'path']);
		expect(links.next).toContain('page=2');
	});

	test('is only where links lead', async () => {
		const { meta, links } = await page({ listMeta: 'none' }, '/v1/charges?per_page=2');
		expect(meta).toBeUndefined();
		expect(links.next).toContain('cursor=');
	});

	test('is a number as its cursor, which counts records', async () => {
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
	test('holds what arrived, with what was answered', async () => {
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

	test('holds requests that met a fault, without a status where there was no answer', async () => {
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

	test('says which fault hit a request, and counts them', async () => {
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

	test('holds what leads nowhere and what does not parse', async () => {
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

	test('is empty after a reset, as the list of faults is; records stay', async () => {
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
	test('is the newest, succeeded, and has what it is given', async () => {
		const charge = simulator.addCharge({ amount: 12.34, remark: 'hello' });
		expect(charge).toMatchObject({ amount: 12.34, remark: 'hello', status: 'succeeded' });
		const { json } = await charges();
		expect(json.data[0]).toEqual(charge);
		expect((await get(simulator, `/v1/charges/${charge.id}`)).status).toBe(200);
	});

	test('is the newest even where the clock is behind the records', async () => {
		const early = await start({ now: () => 0 });
		const ids = [early.addCharge(), early.addCharge()].map(({ id }) => id);
		expect(early.records.charges.slice(0, 2).map(({ id }) => id)).toEqual(ids.reverse());
		const payout = early.addPayout({ amount: 5 });
		expect(early.records.payouts[0]).toBe(payout);
	});

	test('stands where its time says, and that is written in business time', async () => {
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
