import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Simulator } from '../../../simulator';
import { apiKeyOf } from '../run';
import { settle, useTriggers } from '../trigger/trigger';
import { useDialects } from './harness';

const speak = useDialects();
const startTrigger = useTriggers();

const account = (events: string[]): INodeParameters => ({ mode: 'account', events });

/** Publishes a trigger, and makes a payment request whose callbacks it receives. */
async function publish(simulator: Simulator, parameters: INodeParameters) {
	const trigger = await startTrigger({ credentials: apiKeyOf(simulator), parameters });
	const saved = await trigger.publish();
	return { trigger, saved };
}

const request = (url?: string) => ({ amount: 10, currency: 'sgd', ...(url && { webhook: url }) });

describe('Row 3: payments are derived from charges where they have no events', () => {
	const events = ['payment.completed', 'payment.failed', 'refund'];

	test('Row 3: the same payments and refunds start the workflow, with the IDs of their own events', async () => {
		const outputs = [];
		for (const dialects of [[], ['no-payment-request-events']] as const) {
			const { simulator, call } = await speak(dialects, { charges: 0 });
			const { trigger } = await publish(simulator, account(events));
			const { id } = await call('/v1/payment-requests', request());
			simulator.fail(id);
			await simulator.idle();
			const charge = simulator.pay(id);
			await simulator.idle();
			await call('/v1/refund', { payment_id: charge.id, amount: 10 });
			await simulator.idle();
			await settle();
			expect(trigger.started).toMatchObject([
				{ event: 'payment.failed', status: 'failed', payment_request_id: id, amount: 10 },
				{ event: 'payment.completed', status: 'completed', payment_id: charge.id, amount: 10 },
				{ event: 'refund', payment_id: charge.id, amount: 10 },
			]);
			const isDerived = dialects.length > 0;
			const [failed, completed] = trigger.started;
			expect(completed!.derived_from).toBe(isDerived ? 'charge.created' : undefined);
			expect(simulator.webhookEndpoints[0]!.event_types).toEqual(
				isDerived
					? ['charge.created', 'charge.updated']
					: ['charge.updated', 'payment_request.completed', 'payment_request.failed'],
			);
			outputs.push([failed!.event_id, completed!.event_id]);
		}
		expect(outputs[1]).toEqual(outputs[0]);
	});

	test('Row 3: publishing again changes nothing; other events change the endpoint', async () => {
		const { simulator, sent } = await speak(['no-payment-request-events']);
		const { trigger, saved } = await publish(simulator, account(['payment.completed']));
		expect(saved.isDerived).toBe(true);
		await trigger.publish();
		expect(sent('PUT')).toEqual([]);
		trigger.edit({ events: ['payout.created'] });
		expect((await trigger.publish()).isDerived).toBe(false);
		expect(simulator.webhookEndpoints).toHaveLength(1);
		expect(simulator.webhookEndpoints[0]!.event_types).toEqual(['payout.created']);
	});
});

describe('Row 3: the events that a closed list lacks', () => {
	test('Row 3: those that cannot be derived stop the publishing', async () => {
		const { simulator } = await speak(['no-payment-request-events']);
		const events = ['order.created', 'recurring_billing.method_attached'];
		await expect(publish(simulator, account(events))).rejects.toMatchObject({
			message: expect.stringContaining("'Events'") as string,
		});
		expect(simulator.webhookEndpoints).toEqual([]);
	});
});

test('Invoices that the API has in a list only confirm their events', async () => {
	const { simulator, call } = await speak(['no-invoice-get']);
	const { trigger } = await publish(simulator, account(['invoice.created']));
	const { id } = await call('/v1/invoices', {
		invoice_date: '2026-03-01',
		currency: 'SGD',
		payment_by: 'amount',
		amount: 40,
		subtotal: 40,
		customer: { name: 'Bo', email: 'bo@mail.example' },
	});
	await simulator.idle();
	expect(trigger.started).toMatchObject([{ invoice_id: id, amount: 40, verified_by: 'service' }]);
});

test("Row 9: a pending payment starts nothing unless 'Payment Pending' is selected, nor once it is paid", async () => {
	for (const events of [['payment.completed'], ['payment.completed', 'payment.pending']]) {
		const { simulator, call } = await speak(['pending-callbacks'], { charges: 0 });
		const { trigger } = await publish(simulator, { mode: 'requests', path: 'payments', events });
		const { id } = await call('/v1/payment-requests', request(trigger.url));
		simulator.pay(id);
		await simulator.idle();
		await settle();
		const started = trigger.started.map(({ event, status }: IDataObject) => [event, status]);
		expect(started).toEqual([['payment.completed', 'completed']]);
	}
});

test('Row 30: both ways to be notified work: the address of a request, and an endpoint', async () => {
	const { simulator, call } = await speak([], { charges: 0 });
	const events = ['payment.completed'];
	const byRequest = await publish(simulator, { mode: 'requests', path: 'payments', events });
	const byEndpoint = await publish(simulator, account(events));
	const { id } = await call('/v1/payment-requests', request(byRequest.trigger.url));
	const charge = simulator.pay(id);
	await simulator.idle();
	for (const { trigger } of [byRequest, byEndpoint]) {
		expect(trigger.started).toMatchObject([{ payment_id: charge.id }]);
	}
});

test('Row 31: a refused address comes with the reason that the sandbox has', async () => {
	const { simulator, run } = await speak(['no-localhost']);
	const remedy = /the sandbox refuses localhost/;
	const trigger = await startTrigger({
		credentials: apiKeyOf(simulator),
		parameters: account(['payment.completed']),
	});
	await expect(trigger.publish()).rejects.toMatchObject({
		description: expect.stringMatching(remedy) as string,
	});
	const { error } = await run('paymentRequest', 'create', {
		amount: 1,
		currency: 'SGD',
		additionalFields: { redirectUrl: 'http://localhost:3000/thanks' },
	});
	expect(error?.message).toContain("'Redirect URL' must be a valid URL");
	expect(error?.description).toMatch(remedy);
});

test.each([
	[
		'a local address, and a message about another field',
		'http://localhost:3000/thanks',
		'The name field is not allowed.',
		/^Correct 'Customer Name'/,
	],
	[
		'an address that HitPay itself calls private',
		'https://shop.example/thanks',
		'The redirect_url field leads to a private address.',
		/the sandbox refuses localhost/,
	],
])(
	'Row 31: only a local address comes with that reason: %s',
	async (_, redirectUrl, message, remedy) => {
		const { simulator, run } = await speak();
		simulator.fault({ method: 'POST', status: 422, body: { message } });
		const { error } = await run('paymentRequest', 'create', {
			amount: 1,
			currency: 'SGD',
			additionalFields: { redirectUrl },
		});
		expect(error?.description).toMatch(remedy);
	},
);

test('Row 32: a payment request has one shape, and the object and type of its headers', async () => {
	const outputs = [];
	for (const dialects of [[], ['payment-id-events']] as const) {
		const { simulator, call } = await speak(dialects, { charges: 0 });
		const { trigger } = await publish(simulator, account(['payment.completed', 'payment.failed']));
		const { id } = await call('/v1/payment-requests', request());
		simulator.fail(id);
		await simulator.idle();
		simulator.pay(id);
		await simulator.idle();
		outputs.push(
			trigger.started.map(({ event, status, amount, event_object, event_type }) => ({
				event,
				status,
				amount,
				event_object,
				event_type,
			})),
		);
	}
	expect(outputs[1]).toEqual(outputs[0]);
	expect(outputs[0]).toMatchObject([
		{ event: 'payment.failed', event_object: 'payment_request', event_type: 'failed' },
		{ event: 'payment.completed', event_object: 'payment_request', event_type: 'completed' },
	]);
});

test("Row 33: an event of a platform's endpoint shows which business it is of", async () => {
	for (const dialects of [[], ['platform-events']] as const) {
		const { simulator } = await speak(dialects, { charges: 0 });
		const { trigger } = await publish(simulator, account(['charge.created']));
		trigger.enter({ endpointSalt: simulator.webhookEndpoints[0]!.salt });
		simulator.addCharge();
		await simulator.idle();
		expect(trigger.started).toHaveLength(1);
		expect(trigger.started[0]!.business_id).toBe(
			dialects.length > 0 ? simulator.businesses[0]!.id : undefined,
		);
	}
});
