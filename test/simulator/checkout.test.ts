import type { PaymentRequest } from '../../simulator';
import { answered, call, get, post, start, useSimulator } from './helpers';

const PATH = '/v1/payment-requests';

describe('paying', () => {
	const simulator = useSimulator();

	const create = async (change: object = {}) =>
		(await post<PaymentRequest>(simulator, PATH, { amount: 10, currency: 'SGD', ...change })).json;
	const read = async (id: string) => (await get<PaymentRequest>(simulator, `${PATH}/${id}`)).json;
	const submit = (one: PaymentRequest, outcome: string, form: Record<string, string> = {}) =>
		call(simulator, 'POST', new URL(one.url).pathname, {
			key: false,
			form: { outcome, method: one.payment_methods[0] as string, ...form },
		});
	const open = (address: string) => get(simulator, address, { key: false });

	test('adds a charge and completes the request', async () => {
		const user = { name: 'Mei Tan', email: 'mei@mail.example', phone: '+6581234567' };
		const one = await create({
			...user,
			reference_number: 'ORD-7',
			purpose: 'Tea',
			payment_methods: ['wechat'],
			add_admin_fee: 'true',
		});
		const charge = simulator.pay(one.id);
		expect(simulator.records.charges[0]).toBe(charge);
		expect(charge).toMatchObject({
			amount: 10,
			currency: 'sgd',
			status: 'succeeded',
			payment_request_id: one.id,
			order_reference_number: 'ORD-7',
			remark: 'Tea',
			customer: { name: user.name, email: user.email, phone_number: user.phone },
			payment_method: { name: 'wechat', data: {} },
			fixed_fee: 0.3,
			discount_fee: 0.25,
			admin_fee: true,
			webhook_status: false,
		});
		const paid = await read(one.id);
		expect(paid.status).toBe('completed');
		expect(paid.payments).toEqual([
			{
				id: charge.id,
				amount: '10.00',
				currency: 'sgd',
				status: 'succeeded',
				payment_type: 'wechat',
				created_at: charge.created_at.slice(0, 19),
			},
		]);
		expect(() => simulator.pay(one.id)).toThrow(/completed/);
		expect(() => simulator.fail(one.id)).toThrow(/completed/);
	});

	test('shows the currency, the location and the staff member of the request', async () => {
		const location = simulator.records.locations.find(({ active }) => active)!;
		const { executor } = simulator.records.charges.find((one) => one.executor)!;
		const of = { location_id: location.id, staff_id: executor!.id };
		const one = await create({ currency: 'USD', ...of });
		expect(simulator.pay(one.id)).toMatchObject({
			...{ currency: 'usd', exchange_rate: '1.2874', executor },
			location: { id: location.id, name: location.name },
		});
	});

	test('works with the control API', async () => {
		const control = (path: string, body?: object) =>
			call(simulator, 'POST', `/_control/payment-requests/${path}`, { key: false, body });
		const one = await create();
		expect((await answered(200, control(`${one.id}/fail`))).json).toMatchObject({
			status: 'failed',
		});
		const paid = await control(`${one.id}/pay`, { method: 'paynow_online' });
		const method = { name: 'paynow_online' };
		expect(paid.json).toMatchObject({ status: 'succeeded', payment_method: method });
		const again = await answered(422, control(`${one.id}/pay`));
		expect(again.text).toContain('The payment request is completed.');
		await answered(404, control('nope/pay'));
		const { id } = await create();
		await answered(422, control(`${id}/pay`, { method: 'alipay' }));
	});

	test('the page shows the payment in a form without JavaScript', async () => {
		const one = await create({ purpose: '<img src=x onerror=alert(1)>', reference_number: '"\'&' });
		const { headers, text } = await answered(200, open(one.url));
		expect(headers['content-type']).toContain('text/html');
		expect(headers['cache-control']).toBe('no-store');
		for (const shown of ['SGD 10.00', '&lt;img src=x onerror=alert(1)&gt;', '&quot;&#39;&amp;']) {
			expect(text).toContain(shown);
		}
		expect(text).toMatch(/<legend>Pay with<\/legend>(.|\n)*value="pay">Pay<(.|\n)*>Fail</);
		expect(text).not.toMatch(/<script|<img|role="alert"/);
	});

	test('Pay leads to the thank-you page', async () => {
		const one = await create({ reference_number: 'ORD-9' });
		const response = await submit(one, 'pay', { method: 'paynow_online' });
		const payment = simulator.records.charges[0];
		expect(payment?.payment_method.name).toBe('paynow_online');
		expect([response.status, response.headers.location]).toEqual([
			303,
			`${one.url}?payment=${payment?.id}`,
		]);
		for (const address of [String(response.headers.location), one.url]) {
			const { text } = await answered(200, open(address));
			expect(text).toContain('<h1>Thank you</h1>');
			expect(text).toContain(payment?.id);
			expect(text).not.toContain('<form');
		}
	});

	test('Pay redirects to the shop, and keeps its query', async () => {
		const one = await create({ redirect_url: 'https://shop.example/thanks?order=7#top' });
		const shop = `https://shop.example/thanks?order=7&reference=${one.id}&status=completed#top`;
		const first = await submit(one, 'pay');
		expect([first.status, first.headers.location]).toEqual([303, shop]);
		const count = simulator.records.charges.length;
		// The button pressed twice pays once.
		const second = await submit(one, 'pay');
		expect([second.status, second.headers.location]).toEqual([303, shop]);
		expect(simulator.records.charges).toHaveLength(count);
	});

	test('Fail redirects to the page, with a message', async () => {
		const one = await create({ redirect_url: 'https://shop.example/thanks' });
		const response = await submit(one, 'fail');
		expect([response.status, response.headers.location]).toEqual([303, `${one.url}?failed=1`]);
		expect(simulator.records.charges[0]).toMatchObject({
			status: 'failed',
			payment_request_id: one.id,
		});
		const { text } = await open(String(response.headers.location));
		expect(text).toMatch(/role="alert">The payment did not go through/);
		expect((await submit(one, 'pay')).status).toBe(303);
		expect((await read(one.id)).status).toBe('completed');
	});

	test('a link for repeated payments accepts further payments, and confirms each', async () => {
		const one = await create({ allow_repeated_payments: 'true' });
		const response = await submit(one, 'pay');
		expect((await open(String(response.headers.location))).text).toContain('Thank you');
		expect((await open(one.url)).text).toContain('<form');
		await submit(one, 'pay');
		expect((await read(one.id)).payments).toHaveLength(2);
	});

	test('has no page for a request that has expired', async () => {
		const clock = { at: Date.parse('2026-01-01T00:00:00Z') };
		const other = await start({ now: () => clock.at });
		const body = { amount: 1, currency: 'sgd', expires_after: '5 minutes' };
		const one = (await post<PaymentRequest>(other, PATH, body)).json;
		clock.at += 300_000;
		const { text } = await answered(410, get(other, one.url, { key: false }));
		expect(text).toContain('expired');
		const form = { outcome: 'pay', method: 'card' };
		await answered(410, call(other, 'POST', `/checkout/${one.id}`, { key: false, form }));
		expect(other.records.paymentRequests[0]).not.toHaveProperty('payments');
	});
});
