import type { INodeParameters } from 'n8n-workflow';

import { useSimulator } from '../../useSimulator';
import { apiKeyOf, runPayments } from '../run';
import { requester } from '../service';
import { callback, deliver, paymentFields, serviceEvent, useTriggers } from './trigger';

/** The output of the trigger: one shape, with the names of the other nodes, by 'Output'. */

const simulator = useSimulator({ charges: 5, retryDelay: 20, retryFactor: 1 });
afterEach(() => simulator.idle());
const start = useTriggers();

const withSalt = () => apiKeyOf(simulator, { webhookSalt: simulator.salt });

async function listen(parameters: INodeParameters = {}, credentials = withSalt()) {
	// Without 'Output', as a trigger that was saved before there was such a parameter.
	const saved = { output: undefined, ...parameters } as INodeParameters;
	const trigger = await start({ credentials, parameters: saved });
	await trigger.publish();
	return trigger;
}

/** Ann pays a payment request, which notifies a URL if there is one. @returns its ID, and that of the charge */
async function paid(notifyUrl?: string) {
	const { items } = await runPayments({
		parameters: {
			resource: 'paymentRequest',
			operation: 'create',
			amount: 25.5,
			currency: 'SGD',
			...(notifyUrl !== undefined && { notify: 'url', notifyUrl }),
			additionalFields: {
				referenceNumber: 'ORD-7',
				name: 'Ann',
				email: 'ann@example.com',
				phone: '+6590000000',
			},
		},
		credentials: apiKeyOf(simulator),
	});
	const { id } = items[0]!.json as { id: string };
	const charge = simulator.pay(id);
	await simulator.idle();
	return { payment_request_id: id, payment_id: charge.id };
}

/** When a charge was paid, and how. */
function paidNow(id: string) {
	const { closed_at } = simulator.records.charges.find((charge) => charge.id === id)!;
	return { paid_at: closed_at, payment_method: 'card' };
}

const paidFields = ['paid_at', 'payment_method'];

const MARCH = '2026-03-01T09:30:00';

const lookups = () => simulator.requests.filter(({ path }) => path.startsWith('/v1/charges'));

const payment = {
	event: 'payment.completed',
	event_id: expect.stringMatching(/^payment\.completed:[0-9a-f]{32}$/) as string,
};
const rest = { amount: 25.5, currency: 'sgd', status: 'completed', reference_number: 'ORD-7' };
const ann = { customer_name: 'Ann', customer_email: 'ann@example.com' };

describe('Simplified, which is the default', () => {
	test('has twelve flat fields for a payment, the event first, and requests nothing', async () => {
		const trigger = await listen();
		const ids = await paid(trigger.url);
		const unknown = {
			customer_name: null,
			customer_email: null,
			paid_at: null,
			payment_method: null,
		};
		expect(trigger.started).toEqual([{ ...payment, ...ids, ...rest, ...unknown }]);
		expect(Object.keys(trigger.started[0]!).slice(0, 3)).toEqual([
			'event',
			'event_id',
			'payment_id',
		]);
		expect(Object.keys(trigger.started[0]!)).toHaveLength(12);
		expect(lookups()).toEqual([]);
	});

	test('has the customer, when it was paid and how if the event was verified with the API', async () => {
		const trigger = await listen({}, apiKeyOf(simulator));
		const ids = await paid(trigger.url);
		const output = { ...payment, ...ids, ...rest, ...ann, ...paidNow(ids.payment_id) };
		expect(trigger.started).toEqual([output]);
	});

	test('of a payment request that is notified as a record, signed, has when it was paid and how, without a request', async () => {
		const trigger = await listen();
		const { payment_request_id, payment_id } = await paid();
		const record = {
			...simulator.records.paymentRequests.find(({ id }) => id === payment_request_id)!,
			status: 'completed',
			payments: [
				{ id: payment_id, status: 'succeeded', payment_type: 'paynow_online', created_at: MARCH },
			],
		};
		await deliver(trigger, serviceEvent('payment_request.completed', record, simulator.salt));
		expect(trigger.started).toMatchObject([
			{ payment_id, paid_at: `${MARCH}+08:00`, payment_method: 'paynow_online' },
		]);
		expect(lookups()).toEqual([]);
	});

	test('has the customer and payment method of the record, and not those that an unsigned notification names', async () => {
		const trigger = await listen({ output: 'raw' }, apiKeyOf(simulator));
		const { payment_id, payment_request_id } = await paid();
		const charge = simulator.records.charges.find(({ id }) => id === payment_id)!;
		// It has a code only.
		Object.assign(charge.payment_method, { name: undefined });
		const request = simulator.records.paymentRequests.find(({ id }) => id === payment_request_id)!;
		request.webhook = trigger.url;
		const ids = { payment_id, payment_request_id, reference_number: 'ORD-7' };
		const fields = paymentFields({ ...ids, phone: '+6511111111' });
		const forged = callback({ ...fields, payment_type: 'forged' });
		expect((await deliver(trigger, forged)).status).toBe(200);
		expect(trigger.started).toMatchObject([
			{ ...ann, payment_id, payment_method: null, customer_phone_number: '+6590000000' },
		]);
	});

	test('of a refund, requests no charge for when and how the payment was made', async () => {
		const trigger = await listen({
			events: ['refund'],
			output: 'selected',
			outputFields: paidFields,
		});
		const { payment_id } = await paid();
		const webhook = `${trigger.url}?event=refund`;
		await requester(simulator)('/v1/refund', { payment_id, amount: 5, webhook });
		await simulator.idle();
		expect(trigger.started).toMatchObject([{ event: 'refund', paid_at: null }]);
		expect(lookups()).toEqual([]);
	});

	test('has the payload of an unknown event, of which nothing else is known', async () => {
		const trigger = await listen();
		const record = { id: 'x-1', news: { of: 'the future' } };
		const message = serviceEvent('mandate.signed', record, simulator.salt);
		expect((await deliver(trigger, message)).status).toBe(200);
		expect(trigger.started).toMatchObject([{ event: 'unknown', amount: null, payload: record }]);
	});
});

test('Raw has all fields, the notification, and the record that was requested', async () => {
	const trigger = await listen({ output: 'raw' }, apiKeyOf(simulator));
	const ids = await paid(trigger.url);
	expect(trigger.started).toEqual([
		{
			...payment,
			...ids,
			...rest,
			...ann,
			...paidNow(ids.payment_id),
			customer_phone_number: '+6590000000',
			verified_by: 'service',
			payload: expect.objectContaining({ ...ids, amount: '25.50', currency: 'SGD' }) as object,
			record: expect.objectContaining({ id: ids.payment_id, channel: 'api' }) as object,
		},
	]);
});

describe('Selected Fields', () => {
	const select = async (outputFields: string[]) =>
		await listen({ output: 'selected', outputFields });

	test('has the event and its ID, and what is selected', async () => {
		const trigger = await select(['amount', 'refund_id']);
		await paid(trigger.url);
		expect(trigger.started).toEqual([{ ...payment, amount: 25.5, refund_id: null }]);
		expect(lookups()).toEqual([]);
	});

	test('requests the charge for a customer field that the notification does not contain', async () => {
		const trigger = await select(['customer_email']);
		const { payment_id } = await paid(trigger.url);
		expect(trigger.started).toEqual([{ ...payment, customer_email: 'ann@example.com' }]);
		expect(lookups()).toMatchObject([{ path: `/v1/charges/${payment_id}` }]);
	});

	test('and not for one that it contains', async () => {
		const trigger = await select(['customer_phone_number']);
		await paid(trigger.url);
		expect(trigger.started).toEqual([{ ...payment, customer_phone_number: '+6590000000' }]);
		expect(lookups()).toEqual([]);
	});

	test('if the charge cannot be retrieved, the response is 503, and the repetition starts the workflow', async () => {
		const trigger = await select(['customer_email']);
		simulator.fault({ path: '/v1/charges', status: 500 });
		await paid(trigger.url);
		expect(simulator.deliveries.map(({ status }) => status)).toEqual([503, 200]);
		expect(trigger.started).toEqual([{ ...payment, customer_email: 'ann@example.com' }]);
	});

	test.each([
		['no field', [], "'Fields' is empty"],
		['an old name', ['paymentId'], "'Fields' is not a known value"],
	])('with %s, the error names the parameter, and nothing starts', async (_, fields, message) => {
		// Publishing refuses it, but what an expression returns may change later.
		const quoted = expect.stringContaining(message) as string;
		await expect(select(fields)).rejects.toMatchObject({ message: quoted });
		const trigger = await select(['amount']);
		trigger.edit({ outputFields: fields });
		await paid(trigger.url);
		expect(trigger.started).toEqual([]);
		expect((trigger.thrown[0] as Error).message).toBe(message);
	});
});

test('Include Charge adds the charge and fills in the customer, when it was paid and how, whatever Output is', async () => {
	const options = { includeCharge: true };
	for (const output of ['simplified', 'selected', 'raw']) {
		const trigger = await listen({
			output,
			outputFields: ['customer_name', ...paidFields],
			options,
		});
		const { payment_id } = await paid(trigger.url);
		expect(trigger.started).toMatchObject([
			{ customer_name: 'Ann', ...paidNow(payment_id), charge: { id: payment_id } },
		]);
	}
});

describe('The order number of a refund, which its notification does not contain', () => {
	test.each([
		['is that of the charge with Include Charge', true, 'ORD-7'],
		['is null otherwise, since nothing is requested for it', false, null],
	])('%s', async (_, includeCharge, reference_number) => {
		const trigger = await listen({ events: ['refund'], options: { includeCharge } });
		const { payment_id } = await paid();
		const before = simulator.requests.length;
		const webhook = `${trigger.url}?event=refund`;
		await requester(simulator)('/v1/refund', { payment_id, amount: 5, webhook });
		await simulator.idle();
		expect(trigger.started).toMatchObject([{ event: 'refund', payment_id, reference_number }]);
		const sent = simulator.requests.slice(before).map(({ method }) => method);
		expect(sent).toEqual(includeCharge ? ['POST', 'GET'] : ['POST']);
	});

	test('of all events of the account, is that of the charge, which is requested in any case', async () => {
		const trigger = await listen({ mode: 'account', events: ['refund'] });
		const { salt } = simulator.webhookEndpoints[0]!;
		trigger.enter({ endpointSalt: salt });
		const { payment_id } = await paid();
		const charge = simulator.records.charges.find(({ id }) => id === payment_id)!;
		const { order_reference_number, ...update } = { ...charge, status: 'partially_refunded' };
		const shown = { ...charge, status: 'partially_refunded', refunded_amount: 5 };
		simulator.fault({ path: `/v1/charges/${payment_id}`, status: 200, body: shown });
		await deliver(trigger, serviceEvent('charge.updated', update, salt));
		await trigger.unpublish();
		expect(trigger.started).toMatchObject([
			{ event: 'refund', amount: 5, reference_number: order_reference_number },
		]);
	});
});
