import { Settings } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';

import { startHttpServer } from '../../httpServer';
import { useSimulator } from '../../useSimulator';
import { succeeded } from '../outcomes';
import { apiKeyOf, operation, runnerOf } from '../run';
import { requester } from '../service';

const simulator = useSimulator({ charges: 150, payouts: 60, locations: 30 });
const run = runnerOf(simulator);
const post = requester(simulator);

test("payment requests by 'Statuses' are read page by page: the API has no such filter", async () => {
	const list = async (more: INodeParameters) => {
		const { items } = await succeeded(run(operation('paymentRequest', 'getAll', more)));
		return items.map(({ json }) => json.id);
	};
	for (let index = 0; index < 230; index += 1) {
		await post('/v1/payment-requests', { amount: 5, currency: 'SGD', purpose: `Order ${index}` });
	}
	const { paymentRequests } = simulator.records;
	for (let index = 49; index < 230; index += 50) simulator.pay(paymentRequests[index]!.id);
	const paid = paymentRequests.filter(({ status }) => status === 'completed').map(({ id }) => id);
	simulator.reset();
	expect(await list({ returnAll: true, filters: { statuses: ['completed'] } })).toEqual(paid);
	expect(simulator.requests).toHaveLength(3);
	simulator.reset();
	// The second one is at the end of the first page.
	const limited = await list({ limit: 2, filters: { statuses: ['failed', 'completed'] } });
	expect(limited).toEqual(paid.slice(0, 2));
	expect(simulator.requests.map(({ query }) => query)).toMatchObject([{ per_page: '100' }]);
	expect(await list({ filters: { search: 'Order 1', statuses: ['expired'] } })).toEqual([]);
});

test('invoices by due date are read page by page, and the limit counts those that match', async () => {
	for (let index = 0; index < 250; index += 1) {
		const due_date = index % 90 ? null : `2026-03-0${1 + index / 90}`;
		simulator.addInvoice({ due_date });
	}
	const list = async (filters: INodeParameters, more: INodeParameters = { returnAll: true }) => {
		simulator.reset();
		const { items } = await succeeded(
			run(
				operation('invoice', 'getAll', { ...more, filters: { status: ['pending'], ...filters } }),
			),
		);
		expect(Object.keys(simulator.requests[0]!.query)).toEqual(['status', 'per_page', 'page']);
		return items.map(({ json }) => json.due_date);
	};
	const days = { dueFrom: '2026-03-01', dueTo: '2026-03-02' };
	expect(await list(days)).toEqual(['2026-03-02', '2026-03-01']);
	expect(simulator.requests).toHaveLength(3);
	expect(await list(days, { limit: 1 })).toEqual(['2026-03-02']);
	expect(simulator.requests).toHaveLength(2);
	expect(await list({ dueFrom: '2026-03-02' })).toEqual(['2026-03-03', '2026-03-02']);
	Settings.now = () => Date.parse('2026-02-25T12:00:00Z');
	expect(await list({ due: 'next7Days' })).toEqual(['2026-03-03', '2026-03-02', '2026-03-01']);
	Settings.now = () => Date.now();
});

test("invoices by several 'Statuses' are read status by status: a list of the API has those of one", async () => {
	const statuses = ['paid', 'draft', 'overdue', 'sent'] as const;
	const due = (index: number) => `2026-05-0${1 + (index % 2)}`;
	for (let index = 0; index < 12; index += 1) {
		const one = simulator.addInvoice({ due_date: due(index), reference: 'STATUSES' });
		simulator.changeInvoice(one.id, statuses[index % 4]!);
	}
	const list = async (status: unknown, more: INodeParameters = {}) => {
		simulator.reset();
		const filters = { status, dueFrom: '2026-05-01', ...more } as INodeParameters;
		const parameters = operation('invoice', 'getAll', { returnAll: true, filters });
		const { items } = await succeeded(run(parameters));
		return items.map(({ json }) => json.status);
	};
	expect(await list(['overdue', 'sent'])).toEqual([
		...['sent', 'sent', 'sent'],
		...['overdue', 'overdue', 'overdue'],
	]);
	expect(simulator.requests.map(({ query }) => query.status)).toEqual(['sent', 'overdue', 'sent']);
	expect(await list(['paid', 'draft'], { reference: 'STATUSES', dueTo: '2026-05-01' })).toEqual([
		...['paid', 'paid', 'paid'],
	]);
	// As text, e.g. of an AI agent, and as saved when one status could be selected.
	expect(await list('={{ "overdue, partially paid" }}')).toEqual(['overdue', 'overdue', 'overdue']);
	expect(await list('paid')).toEqual(['paid', 'paid', 'paid']);
	expect(simulator.requests.map(({ query }) => query.status)).toEqual(['paid']);
});

test('the transactions of a payout add up to it, whatever page they are on', async () => {
	const all = { resource: 'balance', operation: 'getTransactions', provider: 'adyen' };
	const listed = await succeeded(run({ ...all, returnAll: true }));
	const transactions = listed.items.map(({ json }) => json);
	const payout = simulator.records.payouts.findLast(({ id }) =>
		transactions.some(({ payout_id }) => payout_id === id),
	)!;
	const wanted = transactions.filter(({ payout_id }) => payout_id === payout.id);
	simulator.reset();
	const filters = { payoutId: payout.id.toUpperCase(), createdTo: '2030-01-01' };
	const found = await succeeded(run({ ...all, returnAll: true, filters }));
	expect(found.items.map(({ json }) => json)).toEqual(wanted);
	const sum = wanted.reduce(
		(total, { credit, debit }) => total + Number(credit) - Number(debit),
		0,
	);
	expect(wanted.length).toBeGreaterThan(1);
	expect(sum).toBeCloseTo(0, 2);
	// The API cannot filter by a payout.
	expect(simulator.requests.map(({ query }) => Object.keys(query))).toEqual([
		['created_at_to', 'per_page'],
		['created_at_to', 'per_page', 'cursor'],
	]);
	const first = await succeeded(run({ ...all, limit: 1, filters }));
	expect(first.items.map(({ json }) => json)).toEqual([wanted[0]]);
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

	test('of all statuses are read status by status, each once, up to a limit', async () => {
		const wanted = statuses.flatMap(kept);
		expect(await list({ status: 'all' })).toEqual(wanted);
		simulator.reset();
		expect(await list({ status: 'all' }, { limit: 15 })).toEqual(wanted.slice(0, 15));
		expect(simulator.requests).toHaveLength(2);
	});

	test.each([
		['scheduled', 'canceled', 1],
		['retrying', 'active', 2],
		['inactive', 'active', 2],
	] as const)(
		'one that changes from %s to %s while all are read is there once',
		async (before, after, skip) => {
			const [one] = kept(before);
			const path = '/v1/recurring-billing';
			simulator.fault({ path, skip, meanwhile: () => (one!.status = after) });
			const ids = (await list({ status: 'all' })).map(({ id }) => id);
			expect(one!.status).toBe(after);
			one!.status = before;
			expect(ids).toHaveLength(60);
			expect(new Set(ids).size).toBe(60);
		},
	);
});
