import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import * as failures from '../../nodes/Payments/errors/httpFailure';
import type { Simulator, SimulatorOptions } from '../../simulator';
import { casesOf, isCi } from '../cases';
import { useVirtualClock } from '../clock';
import { startSimulator } from '../useSimulator';
import { succeeded } from './outcomes';
import { apiKeyOf, operation, ownCredential, runPayments } from './run';

const clock = useVirtualClock();
const { now } = clock.service;

/** The charges to read or refund are these, or are added. */
const FEW = { charges: 3, payouts: 1, locations: 1 };
/** As many as one node has to do at most. */
const MANY = isCi ? 1000 : 300;

const simulators: Simulator[] = [];
async function serve(options: SimulatorOptions = {}) {
	const simulator = await startSimulator({ latency: 3, ...FEW, ...options, ...clock.service });
	simulators.push(simulator);
	return simulator;
}
afterEach(async () => {
	await Promise.all(simulators.splice(0).map((simulator) => simulator.close()));
});

/** n8n 2.0 hands over no headers of an answer that failed (test/unit/failure.test.ts). */
function withoutCause() {
	const { readFailure } = jest.requireActual<typeof failures>(
		'../../nodes/Payments/errors/httpFailure',
	);
	jest.spyOn(failures, 'readFailure').mockImplementation((thrown, at) => {
		if (thrown instanceof Error) Object.defineProperty(thrown, 'cause', { value: undefined });
		return readFailure(thrown, at);
	});
}

const limits: Record<string, SimulatorOptions> = {
	'60 a minute, fixed': { rateLimit: 60, rateLimitPeriod: 60, rateLimitWindow: 'fixed' },
	'60 a minute, sliding': { rateLimit: 60, rateLimitPeriod: 60 },
	'100 per 10 s': { rateLimit: 100, rateLimitPeriod: 10, rateLimitWindow: 'fixed' },
};
const headers: Record<string, SimulatorOptions> = {
	'without any headers': { retryAfter: 'none' },
	'with Retry-After always 1': { retryAfter: 'one' },
	'with right headers': { rateLimitHeaders: true },
};

/** Three of the nine have each limit and all headers once. */
const combinations = casesOf(
	Object.entries(limits).flatMap((limit) =>
		Object.entries(headers).map((said) => [limit, said] as const),
	),
	4,
);

async function run(
	simulator: Simulator,
	parameters: INodeParameters,
	items: IDataObject[],
	node: Partial<INode> = ownCredential(),
) {
	return await runPayments({ parameters, credentials: apiKeyOf(simulator), node, items });
}

/** Reads a charge so many times. */
async function read(
	simulator: Simulator,
	count: number,
	options: INodeParameters = {},
	node: Partial<INode> = ownCredential(),
) {
	const [charge] = simulator.records.charges;
	const parameters = { resource: 'charge', operation: 'get', chargeId: charge!.id, options };
	return await run(
		simulator,
		parameters,
		Array.from({ length: count }, () => ({})),
		node,
	);
}

/** Refunds so many charges, for which it takes two requests each. */
async function refund(simulator: Simulator, count: number) {
	const charges = Array.from({ length: count }, () =>
		simulator.addCharge({ amount: 10, status: 'succeeded' }),
	);
	const parameters = operation('refund', 'create', {
		paymentId: '={{ $json.id }}',
		refundKind: 'everything',
	});
	const result = await run(
		simulator,
		parameters,
		charges.map(({ id }) => ({ id })),
	);
	const refunded = new Set(simulator.records.refunds.map(({ payment_id }) => payment_id));
	expect(charges.every(({ id }) => refunded.has(id))).toBe(true);
	return result;
}

const refused = ({ requests }: Simulator) => requests.filter(({ status }) => status === 429).length;

describe.each(['2.41', '2.0'])('with what n8n %s hands over,', (version) => {
	beforeEach(() => {
		if (version === '2.0') withoutCause();
	});

	test('no limit fails one of 150 charges that are read or 75 refunds, whatever it says, and few are refused', async () => {
		const cases = combinations.flatMap(([[limit, counted], [says, said]]) =>
			([read, refund] as const).map(async (bulk) => {
				const count = bulk === read ? 150 : 75;
				const simulator = await serve({ ...counted, ...said });
				const { items, error } = await bulk(simulator, count);
				const share = refused(simulator) / simulator.requests.length;
				const most = said.rateLimitHeaders && version !== '2.0' ? 0.15 : 0.4;
				const found = [error?.message, items.length, share < most ? 'few' : share];
				const expected = [undefined, count, 'few'];
				expect([limit, says, bulk.name, ...found]).toEqual([limit, says, bulk.name, ...expected]);
			}),
		);
		expect(await Promise.all(cases)).toHaveLength(isCi ? 18 : 6);
	});
});

test('two processes that share a limit of 60 a minute fail none of 300 requests', async () => {
	const simulator = await serve({ ...limits['60 a minute, fixed'], retryAfter: 'none' });
	const both = await Promise.all([read(simulator, 150), read(simulator, 150)]);
	expect(both.map(({ error, items }) => [error?.message, items.length])).toEqual([
		[undefined, 150],
		[undefined, 150],
	]);
});

/** For how long so many charges are read, in seconds, where answers have such headers and nothing is refused. */
async function timeOf(given: Record<string, string>, count: number, maxRequests: number) {
	const simulator = await serve();
	simulator.fault({ headers: given, times: 1000 });
	const begin = now();
	const { items } = await succeeded(read(simulator, count, { maxRequests }));
	expect(items).toHaveLength(count);
	return (now() - begin) / 1000;
}

describe('what an answer says of the limit', () => {
	test('is followed also where it succeeds: nothing is refused', async () => {
		const simulator = await serve({
			...{ rateLimit: 5, rateLimitPeriod: 20, rateLimitWindow: 'fixed' },
		});
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
		expect(now() - begin).toBeGreaterThan(55_000);
	});

	test('with a Retry-After in a success, the next one waits', async () => {
		expect(await timeOf({ 'retry-after': '30' }, 3, 1)).toBeGreaterThan(60);
	});

	// test/unit/rateLimitHeaders.test.ts has others.
	test.each<Record<string, string>>([
		{ 'x-ratelimit-remaining': '-5', 'x-ratelimit-limit': '60' },
		{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '99999999999999' },
		{ 'retry-after': '999999999' },
	])('is no more than a delay where it cannot be right: %j', async (given) => {
		// A header that is followed costs a minute for each of the ten requests.
		expect(await timeOf(given, 10, 8)).toBeLessThan(120);
	});
});

describe('a limit that does not end', () => {
	const serveNothing = async () => {
		const simulator = await serve();
		simulator.fault({ status: 429, times: 100_000 });
		return simulator;
	};

	test("is outlasted for two minutes and a half, whatever 'Max Attempts' is above 1", async () => {
		const cases = [2, 5, 10].map(async (maxTries) => {
			const simulator = await serveNothing();
			const begin = now();
			const { error } = await read(simulator, 1, { maxTries });
			expect(error?.httpCode).toBe('429');
			expect(now() - begin).toBeGreaterThan(150_000);
			expect(now() - begin).toBeLessThan(400_000);
			expect(simulator.requests.length).toBeLessThan(40);
		});
		await Promise.all(cases);
	});

	test("fails at once with 'Max Attempts' at 1", async () => {
		const simulator = await serveNothing();
		await read(simulator, 1, { maxTries: 1 });
		expect(simulator.requests).toHaveLength(1);
	});

	test(`holds no ${MANY} items up one after the other, and is not asked ${MANY} times`, async () => {
		const simulator = await serveNothing();
		const begin = now();
		const node = { ...ownCredential(), onError: 'continueRegularOutput' as const };
		const { items } = await read(simulator, MANY, {}, node);
		expect(items.every(({ json }) => typeof json.error === 'string')).toBe(true);
		// One after the other, they would wait for hours. A busy machine's second is a minute here.
		expect(now() - begin).toBeLessThan(3_000_000);
		expect(simulator.requests.length).toBeLessThan(150);
	});

	test(`of an hour fails ${MANY} items within minutes, with a request a minute`, async () => {
		const simulator = await serve();
		simulator.fault({ status: 429, headers: { 'retry-after': '3600' }, times: 100_000 });
		const begin = now();
		const node = { ...ownCredential(), onError: 'continueRegularOutput' as const };
		const { items } = await read(simulator, MANY, {}, node);
		expect(items.every(({ json }) => typeof json.error === 'string')).toBe(true);
		expect(now() - begin).toBeLessThan(3_000_000);
		expect(simulator.requests.length).toBeLessThan(30);
	});

	test('fails what follows for a while only', async () => {
		const simulator = await serveNothing();
		const node = ownCredential();
		expect((await read(simulator, 1, {}, node)).error?.httpCode).toBe('429');
		const sent = simulator.requests.length;
		expect((await read(simulator, 1, {}, node)).error?.httpCode).toBe('429');
		expect(simulator.requests.length - sent).toBeLessThanOrEqual(1);
		simulator.clearFaults();
		await clock.pass(24_000);
		expect((await read(simulator, 1, {}, node)).items).toHaveLength(1);
	});
});

test('refusals do not count as tries: what fails otherwise afterwards is sent again', async () => {
	const simulator = await serve();
	simulator.fault({ status: 429, times: 6 });
	simulator.fault({ status: 503, times: 4 });
	const { items } = await succeeded(read(simulator, 1));
	expect(items).toHaveLength(1);
	expect(simulator.requests).toHaveLength(11);
});

test('a limit that sets in in the middle is followed', async () => {
	const simulator = await serve({ rateLimit: 100, rateLimitPeriod: 10 });
	const headers = { 'retry-after': '1' };
	simulator.fault({ skip: 100, times: 60, rate: 0.5, status: 429, headers });
	const { items } = await succeeded(read(simulator, 300));
	expect(items).toHaveLength(300);
});
