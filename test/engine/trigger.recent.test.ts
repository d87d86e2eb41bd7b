import type { INodeParameters } from 'n8n-workflow';

import * as clock from '../../nodes/Payments/transport/clock';
import { mustViolate, useSimulator } from '../useSimulator';
import { apiKeyOf } from './run';
import { requester } from './service';
import {
	callback,
	deliver,
	paymentFields,
	paySilently,
	serviceEvent,
	startTrigger,
	type Trigger,
	type TriggerOptions,
} from './trigger';

/** Without a salt: an event that the API confirms also has to be recent and meant for this trigger. */

const HOUR = 60 * 60 * 1000;

const simulator = useSimulator({
	charges: 5,
	payouts: 5,
	retryDelay: 20,
	retryFactor: 1,
	now: () => Date.now(),
});
const service = requester(simulator);
const triggers: Trigger[] = [];
afterEach(async () => {
	jest.restoreAllMocks();
	simulator.reset();
	for (const trigger of triggers.splice(0)) {
		await trigger.unpublish();
		await trigger.close();
	}
});

async function listen(parameters: INodeParameters = {}, options: Partial<TriggerOptions> = {}) {
	const trigger = await startTrigger({ credentials: apiKeyOf(simulator), parameters, ...options });
	triggers.push(trigger);
	await trigger.publish();
	return trigger;
}

/** Creates a payment request with a webhook URL, paid without a notification. */
async function paid(webhook: string | null) {
	const { fields, ...made } = await paySilently(simulator, webhook);
	return { ...made, fields, message: callback(fields) };
}

/** Lets time go by for n8n and the service. */
function later(by: number) {
	const [now, since] = [Date.now(), clock.monotonic()];
	jest.spyOn(Date, 'now').mockImplementation(() => now + by);
	jest.spyOn(clock, 'monotonic').mockImplementation(() => since + by);
}

const tooOld = {
	status: 403,
	text: '{"message":"The event is not recent, and no signature verifies it"}',
};

describe('a true event that is not recent is rejected', () => {
	test('a payment of last year', async () => {
		const trigger = await listen();
		const charge = simulator.addCharge({ created_at: '2025-01-05T10:00:00+08:00' });
		charge.closed_at = '2025-01-05T10:00:05+08:00';
		const message = serviceEvent('charge.created', charge);
		const account = await listen({ mode: 'account', events: ['charge.created', 'charge.updated'] });
		expect(await deliver(account, message)).toEqual(tooOld);

		const { charge: old, message: told } = await paid(trigger.url);
		old.created_at = old.closed_at = '2025-01-05T10:00:00+08:00';
		expect(await deliver(trigger, told)).toEqual(tooOld);
		expect([...account.started, ...trigger.started]).toEqual([]);
	});

	test('the same payment again, when it is no longer recorded', async () => {
		const trigger = await listen();
		const { message } = await paid(trigger.url);
		expect((await deliver(trigger, message)).status).toBe(200);
		const statuses: number[] = [];
		for (const hours of [1, 22, 2, 22, 2, 24, 24]) {
			later(hours * HOUR);
			statuses.push((await deliver(trigger, message)).status);
		}
		expect(statuses).toEqual([200, 200, 200, 200, 403, 403, 403]);
		expect(trigger.started).toHaveLength(1);
	});

	test('an old payment that was refunded today', async () => {
		const trigger = await listen();
		const { charge, message } = await paid(trigger.url);
		charge.created_at = charge.closed_at = '2025-01-05T10:00:00+08:00';
		simulator.changeCharge(charge.id, 'refunded');
		expect(await deliver(trigger, message)).toEqual(tooOld);
	});

	test('a payment that started long ago and succeeded now is recent', async () => {
		const trigger = await listen();
		const { charge, message } = await paid(trigger.url);
		charge.created_at = '2025-01-05T10:00:00+08:00';
		charge.closed_at = new Date().toISOString();
		expect((await deliver(trigger, message)).status).toBe(200);
	});

	test('a failed payment, a refund and a payout', async () => {
		const trigger = await listen({ events: ['payment.failed', 'refund'] });
		const account = await listen({ mode: 'account', events: ['payout.created'] });
		const { id } = await service('/v1/payment-requests', { amount: 25.5, currency: 'SGD' });
		const failed = simulator.fail(id);
		simulator.records.paymentRequests.find((one) => one.id === id)!.webhook = trigger.url;
		failed.created_at = failed.closed_at = '2025-01-05T10:00:00+08:00';
		const told = { payment_id: failed.id, payment_request_id: id, status: 'failed' };
		expect(await deliver(trigger, callback(paymentFields(told)))).toEqual(tooOld);

		const { charge } = await paid(trigger.url);
		await service('/v1/refund', { payment_id: charge.id, amount: 1 });
		const refund = simulator.records.refunds[0]!;
		const times = { refunded_at: refund.refunded_at, created_at: refund.created_at };
		Object.assign(refund, {
			refunded_at: '2025-01-05T02:00:00.000000Z',
			created_at: '2025-01-05T10:00:00',
		});
		expect(await deliver(trigger, serviceEvent('refund.created', refund))).toEqual(tooOld);
		Object.assign(refund, times);
		expect((await deliver(trigger, serviceEvent('refund.created', refund))).status).toBe(200);

		const old = simulator.records.payouts.at(-1)!;
		expect(await deliver(account, serviceEvent('payout.created', old))).toEqual(tooOld);
		const payout = simulator.addPayout();
		await simulator.idle();
		expect(account.started).toMatchObject([{ payout_id: payout.id }]);
	});

	test('an old charge that changed now is accepted as an update, and not as a new charge', async () => {
		const trigger = await listen({ mode: 'account', events: ['charge.created', 'charge.updated'] });
		const charge = simulator.addCharge({ created_at: '2025-01-05T10:00:00+08:00' });
		charge.closed_at = '2025-01-05T10:00:05+08:00';
		simulator.reset();
		simulator.changeCharge(charge.id, 'succeeded_manually');
		await simulator.idle();
		expect(await deliver(trigger, serviceEvent('charge.created', charge))).toEqual(tooOld);
		expect(trigger.started).toMatchObject([{ event: 'charge.updated', payment_id: charge.id }]);
	});

	test.each([
		['Singapore time', 8],
		['UTC', 0],
	])('a time without an offset may be %s', async (_, offset) => {
		mustViolate(/GET \/v1\/charges: body\/data\/0\/(created|closed)_at /);
		const trigger = await listen();
		const statuses: number[] = [];
		for (const hoursAgo of [0, 15, 33, 1000]) {
			const { charge, message } = await paid(trigger.url);
			const written = new Date(Date.now() + (offset - hoursAgo) * HOUR).toISOString();
			charge.created_at = charge.closed_at = written.slice(0, 19).replace('T', ' ');
			statuses.push((await deliver(trigger, message)).status);
		}
		expect(statuses).toEqual([200, 200, 403, 403]);
	});

	test.each([-10, 10])('clocks may differ by %i minutes', async (minutes) => {
		const trigger = await listen();
		const { message } = await paid(trigger.url);
		later(minutes * 60_000);
		expect((await deliver(trigger, message)).status).toBe(200);
	});

	test.each(['soon', '', null, 5])(
		'a time that cannot be read (%j) is not recent',
		async (time) => {
			const trigger = await listen();
			const { charge, message } = await paid(trigger.url);
			Object.assign(charge, { created_at: time, closed_at: time });
			mustViolate(/GET \/v1\/charges: body\/data\/0\/(created|closed)_at /);
			expect(await deliver(trigger, message)).toEqual(tooOld);
		},
	);

	test('with a signature, it starts the workflow', async () => {
		const credentials = apiKeyOf(simulator, { webhookSalt: simulator.salt });
		const trigger = await listen({}, { credentials });
		const { charge, fields } = await paid(trigger.url);
		charge.created_at = charge.closed_at = '2025-01-05T10:00:00+08:00';
		const signed = callback(fields, simulator.salt);
		expect((await deliver(trigger, signed)).status).toBe(200);
	});
});

describe('Payment Requests and Refunds: the payment request has to notify this trigger', () => {
	const elsewhere = {
		status: 403,
		text: '{"message":"The payment request notifies another URL"}',
	};

	test.each<[string, (url: string) => string | null]>([
		['no address', () => null],
		['another host', () => 'https://shop.example/webhook/payments'],
		['another path', (url) => `${url}2`],
		['a path below', (url) => `${url}/more`],
		['another port', (url) => url.replace(/:\d+/, ':1')],
		['the test address', (url) => url.replace('/webhook/', '/webhook-test/')],
		['an address that is none', () => 'payments'],
	])('one that notifies %s is rejected', async (_, webhookOf) => {
		const trigger = await listen();
		const { message } = await paid(webhookOf(trigger.url));
		expect(await deliver(trigger, message)).toEqual(elsewhere);
		expect(trigger.started).toEqual([]);
	});

	test.each<[string, (url: string) => string]>([
		['itself', (url) => url],
		['it with a query', (url) => `${url}?event=refund`],
		['it with a slash behind', (url) => `${url}/`],
		['its host in capitals', (url) => url.replace('http:', 'HTTP:')],
	])('one that notifies %s is accepted', async (_, webhookOf) => {
		const trigger = await listen();
		const { message } = await paid(webhookOf(trigger.url));
		expect((await deliver(trigger, message)).status).toBe(200);
	});

	test('in a test run, it has to notify the test URL', async () => {
		const test = await listen({}, { isTest: true });
		expect((await deliver(test, (await paid(test.url)).message)).status).toBe(200);
		const published = test.url.replace('/webhook-test/', '/webhook/');
		expect(await deliver(test, (await paid(published)).message)).toEqual(elsewhere);
	});

	test('if the payment request cannot be retrieved, the response is 503', async () => {
		const trigger = await listen();
		const { message } = await paid(trigger.url);
		simulator.fault({ path: '/v1/payment-requests', status: 500 });
		expect((await deliver(trigger, message)).status).toBe(503);
		expect((await deliver(trigger, message)).status).toBe(200);
	});

	test('a payment request that does not exist confirms nothing', async () => {
		const trigger = await listen();
		const { message } = await paid(trigger.url);
		simulator.fault({ path: '/v1/payment-requests', status: 404 });
		expect((await deliver(trigger, message)).status).toBe(401);
	});

	test('a refund has no webhook URL, so its payment may be of any payment request', async () => {
		const trigger = await listen();
		const { charge } = await paid('https://shop.example/hook');
		await service('/v1/refund', { payment_id: charge.id, amount: 1 });
		const refund = simulator.records.refunds[0]!;
		expect((await deliver(trigger, serviceEvent('refund.created', refund))).status).toBe(200);
	});

	test('all events of the account are accepted, whatever URL a payment request notifies', async () => {
		const trigger = await listen({ mode: 'account', events: ['payment.completed'] });
		const { message } = await paid('https://shop.example/hook');
		expect((await deliver(trigger, message)).status).toBe(200);
	});
});
