import type { INodeParameters } from 'n8n-workflow';

import { lists, type Event } from '../../../nodes/Payments/polling/lists';
import type { Charge, Simulator } from '../../../simulator';
import { apiKeyOf, oAuth2Of } from '../run';
import { jumps, shortenWaits } from '../waits';
import { happen } from './polled';
import { ids, publishPoller, startPoller, type Poller } from './poller';
import { usePolls } from './usePolls';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const waits = shortenWaits();
const pass = jumps();
const open = usePolls();

let simulator: Simulator;
beforeEach(async () => {
	simulator = await open({ maxPerPage: 10 });
});

/** Returns the requests of lists. */
const listed = () => simulator.requests.filter(({ path }) => !path.includes('/v1/info'));

const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

const published = async (parameters: INodeParameters = {}, by = apiKeyOf(simulator)) =>
	await publishPoller(by, parameters);

test('with locations, only their new charges start it', async () => {
	const [here, there] = simulator.records.locations.map(({ id, name }) => ({
		location: { id, name, address: '' },
	}));
	const poller = await published({ filters: { locationIds: [here!.location.id] } });
	const charge = simulator.addCharge(here);
	simulator.addCharge(there);
	await poller.poll();
	expect(ids(poller)).toEqual([charge.id]);
});

/** Returns the changes that started the workflow: status and previous status. */
const changesOf = ({ runs }: Poller) =>
	runs.flat().map(({ status, previous_status }) => [status, previous_status]);

type Change = (id: string, status: never) => unknown;

/** The statuses that a record has, one a poll, and those that start the workflow. */
const courses: Array<{
	event: Event;
	filters?: INodeParameters;
	add: () => { id: string };
	change: () => Change;
	to: string[];
	starts: Array<[status: string, previous: string | undefined]>;
}> = [
	{
		event: 'newCharge',
		filters: { statuses: ['succeeded', 'failed'] },
		add: () => simulator.addCharge({ status: 'pending', created_at: daysAgo(6) }),
		change: () => simulator.changeCharge,
		// It leaves the list, and is in it again later.
		to: ['succeeded', 'refunded', 'succeeded'],
		starts: [['succeeded', undefined]],
	},
	{
		event: 'newPayout',
		filters: { status: 'paid' },
		add: () => simulator.addPayout({ status: 'scheduled' }),
		change: () => simulator.changePayout,
		to: ['paid'],
		starts: [['paid', undefined]],
	},
	{
		event: 'newOrder',
		filters: { orderStatuses: ['completed'] },
		add: () => simulator.addOrder(),
		change: () => simulator.changeOrder,
		to: ['completed'],
		starts: [['completed', undefined]],
	},
	{
		event: 'chargeStatusChanged',
		filters: { statuses: ['success'] },
		add: () => simulator.addCharge({ status: 'pending' }),
		change: () => simulator.changeCharge,
		to: ['failed', 'succeeded'],
		starts: [['succeeded', 'failed']],
	},
];

test.each(courses)(
	'$event, with $filters: of $to, $starts start it',
	async ({ event, filters = {}, add, change, to, starts }) => {
		// A record from before it was published, for changes.
		const early = event.startsWith('new') ? undefined : add();
		const poller = await published({ event, filters });
		const { id } = early ?? add();
		await poller.poll();
		expect(poller.runs).toEqual([]);
		for (const status of to) {
			change()(id, status as never);
			pass(HOUR);
			await poller.poll();
			await poller.poll();
		}
		expect(changesOf(poller)).toEqual(starts);
		expect(new Set(ids(poller))).toEqual(new Set([id]));
		expect(poller.failed).toEqual([]);
	},
);

test.each<[Event, string, number]>([
	['newCharge', 'date_from', 5],
	['newOrder', 'dateFrom', 5],
	['newPayout', 'created_at_from', 5],
])(
	'the filter of %s by day, %s, has a margin of two days for any time zone of the business',
	async (event, name, days) => {
		await published({ event, options: { lookBack: 3 } });
		expect(listed()[0]!.query[name]).toBe(daysAgo(days).slice(0, 10));
		expect(listed()[0]!.query).not.toHaveProperty('date_to');
	},
);

describe.each(Object.keys(lists) as Event[])('%s', (event) => {
	test('each starts it once, in one execution, the oldest first, across pages, and no earlier one', async () => {
		for (let i = 0; i < 12; i++) happen(event, simulator);
		const poller = await published({ event, options: { calendarDay: !!lists[event].changes } });
		const happened = Array.from({ length: 12 }, () => {
			pass(1000);
			return happen(event, simulator);
		});
		for (let i = 0; i < 3; i++) {
			await poller.poll();
			pass(40 * MINUTE);
		}
		await poller.publish();
		expect(poller.failed).toEqual([]);
		expect(poller.runs).toHaveLength(1);
		expect(ids(poller)).toEqual(happened.map(({ id }) => id));
		expect(Object.keys(poller.runs[0]![0]!).length).toBeLessThanOrEqual(10);
		expect('previous_status' in poller.runs[0]![0]!).toBe(/Changed$/.test(event));
	});

	test('samples are the newest records, the newest first', async () => {
		const happened = Array.from({ length: 12 }, () => {
			pass(1000);
			return happen(event, simulator);
		});
		const samples = await startPoller(apiKeyOf(simulator), { event }).test();
		const newest = happened.map(({ id }) => id).reverse();
		expect(samples.map(({ id }) => id)).toEqual(newest.slice(0, 10));
		expect(simulator.requests).toHaveLength(lists[event].parts?.length ?? 1);
	});
});

describe('changes of invoices, subscriptions and transfers', () => {
	test('a transfer that took long starts it within the day, wherever it is in the list', async () => {
		const old = simulator.addTransfer({ created_at: daysAgo(50) });
		for (let i = 0; i < 30; i++) simulator.addTransfer({ created_at: daysAgo(40) });
		const poller = await published({ event: 'transferStatusChanged' });
		simulator.changeTransfer(old.id, 'paid');
		await poller.poll();
		expect(poller.runs).toEqual([]);
		pass(DAY);
		await poller.poll();
		expect([ids(poller), changesOf(poller)]).toEqual([[old.id], [['paid', 'scheduled']]]);
	});

	test('between full scans, a poll ends at the first page without recent records', async () => {
		for (let i = 0; i < 45; i++) simulator.addTransfer({ created_at: daysAgo(5) });
		const poller = await published({ event: 'transferStatusChanged' });
		const pages = listed().length;
		await poller.poll();
		expect([pages, listed().length - pages]).toEqual([10, 1]);
	});

	test('with Customer Email and Statuses, only those start it, and are samples', async () => {
		const customer_email = 'tan@mail.example';
		const mine = simulator.addInvoice({ customer_email });
		const other = simulator.addInvoice();
		const filters = { customerEmail: customer_email, invoiceStatuses: ['paid'] };
		const poller = await published({ event: 'invoiceStatusChanged', filters });
		for (const { id } of [mine, other]) simulator.changeInvoice(id, 'overdue');
		await poller.poll();
		for (const { id } of [mine, other]) simulator.changeInvoice(id, 'paid');
		simulator.addInvoice({ customer_email });
		expect((await poller.test()).map(({ id }) => id)).toEqual([mine.id]);
		await poller.poll();
		expect([ids(poller), changesOf(poller)]).toEqual([[mine.id], [['paid', 'overdue']]]);
	});
});

test('a poll keeps nothing of the recorded charges in memory but the state', async () => {
	const poller = await published();
	for (let i = 0; i < 50; i++) simulator.addCharge();
	await poller.poll();
	const unknown = simulator.addCharge();
	const strategy = jest.spyOn(lists.newCharge, 'strategy');
	pass(HOUR);
	await poller.poll();
	const kept = await (strategy.mock.results[0]!.value as Promise<object[]>);
	expect(kept).toHaveLength(51);
	expect(kept.every((one) => Object.keys(one).length === 0)).toBe(true);
	expect(ids(poller)).toEqual(expect.arrayContaining([unknown.id]));
});

describe('a manual run', () => {
	test('returns samples of changes with the fields of changes', async () => {
		simulator.addCharge({ status: 'pending' });
		const charge = simulator.addCharge();
		const filters = { statuses: ['success'] };
		const poller = startPoller(apiKeyOf(simulator), { event: 'chargeStatusChanged', filters });
		expect(await poller.test()).toEqual([
			expect.objectContaining({ id: charge.id, status: 'succeeded', previous_status: null }),
		]);
	});

	test('returns the newest records of all statuses, also where each has a list of its own', async () => {
		const [older, newer] = [1, 0].map((days) =>
			happen('subscriptionStatusChanged', simulator, daysAgo(days)),
		);
		simulator.changeSubscription(newer!.id, 'canceled');
		const poller = startPoller(apiKeyOf(simulator), { event: 'subscriptionStatusChanged' });
		expect((await poller.test()).map(({ id }) => id)).toEqual([newer!.id, older!.id]);
	});

	test('records nothing, and does not change the state of the published workflow', async () => {
		const poller = await published();
		const charge = simulator.addCharge();
		const before = poller.saved;
		await poller.test();
		expect(poller.saved).toBe(before);
		await poller.poll();
		expect(ids(poller)).toEqual([charge.id]);
	});

	test('reports that there are no records', async () => {
		const poller = startPoller(apiKeyOf(simulator), { event: 'newPayout' });
		await expect(poller.test()).rejects.toMatchObject({
			message: 'There are no payouts to return as samples',
			description: expect.stringContaining('as soon as the workflow is published') as string,
		});
	});
});

describe('the output', () => {
	const outputs: Array<[string, INodeParameters, (charge: Charge) => object]> = [
		['Raw', { output: 'raw' }, (charge) => charge],
		[
			'Selected Fields',
			{ output: 'selected', outputFields: ['amount', 'customer_name'] },
			({ id, amount, customer }) => ({ id, amount, customer_name: customer.name }),
		],
		[
			'the calendar day',
			{ output: 'selected', outputFields: ['amount'], options: { calendarDay: true } },
			({ id, amount, created_at }) => ({ id, amount, created_day: created_at.slice(0, 10) }),
		],
	];
	test.each(outputs)('%s', async (_, parameters, expected) => {
		const poller = await published(parameters);
		const charge = simulator.addCharge();
		await poller.poll();
		expect(poller.runs).toEqual([[expected(charge)]]);
	});
});

describe('errors', () => {
	test('a wrong key is reported at publishing, without the key', async () => {
		const by = apiKeyOf(simulator);
		by.paymentsApi.apiKey = 'a-wrong-secret';
		const error = await published({}, by).catch((thrown: unknown) => thrown as Error);
		expect(error).toMatchObject({
			description: expect.stringContaining('Check the key in the credential') as string,
		});
		expect(JSON.stringify(error)).not.toContain('a-wrong-secret');
		expect((error as Error).message).not.toContain('item)');
	});

	test('requests are retried during an outage, and by the next poll if that fails', async () => {
		const poller = await published();
		const charge = simulator.addCharge();
		simulator.fault({ status: 503, times: 2 });
		await poller.poll();
		expect(ids(poller)).toEqual([charge.id]);
		expect(waits).toHaveLength(2);
		simulator.fault({ status: 503, times: 3 });
		await poller.poll();
		expect(poller.failed).toMatchObject([
			{ description: expect.stringContaining('temporarily unavailable') as string },
		]);
	});

	test('after too many requests, the message names an existing option: that of the Payments node', async () => {
		simulator.fault({ status: 429, times: 1000 });
		await expect(published()).rejects.toMatchObject({
			description: expect.stringMatching(
				/'Max Parallel Requests' in the options of the Payments node/,
			) as string,
		});
	});

	test.each<[Event, INodeParameters, string]>([
		[
			'newCharge',
			{ filters: { locationIds: 'x' } },
			'\'Location Names or IDs\' is not a valid ID: "x"',
		],
		['newCharge', { filters: { statuses: [] } }, "'Statuses' is empty"],
		[
			'newCharge',
			{ options: { lookBack: 366 } },
			"'Look Back' is not a whole number from 1 to 365: 366",
		],
		['newCharge', { output: 'selected', outputFields: [] }, "'Fields' is empty"],
		[
			'invoiceStatusChanged',
			{ filters: { customerEmail: 'Ann' } },
			'\'Customer Email\' is not an email address: "Ann"',
		],
	])('%s: %j is refused before anything is sent: %s', async (event, parameters, message) => {
		await expect(published({ event, ...parameters })).rejects.toThrow(message);
		expect(simulator.requests).toEqual([]);
	});

	test.each([
		['an ID', { status: 'succeeded' }],
		['a status', { id: '1' }],
		['a status that is a text', { id: '1', status: {} }],
	])('records without %s are reported: they would be output again and again', async (_, record) => {
		simulator.fault({ path: '/v1/charges', status: 200, body: { data: [record], meta: {} } });
		await expect(published()).rejects.toThrow(
			'The Payments API returned a record without an ID or a status',
		);
	});
});

test('with OAuth2, the records of the merchant who authorized the app are read', async () => {
	const poller = await published({}, oAuth2Of(simulator) as never);
	const charge = simulator.addCharge();
	await poller.poll();
	expect(ids(poller)).toEqual([charge.id]);
});
