import type { Simulator } from '../../simulator';
import { named } from '../contract/examples';
import { filters, type Filter } from './filters';
import { get, post, recordsOf, useSimulator, type Page } from './helpers';

const simulator = useSimulator({ charges: 300, payouts: 60, orders: 60, products: 40 });

beforeAll(async () => {
	for (let i = 1; i <= 20; i++) {
		await post(simulator, '/v1/payment-requests', {
			...{ amount: 10, currency: 'SGD', reference_number: `ORD-${i}` },
			purpose: i % 2 ? 'Tea' : 'Kopi',
		});
	}
	const mei = { name: 'Mei Tan', email: 'mei@mail.example', phone: '+6581' };
	await post(simulator, '/v1/payment-requests', { amount: 10, currency: 'SGD', ...mei });
	simulator.addInvoice({ status: 'sent' });
	simulator.addInvoice({ customer_email: 'ben@mail.example', reference: 'A' });
	await addSubscriptions(simulator);
});

async function addSubscriptions(simulator: Simulator) {
	const plan = { name: 'Gym', cycle: 'weekly', amount: 5 };
	const { json } = await post<{ id: string }>(simulator, '/v1/subscription-plan', plan);
	simulator.addSubscription({ reference: 'A' });
	simulator.addSubscription({ customer_email: 'ben@mail.example' });
	simulator.addSubscription({ plan_id: json.id });
	const body = { customer_email: 'eva@mail.example', save_payment_method: 'true' };
	await post(simulator, '/v1/recurring-billing', body);
}

/** Returns the query of a filter, and the IDs of the records that it has to find. */
function expectedOf(path: string, { query, fits, sample = () => true }: Filter) {
	const records = recordsOf(simulator, path) as Array<Parameters<typeof fits>[0]>;
	const example = records.find(sample)!;
	const expected = records.filter((one) => fits(one, example)).map(({ id }) => id);
	expect(expected.length).toBeGreaterThan(0);
	expect(expected.length).toBeLessThan(records.length);
	return { query: query(example), expected };
}

test.each(Object.entries(filters))(
	'GET %s finds the records that fit each of its filters',
	async (path, all) => {
		for (const filter of all) {
			const { query, expected } = expectedOf(path, filter);
			const sizes = 'per_page=100&perPage=100';
			const sent = get<Page<{ id: string }>>(simulator, `${path}?${sizes}&${query}`);
			const found = (await sent).json.data.map(({ id }) => id);
			expect([query, found]).toEqual([query, expected.slice(0, 100)]);
		}
	},
);

test('every filter of the contract is among them, or has a test of its own', () => {
	const paging = /^(per_?page|limit|page|current_page|cursor)$/i;
	const own = [
		'/v1/charges payout_id',
		'/v1/orders version',
		'/v1/orders with',
		// test/engine/records/records.test.ts, row 45.
		'/v1/payment-requests metadata',
		'/v1/payment-requests is_default',
	];
	const tested = Object.entries(filters).flatMap(([path, all]) =>
		all.flatMap((filter) => {
			const names = new URLSearchParams(expectedOf(path, filter).query).keys();
			return [...names].map((name) => `${path} ${name.replace(/\[\d?\]$/, '')}`);
		}),
	);
	const known = named.flatMap(([, { path, all }]) =>
		all
			.filter((one) => one.in === 'query' && !paging.test(one.name) && !path.includes('{'))
			.map(({ name }) => `${path} ${name.replace('[]', '')}`),
	);
	expect(known.filter((one) => ![...own, ...tested].includes(one))).toEqual([]);
});
