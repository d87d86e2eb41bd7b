import type { IDataObject } from 'n8n-workflow';

import { useFreshSimulator } from '../../useSimulator';
import { succeeded } from '../outcomes';
import { operation, runnerOf, type RunOptions } from '../run';
import { requester } from '../service';
import { shortenWaits } from '../waits';

shortenWaits();

const simulator = useFreshSimulator({ charges: 5, maxPerPage: 2 });
const run = runnerOf(simulator);
const post = requester(simulator);

const PATH = '/v1/customers';
const sent = (...methods: string[]) =>
	simulator.requests.filter(
		({ method, path }) => methods.includes(method) && path.startsWith(PATH),
	);
const kept = (email: string) =>
	simulator.records.customers.filter((one) => one.email.toLowerCase() === email);

/** Runs Create or Update for items with an email and other fields. */
const upsert = async (
	items: IDataObject[],
	options: Partial<RunOptions> = {},
	output: 'raw' | 'simplified' = 'raw',
) =>
	await run(
		operation('customer', 'upsert', {
			output,
			email: '={{ $json.email }}',
			additionalFields: { name: '={{ $json.name }}', remark: '={{ $json.remark }}' },
		}),
		{ items, ...options },
	);
const ann = { email: 'ann@example.com', name: 'Ann Tan' };

test.each(['', null, 'a/b', 9007199254740992])(
	'a customer with the email and the ID %j, which cannot be in a URL, is no reason to create another',
	async (id) => {
		const body = { data: [{ id, email: ann.email }], meta: {} };
		simulator.fault({ method: 'GET', path: PATH, status: 200, body, times: 9 });
		const { error } = await upsert([ann]);
		expect(error?.message).toContain('no ID that the node can use');
		expect(sent('POST', 'PATCH', 'PUT')).toEqual([]);
	},
);

test('a creation whose response is lost is unknown if the list shows the customer without an ID', async () => {
	simulator.fault({ method: 'POST', path: PATH, cut: 'after' });
	const body = { data: [{ id: null, email: ann.email }], meta: {} };
	simulator.fault({ method: 'GET', path: PATH, status: 200, body, skip: 1, times: 99 });
	const { error } = await upsert([ann]);
	expect(error?.message).toContain('Could not confirm whether it was created');
	expect(error?.description).toContain('without an ID that the node can use. Look it up');
	expect(sent('POST')).toHaveLength(1);
});

test('a customer that is found after its creation is lost, but not updated, may be the own one', async () => {
	simulator.fault({ method: 'POST', path: PATH, cut: 'after' });
	simulator.fault({ method: 'PATCH', path: PATH, status: 422, body: { message: 'Refused' } });
	const { error } = await upsert([ann]);
	const [{ id } = { id: '' }] = kept(ann.email);
	expect(error?.message).toContain('Could not confirm whether it was created');
	expect(error?.description).toBe(
		`The customer ${id} was found afterwards, so this item may have created it. Its update failed: The Payments API returned the status 422. Refused. Run this item again to update the customer.`,
	);
});

test('a retry is about the customer that was found, though an expression returns another email by then', async () => {
	const email = `${Math.floor(Date.now() / 4000)}@example.com`;
	await post(PATH, { email, name: 'Old' });
	simulator.fault({ method: 'PATCH', path: PATH, status: 422, body: { message: 'Refused' } });
	const parameters = operation('customer', 'upsert', {
		email: '={{ Math.floor($now.toMillis() / 4000) }}@example.com',
		additionalFields: { name: 'New' },
	});
	const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 5000 };
	const { items } = await succeeded(run(parameters, { node }));
	expect(items[0]?.json).toMatchObject({ email, name: 'New', created: false });
	expect(kept(email)).toHaveLength(1);
});

describe('after a creation that was lost and found, and an update that gets a 404', () => {
	const notFound = { message: 'Customer not found' };
	beforeEach(() => {
		simulator.fault({ method: 'POST', path: PATH, cut: 'after' });
		simulator.fault({ method: 'PATCH', path: PATH, status: 404, body: notFound });
	});

	test('the output does not say who created it', async () => {
		const { items } = await succeeded(upsert([ann]));
		expect(items[0]?.json.created).toBeNull();
	});

	test.each([
		['another 404', { method: 'PATCH', path: PATH, status: 404, body: notFound }],
		['a search without permission', { method: 'GET', path: PATH, status: 403, skip: 2, times: 9 }],
	])('it is unknown after %s', async (_, fault) => {
		simulator.fault(fault);
		const { items } = await upsert([ann], { node: { onError: 'continueRegularOutput' } });
		expect(items[0]?.json).toMatchObject({ outcome: 'unknown' });
		expect(kept(ann.email)).toHaveLength(1);
	});

	test('a retry waits until a search shows it, too', async () => {
		simulator.fault({ method: 'GET', path: PATH, status: 403, skip: 2 });
		const body = { data: [], meta: {} };
		simulator.fault({ method: 'GET', path: PATH, status: 200, body, skip: 2 });
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
		await upsert([ann], { node });
		expect(kept(ann.email)).toHaveLength(1);
	});
});

test('Create beside Create or Update of the same email, whose responses are lost, does not output the record of the latter', async () => {
	simulator.fault({ method: 'POST', path: PATH, cut: 'after' });
	simulator.fault({ method: 'POST', path: PATH, cut: 'before' });
	const { email } = ann;
	const [{ items }, { error }] = await Promise.all([
		upsert([{ email, remark: 'VIP' }]),
		run(operation('customer', 'create', { email })),
	]);
	expect(sent('POST').map(({ body }) => (body as IDataObject).remark)).toEqual(['VIP', undefined]);
	expect(error!.message).toBe('Could not confirm whether it was created');
	expect(items[0]!.json).toMatchObject({ remark: 'VIP', created: null });
	expect(kept(email)).toHaveLength(1);
});

describe('Create or Update', () => {
	test('creates a customer whose email is not there yet', async () => {
		const { items } = await succeeded(upsert([ann]));
		expect(items[0]?.json).toMatchObject({ ...ann, created: true });
		expect(simulator.requests.at(-1)).toMatchObject({ method: 'POST', body: ann });
		expect(sent('GET')[0]?.query).toMatchObject({ keywords: ann.email });
	});

	test('updates the customer with the email, however it is written, and leaves out empty fields', async () => {
		const { id } = await post(PATH, { ...ann, email: 'Ann@Example.com', remark: 'Wholesale' });
		simulator.reset();
		const { items } = await succeeded(upsert([{ ...ann, name: 'Ann Lim', remark: '' }]));
		const updated = { id, name: 'Ann Lim', remark: 'Wholesale', created: false };
		expect(items[0]?.json).toMatchObject(updated);
		expect(sent('POST')).toEqual([]);
		expect(sent('PATCH')).toMatchObject([
			{ path: `${PATH}/${id}`, body: { ...ann, name: 'Ann Lim' } },
		]);
	});

	test.each(['create', 'upsert'])(
		'%s leaves out an address whose parts are all empty',
		async (name) => {
			const parts = { street: '={{ $json.street }}', city: '={{ $json.city }}', country: '' };
			const parameters = { email: ann.email, additionalFields: { address: { parts } } };
			const items = [{ street: '', city: '' }];
			await succeeded(run(operation('customer', name, parameters), { items }));
			expect(simulator.requests.at(-1)?.body).toEqual({ email: ann.email });
		},
	);

	test.each(['raw', 'simplified'] as const)(
		'after a lost response does not claim who created the customer, with Output %s',
		async (output) => {
			simulator.fault({ method: 'POST', cut: 'after' });
			const { items } = await succeeded(upsert([ann], {}, output));
			expect(items[0]?.json.created).toBeNull();
			expect(kept(ann.email)).toHaveLength(1);
		},
	);

	test('does not take a customer whose email only contains the one that is entered', async () => {
		await post(PATH, { email: 'joann@example.com' });
		await succeeded(upsert([ann]));
		expect(kept('joann@example.com')).toHaveLength(1);
		expect(kept(ann.email)).toHaveLength(1);
	});

	test('finds the customer on any page, also where the search is ignored', async () => {
		const { id } = await post(PATH, ann);
		for (const email of ['b', 'c', 'd', 'e']) await post(PATH, { email: `${email}@example.com` });
		const all = simulator.records.customers;
		simulator.reset();
		const pages = Array.from({ length: Math.ceil(all.length / 2) }, (_, index) => ({
			data: all.slice(index * 2, index * 2 + 2),
			meta: { next_cursor: index * 2 + 2 < all.length ? `${index * 2 + 2}` : null },
		}));
		for (const body of pages) simulator.fault({ method: 'GET', path: PATH, status: 200, body });
		const { items } = await succeeded(upsert([ann]));
		expect(items[0]?.json.id).toBe(id);
		expect(sent('POST')).toEqual([]);
	});

	test('of two items with the same email makes one customer, with the values of the last', async () => {
		const { items } = await succeeded(
			upsert([
				{ ...ann, remark: 'First' },
				{ email: 'ANN@example.com', name: 'Ann Lim' },
			]),
		);
		expect(kept(ann.email)).toMatchObject([{ name: 'Ann Lim', remark: 'First' }]);
		expect(items[1]?.json.id).toBe(items[0]?.json.id);
	});

	test('knows what this execution created, even if the search does not find it yet', async () => {
		const executionId = 'lagging search';
		const empty = { data: [], meta: { next_cursor: null } };
		simulator.fault({ method: 'GET', path: /customers$/, status: 200, body: empty, times: 100 });
		for (const name of ['Ann Tan', 'Ann Lim']) {
			await succeeded(upsert([{ ...ann, name }], { executionId }));
		}
		expect(kept(ann.email)).toMatchObject([{ name: 'Ann Lim' }]);
	});

	test('stops if several customers have the email, and names them', async () => {
		const ids = [await post(PATH, ann), await post(PATH, ann)].map(({ id }) => id);
		simulator.reset();
		const { error } = await upsert([ann]);
		expect(error?.message).toBe("Several customers have this 'Email', so nothing was sent");
		for (const id of ids) expect(error?.description).toContain(id);
		expect(sent('POST', 'PATCH')).toEqual([]);
	});

	test('creates nothing if the list cannot be read', async () => {
		simulator.fault({ method: 'GET', path: PATH, status: 403, body: { message: 'Forbidden.' } });
		const { error } = await upsert([ann]);
		expect(error?.message).toBe('Forbidden.');
		expect(error?.description).toContain(
			"'Scope' in the credential needs customer, which includes customer:create. Add it",
		);
		expect(sent('POST')).toEqual([]);
	});

	test('updates a customer that somebody else made just before', async () => {
		const body = { message: 'The email is taken.' };
		simulator.fault({ method: 'POST', status: 422, body, when: 'before', delay: 250 });
		const running = upsert([{ ...ann, remark: 'Wholesale' }]);
		while (sent('POST').length === 0) await new Promise((resolve) => setImmediate(resolve));
		const { id } = await post(PATH, { ...ann, name: 'Somebody' });
		const { items } = await succeeded(running);
		expect(items[0]!.json).toMatchObject({ ...ann, id, remark: 'Wholesale', created: null });
		expect(kept(ann.email)).toMatchObject([{ ...ann, id, remark: 'Wholesale' }]);
	});
});
