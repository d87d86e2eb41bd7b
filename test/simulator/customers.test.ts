import type { Customer } from '../../simulator';
import {
	answered,
	bearer,
	call,
	fieldsRefused,
	get,
	post,
	type Page,
	useFreshSimulator,
	useSimulator,
	walk,
} from './helpers';

const PATH = '/v1/customers';
const address = { street: '1 Orchard Road', city: 'Singapore', state: 'SG', postal_code: '238801' };
const ann = { email: 'ann@example.com', name: 'Ann Tan' };

describe('POST /v1/customers', () => {
	const simulator = useSimulator();
	const create = (body: object) => post<Customer>(simulator, PATH, body);

	test('creates with an email alone', async () => {
		const { json } = await answered(201, create({ email: ann.email }));
		expect(json).toMatchObject({ email: ann.email, name: null, phone_number: null, address: null });
		expect(simulator.records.customers[0]).toEqual(json);
	});

	test('keeps all fields', async () => {
		const body = {
			...ann,
			phone_number: '91234567',
			phone_number_country_code: '65',
			remark: 'Wholesale',
			birth_date: '1990-05-17',
			gender: 'female',
			address: { ...address, country: 'SG' },
		};
		expect((await create(body)).json).toMatchObject(body);
	});

	test.each([
		[{ email: undefined }, 'email'],
		[{ email: 'ann' }, 'email'],
		[{ remark: 'x'.repeat(256) }, 'remark'],
		[{ birth_date: '17.5.1990' }, 'birth_date'],
		[{ address: { ...address, city: undefined } }, 'city'],
	])('refuses %j', async (change, field) => {
		expect(fieldsRefused(await create({ ...ann, ...change }))).toEqual([field]);
	});
});

describe('GET /v1/customers', () => {
	const simulator = useSimulator();

	test('lists the customers of charges by cursor, the newest first', async () => {
		const { customers, charges } = simulator.records;
		expect(customers.length).toBeGreaterThan(20);
		expect(new Set(customers.map(({ id }) => id))).toEqual(
			new Set(charges.map(({ customer_id }) => customer_id)),
		);
		const pages = await walk<Customer>(simulator, `${PATH}?per_page=10`);
		expect(pages.flat()).toEqual(customers);
		expect(pages[0]).toHaveLength(10);
		const times = customers.map(({ created_at }) => Date.parse(created_at));
		expect(times).toEqual(times.toSorted((a, b) => b - a));
	});

	test('searches all words in the name, the email and the phone number', async () => {
		const [one] = simulator.records.customers as [Customer];
		const find = async (keywords: string) =>
			(await get<Page<Customer>>(simulator, `${PATH}?keywords=${encodeURIComponent(keywords)}`))
				.json.data;
		expect(await find(one.email.toUpperCase())).toContainEqual(one);
		expect(await find(`${one.phone_number} ${one.email}`)).toEqual([one]);
		expect(await find(`${one.email} nobody`)).toEqual([]);
	});
});

describe('/v1/customers/{id}', () => {
	const simulator = useFreshSimulator({ now: () => now });
	const now = Date.parse('2026-01-02T03:04:05Z');
	const create = async () =>
		(await post<Customer>(simulator, PATH, { ...ann, remark: 'Wholesale' })).json;
	const change = async (method: 'PATCH' | 'PUT', id: string, body: object) =>
		await call<Customer>(simulator, method, `${PATH}/${id}`, { body });

	test('reads and deletes one', async () => {
		const one = await create();
		expect((await get(simulator, `${PATH}/${one.id.toUpperCase()}`)).json).toEqual(one);
		expect((await call(simulator, 'DELETE', `${PATH}/${one.id}`)).status).toBe(204);
		expect(simulator.records.customers).not.toContainEqual(one);
		for (const method of ['GET', 'DELETE'] as const) {
			const { json } = await answered(404, call(simulator, method, `${PATH}/${one.id}`));
			expect(json).toEqual({ message: 'Customer not found.' });
		}
	});

	test('PATCH changes what is sent, PUT replaces all', async () => {
		const one = await create();
		const patched = await change('PATCH', one.id, { name: 'Ann Lim' });
		expect([patched.status, patched.json]).toEqual([200, { ...one, name: 'Ann Lim' }]);
		const put = await change('PUT', one.id, { email: 'ann@shop.example' });
		const rest = { name: null, remark: null };
		expect([put.status, put.json]).toEqual([200, { ...one, email: 'ann@shop.example', ...rest }]);
		expect(fieldsRefused(await change('PUT', one.id, { name: 'Ann' }))).toEqual(['email']);
	});

	test('belongs to one business, and needs a scope', async () => {
		const one = await create();
		const business = simulator.businesses[1]!.id;
		const theirs = simulator.issueTokens({ business, scope: 'customer' });
		const path = `${PATH}/${one.id}`;
		await answered(404, get(simulator, path, bearer(theirs.access_token)));
		const own = simulator.issueTokens({ scope: 'customer:read' });
		await answered(200, get(simulator, path, bearer(own.access_token)));
		await answered(403, call(simulator, 'DELETE', path, bearer(own.access_token)));
	});
});

describe('in dialects', () => {
	const simulator = useFreshSimulator({
		dialects: ['customer-phone', 'numbered-customer-list', 'put-customers'],
	});

	test('a new customer needs a phone number, an update needs PUT, the list has page numbers', async () => {
		expect(fieldsRefused(await post(simulator, PATH, ann))).toEqual(['phone_number']);
		const body = { ...ann, phone_number: '91234567' };
		const { json } = await answered(201, post<Customer>(simulator, PATH, body));
		await answered(405, call(simulator, 'PATCH', `${PATH}/${json.id}`, { body: { name: 'A' } }));
		await answered(200, call(simulator, 'PUT', `${PATH}/${json.id}`, { body }));
		const { meta } = (await get<Page<Customer>>(simulator, `${PATH}?per_page=10&page=2`)).json;
		expect(meta).toMatchObject({ current_page: 2, per_page: 10 });
	});
});
