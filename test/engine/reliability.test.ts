import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { memory as polls } from '../../nodes/Payments/polling/memory';
import { hashOf, SeenRecords } from '../../nodes/Payments/polling/seenRecords';
import { useVirtualClock } from '../clock';
import { startSimulator, useSimulator } from '../useSimulator';
import { startPoller } from './polling/poller';
import {
	apiKeyOf,
	oAuth2Of,
	operation,
	ownCredential,
	runPayments,
	type RunOptions,
	type RunResult,
} from './run';
import { requester } from './service';
import { continued, refundsOn } from './writes/refunds';

/* Sentences of docs/reliability.md that no other test shows. */

const clock = useVirtualClock();
const simulator = useSimulator();

async function run(
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
	{ node, ...options }: Partial<RunOptions> = {},
): Promise<RunResult> {
	return await runPayments({
		credentials: apiKeyOf(simulator),
		parameters,
		items,
		...options,
		node: { ...ownCredential(), ...node },
	});
}

const getCharge: INodeParameters = operation('charge', 'get', { chargeId: '={{ $json.id }}' });

const refundPart: INodeParameters = operation('refund', 'create', {
	paymentId: '={{ $json.id }}',
	amount: '={{ $json.amount }}',
});

const createCode: INodeParameters = operation('staticQr', 'create', {
	name: '={{ $json.name }}',
	paymentMethod: 'paynow_online',
});

const { newCharge, hit, refundsOf } = refundsOn(simulator);
const methods = () => simulator.requests.map(({ method }) => method);
const messages = ({ items }: RunResult) => items.map(({ json }) => json.error);

describe('what is sent again', () => {
	test('a request gets three rounds of tries as long as others get through', async () => {
		const charges = Array.from({ length: 20 }, () => newCharge());
		const path = `/v1/charges/${charges[0]!.id}`;
		simulator.fault({ path, status: 503, times: 99 });
		// The others get through one by one, for about a minute.
		simulator.fault({ delay: 25_000, times: 99 });
		const result = await run(
			getCharge,
			charges.map(({ id }) => ({ id })),
			{ node: continued },
		);
		expect(messages(result).filter(Boolean)).toHaveLength(1);
		expect(simulator.requests.filter((one) => one.path === path)).toHaveLength(15);
	});

	test('what follows is tried once each while the service is down, until one gets through', async () => {
		const rows = Array.from({ length: 4 }, () => ({ id: newCharge().id }));
		const node = { ...ownCredential(), ...continued };
		const parameters = { ...getCharge, options: { maxRequests: 1 } };
		simulator.fault({ status: 503, times: 8 });
		const down = await run(parameters, rows, { node });
		expect(messages(down).filter(Boolean)).toHaveLength(4);
		expect(simulator.requests).toHaveLength(5 + 3);

		await run(parameters, rows.slice(1), { node });
		simulator.reset();
		simulator.fault({ status: 503, times: 2 });
		expect(messages(await run(parameters, rows.slice(1), { node })).filter(Boolean)).toEqual([]);
		expect(simulator.requests).toHaveLength(2 + 3);
	});

	test('a service that was found down for a minute gets all tries again', async () => {
		const node = ownCredential();
		const rows = [{ id: newCharge().id }];
		simulator.fault({ status: 503, times: 99 });
		await run(getCharge, rows, { node });
		await run(getCharge, rows, { node });
		expect(simulator.requests).toHaveLength(5 + 1);
		await clock.pass(60_000);
		await run(getCharge, rows, { node });
		expect(simulator.requests).toHaveLength(5 + 1 + 5);
	});

	test.each([
		['60 s', {}, 60_000],
		["n8n's Timeout option", { requestOptions: { timeout: 34_567 } }, 34_567],
		["n8n's Timeout option as text", { requestOptions: { timeout: '34567' } }, 34_567],
	])('no answer within %s counts as none', async (_, options, expected) => {
		const timers = jest.spyOn(globalThis, 'setTimeout');
		await run({ resource: 'info', operation: 'get', ...options });
		expect(timers.mock.calls.map(([, time]) => time)).toContain(expected);
	});

	test.each<[unknown, string]>([
		...[10_000.5, 0, -1, 1e12].map((time): [unknown, string] => [
			time,
			` whole number from 1 to 2147483647: ${time}`,
		]),
		['soon', ' number: "soon"'],
	])("n8n's Timeout option %p is refused before anything is sent", async (timeout, message) => {
		const requestOptions = { timeout } as INodeParameters;
		const { error } = await run({ resource: 'info', operation: 'get', requestOptions });
		expect(error?.message).toBe(`'Timeout' is not a${message}`);
		expect(simulator.requests).toEqual([]);
	});
});

describe('what a list says of its end', () => {
	test.each<[string, IDataObject]>([
		['charge', { next_cursor: {} }],
		['payout', { next_cursor: ['x'] }],
		['charge', { next_cursor: true }],
		['location', { last_page: 'many' }],
		['location', { last_page: {} }],
	])('that cannot be read is no end: %s %j', async (resource, meta) => {
		simulator.fault({ status: 200, body: { data: [{ id: '1' }], meta }, times: 9 });
		const { error } = await run({ resource, operation: 'getAll', returnAll: true });
		expect(error?.message).toBe('The response contains no list of records');
	});
});

describe('how many at once', () => {
	test('triggers have a line of their own', async () => {
		const rows = Array.from({ length: 4 }, () => ({ id: newCharge().id }));
		simulator.fault({ path: /^\/v1\/charges\/./, delay: 400, times: 99 });
		let isOver = false;
		const busy = run({ ...getCharge, options: { maxRequests: 1 } }, rows, {
			node: { credentials: { paymentsApi: { id: 'paymentsApi-1', name: 'Test' } } },
		}).then(() => (isOver = true));
		await clock.pass(5);
		await startPoller(apiKeyOf(simulator)).publish();
		expect(isOver).toBe(false);
		await busy;
	});
});

describe('a refund', () => {
	test('that is under way is seen through when another item fails for good', async () => {
		const [failing, other] = [newCharge(), newCharge()];
		hit({ status: 400, body: { message: 'No.' }, delay: 100, when: 'before' });
		hit({ status: 429, delay: 300, when: 'before' });
		const { error } = await run(
			refundPart,
			[failing, other].map(({ id }) => ({ id, amount: 5 })),
		);
		expect(error?.message).toContain('(1st item)');
		await clock.pass(60_000);
		expect([refundsOf(failing), refundsOf(other)]).toEqual([[], [5]]);
	});

	test('stops where the charge lists two refunds of its amount after a lost answer', async () => {
		const own = await startSimulator({ listRefunds: true });
		const { id } = own.addCharge({ amount: 100, currency: 'sgd', status: 'succeeded' });
		const meanwhile = () => void requester(own)('/v1/refund', { payment_id: id, amount: 5 });
		own.fault({ method: 'POST', path: '/v1/refund', cut: 'after', meanwhile });
		const { error } = await run(refundPart, [{ id, amount: 5 }], { credentials: apiKeyOf(own) });
		await own.close();
		expect(error?.message).toBe('Could not confirm whether 5.00 SGD was refunded');
		expect(error?.description).toContain('It now lists several refunds of this amount.');
	});
});

describe('something that is created', () => {
	const rows = (count: number, name: string) =>
		Array.from({ length: count }, (_, index) => ({ name: `${name} ${index}` }));

	test('the newest hundred are read once in five seconds of a run', async () => {
		await run(createCode, rows(10, 'Once'));
		const reads = simulator.requests.filter(({ method }) => method === 'GET');
		expect(reads.map(({ query }) => query.per_page)).toEqual(['100']);

		simulator.reset();
		simulator.fault({ method: 'POST', times: 99, delay: 5_000 });
		await run({ ...createCode, options: { maxRequests: 1 } }, rows(3, 'Slow'));
		expect(methods()).toEqual(['GET', 'POST', 'GET', 'POST', 'GET', 'POST']);
	});
});

describe('a poll', () => {
	test('remembers about 11 bytes a record', () => {
		const state = new SeenRecords();
		const count = 100_000;
		for (let made = 0; made < count; made += 1) state.set(hashOf(`${made}`), 'succeeded', 20_000);
		expect(Math.round(JSON.stringify(state.toState()).length / count)).toBe(11);
	});

	test("takes an answer without a Date for an answer of this moment by n8n's clock", async () => {
		const poller = startPoller(apiKeyOf(simulator));
		simulator.fault({ path: '/v1/charges', headers: { date: 'today' }, times: 99 });
		await poller.publish();
		const { id } = newCharge();
		await poller.poll();
		await poller.poll();
		expect(poller.runs.flat().map((record) => record.id)).toEqual([id]);
	});

	test('that finds nothing new saves nothing', async () => {
		const poller = startPoller(apiKeyOf(simulator));
		await poller.publish();
		const { saved } = poller;
		await poller.poll();
		expect(poller.saved).toBe(saved);
	});

	test('Charge Status Changed can miss a change between the last poll and a restart', async () => {
		const poller = startPoller(apiKeyOf(simulator), { event: 'chargeStatusChanged' });
		await poller.publish();
		const charge = simulator.addCharge({ status: 'pending' });
		await poller.poll();
		simulator.changeCharge(charge.id, 'succeeded');
		// n8n is started again.
		polls.restart();
		await poller.publish();
		await poller.poll();
		expect(poller.runs).toEqual([]);
	});
});

/** The limits that the page states occur, so that it states them as long as they exist. */
describe('what it cannot promise', () => {
	test('n8n sends a request again after a 401: a partial refund whose 401 comes after the work is made twice', async () => {
		const charge = newCharge();
		hit({ status: 401, when: 'after' });
		await run(refundPart, [{ id: charge.id, amount: 5 }], {
			credentials: oAuth2Of(simulator),
			node: { credentials: { paymentsOAuth2Api: { id: 'twice', name: 'Test' } } },
		});
		expect(refundsOf(charge)).toEqual([5, 5]);
	});

	test('the same of somebody else, created in the five seconds before, is taken for that of the item', async () => {
		simulator.fault({
			method: 'POST',
			meanwhile: () =>
				void requester(simulator)('/v1/static_qr', {
					name: 'Same 2',
					payment_provider_method: 'paynow_online',
				}),
			delay: 200,
		});
		simulator.fault({ method: 'POST', skip: 1, cut: 'before' });
		const { items } = await run({ ...createCode, options: { maxRequests: 1 } }, [
			{ name: 'Same 1' },
			{ name: 'Same 2' },
		]);
		expect(items.map(({ json }) => json.name)).toEqual(['Same 1', 'Same 2']);
		const made = simulator.records.staticQrs.filter(({ name }) => name === 'Same 2');
		expect(made.map(({ id }) => id)).toEqual([items[1]?.json.id]);
	});

	test('a list by number in which one vanishes in front and one arrives behind can miss another one', async () => {
		const own = await startSimulator({ locations: 350 });
		const { locations } = own.records;
		const before = locations.map(({ id }) => id);
		own.fault({
			path: '/v1/locations',
			skip: 1,
			meanwhile: () => {
				locations.shift();
				locations.splice(250, 0, { ...locations[0]!, id: '00000000-0000-4000-8000-000000000001' });
			},
		});
		const { items, error } = await runPayments({
			credentials: apiKeyOf(own),
			parameters: operation('location', 'getAll', { returnAll: true, options: { maxRequests: 1 } }),
		});
		await own.close();
		expect(error).toBeUndefined();
		const came = new Set(items.map(({ json }) => json.id));
		expect(before.filter((id) => !came.has(id))).toEqual([before[100]]);
	});
});
