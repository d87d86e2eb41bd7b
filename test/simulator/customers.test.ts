import type { Customer } from '../../simulator';
import { answered, call, fieldsRefused, get, post, useFreshSimulator, type Page } from './helpers';

const PATH = '/v1/customers';
const address = { street: '1 Orchard Road', city: 'Singapore', state: 'SG', postal_code: '238801' };
const ann = { email: 'ann@example.com', name: 'Ann Tan' };

describe('customers', () => {
	const simulator = useFreshSimulator();
	const create = (body: object) => post<Customer>(simulator, PATH, body);
	const change = (method: 'PATCH' | 'PUT', { id }: Customer, body: object) =>
		call<Customer>(simulator, method, `${PATH}/${id}`, { body });

	test('keep all fields', async () => {
		const body = {
			...ann,
			...{ phone_number: '91234567', phone_number_country_code: '65', remark: 'Wholesale' },
			...{ birth_date: '1990-05-17', gender: 'female', address: { ...address, country: 'SG' } },
		};
		expect((await create(body)).json).toMatchObject(body);
	});

	test('are those of the charges', () => {
		const { customers, charges } = simulator.records;
		expect(customers.length).toBeGreaterThan(20);
		const ofCharges = new Set(charges.map(({ customer_id }) => customer_id));
		expect(new Set(customers.map(({ id }) => id))).toEqual(ofCharges);
	});

	test('PATCH changes what is sent, PUT replaces all', async () => {
		const one = (await create({ ...ann, remark: 'Wholesale' })).json;
		const patched = (await change('PATCH', one, { name: 'Ann Lim' })).json;
		expect(patched).toEqual({ ...one, name: 'Ann Lim', updated_at: patched.updated_at });
		const put = (await change('PUT', one, { email: 'ann@shop.example' })).json;
		const rest = { name: null, remark: null, updated_at: put.updated_at };
		expect(put).toEqual({ ...one, email: 'ann@shop.example', ...rest });
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
