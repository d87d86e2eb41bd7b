import { endpointOf } from '../../contract/contract';
import { bodiesOf, named, type Json } from '../contract/examples';
import { answered, bearer, call, get, post, useFreshSimulator, type Page } from './helpers';

/* Every kind of record that a request creates: created, read, changed and deleted, with the examples of the contract. */

const clock = { at: Date.parse('2026-01-02T03:04:05Z') };
const simulator = useFreshSimulator({ now: () => clock.at });

interface Made extends Json {
	id: string;
	updated_at: string;
}

const kinds = named
	.filter(([, { method, path }]) => method === 'POST' && endpointOf('GET', `${path}/x`))
	.filter(([, { path }]) => !['/v1/refund', '/v1/transfers', '/v1/virtual-accounts'].includes(path))
	.map(([, one]) => [one.path, one] as const);

/** Kinds whose update replaces all fields; the others keep what a body does not have. */
const replaced = ['/v1/customers', '/v1/invoices'];

/** Returns a value so that one of a body and one of a record are equal: amounts and flags may be text in one. */
const comparable = (value: unknown): unknown => {
	if (typeof value === 'object') return value;
	const isNumber = typeof value !== 'boolean' && !Number.isNaN(Number(value));
	return isNumber ? Number(value) : (value as string | boolean).toString().toLowerCase();
};

/** Expects the fields of a body in a record, as far as it shows them. */
function expectSent(body: Json, record: Json) {
	const sent = Object.entries(body).filter(([name]) => name in record);
	expect(sent.length).toBeGreaterThan(0);
	for (const [name, value] of sent) {
		expect([name, comparable(record[name])]).toMatchObject([name, comparable(value)]);
	}
}

/** Returns the endpoint that changes a record of a list. */
const updateOf = (path: string) =>
	['PUT', 'PATCH', 'POST'].flatMap((method) => endpointOf(method, `${path}/x`) ?? [])[0]!;

describe.each(kinds)('%s', (path, create) => {
	// The example that names no other record.
	const body = bodiesOf(create).find((one) => !('plan_id' in one))!;
	const unknown = path === '/v1/subscription-plan' ? 422 : 404;
	const made = async () => (await answered(201, post<Made>(simulator, path, body))).json;

	test('creates a record with the fields of the body, which is read by its ID', async () => {
		const one = await made();
		expectSent(body, one);
		for (const id of [one.id, one.id.toUpperCase()]) {
			expect((await answered(200, get(simulator, `${path}/${id}`))).json).toEqual(one);
		}
	});

	test('changes the fields of a body, and when it was updated', async () => {
		const [one, other] = [await made(), await made()];
		clock.at += 60_000;
		const update = updateOf(path);
		const [change] = bodiesOf(update) as [Json];
		const sent = call<Made>(simulator, update.method as 'PUT', `${path}/${one.id}`, {
			body: change,
		});
		const { json } = await answered(200, sent);
		expectSent(change, json);
		expect(Date.parse(json.updated_at)).toBe(Date.parse(one.updated_at) + 60_000);
		expect((await get(simulator, `${path}/${one.id}`)).json).toEqual(json);
		expect((await get(simulator, `${path}/${other.id}`)).json).toEqual(other);
		if (replaced.includes(path)) return;
		// The price of a subscription is its amount.
		const changed = [...Object.keys(change), 'updated_at', 'price', 'price_stored'];
		const names = Object.keys(one).filter((name) => !changed.includes(name));
		for (const name of names) expect([name, json[name]]).toEqual([name, one[name]]);
	});

	test('deletes a record for good, and no other', async () => {
		const [one, other] = [await made(), await made()];
		const address = `${path}/${one.id}`;
		const status = Number(Object.keys(endpointOf('DELETE', address)!.responses)[0]);
		await answered(status, call(simulator, 'DELETE', address));
		if (path === '/v1/recurring-billing') {
			expect((await get<Made>(simulator, address)).json).toMatchObject({ status: 'canceled' });
		} else {
			for (const method of ['GET', 'DELETE'] as const) {
				await answered(unknown, call(simulator, method, address));
			}
		}
		expect((await get(simulator, `${path}/${other.id}`)).json).toEqual(other);
	});

	test('has records of one business, which no other reads, changes or deletes', async () => {
		const one = await made();
		const { access_token } = simulator.issueTokens({
			...{ business: simulator.businesses[1]!.id, scope: 'payments commerce customer business' },
		});
		const theirs = bearer(access_token);
		const { json } = await get<Page<Made> | Made[]>(simulator, path, theirs);
		const listed = Array.isArray(json) ? json : json.data;
		expect(listed.map(({ id }) => id)).not.toContain(one.id);
		const update = updateOf(path);
		for (const method of ['GET', update.method as 'PUT', 'DELETE'] as const) {
			const change = method === update.method ? { body: bodiesOf(update)[0] } : {};
			await answered(
				unknown,
				call(simulator, method, `${path}/${one.id}`, { ...theirs, ...change }),
			);
		}
		expect((await get(simulator, `${path}/${one.id}`)).json).toEqual(one);
	});
});
