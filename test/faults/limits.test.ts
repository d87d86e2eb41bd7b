import * as failures from '../../nodes/Payments/errors/httpFailure';
import type { Simulator, SimulatorOptions } from '../../simulator';
import { apiKeyOf, operation, runPayments } from '../engine/run';
import { startSimulator } from '../useSimulator';
import { print } from './print';

const simulators: Simulator[] = [];
afterAll(async () => {
	jest.restoreAllMocks();
	await Promise.all(simulators.map((simulator) => simulator.close()));
});

const limits: Record<string, SimulatorOptions> = {
	'60 a minute, fixed': { rateLimit: 60, rateLimitPeriod: 60, rateLimitWindow: 'fixed' },
	'60 a minute, sliding': { rateLimit: 60, rateLimitPeriod: 60 },
	'100 per 10 s': { rateLimit: 100, rateLimitPeriod: 10, rateLimitWindow: 'fixed' },
};
const headers: Record<string, SimulatorOptions> = {
	'no headers': { retryAfter: 'none' },
	'Retry-After always 1': { retryAfter: 'one' },
	'right headers': { rateLimitHeaders: true },
};

/** Where n8n 2.0 is at work, which hands over no headers of an answer that failed. */
const early = new Set<string>();

beforeAll(() => {
	const { readFailure } = jest.requireActual<typeof failures>(
		'../../nodes/Payments/errors/httpFailure',
	);
	jest.spyOn(failures, 'readFailure').mockImplementation((thrown, now) => {
		const { cause } = (thrown ?? {}) as { cause?: { config?: { baseURL?: string } } };
		if (early.has(cause?.config?.baseURL ?? '')) {
			Object.defineProperty(thrown, 'cause', { value: undefined });
		}
		return readFailure(thrown, now);
	});
});

async function run(
	simulator: Simulator,
	what: 'charges' | 'refunds',
	count: number,
): Promise<string> {
	const items = Array.from({ length: count }, () => {
		const { id } = simulator.addCharge({ amount: 10, status: 'succeeded' });
		return { id };
	});
	const { items: came, error } = await runPayments({
		parameters:
			what === 'charges'
				? { resource: 'charge', operation: 'get', chargeId: '={{ $json.id }}' }
				: operation('refund', 'create', { paymentId: '={{ $json.id }}', refundKind: 'everything' }),
		credentials: apiKeyOf(simulator),
		node: { credentials: { paymentsApi: { id: simulator.url, name: 'Test' } } },
		items,
	});
	return error ? error.message : `${came.length} came`;
}

test('300 requests at limits by the minute, whatever the service says of them: none fails', async () => {
	const counts: Record<string, number> = {};
	const one = async (
		name: string,
		options: SimulatorOptions,
		isEarly: boolean,
		what: 'charges' | 'refunds',
		count: number,
	) => {
		const simulator = await startSimulator({ latency: 20, ...options });
		simulators.push(simulator);
		if (isEarly) early.add(simulator.url);
		const start = Date.now();
		const outcome = await run(simulator, what, count);
		const refused = simulator.requests.filter(({ status }) => status === 429).length;
		counts[`${name}: seconds`] = Math.round((Date.now() - start) / 1000);
		counts[`${name}: requests`] = simulator.requests.length;
		counts[`${name}: refused`] = refused;
		return [name, outcome];
	};
	const cases = Object.entries(limits).flatMap(([limit, counted]) =>
		Object.entries(headers).flatMap(([says, said]) =>
			[false, true].flatMap((isEarly) => {
				const name = `${limit}, ${says}, n8n ${isEarly ? '2.0' : '2.41'}`;
				const options = { ...counted, ...said };
				const reads = {
					name,
					run: one(name, options, isEarly, 'charges', 300),
					count: 300,
				};
				// All at the same time, so that the machine has enough to do: refunds without any help only.
				if (says !== 'no headers' || isEarly) return [reads];
				// A refund takes two requests.
				const refunds = {
					name: `${name}, refunds`,
					run: one(`${name}, refunds`, options, isEarly, 'refunds', 100),
					count: 100,
				};
				return [reads, refunds];
			}),
		),
	);
	const outcomes = await Promise.all(cases.map(async ({ run: running }) => await running));
	print('300 requests at a limit', counts);
	expect(outcomes).toEqual(cases.map(({ name, count }) => [name, `${count} came`]));
}, 900_000);
