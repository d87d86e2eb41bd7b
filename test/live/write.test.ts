import { check, mayWrite } from '../../live/check';
import type { Fault } from '../../simulator';
import { useFreshSimulator } from '../useSimulator';
import { differences, run } from './helpers';

const mark = 'verify-live-1a2b3c4d';
const simulator = useFreshSimulator();

const sent = (method: string) =>
	simulator.requests.filter((request) => request.method === method).map(({ path }) => path);

/** Returns what exists of the kinds of records that are created. */
function existing() {
	const { invoices, paymentRequests, staticQrs, plans, subscriptions } = simulator.records;
	const { webhookEndpoints } = simulator;
	const running = subscriptions.filter(({ status }) => status !== 'canceled');
	return [...paymentRequests, ...staticQrs, ...plans, ...webhookEndpoints, ...invoices, ...running];
}

test.each([
	['https://api.sandbox.hit-pay.com', true],
	['http://127.0.0.1:4000', true],
	['http://[::1]:4000', true],
	['https://api.hit-pay.com', false],
	['http://api.sandbox.hit-pay.com', false],
	['https://api.sandbox.hit-pay.com.example', false],
	['https://api.sandbox.hit-pay.com@example.com', false],
	['https://example.com/api.sandbox.hit-pay.com', false],
	['not a URL', false],
])('May records be created at %s? %s', (url, expected) => {
	expect(mayWrite(url)).toBe(expected);
});

test.each(['https://api.hit-pay.com', 'https://example.com'])(
	'nothing is sent to %s with --write',
	async (url) => {
		const fetch = jest.spyOn(globalThis, 'fetch');
		await expect(check({ url, apiKey: 'key', mark })).rejects.toThrow('--write is for the sandbox');
		expect(fetch).not.toHaveBeenCalled();
		fetch.mockRestore();
	},
);

test('a key is not sent over plain http', async () => {
	await expect(check({ url: 'http://example.com', apiKey: 'key' })).rejects.toThrow(
		'only sent to an https URL',
	);
});

test('Without --write, everything is read only', async () => {
	await run(simulator);
	expect(new Set(simulator.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
});

test('With --write, records are created, four are changed, and all are deleted', async () => {
	const result = await run(simulator, { mark });
	expect(differences(result)).toEqual([]);
	const lists = [
		...['payment-requests', 'static_qr', 'subscription-plan', 'recurring-billing'],
		...['webhook-events', 'products', 'invoices'],
	];
	// The last ones are refused.
	const created = [...lists, 'payment-requests', ...Array<string>(3).fill('subscription-plan')];
	const posts = sent('POST');
	expect(posts.filter((path) => !path.startsWith('/v1/products/'))).toEqual(
		created.map((name) => `/v1/${name}`),
	);
	// A form is changed by POST.
	expect(posts.length).toBe(created.length + 1);
	expect(sent('PUT').map((path) => path.split('/')[2])).toEqual([
		'payment-requests',
		'subscription-plan',
		'recurring-billing',
	]);
	expect(sent('DELETE').map((path) => path.split('/')[2])).toEqual(lists);
	expect(existing()).toEqual([]);
});

describe('What was created is deleted', () => {
	test.each<[string, Fault, string[]]>([
		[
			'after a response that cannot be read',
			{ method: 'GET', path: /static_qr\/./, status: 500 },
			['GET /v1/static_qr/{static_qr_id}: status 500'],
		],
		[
			'after a change without a response',
			{ method: 'PUT', path: '/v1/subscription-plan', cut: 'after' },
			[],
		],
		[
			'when the response to its creation was lost',
			{ method: 'POST', path: '/v1/payment-requests', cut: 'after' },
			[],
		],
		[
			'when its creation had another status',
			{ method: 'POST', path: '/v1/webhook-events', status: 500, when: 'after' },
			['POST /v1/webhook-events: status 500'],
		],
		[
			'when the first attempt to delete it was lost',
			{ method: 'DELETE', path: '/v1/payment-requests', cut: 'before' },
			[],
		],
		[
			'when it was deleted, but the response was lost',
			{ method: 'DELETE', path: '/v1/static_qr', status: 502, when: 'after' },
			['DELETE /v1/static_qr/{static_qr_id}: status 502'],
		],
	])('%s', async (_, fault, expected) => {
		simulator.fault(fault);
		const result = await run(simulator, { mark });
		expect(differences(result)).toEqual(expected);
		expect(existing()).toEqual([]);
		expect(result.left).toEqual([]);
	});

	test('when the check is stopped, and nothing else is sent', async () => {
		const stop = new AbortController();
		simulator.fault({ method: 'POST', path: '/v1/static_qr', meanwhile: () => stop.abort() });
		const result = await run(simulator, { mark, stop: stop.signal });
		expect(result.isComplete).toBe(false);
		expect(existing()).toEqual([]);
		expect(sent('POST')).toHaveLength(2);
		expect(simulator.requests.at(-1)?.method).toBe('DELETE');
	});
});

test('What could not be deleted is reported', async () => {
	simulator.fault({ method: 'DELETE', path: '/v1/static_qr', status: 500, times: Infinity });
	const { left } = await run(simulator, { mark });
	expect(left).toEqual(['/v1/static_qr']);
	expect(existing()).toHaveLength(1);
});

test('A 429 is waited out, and creates nothing twice', async () => {
	simulator.fault({ method: 'POST', status: 429, headers: { 'retry-after': '1' } });
	const result = await run(simulator, { mark });
	expect(differences(result)).toEqual([]);
	expect(sent('POST')).toHaveLength(13);
	expect(existing()).toEqual([]);
});
