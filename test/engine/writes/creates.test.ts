import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../../simulator';
import { useSimulator } from '../../useSimulator';
import { apiKeyOf, operation, runPayments, type RunOptions } from '../run';
import { secretsIn } from '../secrets';
import { requester } from '../service';
import { shortenWaits, wait } from '../waits';

const simulator = useSimulator();

shortenWaits();

const planId = '11111111-2222-4333-8444-555555555555';

let names = 0;

const realNow = Date.now;
afterEach(() => jest.restoreAllMocks());

/** Changes the records of a list. */
const changed = (change: (record: IDataObject) => IDataObject) => (body: string) => {
	const list = JSON.parse(body) as { data: IDataObject[] };
	return JSON.stringify({ ...list, data: list.data.map(change) });
};

/** A record whose texts are escaped for HTML. */
const escaped = (record: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(record).map(([name, value]) => [
			name,
			typeof value === 'string' ? value.replace(/&/g, '&amp;').replace(/"/g, '&quot;') : value,
		]),
	);

const grouped = { amount: '1,250.00' };

/** The same parameters with another amount, wherever it stands. */
const withAmount = (parameters: INodeParameters, amount: number): INodeParameters =>
	'amount' in parameters
		? { ...parameters, amount }
		: { ...parameters, additionalFields: { ...(parameters.additionalFields as object), amount } };

/** A record to create, its place in the simulator, and its parameters, by a name that no other test uses. */
type Kind = [
	what: string,
	resource: string,
	records: keyof typeof simulator.records,
	parameters: (name: string) => INodeParameters,
];

const regular = { customerEmail: 'ann@example.com', startDate: '2099-01-01' };
const terms = { kind: 'terms', name: 'Gym', amount: 49, currency: 'SGD', cycle: 'monthly' };
const money = { amount: 10, currency: 'SGD' };

const kinds: Kind[] = [
	[
		'a static QR code',
		'staticQr',
		'staticQrs',
		(name) => ({ name, paymentMethod: 'paynow_online', additionalFields: money }),
	],
	['a plan', 'plan', 'plans', (name) => ({ name, amount: 20, cycle: 'monthly' })],
	[
		'a customer',
		'customer',
		'customers',
		(name) => ({
			email: `${name.replace(/\W/g, '')}@example.com`,
			additionalFields: { name },
		}),
	],
	[
		'a payment request',
		'paymentRequest',
		'paymentRequests',
		(name) => ({ ...money, additionalFields: { referenceNumber: name } }),
	],
	...[terms, { kind: 'plan', planId: { __rl: true, mode: 'id', value: planId } }].map(
		(one): Kind => [
			`a subscription of kind ${one.kind}`,
			'subscription',
			'subscriptions',
			(name) => ({ ...one, ...regular, additionalFields: { reference: name } }),
		],
	),
];

beforeAll(async () => {
	await requester(simulator)('/v1/subscription-plan', { name: 'Gym', cycle: 'weekly', amount: 9 });
	simulator.records.plans[0]!.id = planId;
});

test('a payment request that nobody can tell from others is not taken for another one', async () => {
	const anybody = { amount: 77, currency: 'SGD' };
	simulator.fault({ method: 'POST', status: 500, delay: 300 });
	const running = runPayments({
		credentials: apiKeyOf(simulator),
		parameters: { resource: 'paymentRequest', operation: 'create', ...anybody },
	});
	while (!simulator.requests.some(({ method }) => method === 'POST')) await wait(5);
	// Made by somebody else at the same moment, one with a name that this one was not given.
	const others = [anybody, { ...anybody, email: 'ann@example.com' }];
	for (const body of others) await requester(simulator)('/v1/payment-requests', body);
	const { error } = await running;
	const [ofAnn, plain] = simulator.records.paymentRequests;
	expect(error?.message).toBe('Could not confirm whether it was created');
	expect(error?.description).toContain(
		`A new record could be this one, or a similar one: ${plain!.id}.`,
	);
	expect(error?.description).not.toContain(ofAnn!.id);
});

describe.each(kinds)('%s whose creation is not answered', (_, resource, records, fields) => {
	const parameters = (name: string) => operation(resource, 'create', fields(name));
	const kept = (): unknown[] => simulator.records[records];
	// Those of subscriptions are by status.
	const lists = resource === 'subscription' ? 2 : 1;

	async function create(fault: Fault, options: Partial<RunOptions> = {}) {
		names += 1;
		simulator.fault({ method: 'POST', ...fault });
		const before = kept().length;
		const result = await runPayments({
			credentials: apiKeyOf(simulator),
			parameters: parameters(`Counter ${names}`),
			...options,
		});
		expect(secretsIn(result, simulator)).toEqual([]);
		return { ...result, made: kept().length - before };
	}
	const ids = (items: Array<{ json: IDataObject }>) => items.map(({ json }) => json.id);
	const posts = () => simulator.requests.filter(({ method }) => method === 'POST').length;

	test('is not sent again where the list cannot be read afterwards', async () => {
		simulator.fault({ method: 'GET', skip: lists, times: 100, status: 503 });
		const { error, made } = await create({ cut: 'after' });
		expect(error?.message).toBe('Could not confirm whether it was created');
		expect(error?.description).toBe(
			'The connection was lost (ECONNRESET). The list of these records could not be read. Look it up in the dashboard before you run this item again.',
		);
		expect(made).toBe(1);
		expect(posts()).toBe(1);
	});

	test('is not sent again where the list is a part of it in another order', async () => {
		const data = ['2026-01-01', '2026-01-02'].map((created_at) => ({ id: created_at, created_at }));
		const body = { data, meta: { last_page: 2 } };
		simulator.fault({ method: 'GET', body, when: 'after', times: 100 });
		const { error } = await create({ cut: 'after' });
		expect(error?.message).toBe('Could not confirm whether it was created');
		expect(posts()).toBe(1);
	});

	test.each([-10, -3, 3, 10])(
		'is created once whatever the clocks show: %d minutes apart',
		async (minutes) => {
			jest.spyOn(Date, 'now').mockImplementation(() => realNow() + minutes * 60_000);
			const { items, error, made } = await create({ cut: 'after' });
			expect(error).toBeUndefined();
			expect(made).toBe(1);
			expect(posts()).toBe(1);
			expect(ids(items)).toEqual([(kept() as Array<{ id: string }>).at(0)?.id]);
		},
	);

	test.each<[string, (record: IDataObject) => IDataObject]>([
		['amounts with grouping', (record) => ({ ...record, ...('amount' in record && grouped) })],
		['names escaped for HTML', (record) => escaped(record)],
		['no readable time', (record) => ({ ...record, created_at: 'a moment ago' })],
		['no time at all', (record) => ({ ...record, created_at: null })],
	])('is found in a list that writes %s', async (_name, written) => {
		names += 1;
		const name = `Bread & "butter" ${names}`;
		simulator.fault({ method: 'GET', times: 100, body: changed(written) });
		const given = withAmount(parameters(name), 1250);
		const { items, error, made } = await create({ cut: 'after' }, { parameters: given });
		expect([error, made, items.length]).toEqual([undefined, 1, 1]);
	});
});

test('an order is searched among drafts, too, which a list without the filter may lack', async () => {
	simulator.fault({ method: 'POST', cut: 'after' });
	const { error } = await runPayments({
		credentials: apiKeyOf(simulator),
		parameters: operation('order', 'create', { ...money, channel: 'point_of_sale' }),
	});
	expect(error!.message).toBe('Could not confirm whether it was created');
	const lists = simulator.requests.filter(({ method }) => method === 'GET');
	expect(lists.length).toBeGreaterThan(1);
	for (const { query } of lists) expect(query.statuses).toContain('draft');
});
