import type { StaticQr } from '../../simulator';
import { call, post, useFreshSimulator } from './helpers';

const simulator = useFreshSimulator({ now: () => Date.parse('2026-01-02T03:04:05Z') });
const PATH = '/v1/static_qr';
const basic = { name: 'Counter', payment_provider_method: 'paynow_online' };
const create = (change: object = {}) => post<StaticQr>(simulator, PATH, { ...basic, ...change });
const change = (id: string, body: object) =>
	call<StaticQr>(simulator, 'PUT', `${PATH}/${id}`, { body });

test('a code has contents of its own', async () => {
	const { json } = await create();
	expect(json.payment_provider_method_main_logo.method).toBe('paynow_online');
	expect((await create()).json.qr_value).not.toBe(json.qr_value);
});

test('a code has the location that it names; an update changes it only if it names one', async () => {
	const [first, second] = simulator.records.locations.filter(({ active }) => active);
	const { json } = await create({ location_id: first!.id.toUpperCase() });
	expect(json).toMatchObject({ location_id: first!.id, location: { name: first!.name } });
	const moved = (await change(json.id, { location_id: second!.id })).json;
	expect(moved).toMatchObject({ location_id: second!.id, location: { name: second!.name } });
	expect((await change(json.id, { name: 'Till' })).json).toEqual({ ...moved, name: 'Till' });
});
