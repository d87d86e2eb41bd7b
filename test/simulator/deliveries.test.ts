import type { Delivery, PaymentRequest, Simulator } from '../../simulator';
import { answered, call, get, post, receive, start } from './helpers';

const quick = { retryDelay: 10, retryFactor: 2, maxTries: 4 };

/** Pays a payment request whose webhook is the given address, and waits until its callback is sent. */
async function pay(simulator: Simulator, webhook: string) {
	const body = { amount: 599, currency: 'sgd', webhook };
	const { json } = await post<PaymentRequest>(simulator, '/v1/payment-requests', body);
	const charge = simulator.pay(json.id);
	await simulator.idle();
	return charge;
}

async function register(simulator: Simulator, url: string, ...event_types: string[]) {
	await post(simulator, '/v1/webhook-events', { name: 'n8n', url, event_types });
}

const control = <T>(simulator: Simulator, method: 'GET' | 'POST' | 'DELETE', path: string) =>
	call<T>(simulator, method, `/_control${path}`, { key: false });

/** Statuses of responses: 0 is none. */
const always = (status: number) => Array<number>(20).fill(status);

describe('deliveries', () => {
	test('are repeated unchanged with back-off until a 2xx', async () => {
		const simulator = await start({ retryDelay: 40, retryFactor: 3 });
		const receiver = await receive(500, 302, 401, 204);
		const charge = await pay(simulator, receiver.url);
		const { deliveries } = simulator;
		const attempts = deliveries.map(({ attempt, status }) => `${attempt}: ${status}`);
		expect(attempts).toEqual(['1: 500', '2: 302', '3: 401', '4: 204']);
		expect(new Set(deliveries.map(({ id }) => id)).size).toBe(1);
		expect(new Set(receiver.got.map(({ body }) => body)).size).toBe(1);
		expect(deliveries[0]).toEqual({
			...{
				id: deliveries[0]!.id,
				event: 'payment_request.completed',
				attempt: 1,
				status: 500,
				answer: 'ok',
			},
			...{ url: receiver.url, body: receiver.got[0]!.body, at: expect.any(Number) as number },
			headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
		});
		for (const [index, minimum] of [40, 120, 360].entries()) {
			// Timers may fire a millisecond early.
			const wait = deliveries[index + 1]!.at - deliveries[index]!.at;
			expect(wait).toBeGreaterThanOrEqual(minimum - 2);
		}
		expect(charge.webhook_status).toBe(true);
	});

	test('record why there was no response, and end after the maximum number of attempts', async () => {
		const simulator = await start({ ...quick, maxTries: 2, deliveryTimeout: 100 });
		await pay(simulator, (await receive(0)).url);
		expect(simulator.deliveries).toMatchObject([
			{ error: 'No response within 100 ms.' },
			{ status: 200 },
		]);
		const nobody = await start({ ...quick, maxTries: 1 });
		await pay(nobody, 'http://127.0.0.1:1/');
		const error = expect.stringMatching(/ECONNREFUSED|bad port/) as string;
		expect(nobody.deliveries).toEqual([expect.objectContaining({ error })]);
	});

	test('do not delay responses of the API; eight are in progress at a time', async () => {
		const simulator = await start({ ...quick, deliveryTimeout: 60_000 });
		const { url: webhook } = await receive(...always(0));
		await register(simulator, webhook, 'charge.created', 'charge.updated');
		for (let i = 0; i < 12; i++) {
			const { id: payment_id } = simulator.addCharge({ amount: 5 });
			await answered(200, post(simulator, '/v1/refund', { amount: 1, payment_id, webhook }));
		}
		expect(simulator.deliveries).toHaveLength(8);
		await simulator.close();
		expect(simulator.deliveries).toHaveLength(8);
	});

	test('are limited in number', async () => {
		const simulator = await start();
		await register(simulator, (await receive(...always(0))).url, 'payout.created');
		simulator.addPayout();
		while (simulator.deliveries.length === 0) await get(simulator, '/v1/info');
		const { id } = simulator.deliveries[0] as Delivery;
		for (let i = 0; i < 10_000; i++) simulator.redeliver(id);
		const errors = simulator.deliveries.flatMap(({ error }) => error ?? []);
		expect(errors).toEqual(['Too many notifications are waiting.']);
		await simulator.close();
	});

	test('can be repeated', async () => {
		const simulator = await start(quick);
		const receiver = await receive();
		await pay(simulator, receiver.url);
		const { id } = simulator.deliveries[0] as Delivery;
		simulator.redeliver(id);
		await simulator.idle();
		await answered(202, control(simulator, 'POST', `/deliveries/${id}/redeliver`));
		await answered(204, control(simulator, 'GET', '/idle'));
		expect(new Set(receiver.got.map(({ body }) => body)).size).toBe(1);
		const { json } = await control<Delivery[]>(simulator, 'GET', '/deliveries');
		expect(json).toEqual(simulator.deliveries);
		expect(json.map((one) => [one.id, one.attempt])).toEqual([1, 2, 3].map((n) => [id, n]));
		expect(() => simulator.redeliver('nope')).toThrow(RangeError);
		await answered(404, control(simulator, 'POST', '/deliveries/nope/redeliver'));
	});

	test.each<[string, (simulator: Simulator) => unknown]>([
		['reset', (simulator) => simulator.reset()],
		['the control API', (simulator) => control(simulator, 'DELETE', '/deliveries')],
	])('are cleared by %s', async (_name, clear) => {
		const simulator = await start({ retryDelay: 50 });
		const receiver = await receive(500);
		const paid = pay(simulator, receiver.url);
		while (simulator.deliveries[0]?.status !== 500) await get(simulator, '/v1/info');
		await clear(simulator);
		await paid;
		expect([simulator.deliveries, receiver.got.length]).toEqual([[], 1]);
		await pay(simulator, receiver.url);
		expect(receiver.got).toHaveLength(2);
	});

	test('end with the simulator', async () => {
		const simulator = await start({ retryDelay: 3_600_000 });
		const receiver = await receive(500, 0);
		await register(simulator, receiver.url, 'charge.created');
		simulator.addCharge();
		simulator.addCharge();
		while (receiver.got.length < 2) await get(simulator, '/v1/info');
		await simulator.close();
		await simulator.idle();
		simulator.addCharge();
		await simulator.idle();
		expect([receiver.got.length, simulator.deliveries.length]).toEqual([2, 2]);
	});
});
