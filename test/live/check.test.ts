import type { Fault } from '../../simulator';
import { useFreshSimulator } from '../useSimulator';
import { charges, createSome, differences, first, payouts, plant, run, type Json } from './helpers';

const simulator = useFreshSimulator();

describe('A response that is as in the contract', () => {
	test('is not reported', async () => {
		await createSome(simulator);
		const result = await run(simulator, { mark: 'verify-live-1' });
		expect(differences(result)).toEqual([]);
		expect(result).toMatchObject({ newFields: [], left: [], isComplete: true });
		const unread = [...result.byEndpoint].filter(([, one]) => one.result !== 'agrees');
		expect(unread).toEqual([
			['GET /v1/refund/{refund_id}', { result: 'not reachable', details: ['no record to read'] }],
		]);
	});

	test('reads every GET endpoint of the contract, two pages of each list', async () => {
		await createSome(simulator);
		const result = await run(simulator);
		const read = [...result.byEndpoint.keys()].sort();
		expect(read).toEqual([...read].filter((name) => name.startsWith('GET ')));
		expect(read.length).toBeGreaterThan(14);
		for (const path of ['charges', 'payouts', 'locations', 'static_qr', 'payment-requests']) {
			const pages = simulator.requests.filter(
				({ path: sent, query }) =>
					sent === `/v1/${path}` && (query.cursor ?? query.page ?? query.current_page),
			);
			expect(pages).toHaveLength(1);
		}
		expect(result.requests).toBeLessThan(90);
	});

	test('with refunds of a charge, one is read', async () => {
		const id = '00000000-0000-4000-8000-00000000000a';
		plant(simulator, /^\/v1\/charges\/(?!0{8})/, (body) => ({ ...body, refunds: [{ id }] }));
		simulator.fault({ path: `/v1/refund/${id}`, status: 200, body: { id } });
		const { byEndpoint } = await run(simulator);
		expect(byEndpoint.get('GET /v1/refund/{refund_id}')).toEqual({ result: 'agrees', details: [] });
	});
});

describe('A difference is found', () => {
	test.each<[string, RegExp, (body: Json) => unknown, string]>([
		[
			'a wrong type',
			payouts,
			first((one) => (one.bank_name = 7)),
			'GET /v1/payouts: data[].bank_name is number instead of string or null',
		],
		[
			'a wrong type inside',
			charges,
			first((one) => (one.customer = { name: 7 })),
			'GET /v1/charges: data[].customer.name is number instead of string',
		],
		[
			'a value that fits none of several types',
			charges,
			first((one) => (one.amount = true)),
			'GET /v1/charges: data[].amount is boolean, which does not fit (oneOf)',
		],
		[
			'a required field that is missing',
			payouts,
			first((one) => delete one.source_currency),
			'GET /v1/payouts: data[].source_currency is missing',
		],
		[
			'an unknown value',
			charges,
			first((one) => (one.status = 'on_hold')),
			'GET /v1/charges: data[].status has another value: on_hold',
		],
		[
			'a text of another form',
			payouts,
			first((one) => (one.arrival_date = '31/12/2025')),
			'GET /v1/payouts: data[].arrival_date is string of the form 99/99/9999, which does not fit (format)',
		],
		['no list', payouts, () => [], 'GET /v1/payouts: the body is array instead of object'],
		[
			'a wrong type in meta',
			/^\/v1\/static_qr$/,
			(body) => ({ ...body, meta: { per_page: 'many' } }),
			'GET /v1/static_qr: meta.per_page is string instead of integer',
		],
		[
			'a record that is no list',
			/^\/v1\/staffs$/,
			() => ({}),
			'GET /v1/staffs: the body is object instead of array',
		],
	])('%s', async (_, path, change, expected) => {
		await createSome(simulator);
		plant(simulator, path, change);
		expect(differences(await run(simulator))).toEqual([expected]);
	});

	test('a new field', async () => {
		plant(
			simulator,
			payouts,
			first((one) => Object.assign(one, { fee: 1, 'jane@shop.example': 2 })),
		);
		const result = await run(simulator);
		expect(differences(result)).toEqual([]);
		expect(result.newFields).toEqual([
			'GET /v1/payouts: data[].fee (number)',
			'GET /v1/payouts: data[].* (number)',
		]);
	});

	const info = { path: /^\/v1\/info$/, times: Infinity };
	test.each<[string, Fault, string]>([
		['another status code', { ...info, status: 503 }, 'GET /v1/info: status 503'],
		['a status code that is not for reading', { ...info, status: 403 }, 'GET /v1/info: status 403'],
		['a redirect', { ...info, status: 302 }, 'GET /v1/info: status 302'],
		['a page', { ...info, status: 200, body: '<html>' }, 'GET /v1/info: the body is not JSON'],
		[
			'a wrong key that is accepted',
			{ path: charges, skip: 3, status: 200, body: { data: [] } },
			'GET /v1/charges: a wrong key: status 200',
		],
	])('%s', async (_, fault, expected) => {
		simulator.fault(fault);
		expect(differences(await run(simulator))).toEqual([expected]);
	});

	test.each([
		['cursors', payouts, 'GET /v1/payouts'],
		['page numbers', /^\/v1\/locations$/, 'GET /v1/locations'],
	])('a page that is repeated, by %s', async (_, path, name) => {
		let page: unknown;
		plant(simulator, path, (body) => (page ??= body), { skip: 1 });
		expect(differences(await run(simulator))).toEqual([`${name}: two pages have a record twice`]);
	});

	test('a key that is not accepted', async () => {
		const found = differences(await run(simulator, { apiKey: 'another-key' }));
		expect(found).toContain('GET /v1/charges: status 401');
		expect(found).toContain('GET /v1/locations: status 401');
	});

	test('a Bearer token that is not accepted', async () => {
		const { access_token: accessToken } = simulator.issueTokens({ scope: 'business:read' });
		const result = await run(simulator, { accessToken });
		expect(differences(result)).toContain('GET /v1/charges: Bearer: status 403');
		expect(result.bearer).toContainEqual(['/v1/info', 200]);
		expect(result.bearer).toContainEqual(['/v1/charges', 403]);
	});

	test('an unknown ID that is no 404 or 422', async () => {
		simulator.fault({ path: /charges\/0{8}-/, status: 200, body: {} });
		expect(differences(await run(simulator))[0]).toBe(
			'GET /v1/charges/{charge_id}: an unknown ID: status 200',
		);
	});
});

test('A Bearer token that is accepted agrees everywhere', async () => {
	const { access_token: accessToken } = simulator.issueTokens({
		scope: 'business:read commerce customer payments',
	});
	const result = await run(simulator, { accessToken });
	expect(differences(result)).toEqual([]);
	expect(new Set(result.bearer.map(([, status]) => status))).toEqual(new Set([200]));
});

test('Without a response, an endpoint is not reachable', async () => {
	simulator.fault({ path: payouts, cut: 'before', times: Infinity });
	const { byEndpoint } = await run(simulator);
	expect(byEndpoint.get('GET /v1/payouts')).toEqual({
		result: 'not reachable',
		details: ['no response'],
	});
});
