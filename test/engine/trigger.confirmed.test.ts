import type { INodeParameters } from 'n8n-workflow';

import { startSimulator, type Simulator } from '../../simulator';
import { apiKeyOf, runPayments } from './run';
import { callback, deliver, serviceEvent, startTrigger, type Trigger } from './trigger';

/** What the service confirms is what comes out: nothing that a notification adds of its own. */

let simulator: Simulator;
const triggers: Trigger[] = [];
beforeAll(async () => {
	simulator = await startSimulator({ charges: 5 });
});
afterAll(() => simulator.close());
beforeEach(() => simulator.reset());
afterEach(() => Promise.all(triggers.splice(0).map((trigger) => trigger.close())));

async function listen(parameters: INodeParameters = {}, webhookSalt = '') {
	const { paymentsApi } = apiKeyOf(simulator);
	const trigger = await startTrigger({
		credentials: { paymentsApi: { ...paymentsApi, webhookSalt } },
		parameters,
	});
	triggers.push(trigger);
	return trigger;
}

async function paid() {
	const { items } = await runPayments({
		parameters: {
			resource: 'paymentRequest',
			operation: 'create',
			amount: 25.5,
			currency: 'SGD',
			additionalFields: { referenceNumber: 'ORD-7' },
		},
		credentials: apiKeyOf(simulator),
	});
	const { id } = items[0]!.json as { id: string };
	return { id, charge: simulator.pay(id) };
}

test('a reference number that was made up stays in the payload', async () => {
	const trigger = await listen();
	const { id, charge } = await paid();
	const answer = await deliver(
		trigger,
		callback({
			payment_id: charge.id,
			payment_request_id: id,
			phone: '',
			amount: '25.50',
			currency: 'SGD',
			status: 'completed',
			reference_number: 'SOMEBODY-ELSES',
		}),
	);
	expect(answer.status).toBe(200);
	expect(trigger.started).toMatchObject([
		{
			referenceNumber: 'ORD-7',
			verifiedBy: 'service',
			payload: { reference_number: 'SOMEBODY-ELSES' },
		},
	]);
});

test('an update with a time that was made up is no new event', async () => {
	const trigger = await listen({ events: ['charge.updated'] });
	const charge = simulator.records.charges[0]!;
	for (const updated_at of [
		charge.updated_at,
		'2030-01-01T00:00:00+08:00',
		'2031-01-01T00:00:00Z',
	]) {
		const { status } = await deliver(
			trigger,
			serviceEvent('charge.updated', { ...charge, updated_at }),
		);
		expect(status).toBe(200);
	}
	expect(trigger.started).toHaveLength(1);
});

test('a refund said to be of another payment is refused, and a charge of another payment request', async () => {
	const trigger = await listen({ events: ['refund', 'payment.completed'] });
	const { id, charge } = await paid();
	const { items } = await runPayments({
		parameters: { resource: 'refund', operation: 'create', paymentId: charge.id, amount: 1 },
		credentials: apiKeyOf(simulator),
	});
	const refund = items[0]!.json;
	const other = simulator.records.charges.find((one) => one.id !== charge.id)!;
	const address = { url: `${trigger.url}?event=refund` };
	const lie = serviceEvent('refund.created', { ...refund, payment_id: other.id });
	expect((await deliver(address, lie)).status).toBe(401);
	expect((await deliver(address, serviceEvent('refund.created', refund))).status).toBe(200);

	const elsewhere = callback({
		payment_id: other.id,
		payment_request_id: id,
		phone: '',
		amount: String(other.amount),
		currency: other.currency,
		status: 'completed',
		reference_number: '',
	});
	expect((await deliver(trigger, elsewhere)).status).toBe(401);
	expect(trigger.started).toMatchObject([{ event: 'refund', refundId: refund.id, amount: 1 }]);
});

test('a payment that failed without an ID of its own is confirmed by its payment request', async () => {
	const trigger = await listen({ events: ['payment.failed'] });
	const { items } = await runPayments({
		parameters: { resource: 'paymentRequest', operation: 'create', amount: 7, currency: 'SGD' },
		credentials: apiKeyOf(simulator),
	});
	const { id } = items[0]!.json as { id: string };
	const failed = (amount: string) =>
		callback({
			payment_id: '',
			payment_request_id: id,
			phone: '',
			amount,
			currency: 'SGD',
			status: 'failed',
			reference_number: '',
		});
	expect((await deliver(trigger, failed('7.00'))).status).toBe(401);
	simulator.fail(id);
	expect((await deliver(trigger, failed('8.00'))).status).toBe(401);
	expect((await deliver(trigger, failed('7.00'))).status).toBe(200);
	expect(trigger.started).toMatchObject([{ event: 'payment.failed', amount: 7 }]);
});

test('a charge that has gone on since it was created is confirmed all the same', async () => {
	const trigger = await listen({ events: ['charge.created'] });
	const charge = simulator.records.charges[0]!;
	const created = serviceEvent('charge.created', { ...charge, status: 'pending' });
	expect((await deliver(trigger, created)).status).toBe(200);
	expect(trigger.started).toMatchObject([{ event: 'charge.created', status: charge.status }]);
});

test('a signed failed payment that was cut into a completed one is no payment', async () => {
	const trigger = await listen({ events: ['payment.completed'] }, simulator.salt);
	const fields = {
		payment_id: 'p-1',
		payment_request_id: 'r-1',
		amount: '10.00',
		currency: 'SGD',
		reference_number: 'R',
	};
	// What was signed: a phone number with words in it, and a payment that failed.
	const signed = callback(
		{ ...fields, phone: '1statuscompletedz', status: 'failed' },
		simulator.salt,
	);
	const hmac = new URLSearchParams(signed.body).get('hmac')!;
	const cut = { ...fields, phone: '1', status: 'completed', zreference_numberRstatusfailed: '' };
	delete (cut as Partial<typeof cut>).reference_number;
	const message = callback(cut);
	await deliver(trigger, { ...message, body: `${message.body}&hmac=${hmac}` });
	expect(trigger.started.filter(({ event }) => event !== 'unknown')).toEqual([]);
});

test("a refund among the account's events has the amount that was refunded, and comes once", async () => {
	const trigger = await listen({ mode: 'account', events: ['refund'] });
	const { charge } = await paid();
	await runPayments({
		parameters: { resource: 'refund', operation: 'create', paymentId: charge.id, amount: 5 },
		credentials: apiKeyOf(simulator),
	});
	const now = simulator.records.charges.find(({ id }) => id === charge.id)!;
	const update = serviceEvent('charge.updated', now);
	expect((await deliver(trigger, update)).status).toBe(200);
	now.updated_at = '2030-01-01T00:00:00+08:00';
	now.remark = 'Settled';
	expect((await deliver(trigger, serviceEvent('charge.updated', now))).status).toBe(200);
	expect(trigger.started).toMatchObject([{ event: 'refund', amount: 5, paymentId: charge.id }]);
});

describe('an endpoint of the account, which has a salt of its own', () => {
	const account = { mode: 'account', events: ['charge.created'] };
	const created = (salt?: string) =>
		serviceEvent('charge.created', simulator.records.charges[0]!, salt);

	test('is not checked with the salt in the credential: the service is asked', async () => {
		const trigger = await listen(account, simulator.salt);
		expect((await deliver(trigger, created('the-salt-of-the-endpoint'))).status).toBe(200);
		expect(trigger.started).toMatchObject([{ event: 'charge.created', verifiedBy: 'service' }]);
	});

	test("is checked with 'Endpoint Salt'", async () => {
		const trigger = await listen(account);
		trigger.enterEndpointSalt('the-salt-of-the-endpoint');
		expect((await deliver(trigger, created(simulator.salt))).status).toBe(401);
		expect((await deliver(trigger, created('the-salt-of-the-endpoint'))).status).toBe(200);
		expect(trigger.started).toMatchObject([{ verifiedBy: 'signature' }]);
	});
});
