import type { StaticQr } from '../../simulator';
import { answered, call, fieldsRefused, post, useFreshSimulator, type Failure } from './helpers';

const simulator = useFreshSimulator({ now: () => Date.parse('2026-01-02T03:04:05Z') });
const PATH = '/v1/static_qr';
const basic = { name: 'Counter', payment_provider_method: 'paynow_online' };
const create = (change: object = {}) => post<StaticQr>(simulator, PATH, { ...basic, ...change });
const change = (id: string, body: object) =>
	call<StaticQr>(simulator, 'PUT', `${PATH}/${id}`, { body });

test('a code has no amount and the currency of the business by default, and contents of its own', async () => {
	const { json } = await answered(201, create());
	expect(json).toMatchObject({ ...basic, amount: 0, currency: 'sgd', location_id: null });
	expect(json.payment_provider_method_main_logo.method).toBe('paynow_online');
	expect((await create()).json.qr_value).not.toBe(json.qr_value);
});

test('an amount needs a currency, which is kept in lower case', async () => {
	const { json } = await create({ amount: 12.5, currency: 'SGD' });
	expect(json).toMatchObject({ amount: 12.5, currency: 'sgd' });
	expect(fieldsRefused(await create({ amount: 5 }))).toEqual(['currency']);
	await answered(201, create({ amount: 0, currency: 'sgd' }));
	expect(fieldsRefused(await change(json.id, { amount: 5 }))).toEqual(['currency']);
	expect((await change(json.id, { currency: 'MYR' })).json).toEqual({ ...json, currency: 'myr' });
	const same = await change(json.id, { payment_provider_method: 'upi_qr', device_id: 'till' });
	expect([same.status, same.json]).toEqual([200, { ...json, currency: 'myr' }]);
});

test('a location has to be active; an update changes it only if it names one', async () => {
	const [first, second] = simulator.records.locations.filter(({ active }) => active);
	const { json } = await create({ location_id: first!.id.toUpperCase() });
	expect(json).toMatchObject({ location_id: first!.id, location: { name: first!.name } });
	const moved = (await change(json.id, { location_id: second!.id })).json;
	expect(moved).toMatchObject({ location_id: second!.id, location: { name: second!.name } });
	expect((await change(json.id, { name: 'Till' })).json).toEqual({ ...moved, name: 'Till' });
	const inactive = simulator.records.locations.find(({ active }) => !active)!;
	const before = structuredClone(simulator.records.staticQrs);
	for (const location_id of [inactive.id, '20000000-0000-4000-8000-000000000000']) {
		for (const sent of [await create({ location_id }), await change(json.id, { location_id })]) {
			expect(fieldsRefused(sent)).toEqual(['location_id']);
			expect((sent.json as unknown as Failure).message).toMatch(/active/);
		}
	}
	expect(simulator.records.staticQrs).toEqual(before);
});
