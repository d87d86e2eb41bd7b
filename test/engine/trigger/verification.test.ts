import type { INodeParameters } from 'n8n-workflow';

import { useSimulator } from '../../useSimulator';
import { succeeded } from '../outcomes';
import { apiKeyOf, operation, runPayments } from '../run';
import {
	callback,
	deliver,
	paymentFields,
	paySilently,
	useTriggers,
	type TriggerOptions,
} from './trigger';

const simulator = useSimulator({ charges: 5, retryDelay: 20, retryFactor: 1 });
afterEach(() => simulator.idle());
const start = useTriggers();

const salted = (webhookSalt = simulator.salt) => apiKeyOf(simulator, { webhookSalt });

async function listen(
	credentials: TriggerOptions['credentials'] = salted(),
	parameters: INodeParameters = {},
) {
	const trigger = await start({ credentials, parameters });
	await trigger.publish();
	return trigger;
}

async function done(parameters: INodeParameters) {
	const { items } = await succeeded(runPayments({ parameters, credentials: apiKeyOf(simulator) }));
	return items[0]!.json as { id: string; url: string };
}

/** Creates a payment request with the Payments node. */
const requested = (notifyUrl: string, additionalFields: INodeParameters = {}) =>
	done(
		operation('paymentRequest', 'create', {
			amount: 25.5,
			currency: 'SGD',
			notify: 'url',
			notifyUrl,
			additionalFields: { referenceNumber: 'ORD-7', ...additionalFields },
		}),
	);

describe('a payment request, from the Payments node to the workflow that its payment starts', () => {
	test('a payment starts the workflow once, in the format of all events', async () => {
		const trigger = await listen();
		const { id } = await requested(trigger.url);
		const charge = simulator.pay(id);
		await simulator.idle();
		expect(simulator.deliveries.map(({ status }) => status)).toEqual([200]);
		expect(trigger.started).toEqual([
			{
				event: 'payment.completed',
				event_id: expect.stringMatching(/^payment\.completed:[0-9a-f]{32}$/) as string,
				payment_id: charge.id,
				payment_request_id: id,
				amount: 25.5,
				currency: 'sgd',
				status: 'completed',
				reference_number: 'ORD-7',
				customer_name: null,
				customer_email: null,
				customer_phone_number: null,
				paid_at: null,
				payment_method: null,
				verified_by: 'signature',
				payload: {
					payment_id: charge.id,
					payment_request_id: id,
					phone: '',
					amount: '25.50',
					currency: 'SGD',
					status: 'completed',
					reference_number: 'ORD-7',
				},
			},
		]);
		expect(simulator.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'GET /v1/payment-requests',
			'POST /v1/payment-requests',
		]);
	});

	test('without a salt the API is requested, and its record is output', async () => {
		const trigger = await listen(apiKeyOf(simulator));
		const { id } = await requested(trigger.url);
		const charge = simulator.pay(id);
		await simulator.idle();
		expect(trigger.started).toMatchObject([
			{
				event: 'payment.completed',
				amount: 25.5,
				verified_by: 'service',
				record: { id: charge.id },
			},
		]);
		expect(simulator.requests.slice(-2)).toMatchObject([
			{ path: '/v1/charges', query: { payment_request_id: id } },
			{ path: `/v1/payment-requests/${id}` },
		]);
	});
});

test.each([
	['with the salt of the endpoint', (endpointSalt: string) => ({ endpointSalt })],
	['without a salt', () => ({})],
])(
	'whole account, nothing else chosen: each paid charge starts the workflow, a failed one does not, %s',
	async (_, salts) => {
		const trigger = await listen(apiKeyOf(simulator), { mode: 'account' });
		trigger.enter(salts(simulator.webhookEndpoints[0]!.salt));
		simulator.addCharge({ status: 'failed' });
		const atTheCounter = simulator.addCharge({ status: 'succeeded' });
		const { id } = await requested('https://shop.example/elsewhere');
		const requestedOne = simulator.pay(id);
		await simulator.idle();
		expect(trigger.started).toMatchObject([
			{ event: 'charge.created', payment_id: atTheCounter.id },
			{ event: 'charge.created', payment_id: requestedOne.id },
		]);
		await trigger.unpublish();
	},
);

describe('with a salt in the credential, events are verified by their signature', () => {
	const fields = paymentFields({
		payment_id: '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11',
		payment_request_id: '9f1c7c7e-3a61-4c5d-8a1f-0c9b7e2d4f02',
		amount: '599.00',
	});

	test('the right one starts the workflow, even if the API has no such record', async () => {
		const trigger = await listen();
		expect(await deliver(trigger, callback(fields, simulator.salt))).toMatchObject({ status: 200 });
		expect(trigger.started).toHaveLength(1);
		expect(simulator.requests).toEqual([]);
	});

	test('another one is answered with 401, starts nothing, and does not use up the true event', async () => {
		const trigger = await listen();
		expect(await deliver(trigger, callback(fields, 'another salt'))).toEqual({
			status: 401,
			text: '{"message":"The signature does not match"}',
		});
		expect(trigger.started).toEqual([]);
		expect((await deliver(trigger, callback(fields, simulator.salt))).status).toBe(200);
		expect(trigger.started).toHaveLength(1);
	});

	test('a changed salt is used at once, and the old one for up to ten seconds', async () => {
		const trigger = await listen();
		const status = async (salt: string, payment: number) => {
			const payment_id = `9f1c7c7e-2f5b-4a0e-9d52-00000000000${payment}`;
			return (await deliver(trigger, callback({ ...fields, payment_id }, salt))).status;
		};
		expect(await status(simulator.salt, 1)).toBe(200);
		trigger.enter({ webhookSalt: 'a new salt' });
		expect(await status('a new salt', 2)).toBe(200);
		expect(await status(simulator.salt, 3)).toBe(401);
		trigger.enter({ webhookSalt: 'a newer salt' });
		const now = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => now + 10_001);
		expect(await status('a new salt', 4)).toBe(401);
		jest.restoreAllMocks();
	});
});

test('with Verification off, every event starts the workflow, with verified_by off', async () => {
	const trigger = await listen(salted(), { verification: 'off' });
	const { fields } = await paySilently(simulator, trigger.url);
	const before = simulator.requests.length;
	expect((await deliver(trigger, callback({ ...fields, amount: '1000000' }))).status).toBe(200);
	expect(trigger.started).toMatchObject([{ amount: 1_000_000, verified_by: 'off' }]);
	expect(simulator.requests).toHaveLength(before);
});

describe('the output', () => {
	test('if the charge does not exist, the event is output without it', async () => {
		const trigger = await listen(salted(), { options: { includeCharge: true } });
		const { fields } = await paySilently(simulator, trigger.url);
		const foreign = { ...fields, payment_id: '9f1c7c7e-0000-4000-8000-000000000000' };
		expect((await deliver(trigger, callback(foreign, simulator.salt))).status).toBe(200);
		expect(trigger.started).toMatchObject([{ event: 'payment.completed' }]);
		expect(trigger.started[0]).not.toHaveProperty('charge');
	});

	test('no secret is in an output or a response', async () => {
		const trigger = await listen(salted(), { options: { includeCharge: true } });
		const { fields } = await paySilently(simulator, trigger.url);
		const message = callback(fields, simulator.salt);
		const hmac = new URLSearchParams(message.body).get('hmac')!;
		const answers = [
			await deliver(trigger, callback(fields, 'another salt')),
			await deliver(trigger, message),
			await deliver(trigger, message),
			await deliver(trigger, { ...message, body: '%' }),
		];
		expect(answers.map(({ status }) => status)).toEqual([401, 200, 200, 400]);
		const said = JSON.stringify([trigger.started, answers]);
		for (const secret of [simulator.salt, simulator.apiKey, hmac])
			expect(said).not.toContain(secret);
	});
});
