import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import * as failures from '../../nodes/Payments/errors/httpFailure';
import type { Simulator, SimulatorOptions } from '../../simulator';
import { Random } from '../../simulator/records/sample/random';
import { isCi } from '../cases';
import { useVirtualClock } from '../clock';
import { startSimulator } from '../useSimulator';
import { succeeded } from './outcomes';
import { operation, ownCredential, runnerOf } from './run';

const clock = useVirtualClock();
const { now } = clock.service;

/** As many as one node has to do at most. */
const MANY = isCi ? 1000 : 100;

const simulators: Simulator[] = [];
async function serve(options: SimulatorOptions = {}) {
	const few = { charges: 3, payouts: 1, locations: 1 };
	const simulator = await startSimulator({ latency: 3, ...few, ...options });
	simulators.push(simulator);
	return simulator;
}
afterEach(async () => {
	await Promise.all(simulators.splice(0).map((simulator) => simulator.close()));
});

/** n8n 2.0 passes on no headers of a response that failed. */
function withoutHeaders() {
	const { redactFailure } = jest.requireActual<typeof failures>(
		'../../nodes/Payments/errors/httpFailure',
	);
	jest.spyOn(failures, 'redactFailure').mockImplementation((...given) => {
		const failure = redactFailure(...given) as { response?: { headers?: unknown } };
		delete failure.response?.headers;
		return failure;
	});
}

/** Reads a charge so many times. */
async function read(
	simulator: Simulator,
	count: number,
	options: INodeParameters = {},
	node: Partial<INode> = ownCredential(),
) {
	const chargeId = simulator.records.charges[0]!.id;
	const items = Array.from({ length: count }, () => ({}));
	return await runnerOf(simulator)(operation('charge', 'get', { chargeId, options }), {
		items,
		node,
	});
}

/** Refunds so many charges, for which it takes two requests each. */
async function refund(simulator: Simulator, count: number) {
	const items = Array.from({ length: count }, (): IDataObject => {
		const { id } = simulator.addCharge({ amount: 10, status: 'succeeded' });
		return { id };
	});
	const fields = { paymentId: '={{ $json.id }}', refundKind: 'everything' };
	const parameters = operation('refund', 'create', fields);
	const result = await runnerOf(simulator)(parameters, { items, node: ownCredential() });
	const refunded = new Set(simulator.records.refunds.map(({ payment_id }) => payment_id));
	expect(items.every(({ id }) => refunded.has(id as string))).toBe(true);
	return result;
}

const refused = ({ requests }: Simulator) => requests.filter(({ status }) => status === 429).length;

const aMinute: SimulatorOptions = { rateLimit: 60, rateLimitPeriod: 60, rateLimitWindow: 'fixed' };
const per10s = { ...aMinute, rateLimit: 100, rateLimitPeriod: 10, rateLimitHeaders: true };

describe('a limit fails none of 150 charges that are read or 75 refunds, and refuses few of', () => {
	// The numbers are the same each time, so that the share that is refused is close.
	test.each<[string, SimulatorOptions, '2.41' | '2.0', number]>([
		['60 a minute, without any headers', { ...aMinute, retryAfter: 'none' }, '2.41', 0.18],
		['60 in any minute', { ...aMinute, rateLimitWindow: 'sliding' }, '2.41', 0.18],
		['60 a minute, with Retry-After always 1', { ...aMinute, retryAfter: 'one' }, '2.41', 0.18],
		['60 a minute, with a right Retry-After', aMinute, '2.41', 0.1],
		['60 a minute, with a right Retry-After', aMinute, '2.0', 0.18],
		['100 per 10 s, with right headers', per10s, '2.41', 0.01],
		['100 per 10 s, with right headers', per10s, '2.0', 0.02],
	])('%s', async (_, limit, version, most) => {
		if (version === '2.0') withoutHeaders();
		for (const bulk of [read, refund]) {
			const count = bulk === read ? 150 : 75;
			const simulator = await serve(limit);
			expect((await succeeded(bulk(simulator, count))).items).toHaveLength(count);
			expect(refused(simulator) / simulator.requests.length).toBeLessThan(most);
		}
	});
});

// With these seeds one process took each minute whole, before the other shortened its pauses.
test.each([1, 19, 21, 31])(
	'two processes that share a limit of 60 a minute fail none of 300 requests (%d)',
	async (seed) => {
		const random = new Random(seed, 'clock');
		jest.spyOn(Math, 'random').mockImplementation(() => random.next());
		const simulator = await serve({ ...aMinute, retryAfter: 'none' });
		const both = await Promise.all([read(simulator, 150), read(simulator, 150)]);
		expect(both.map(({ error, items }) => [error, items.length])).toEqual([
			[undefined, 150],
			[undefined, 150],
		]);
	},
);

/** For how long so many charges are read, in seconds, if responses have such headers and nothing is refused. */
async function timeOf(given: Record<string, string>, count: number, maxRequests: number) {
	const simulator = await serve();
	simulator.fault({ headers: given, times: 1000 });
	const begin = now();
	const { items } = await succeeded(read(simulator, count, { maxRequests }));
	expect(items).toHaveLength(count);
	return (now() - begin) / 1000;
}

describe('the headers of a limit', () => {
	test('are followed also in a success: nothing is refused', async () => {
		const simulator = await serve({ ...aMinute, rateLimit: 5, rateLimitPeriod: 20 });
		for (let sent = 0; sent < 20; sent += 1) {
			const left = 4 - (sent % 5);
			simulator.fault({
				headers: {
					'x-ratelimit-limit': '5',
					'x-ratelimit-remaining': String(left),
					...(left === 0 && { 'x-ratelimit-reset': '21' }),
				},
			});
		}
		const begin = now();
		const { items } = await read(simulator, 20, { maxTries: 1, maxRequests: 3 });
		expect(items).toHaveLength(20);
		expect(refused(simulator)).toBe(0);
		expect(now() - begin).toBeGreaterThan(60_000);
	});

	test('with a Retry-After in a success let the next one wait', async () => {
		expect(await timeOf({ 'retry-after': '30' }, 3, 1)).toBeCloseTo(60, 0);
	});
});

describe('a limit that does not end', () => {
	const serveNothing = async (headers?: Record<string, string>) => {
		const simulator = await serve();
		simulator.fault({ status: 429, headers, times: 100_000 });
		return simulator;
	};

	test.each([2, 5, 10])(
		"is outlasted for two minutes and a half with 'Max Attempts' at %d",
		async (maxTries) => {
			const simulator = await serveNothing();
			const begin = now();
			const { error } = await read(simulator, 1, { maxTries });
			expect(error?.httpCode).toBe('429');
			expect(now() - begin).toBeGreaterThan(150_000);
			expect(now() - begin).toBeLessThan(180_000);
			expect(simulator.requests.length).toBeLessThan(30);
		},
	);

	test.each([
		['holds many items up no longer than one', {}, 40],
		['of an hour fails many items, with a request a minute', { 'retry-after': '3600' }, 12],
	])('%s', async (_, headers, most) => {
		const simulator = await serveNothing(headers);
		const begin = now();
		const node = { ...ownCredential(), onError: 'continueRegularOutput' as const };
		const { items } = await read(simulator, MANY, {}, node);
		expect(items.filter(({ json }) => typeof json.error === 'string')).toHaveLength(MANY);
		expect(now() - begin).toBeLessThan(200_000);
		expect(simulator.requests.length).toBeLessThan(most);
	});

	test('fails later items for a while only', async () => {
		const simulator = await serveNothing();
		const node = ownCredential();
		expect((await read(simulator, 1, {}, node)).error?.httpCode).toBe('429');
		const sent = simulator.requests.length;
		expect((await read(simulator, 1, {}, node)).error?.httpCode).toBe('429');
		expect(simulator.requests.length - sent).toBeLessThanOrEqual(1);
		simulator.clearFaults();
		await clock.pass(24_000);
		expect((await succeeded(read(simulator, 1, {}, node))).items).toHaveLength(1);
	});
});

test('refusals do not count as tries: another failure afterwards is sent again', async () => {
	const simulator = await serve();
	simulator.fault({ status: 429, times: 6 });
	simulator.fault({ status: 503, times: 4 });
	expect((await succeeded(read(simulator, 1))).items).toHaveLength(1);
	expect(simulator.requests).toHaveLength(11);
});

test('a limit that sets in in the middle is followed, also through all pages of a list', async () => {
	const simulator = await serve({ charges: 1_500, rateLimit: 10, rateLimitPeriod: 10 });
	simulator.fault({ skip: 5, times: 9, rate: 0.5, status: 429, headers: { 'retry-after': '1' } });
	const list = operation('charge', 'getAll', { returnAll: true });
	const { items } = await succeeded(runnerOf(simulator)(list, { node: ownCredential() }));
	expect(items.map(({ json }) => json.id)).toEqual(simulator.records.charges.map(({ id }) => id));
	expect(refused(simulator)).toBeGreaterThan(0);
	expect(now() - simulator.requests[0]!.at).toBeGreaterThan(10_000);
});
