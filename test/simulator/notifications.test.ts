import { createHmac } from 'node:crypto';

import type { PaymentRequest, Refund, Simulator, WebhookEndpoint } from '../../simulator';
import { call, post, receive, start, type Received, useFreshSimulator } from './helpers';

const simulator = useFreshSimulator();

/** Signs as a receiver does, without code of the simulator. */
function hmac(message: string, key: string): string {
	return createHmac('sha256', key).update(message).digest('hex');
}

function fieldsOf({ body }: Received): Record<string, string> {
	return Object.fromEntries(new URLSearchParams(body));
}

/** A payment request whose webhook is the given address. */
async function create(simulator: Simulator, webhook: string | undefined, change: object = {}) {
	const body = { amount: 599, currency: 'sgd', webhook, ...change };
	return (await post<PaymentRequest>(simulator, '/v1/payment-requests', body)).json;
}

async function register(url: string, ...event_types: string[]) {
	const body = { name: 'n8n', url, event_types };
	const { json } = await post<WebhookEndpoint>(simulator, '/v1/webhook-events', body);
	return simulator.webhookEndpoints.find(({ id }) => id === json.id)!;
}

const nameOf = ({ headers }: Received) =>
	`${String(headers['hitpay-event-object'])}.${String(headers['hitpay-event-type'])}`;

describe('a callback', () => {
	test('reports a payment, signed with the salt of the account', async () => {
		const simulator = await start({ salt: 'pepper' });
		const receiver = await receive();
		const order = { phone: '+6581234567', reference_number: 'ORD 7 & é' };
		const url = '/hook/a%20b?kind=x&kind=y%26';
		const one = await create(simulator, receiver.url + url, order);
		const charge = simulator.pay(one.id);
		expect(charge.webhook_status).toBe(false);
		await simulator.idle();
		const [got] = receiver.got as [Received];
		expect([receiver.got.length, got.url]).toEqual([1, url]);
		expect(got.headers['content-type']).toBe('application/x-www-form-urlencoded');
		const message =
			`amount599.00currencySGDpayment_id${charge.id}payment_request_id${one.id}` +
			'phone+6581234567reference_numberORD 7 & éstatuscompleted';
		expect(fieldsOf(got)).toEqual({
			...{ ...order, payment_id: charge.id, payment_request_id: one.id },
			...{ amount: '599.00', currency: 'SGD', status: 'completed' },
			hmac: hmac(message, 'pepper'),
		});
		expect(charge.webhook_status).toBe(true);
		const { json } = await call(simulator, 'GET', '/_control/salt', { key: false });
		expect([json, simulator.salt]).toEqual([{ salt: 'pepper' }, 'pepper']);
	});

	test('reports a failed payment of another business, signed with its salt and empty fields', async () => {
		const receiver = await receive();
		const { apiKey, salt } = simulator.businesses[1]!;
		const one = await create({ ...simulator, apiKey }, receiver.url);
		const { id } = simulator.fail(one.id);
		await simulator.idle();
		const message = `amount599.00currencySGDpayment_id${id}payment_request_id${one.id}phonereference_numberstatusfailed`;
		expect(fieldsOf(receiver.got[0]!).hmac).toBe(hmac(message, salt));
		expect(salt).not.toBe(simulator.salt);
	});

	test('is not sent without a webhook URL', async () => {
		simulator.pay((await create(simulator, undefined)).id);
		await simulator.idle();
		expect(simulator.deliveries).toEqual([]);
	});
});

describe('events', () => {
	test('are sent to the endpoints that are registered for them, signed with the salt of each', async () => {
		const receiver = await receive();
		const endpoints = [
			await register(`${receiver.url}/one?x=1`, 'charge.created'),
			await register(`${receiver.url}/two`, 'charge.created', 'charge.updated'),
		];
		await register(`${receiver.url}/none`, 'order.created');
		const charge = simulator.addCharge({ remark: 'é €' });
		await simulator.idle();
		const got = receiver.got.toSorted((a, b) => a.url.localeCompare(b.url));
		expect(got.map(({ url }) => url)).toEqual(['/one?x=1', '/two']);
		for (const [index, { headers, body }] of got.entries()) {
			expect(headers).toMatchObject({
				...{ 'content-type': 'application/json', 'user-agent': 'HitPay v2.0' },
				...{ 'hitpay-event-type': 'created', 'hitpay-event-object': 'charge' },
				'hitpay-signature': hmac(body, endpoints[index]!.salt),
			});
			expect(JSON.parse(body)).toEqual(charge);
		}
	});
});

describe('the notification of a refund', () => {
	async function refund(simulator: Simulator, url: string) {
		const charge = simulator.addCharge({ amount: 5, currency: 'sgd' });
		const body = { amount: 2.5, payment_id: charge.id, webhook: `${url}/hook?kind=refund` };
		const { json } = await post<Refund>(simulator, '/v1/refund', body);
		await simulator.idle();
		return json;
	}

	test('is a callback', async () => {
		const receiver = await receive();
		const json = await refund(simulator, receiver.url);
		const [got] = receiver.got as [Received];
		expect(got.url).toBe('/hook?kind=refund');
		const { hmac: signature, ...fields } = fieldsOf(got);
		const fee = { provider_fee: '', provider_fee_currency: '' };
		expect(fields).toEqual({ ...json, amount_refunded: '2.50', total_amount: '5.00', ...fee });
		const names = Object.keys(fields).sort();
		const message = names.map((name) => name + fields[name]!).join('');
		expect(signature).toBe(hmac(message, simulator.salt));
	});

	test('is an event with refundNotification event', async () => {
		const simulator = await start({ refundNotification: 'event' });
		const receiver = await receive();
		const json = await refund(simulator, receiver.url);
		const [got] = receiver.got as [Received];
		expect([got.url, nameOf(got)]).toEqual(['/hook?kind=refund', 'refund.created']);
		expect(JSON.parse(got.body)).toEqual(json);
		expect(got.headers['hitpay-signature']).toBe(hmac(got.body, simulator.salt));
	});
});
