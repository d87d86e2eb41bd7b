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
		const trigger = await listen({ ...account, endpointSalt: 'the-salt-of-the-endpoint' });
		expect((await deliver(trigger, created(simulator.salt))).status).toBe(401);
		expect((await deliver(trigger, created('the-salt-of-the-endpoint'))).status).toBe(200);
		expect(trigger.started).toMatchObject([{ verifiedBy: 'signature' }]);
	});
});
