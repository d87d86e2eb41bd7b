import { createHmac } from 'node:crypto';

import type { PaymentRequest, Refund, Simulator, WebhookEndpoint, Delivery } from '../../simulator';
import { startSimulator } from '../../simulator';
import { call, get, post, receive, start, type Received, useFreshSimulator } from './helpers';

const simulator = useFreshSimulator();

/** Signs as a receiver does, without code of the simulator. */
function hmac(message: string, key: string): string {
	return createHmac('sha256', key).update(message).digest('hex');
}

function fieldsOf({ body }: Received): Record<string, string> {
	return Object.fromEntries(new URLSearchParams(body));
}

/** A payment request whose webhook is the given address. */
async function create(simulator: Simulator, webhook: string, change: object = {}) {
	const body = { amount: 599, currency: 'sgd', webhook, ...change };
	return (await post<PaymentRequest>(simulator, '/v1/payment-requests', body)).json;
}

async function register(simulator: Simulator, url: string, eventTypes: string[]) {
	const body = { name: 'n8n', url, event_types: eventTypes };
	const { json } = await post<WebhookEndpoint>(simulator, '/v1/webhook-events', body);
	const endpoint = simulator.webhookEndpoints.find(({ id }) => id === json.id);
	return { id: json.id, salt: endpoint?.salt as string };
}

describe('a callback', () => {
	test('reports a payment, signed with the salt of the account', async () => {
		const simulator = await start({ salt: 'pepper' });
		const receiver = await receive();
		const one = await create(simulator, `${receiver.url}/hook/a%20b?kind=x&kind=y%26`, {
			phone: '+6581234567',
			reference_number: 'ORD 7 & é',
		});
		const charge = simulator.pay(one.id);
		expect(charge.webhook_status).toBe(false);
		await simulator.idle();
		expect(receiver.got).toHaveLength(1);
		const got = receiver.got[0] as Received;
		expect(got.url).toBe('/hook/a%20b?kind=x&kind=y%26');
		expect(got.headers['content-type']).toBe('application/x-www-form-urlencoded');
		const message =
			`amount599.00currencySGDpayment_id${charge.id}payment_request_id${one.id}` +
			'phone+6581234567reference_numberORD 7 & éstatuscompleted';
		expect(fieldsOf(got)).toEqual({
			payment_id: charge.id,
			payment_request_id: one.id,
			phone: '+6581234567',
			amount: '599.00',
			currency: 'SGD',
			status: 'completed',
			reference_number: 'ORD 7 & é',
			hmac: hmac(message, 'pepper'),
		});
		expect(charge.webhook_status).toBe(true);
		const { json } = await call(simulator, 'GET', '/_control/salt', { key: false });
		expect([json, simulator.salt]).toEqual([{ salt: 'pepper' }, 'pepper']);
	});

	test('reports a failed payment, and signs empty fields', async () => {
		const receiver = await receive();
		const one = await create(simulator, receiver.url);
		const charge = simulator.fail(one.id);
		await simulator.idle();
		const message =
			`amount599.00currencySGDpayment_id${charge.id}payment_request_id${one.id}` +
			'phonereference_numberstatusfailed';
		expect(fieldsOf(receiver.got[0] as Received)).toMatchObject({
			status: 'failed',
			phone: '',
			reference_number: '',
			hmac: hmac(message, simulator.salt),
		});
	});

	test('is sent for every payment of a link, and from the checkout page', async () => {
		const receiver = await receive();
		const one = await create(simulator, receiver.url, { allow_repeated_payments: 'true' });
		const charges = [simulator.pay(one.id).id, simulator.pay(one.id).id];
		const form = { outcome: 'pay', method: 'card' };
		await call(simulator, 'POST', `/checkout/${one.id}`, { key: false, form });
		charges.push(simulator.records.charges[0]?.id as string);
		await simulator.idle();
		expect(receiver.got.map((got) => fieldsOf(got).payment_id).sort()).toEqual(charges.sort());
	});

	test('is signed by the account of the business', async () => {
		const receiver = await receive();
		const [, other] = simulator.businesses;
		const { json } = await call<PaymentRequest>(simulator, 'POST', '/v1/payment-requests', {
			headers: { 'X-BUSINESS-API-KEY': other?.apiKey as string },
			key: false,
			body: { amount: 1, currency: 'sgd', webhook: receiver.url },
		});
		const { id } = simulator.pay(json.id);
		await simulator.idle();
		const message = `amount1.00currencySGDpayment_id${id}payment_request_id${json.id}phonereference_numberstatuscompleted`;
		expect(fieldsOf(receiver.got[0] as Received).hmac).toBe(hmac(message, other?.salt as string));
		expect(other?.salt).not.toBe(simulator.salt);
	});

	test('is not sent without a webhook URL', async () => {
		const { json } = await post<PaymentRequest>(simulator, '/v1/payment-requests', {
			amount: 1,
			currency: 'sgd',
		});
		simulator.pay(json.id);
		await simulator.idle();
		expect(simulator.deliveries).toEqual([]);
	});
});

describe('events', () => {
	const all = [
		'charge.created',
		'charge.updated',
		'payout.created',
		'payment_request.completed',
		'payment_request.failed',
		'refund.created',
	];

	test('are sent to the endpoints that are registered for them, signed with the salt of each', async () => {
		const [one, two] = [await receive(), await receive()];
		const first = await register(simulator, `${one.url}/one?x=1`, ['charge.created']);
		const second = await register(simulator, `${two.url}/two`, [
			'charge.created',
			'charge.updated',
		]);
		await register(simulator, `${two.url}/none`, ['order.created']);
		const charge = simulator.addCharge({ remark: 'é €' });
		await simulator.idle();
		expect([one.got.map(({ url }) => url), two.got.map(({ url }) => url)]).toEqual([
			['/one?x=1'],
			['/two'],
		]);
		for (const [receiver, { salt }] of [
			[one, first],
			[two, second],
		] as const) {
			const { headers, body } = receiver.got[0] as Received;
			expect(headers).toMatchObject({
				'content-type': 'application/json',
				'user-agent': 'HitPay v2.0',
				'hitpay-event-type': 'created',
				'hitpay-event-object': 'charge',
				'hitpay-signature': hmac(body, salt),
			});
			expect(JSON.parse(body)).toEqual(charge);
		}
	});

	test('are sent for each change, with the record at that time', async () => {
		const receiver = await receive();
		await register(simulator, receiver.url, all);
		const request = await create(simulator, 'https://n8n.example/a', { webhook: undefined });
		const names = () =>
			receiver.got
				.splice(0)
				.map(({ headers, body }) => [
					`${String(headers['hitpay-event-object'])}.${String(headers['hitpay-event-type'])}`,
					(JSON.parse(body) as { status: string }).status,
				])
				.sort();

		simulator.fail(request.id);
		await simulator.idle();
		expect(names()).toEqual([
			['charge.created', 'failed'],
			['payment_request.failed', 'failed'],
		]);

		const charge = simulator.pay(request.id);
		await simulator.idle();
		const events = receiver.got.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
		expect(events.find(({ id }) => id === request.id)).toEqual(
			simulator.records.paymentRequests[0],
		);
		expect(names()).toEqual([
			['charge.created', 'succeeded'],
			['payment_request.completed', 'completed'],
		]);

		await post(simulator, '/v1/refund', { amount: 1, payment_id: charge.id });
		await simulator.idle();
		expect(names()).toEqual([
			['charge.updated', 'partially_refunded'],
			['refund.created', 'succeeded'],
		]);

		simulator.changeCharge(charge.id, 'void');
		await simulator.idle();
		expect(names()).toEqual([['charge.updated', 'void']]);

		const payout = simulator.addPayout();
		const { status } = payout;
		simulator.changePayout(payout.id, 'paid');
		await simulator.idle();
		expect(names()).toEqual([['payout.created', status]]);
	});

	test('follow changes of the endpoint, and end with it', async () => {
		const receiver = await receive();
		const { id } = await register(simulator, `${receiver.url}/old`, ['payout.created']);
		const body = { url: `${receiver.url}/new`, event_types: ['charge.created'] };
		await call(simulator, 'PUT', `/v1/webhook-events/${id}`, { body });
		simulator.addPayout();
		simulator.addCharge();
		await simulator.idle();
		expect(receiver.got.map(({ url }) => url)).toEqual(['/new']);
		await call(simulator, 'DELETE', `/v1/webhook-events/${id}`);
		simulator.addCharge();
		await simulator.idle();
		expect(receiver.got).toHaveLength(1);
	});

	test('are sent for records that the control API adds', async () => {
		const receiver = await receive();
		await register(simulator, receiver.url, all);
		await call(simulator, 'POST', '/_control/charges', { key: false });
		await call(simulator, 'POST', '/_control/payouts', { key: false });
		await simulator.idle();
		expect(receiver.got).toHaveLength(2);
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
		expect(fields).toEqual({
			...json,
			amount_refunded: '2.50',
			total_amount: '5.00',
			provider_fee: '',
			provider_fee_currency: '',
		});
		const message =
			`amount_refunded2.50created_at${json.created_at}currencysgdid${json.id}` +
			`payment_id${json.payment_id}payment_method${json.payment_method}provider_fee` +
			`provider_fee_currencyrefunded_at${json.refunded_at}refunded_by${json.refunded_by}` +
			'statussucceededtotal_amount5.00';
		expect(signature).toBe(hmac(message, simulator.salt));
	});

	test('is an event with refundNotification event', async () => {
		const simulator = await start({ refundNotification: 'event' });
		const receiver = await receive();
		const json = await refund(simulator, receiver.url);
		const [{ url, headers, body }] = receiver.got as [Received];
		expect(url).toBe('/hook?kind=refund');
		expect(JSON.parse(body)).toEqual(json);
		expect(headers).toMatchObject({
			'hitpay-event-type': 'created',
			'hitpay-event-object': 'refund',
			'hitpay-signature': hmac(body, simulator.salt),
		});
	});

	test('is not sent for a refused refund, or to a URL that is not http', async () => {
		const receiver = await receive();
		const charge = simulator.addCharge({ amount: 5, currency: 'sgd' });
		const refuse = (change: object) =>
			post(simulator, '/v1/refund', {
				amount: 1,
				payment_id: charge.id,
				webhook: receiver.url,
				...change,
			});
		expect((await refuse({ amount: 6 })).status).toBe(422);
		expect((await refuse({ webhook: 'mailto:mei@mail.example' })).status).toBe(422);
		await simulator.idle();
		expect([receiver.got, simulator.deliveries]).toEqual([[], []]);
	});
});

describe('deliveries', () => {
	const quick = { retryDelay: 10, retryFactor: 2, maxTries: 4 };

	test('are repeated unchanged with back-off until a 2xx', async () => {
		const simulator = await start({ retryDelay: 40, retryFactor: 3 });
		const receiver = await receive(500, 302, 401, 204);
		const one = await create(simulator, receiver.url);
		const charge = simulator.pay(one.id);
		await simulator.idle();
		const { deliveries } = simulator;
		expect(deliveries.map((entry) => [entry.attempt, entry.status])).toEqual([
			[1, 500],
			[2, 302],
			[3, 401],
			[4, 204],
		]);
		expect(new Set(deliveries.map(({ id }) => id)).size).toBe(1);
		expect(new Set(receiver.got.map(({ body }) => body)).size).toBe(1);
		expect(deliveries[0]).toEqual({
			id: deliveries[0]?.id,
			event: 'payment_request.completed',
			attempt: 1,
			url: receiver.url,
			headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
			body: receiver.got[0]?.body,
			at: expect.any(Number) as number,
			status: 500,
		});
		const at = deliveries.map((entry) => entry.at);
		const waits = at.slice(1).map((time, index) => time - (at[index] as number));
		for (const [index, minimum] of [40, 120, 360].entries()) {
			// Timers may fire a millisecond early.
			expect(waits[index]).toBeGreaterThanOrEqual(minimum - 2);
		}
		expect(charge.webhook_status).toBe(true);
	});

	test('end after the maximum number of attempts', async () => {
		const simulator = await start(quick);
		const receiver = await receive(...Array<number>(20).fill(503));
		const one = await create(simulator, receiver.url);
		const charge = simulator.pay(one.id);
		await simulator.idle();
		expect(receiver.got).toHaveLength(4);
		expect(charge.webhook_status).toBe(false);
	});

	test('record why there was no response', async () => {
		const simulator = await start({ ...quick, maxTries: 2, deliveryTimeout: 100 });
		const silent = await receive(0);
		await create(simulator, silent.url).then(({ id }) => simulator.pay(id));
		await simulator.idle();
		expect(simulator.deliveries.map(({ status, error }) => [status, error])).toEqual([
			[undefined, 'No response within 100 ms.'],
			[200, undefined],
		]);
		const nobody = await start({ ...quick, maxTries: 1 });
		await create(nobody, 'http://127.0.0.1:1/').then(({ id }) => nobody.pay(id));
		await nobody.idle();
		expect(nobody.deliveries[0]?.error).toMatch(/ECONNREFUSED|bad port/);
	});

	test('do not delay responses of the API', async () => {
		const simulator = await start({ ...quick, deliveryTimeout: 60_000 });
		const silent = await receive(...Array<number>(20).fill(0));
		await register(simulator, silent.url, ['charge.created', 'charge.updated']);
		for (let i = 0; i < 12; i++) {
			const { id } = simulator.addCharge({ amount: 5 });
			const body = { amount: 1, payment_id: id, webhook: silent.url };
			expect((await post(simulator, '/v1/refund', body)).status).toBe(200);
		}
		// The concurrency is limited.
		expect(simulator.deliveries).toHaveLength(8);
		await simulator.close();
		expect(simulator.deliveries).toHaveLength(8);
	});

	test('are all sent, however many there are', async () => {
		const simulator = await start(quick);
		const receiver = await receive(500, 500, 500);
		await register(simulator, receiver.url, ['charge.created']);
		const ids = Array.from({ length: 60 }, () => simulator.addCharge().id);
		await simulator.idle();
		const got = receiver.got.map(({ body }) => (JSON.parse(body) as { id: string }).id);
		expect(got).toHaveLength(63);
		expect(new Set(got)).toEqual(new Set(ids));
	});

	test('are limited in number', async () => {
		const silent = await receive(...Array<number>(20).fill(0));
		await register(simulator, silent.url, ['payout.created']);
		simulator.addPayout();
		while (simulator.deliveries.length === 0) await get(simulator, '/v1/info');
		const { id } = simulator.deliveries[0] as Delivery;
		for (let i = 0; i < 10_000; i++) simulator.redeliver(id);
		const full = simulator.deliveries.filter(({ error }) => error !== undefined);
		expect(full.map(({ error }) => error)).toEqual(['Too many notifications are waiting.']);
		await simulator.close();
	});

	test('can be repeated', async () => {
		const simulator = await start(quick);
		const receiver = await receive();
		await create(simulator, receiver.url).then(({ id }) => simulator.pay(id));
		await simulator.idle();
		const { id } = simulator.deliveries[0] as Delivery;
		simulator.redeliver(id);
		await simulator.idle();
		const path = `/_control/deliveries/${id}/redeliver`;
		expect((await call(simulator, 'POST', path, { key: false })).status).toBe(202);
		expect((await call(simulator, 'GET', '/_control/idle', { key: false })).status).toBe(204);
		expect(new Set(receiver.got.map(({ body }) => body)).size).toBe(1);
		const { json } = await call<Delivery[]>(simulator, 'GET', '/_control/deliveries', {
			key: false,
		});
		expect(json).toEqual(simulator.deliveries);
		expect(json.map((entry) => [entry.id, entry.attempt])).toEqual([
			[id, 1],
			[id, 2],
			[id, 3],
		]);
		expect(() => simulator.redeliver('nope')).toThrow(RangeError);
		const lost = await call(simulator, 'POST', '/_control/deliveries/nope/redeliver', {
			key: false,
		});
		expect(lost.status).toBe(404);
	});

	test.each([
		['reset', (simulator: Simulator) => simulator.reset()],
		[
			'the control API',
			(simulator: Simulator) => call(simulator, 'DELETE', '/_control/deliveries', { key: false }),
		],
	])('are cleared by %s', async (_name, forget) => {
		const simulator = await start({ retryDelay: 50 });
		const receiver = await receive(500);
		await create(simulator, receiver.url).then(({ id }) => simulator.pay(id));
		while (simulator.deliveries[0]?.status !== 500) await get(simulator, '/v1/info');
		await Promise.resolve(forget(simulator));
		await simulator.idle();
		expect([simulator.deliveries, receiver.got.length]).toEqual([[], 1]);
		await create(simulator, receiver.url).then(({ id }) => simulator.pay(id));
		await simulator.idle();
		expect(receiver.got).toHaveLength(2);
	});

	test('end with the simulator', async () => {
		const simulator = await start({ retryDelay: 3_600_000 });
		const receiver = await receive(500, 0);
		const one = await create(simulator, receiver.url, { allow_repeated_payments: 'true' });
		simulator.pay(one.id);
		simulator.pay(one.id);
		while (receiver.got.length < 2) await get(simulator, '/v1/info');
		await simulator.close();
		await simulator.idle();
		simulator.pay(one.id);
		await simulator.idle();
		expect([receiver.got.length, simulator.deliveries.length]).toEqual([2, 2]);
	});
});

describe('the options of notifications', () => {
	test.each([
		[{ retryDelay: -1 }, 'retryDelay'],
		[{ retryFactor: 0.5 }, 'retryFactor'],
		[{ maxTries: -1 }, 'maxTries'],
		[{ maxTries: 1.5 }, 'maxTries'],
		[{ deliveryTimeout: 0 }, 'deliveryTimeout'],
		[{ refundNotification: 'fax' as 'event' }, 'refundNotification'],
	])('refuse %j', async (options, name) => {
		await expect(startSimulator(options)).rejects.toThrow(name);
	});
});
