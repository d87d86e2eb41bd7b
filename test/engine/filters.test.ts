import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { Payments } from '../../nodes/Payments/Payments.node';
import type { Charge, Location, Payout } from '../../simulator';
import { startHttpServer } from '../httpServer';
import { useSimulator } from '../useSimulator';
import { succeeded } from './outcomes';
import { apiKeyOf, runnerOf } from './run';
import { requester } from './service';

const simulator = useSimulator({ charges: 150, payouts: 60, locations: 30 });
const run = runnerOf(simulator);

interface Case<T> {
	filter: string;
	/** The filter as the user sets it, the query that is sent, and the records that are wanted. */
	given: () => {
		filters: INodeParameters;
		query: Record<string, unknown>;
		keep: (record: T) => boolean;
	};
}

/** All statuses of charges: a list without the filter may lack some. */
const statuses = [
	'success',
	'succeeded_manually',
	'pending',
	'failed',
	'refunded',
	'cancelled',
	'partially_refunded',
	'void',
];

const charge = (index: number) => simulator.records.charges[index]!;
const dayOf = ({ created_at }: { created_at: string }) => created_at.slice(0, 10);
const everyone = () =>
	simulator.records.charges.map(({ executor }) => executor?.id).filter((id) => id !== undefined);

const charges: Array<Case<Charge>> = [
	{
		filter: 'Amount From',
		given: () => ({
			filters: { amountFrom: 100 },
			query: { amount_from: '100' },
			keep: ({ amount }) => amount >= 100,
		}),
	},
	{
		filter: 'Amount To',
		given: () => ({
			filters: { amountTo: '12.50' },
			query: { amount_to: '12.5' },
			keep: ({ amount }) => amount <= 12.5,
		}),
	},
	{
		filter: 'Created From',
		given: () => {
			const day = dayOf(charge(20));
			return {
				filters: { createdFrom: `${day}T18:00:00` },
				query: { date_from: day },
				keep: (one) => dayOf(one) >= day,
			};
		},
	},
	{
		filter: 'Created To',
		given: () => {
			const day = dayOf(charge(20));
			return {
				filters: { createdTo: day },
				query: { date_to: day },
				keep: (one) => dayOf(one) <= day,
			};
		},
	},
	{
		filter: 'Customer ID',
		given: () => {
			const id = charge(1).customer_id;
			return {
				filters: { customerId: id },
				query: { customer_id: id },
				keep: ({ customer_id }) => customer_id === id,
			};
		},
	},
	{
		filter: 'Location Names or IDs, as text',
		given: () => {
			const wanted = [charge(0).location.id, charge(1).location.id];
			return {
				filters: { locationIds: wanted.join(', ') },
				query: { location_ids: wanted },
				keep: ({ location }) => wanted.includes(location.id),
			};
		},
	},
	{
		filter: 'Location Names or IDs (one)',
		given: () => {
			const { id } = charge(0).location;
			return {
				filters: { locationIds: id },
				query: { location_ids: [id] },
				keep: ({ location }) => location.id === id,
			};
		},
	},
	{
		filter: 'Payment Request ID',
		given: () => {
			const id = charge(2).payment_request_id;
			return {
				filters: { paymentRequestId: id },
				query: { payment_request_id: id },
				keep: (one) => one.payment_request_id === id,
			};
		},
	},
	{
		filter: 'Search',
		given: () => {
			const { email } = charge(3).customer;
			return {
				filters: { search: ` ${email} ` },
				query: { keywords: email },
				keep: ({ customer }) => customer.email.includes(email),
			};
		},
	},
	{
		filter: 'Status (of version 1)',
		given: () => ({
			filters: { status: 'failed' },
			query: { status: 'failed' },
			keep: ({ status }) => status === 'failed',
		}),
	},
	{
		filter: 'Statuses',
		given: () => ({
			filters: { statuses: ['failed', 'partially_refunded'] },
			query: { statuses: ['failed', 'partially_refunded'] },
			keep: ({ status }) => ['failed', 'partially_refunded'].includes(status),
		}),
	},
	{
		filter: 'Statuses (one)',
		given: () => ({
			filters: { statuses: ['void'] },
			query: { statuses: ['void'] },
			keep: ({ status }) => status === 'void',
		}),
	},
	{
		filter: 'User IDs',
		given: () => {
			const id = everyone()[0]!;
			return {
				filters: { userIds: id },
				query: { user_ids: [id] },
				keep: ({ executor }) => executor?.id === id,
			};
		},
	},
];

const payouts: Array<Case<Payout>> = [
	{
		filter: 'Created From',
		given: () => {
			const day = dayOf(simulator.records.payouts[20]!);
			return {
				filters: { createdFrom: day },
				query: { created_at_from: day },
				keep: (one) => dayOf(one) >= day,
			};
		},
	},
	{
		filter: 'Created To',
		given: () => {
			const day = dayOf(simulator.records.payouts[20]!);
			return {
				filters: { createdTo: day },
				query: { created_at_to: day },
				keep: (one) => dayOf(one) <= day,
			};
		},
	},
	{
		filter: 'Status',
		given: () => ({
			filters: { status: 'paid' },
			query: { status: 'paid' },
			keep: ({ status }) => status === 'paid',
		}),
	},
];

const locations: Array<Case<Location>> = [
	{
		filter: 'Name or ID (a word)',
		given: () => {
			const word = simulator.records.locations[0]!.name.split(' ')[0]!;
			return {
				filters: { nameOrId: word },
				query: { keywords: word },
				keep: ({ name }) => name.includes(word),
			};
		},
	},
	{
		filter: 'Name or ID (an ID)',
		given: () => {
			const { id } = simulator.records.locations[5]!;
			return { filters: { nameOrId: id }, query: { keywords: id }, keep: (one) => one.id === id };
		},
	},
];

describe.each([
	{ resource: 'charge', records: 'charges' as const, cases: charges },
	{ resource: 'payout', records: 'payouts' as const, cases: payouts },
	{ resource: 'location', records: 'locations' as const, cases: locations },
])('the list of $resource records', ({ resource, records, cases }) => {
	test.each<Case<never>>(cases)("is narrowed down by '$filter'", async ({ given }) => {
		const { filters, query, keep } = given();
		const { items, error } = await run({ resource, operation: 'getAll', returnAll: true, filters });
		const all = simulator.records[records] as never[];
		const wanted = all.filter(keep);
		// A filter that finds all or nothing would prove nothing.
		expect(wanted.length).toBeGreaterThan(0);
		expect(wanted.length).toBeLessThan(all.length);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual(wanted);
		expect(simulator.requests[0]?.query).toEqual({
			...(resource === 'charge' && { perPage: '100', ...('status' in query ? {} : { statuses }) }),
			...query,
			per_page: '100',
			...(resource === 'location' && { page: '1' }),
		});
	});
});

test("charges are narrowed down by 'Payout ID', and by all filters at once", async () => {
	const { id } = simulator.records.payouts.find(({ status }) => status === 'paid')!;
	const filters = {
		payoutId: id,
		amountFrom: 0,
		amountTo: 100000,
		statuses: ['success'],
		status: 'succeeded',
	};
	const { items } = await succeeded(
		run({ resource: 'charge', operation: 'getAll', returnAll: true, filters }),
	);
	expect(simulator.requests[0]?.query).toEqual({
		payout_id: id,
		amount_from: '0',
		amount_to: '100000',
		statuses: ['success'],
		status: 'succeeded',
		per_page: '100',
		perPage: '100',
	});
	expect(items.length).toBeGreaterThan(0);
	expect(items.length).toBeLessThan(150);
});

test('a workflow that was written by hand, without a version of the node, filters charges by Status', async () => {
	const parameters = { resource: 'charge', operation: 'getAll', filters: { status: 'failed' } };
	const { items } = await succeeded(run(parameters, { node: { typeVersion: undefined } }));
	expect(simulator.requests[0]?.query).toMatchObject({ status: 'failed' });
	expect(new Set(items.map(({ json }) => json.status))).toEqual(new Set(['failed']));
});

test('in a new node, charges are filtered by one parameter for statuses, with one option for each', () => {
	const { properties } = new Payments().description;
	const filters = properties.find(
		({ name, displayOptions }) =>
			name === 'filters' && displayOptions?.show?.resource?.includes('charge'),
	);
	const shown = (filters!.options as INodeProperties[]).filter(
		({ name, displayOptions }) =>
			/status/i.test(name) && !displayOptions?.show?.['@version']?.includes(1),
	);
	expect(shown.map(({ displayName }) => displayName)).toEqual(['Statuses']);
	const options = shown[0]!.options as INodePropertyOptions[];
	const ofRecords = new Set(simulator.records.charges.map(({ status }) => status));
	expect(options.map(({ value }) => value)).toEqual(expect.arrayContaining([...ofRecords]));
	// `success` is the same as `succeeded`.
	expect(options.map(({ value }) => value)).not.toContain('success');
	expect(options.filter(({ description }) => description)).toEqual([]);
});

test('lists are written with brackets, and their values are escaped', async () => {
	const urls: string[] = [];
	const { url, close } = await startHttpServer((request, response) => {
		urls.push(request.url!);
		response.setHeader('content-type', 'application/json').end('{"data":[],"meta":{}}');
	});
	const filters = { statuses: ['failed', 'void'], userIds: '7', search: 'a&b=c d' };
	await run(
		{ resource: 'charge', operation: 'getAll', filters },
		{ credentials: apiKeyOf(simulator, { apiUrl: url }) },
	);
	await close();
	const [path, query] = urls[0]!.split('?');
	expect(path).toBe('/v1/charges');
	expect(decodeURIComponent(query!).split('&')).toEqual(
		expect.arrayContaining(['statuses[]=failed', 'statuses[]=void', 'user_ids[]=7', 'per_page=50']),
	);
	expect(new URLSearchParams(query).get('keywords')).toBe('a&b=c d');
});

describe('subscriptions, of which a list has those of one status', () => {
	const statuses = ['scheduled', 'active', 'retrying', 'inactive', 'canceled'] as const;
	let planId: string;
	beforeAll(async () => {
		const plan = { name: 'Gym', cycle: 'weekly', amount: 5 };
		({ id: planId } = await requester(simulator)('/v1/subscription-plan', plan));
		for (let index = 0; index < 60; index += 1) {
			const status = statuses[index % 5]!;
			const reference = `MEMBER-${index % 4}`;
			const customer_email = `${index % 3 ? 'ann' : 'ben'}@example.com`;
			const more = index % 2 ? { plan_id: planId } : {};
			const one = simulator.addSubscription({ reference, customer_email, ...more });
			one.status = status;
		}
	});
	const list = async (filters: INodeParameters, more: INodeParameters = { returnAll: true }) => {
		const { items } = await succeeded(
			run({ resource: 'subscription', operation: 'getAll', filters, ...more }),
		);
		return items.map(({ json }) => json);
	};
	const kept = (status: string) =>
		simulator.records.subscriptions.filter((one) => one.status === status);

	test('without a status are the active ones', async () => {
		expect(await list({})).toEqual(kept('active'));
		expect(simulator.requests[0]!.query).toEqual({ per_page: '100', page: '1' });
	});

	test.each(statuses)('that are %s', async (status) => {
		expect(await list({ status })).toEqual(kept(status));
	});

	test('of all statuses are read status by status, each once', async () => {
		expect(await list({ status: 'all' })).toEqual(statuses.flatMap(kept));
	});

	test('of all statuses, up to a limit', async () => {
		const found = await list({ status: 'all' }, { limit: 15 });
		expect(found).toEqual([...kept('scheduled'), ...kept('active')].slice(0, 15));
		expect(simulator.requests).toHaveLength(2);
	});

	test('one that changes its status while all are read is there once', async () => {
		const [one] = kept('scheduled');
		const running = list({ status: 'all' });
		while (simulator.requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
		one!.status = 'canceled';
		const ids = (await running).map(({ id }) => id);
		one!.status = 'scheduled';
		expect(ids).toHaveLength(60);
		expect(new Set(ids).size).toBe(60);
	});

	test('are narrowed down by customer, reference and plan', async () => {
		const filters = { customerEmail: 'ann@example.com', reference: 'MEMBER-1', planId };
		const wanted = kept('active').filter(
			(one) =>
				one.customer_email === 'ann@example.com' &&
				one.reference === 'MEMBER-1' &&
				one.business_recurring_plans_id === planId,
		);
		expect(wanted.length).toBeGreaterThan(0);
		expect(await list(filters)).toEqual(wanted);
	});
});
