import type { EndpointWithSalt, WebhookEndpoint } from '../../simulator';
import { answered, call, fieldsRefused, get, post, start, useFreshSimulator } from './helpers';

const PATH = '/v1/webhook-events';
const basic = {
	name: 'n8n',
	url: 'https://n8n.example/webhook/payments?a=1',
	event_types: ['charge.created', 'payout.created'],
};

describe('webhook endpoints', () => {
	const simulator = useFreshSimulator();
	const create = (change: object = {}) =>
		post<WebhookEndpoint>(simulator, PATH, { ...basic, ...change });

	test('have a salt each, which only the control API shows', async () => {
		const { json, text } = await answered(201, create());
		const [business] = simulator.businesses;
		expect(json).toMatchObject({ ...basic, business_id: business!.id });
		expect(simulator.webhookEndpoints).toEqual([{ ...json, salt: expect.any(String) as string }]);
		expect(text + (await get(simulator, PATH)).text).not.toContain('salt');
		await create();
		const salts = simulator.webhookEndpoints.map(({ salt }) => salt);
		expect(new Set([...salts, simulator.salt]).size).toBe(3);
		const control = '/_control/webhook-endpoints';
		const shown = await get<EndpointWithSalt[]>(simulator, control, { key: false });
		expect(shown.json).toEqual(simulator.webhookEndpoints);
	});

	const loopback = ['http://127.0.0.1:5678/webhook', 'http://localhost/a', 'http://[::1]:5678/a'];
	test.each(loopback)('accept http on loopback: %s', async (url) => {
		await answered(201, create({ url }));
	});

	const others = ['http://n8n.example/webhook', 'http://localhost.example/a', 'ftp://localhost/a'];
	test.each(others)('refuse %s', async (url) => {
		expect(fieldsRefused(await create({ url }))).toEqual(['url']);
		const { json } = await create();
		const changed = await call(simulator, 'PUT', `${PATH}/${json.id}`, { body: { url } });
		expect(fieldsRefused(changed)).toEqual(['url']);
		expect((await get(simulator, PATH)).json).toEqual([json]);
	});

	test('require https with allowHttpWebhooks false', async () => {
		const strict = await start({ allowHttpWebhooks: false });
		const local = { ...basic, url: 'http://localhost:5678/webhook' };
		await answered(422, post(strict, PATH, local));
		await answered(201, post(strict, PATH, basic));
	});
});
