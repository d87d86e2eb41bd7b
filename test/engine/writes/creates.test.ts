import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../../simulator';
import { useSimulator } from '../../useSimulator';
import { apiKeyOf, operation, runPayments } from '../run';
import { secretsIn } from '../secrets';
import { requester } from '../service';
import { shortenWaits, wait } from '../waits';

const simulator = useSimulator();

shortenWaits();

const planId = '11111111-2222-4333-8444-555555555555';

let names = 0;

const realNow = Date.now;
afterEach(() => jest.restoreAllMocks());

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
	const kept = (): unknown[] => simulator.records[records];
	// Those of subscriptions are by status.
	const lists = resource === 'subscription' ? 2 : 1;

	async function create(fault: Fault) {
		names += 1;
		simulator.fault({ method: 'POST', ...fault });
		const before = kept().length;
		const result = await runPayments({
			credentials: apiKeyOf(simulator),
			parameters: operation(resource, 'create', fields(`Counter ${names}`)),
		});
		expect(secretsIn(result, simulator)).toEqual([]);
		return { ...result, made: kept().length - before };
	}
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

	test.each([-10, -3, 3, 10])(
		'is created once whatever the clocks show: %d minutes apart',
		async (minutes) => {
			jest.spyOn(Date, 'now').mockImplementation(() => realNow() + minutes * 60_000);
			const { items, error, made } = await create({ cut: 'after' });
			expect(error).toBeUndefined();
			expect(made).toBe(1);
			expect(posts()).toBe(1);
			expect(items[0]!.json.id).toBe((kept() as Array<{ id: string }>)[0]!.id);
		},
	);
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
