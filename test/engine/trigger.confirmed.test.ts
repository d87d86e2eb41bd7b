import type { INodeParameters } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import * as clock from '../../nodes/Payments/transport/clock';
import { toEvent } from '../../nodes/Payments/webhook/events/readEvent';
import type { Charge, Invoice, Simulator } from '../../simulator';
import { mustViolate, startSimulator, useSimulator } from '../useSimulator';
import { apiKeyOf } from './run';
import { requester } from './service';
import {
	callback,
	deliver,
	deliverAll,
	paymentFields,
	serviceEvent,
	settle,
	useTriggers,
	type Message,
} from './trigger';

/** Confirmed events contain the values of the API, and nothing that only the notification contains. */

const simulator = useSimulator({ charges: 5 });
const call = requester(simulator);
const start = useTriggers();

async function listen(parameters: INodeParameters = {}, webhookSalt = '', service = simulator) {
	const trigger = await start({ credentials: apiKeyOf(service, { webhookSalt }), parameters });
	named = trigger.url;
	return trigger;
}

type MaybePromise<T> = T | Promise<T>;

/** The trigger that payment requests notify. */
let named: string | null = null;

/** Pays a payment request, successfully or not, without a notification of the simulator. */
function silently(what: 'pay' | 'fail', id: string) {
	const request = simulator.records.paymentRequests.find((one) => one.id === id)!;
	request.webhook = null;
	const charge = simulator[what](id);
	request.webhook = named;
	return charge;
}

const asked = async (more: object = {}) =>
	await call('/v1/payment-requests', {
		amount: 25.5,
		currency: 'SGD',
		reference_number: 'ORD-7',
		...more,
	});

/** Refunds a part of a charge. @returns the refund, as the API returns it */
const refundPart = async (payment_id: string, amount: number) =>
	await call('/v1/refund', { payment_id, amount });

async function paid() {
	const { id } = await asked();
	return { id, charge: silently('pay', id) };
}

/** The notifications of a payment of 25.50. */
const genuine = (payment_id: string, payment_request_id: string, status = 'completed') =>
	paymentFields({ payment_id, payment_request_id, status, reference_number: 'ORD-7' });

test('a forged reference number stays in the payload', async () => {
	const trigger = await listen();
	const { id, charge } = await paid();
	const answer = await deliver(
		trigger,
		callback({ ...genuine(charge.id, id), reference_number: 'SOMEBODY-ELSES' }),
	);
	expect(answer.status).toBe(200);
	expect(trigger.started).toMatchObject([
		{
			reference_number: 'ORD-7',
			verified_by: 'service',
			payload: { reference_number: 'SOMEBODY-ELSES' },
		},
	]);
});

test('without a reference number it is null, as in a signed event', async () => {
	const trigger = await listen();
	const { id } = await asked({ reference_number: undefined });
	const { id: payment_id } = silently('pay', id);
	const fields = paymentFields({ payment_id, payment_request_id: id, status: 'completed' });
	await deliver(trigger, callback({ ...fields, reference_number: '' }));
	expect(trigger.started).toMatchObject([{ reference_number: null, verified_by: 'service' }]);
});

test('an update with a forged time is not a new event', async () => {
	const trigger = await listen({ mode: 'account', events: ['charge.updated'] });
	const charge = simulator.addCharge();
	const updates = [charge.updated_at, '2000-01-01T00:00:00Z', '2040-01-01T00:00:00Z'].map(
		(updated_at) => serviceEvent('charge.updated', { ...charge, updated_at }),
	);
	// A time later than that of the record: the record may be an older version.
	expect(await deliverAll(trigger, updates)).toEqual([200, 200, 503]);
	expect(trigger.started).toHaveLength(1);
});

test('a refund with another payment is rejected, and a charge with another payment request', async () => {
	const trigger = await listen({ events: ['refund', 'payment.completed'] });
	const { id, charge } = await paid();
	const refund = await refundPart(charge.id, 1);
	const other = simulator.records.charges.find((one) => one.id !== charge.id)!;
	const address = { url: `${trigger.url}?event=refund` };
	const lie = serviceEvent('refund.created', { ...refund, payment_id: other.id });
	expect((await deliver(address, lie)).status).toBe(401);
	expect((await deliver(address, serviceEvent('refund.created', refund))).status).toBe(200);

	const elsewhere = callback(
		paymentFields({
			payment_id: other.id,
			payment_request_id: id,
			amount: String(other.amount),
			currency: other.currency,
		}),
	);
	expect((await deliver(trigger, elsewhere)).status).toBe(401);
	expect(trigger.started).toMatchObject([{ event: 'refund', refund_id: refund.id, amount: 1 }]);
});

describe('a payment that is still pending starts the workflow as pending', () => {
	const events = ['payment.pending'];

	/** A payment that HitPay has, and has not finished. */
	async function pending() {
		const { id, charge } = await paid();
		charge.status = 'pending';
		simulator.records.paymentRequests.find((one) => one.id === id)!.webhook = named;
		return { id, charge };
	}

	test.each([
		['with its ID', true, false],
		['without its ID', false, false],
		['without its ID, signed', false, true],
	])('%s', async (_, hasId, isSigned) => {
		const salt = isSigned ? simulator.salt : undefined;
		const trigger = await listen({ events }, salt);
		const { id, charge } = await pending();
		const fields = genuine(hasId ? charge.id : '', id, 'pending');
		const answer = await deliver(trigger, callback(fields, salt));
		expect(answer.status).toBe(200);
		expect(trigger.started).toMatchObject([
			{ event: 'payment.pending', status: 'pending', payment_id: charge.id, amount: 25.5 },
		]);
	});

	test('before it has a charge, by its signature', async () => {
		const trigger = await listen({ events }, simulator.salt);
		const { id } = await asked();
		const answer = await deliver(trigger, callback(genuine('', id, 'pending'), simulator.salt));
		expect(answer.status).toBe(200);
		expect(trigger.started).toMatchObject([
			{ event: 'payment.pending', payment_request_id: id, verified_by: 'signature' },
		]);
	});
});

test('a failed payment without an ID is confirmed by its payment request', async () => {
	const trigger = await listen({ events: ['payment.failed'] });
	const { id } = await call('/v1/payment-requests', { amount: 7, currency: 'SGD' });
	const failed = (amount: string) =>
		callback(paymentFields({ payment_request_id: id, amount, status: 'failed' }));
	expect((await deliver(trigger, failed('7.00'))).status).toBe(401);
	silently('fail', id);
	expect((await deliver(trigger, failed('8.00'))).status).toBe(401);
	expect((await deliver(trigger, failed('7.00'))).status).toBe(200);
	expect(trigger.started).toMatchObject([{ event: 'payment.failed', amount: 7 }]);
});

test('a charge that changed since it was created is confirmed', async () => {
	const trigger = await listen({ mode: 'account', events: ['charge.created'] });
	const charge = simulator.changeCharge(simulator.addCharge().id, 'refunded');
	const created = serviceEvent('charge.created', { ...charge, status: 'pending' });
	expect((await deliver(trigger, created)).status).toBe(200);
	expect(trigger.started).toMatchObject([{ event: 'charge.created', status: charge.status }]);
});

describe('a record whose status changed since its notification is confirmed as it is now', () => {
	test('a payout that was paid', async () => {
		const trigger = await listen({ mode: 'account', events: ['payout.created'] });
		const payout = simulator.addPayout({ status: 'paid' });
		const scheduled = serviceEvent('payout.created', { ...payout, status: 'scheduled' });
		expect((await deliver(trigger, scheduled)).status).toBe(200);
		expect(trigger.started).toMatchObject([{ event: 'payout.created', status: 'paid' }]);
	});

	test.each([['charge.updated'], ['refund']])(
		'a charge that was refunded again, as %s, once for both updates',
		async (name) => {
			const trigger = await listen({ mode: 'account', events: [name] });
			const charge = simulator.addCharge({ amount: 20, currency: 'sgd', status: 'succeeded' });
			await refundPart(charge.id, 5);
			const first = serviceEvent('charge.updated', charge);
			await refundPart(charge.id, 15);
			const now = simulator.records.charges.find(({ id }) => id === charge.id)!;
			const second = serviceEvent('charge.updated', now);
			expect(await deliverAll(trigger, [first, second, first])).toEqual([200, 200, 200]);
			expect(trigger.started).toMatchObject([{ event: name, status: 'refunded', amount: 20 }]);
			expect(trigger.started).toHaveLength(1);
		},
	);

	test('but not an update of another amount, nor one that the record does not show yet', async () => {
		const trigger = await listen({ mode: 'account', events: ['charge.updated'] });
		const charge = simulator.addCharge({ amount: 20, currency: 'sgd', status: 'succeeded' });
		const lie = serviceEvent('charge.updated', { ...charge, amount: 21, status: 'refunded' });
		expect((await deliver(trigger, lie)).status).toBe(503);
		const other = serviceEvent('charge.updated', { ...charge, amount: 21, status: 'pending' });
		expect((await deliver(trigger, other)).status).toBe(401);
		const early = { ...charge, status: 'partially_refunded', refunded_amount: 5 };
		expect((await deliver(trigger, serviceEvent('charge.updated', early))).status).toBe(503);
		expect(trigger.started).toEqual([]);
	});

	test.each([
		['was pending', 'pending'],
		['had no status', undefined],
	])('a refund that %s', async (_, status) => {
		const trigger = await listen({ events: ['refund'] });
		const { charge } = await paid();
		const refund = await refundPart(charge.id, 5);
		const address = { url: `${trigger.url}?event=refund` };
		const earlier = serviceEvent('refund.created', { ...refund, status });
		const now = serviceEvent('refund.created', refund);
		expect(await deliverAll(address, [earlier, now])).toEqual([200, 200]);
		expect(trigger.started).toMatchObject([{ event: 'refund', amount: 5, status: 'succeeded' }]);
		expect(trigger.started).toHaveLength(1);
	});

	test.each([
		['a refund that failed', { status: 'failed' }],
		['a pending refund of another amount', { status: 'pending', amount_refunded: 6 }],
		['a refund of another amount without a status', { status: undefined, amount_refunded: 6 }],
	])('but not %s', async (_, lie) => {
		const trigger = await listen({ events: ['refund'] });
		const { charge } = await paid();
		const refund = { ...(await refundPart(charge.id, 5)), ...lie };
		const address = { url: `${trigger.url}?event=refund` };
		expect((await deliver(address, serviceEvent('refund.created', refund))).status).toBe(401);
		expect(trigger.started).toEqual([]);
	});

	test('nor a payout of another amount', async () => {
		const trigger = await listen({ mode: 'account', events: ['payout.created'] });
		const payout = simulator.addPayout({ status: 'paid', amount: 7 });
		const lie = serviceEvent('payout.created', { ...payout, status: 'scheduled', amount: 8 });
		expect((await deliver(trigger, lie)).status).toBe(401);
		expect(trigger.started).toEqual([]);
	});
});

test('a signed failed payment that was divided into a completed one is not a payment', async () => {
	mustViolate(/GET \/v1\/charges: query\/payment_request_id must match format "uuid"/);
	const trigger = await listen({ events: ['payment.completed'] }, simulator.salt);
	const fields = {
		payment_id: 'p-1',
		payment_request_id: 'r-1',
		amount: '10.00',
		currency: 'SGD',
		reference_number: 'R',
	};
	// The signed text: a phone number with words in it, and a failed payment.
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

test("a refund among the account's events has the refunded amount, and starts the workflow once", async () => {
	const trigger = await listen({ mode: 'account', events: ['refund'] });
	const { charge } = await paid();
	await refundPart(charge.id, 5);
	const now = simulator.records.charges.find(({ id }) => id === charge.id)!;
	const update = serviceEvent('charge.updated', now);
	expect((await deliver(trigger, update)).status).toBe(200);
	now.remark = 'Settled';
	simulator.changeCharge(now.id, 'partially_refunded');
	expect((await deliver(trigger, serviceEvent('charge.updated', now))).status).toBe(200);
	expect(trigger.started).toMatchObject([{ event: 'refund', amount: 5, payment_id: charge.id }]);
});

describe.each([
	['by signature', true],
	['by a request to the service', false],
])("a refund and a later change among the account's events, verified %s", (_, isSigned) => {
	const salt = isSigned ? 'the-salt-of-the-endpoint' : undefined;
	const REFUND = { event: 'refund', amount: 5 };
	const UPDATE = { event: 'charge.updated' };

	/** Refunds 5 of a charge. @returns the notification of it, and what changes the charge again */
	async function refunded(events = ['refund', 'charge.updated']) {
		const trigger = await listen({ mode: 'account', events });
		trigger.enter({ endpointSalt: salt ?? '' });
		const charge = simulator.addCharge({ amount: 25.5, currency: 'sgd', status: 'succeeded' });
		await refundPart(charge.id, 5);
		const told = (secondsAgo: number) => {
			const time = new Date(Date.now() - secondsAgo * 1000).toISOString();
			simulator.changeCharge(charge.id, charge.status);
			charge.updated_at = time.replace(/\.\d+Z/, '+00:00');
			return serviceEvent('charge.updated', charge, salt);
		};
		const change = () => {
			charge.remark = 'Settled';
			return told(30);
		};
		return { trigger, refund: told(60), change };
	}

	/** Delivers messages at the same time, until each is accepted, as HitPay does. */
	async function deliverAtOnce(trigger: { url: string }, messages: Message[]) {
		for (let left = messages; left.length > 0;) {
			const answers = await Promise.all(left.map((message) => deliver(trigger, message)));
			expect([200, 503]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)));
			left = left.filter((_message, index) => answers[index]!.status !== 200);
			await settle();
		}
	}

	test('the change starts the workflow as an update, and each notification starts it once', async () => {
		const { trigger, refund, change } = await refunded();
		expect(await deliverAll(trigger, [refund, refund])).toEqual([200, 200]);
		expect(trigger.started).toMatchObject([REFUND]);
		const update = change();
		expect(await deliverAll(trigger, [update, refund, update, refund])).toEqual([
			200, 200, 200, 200,
		]);
		expect(trigger.started).toMatchObject([REFUND, UPDATE]);
		expect(trigger.started).toHaveLength(2);
		expect(new Set(trigger.started.map(({ event_id }) => event_id)).size).toBe(2);
	});

	test('the same if the notification of the change arrives first', async () => {
		const { trigger, refund, change } = await refunded();
		const update = change();
		const messages = [update, update, refund, refund, update, refund];
		expect(await deliverAll(trigger, messages)).toEqual(messages.map(() => 200));
		// Without a salt, the record counts, and it has already been output as it is now.
		expect(trigger.started).toMatchObject(isSigned ? [REFUND, UPDATE] : [REFUND]);
		expect(trigger.started).toHaveLength(isSigned ? 2 : 1);
	});

	test('the refund again, after a change whose notification is late, starts it once with the change', async () => {
		const { trigger, refund, change } = await refunded();
		await deliverAll(trigger, [refund]);
		const update = change();
		expect(await deliverAll(trigger, [refund, update, refund, update])).toEqual([
			200, 200, 200, 200,
		]);
		expect(trigger.started).toMatchObject([REFUND, UPDATE]);
		expect(trigger.started).toHaveLength(2);
	});

	test('the same if they are delivered several times at once', async () => {
		const { trigger, refund, change } = await refunded();
		await deliverAtOnce(trigger, [refund, refund, refund]);
		expect(trigger.started).toMatchObject([REFUND]);
		const update = change();
		await deliverAtOnce(trigger, [update, refund, update, refund, update]);
		expect(trigger.started).toMatchObject([REFUND, UPDATE]);
		expect(trigger.started).toHaveLength(2);
	});

	test('the same if both arrive at once', async () => {
		const { trigger, refund, change } = await refunded();
		const update = change();
		await deliverAtOnce(trigger, [refund, update, refund, update, refund, update]);
		await deliverAll(trigger, [refund, update]);
		// One start may stand for both where the record shows both.
		const both = isSigned || trigger.started.length > 1;
		expect(trigger.started).toMatchObject(both ? [REFUND, UPDATE] : [REFUND]);
	});

	test('the same if the workflow could not be started at first', async () => {
		const { trigger, refund, change } = await refunded();
		trigger.failStarts(1);
		expect(await deliverAll(trigger, [refund, refund, refund])).toEqual([500, 200, 200]);
		const update = change();
		trigger.failStarts(1);
		expect(await deliverAll(trigger, [update, update, update])).toEqual([500, 200, 200]);
		expect(trigger.started).toMatchObject([REFUND, UPDATE]);
		expect(trigger.started).toHaveLength(2);
	});

	test('the change starts nothing if updates are not selected', async () => {
		const { trigger, refund, change } = await refunded(['refund']);
		await deliverAll(trigger, [refund]);
		expect(await deliverAll(trigger, [change()])).toEqual([200]);
		expect(trigger.started).toMatchObject([REFUND]);
		expect(trigger.started).toHaveLength(1);
	});
});

describe('what happened once starts one workflow, whatever the formats of its notifications', () => {
	test.each(['requests', 'account'])('a payment, in mode %s', async (mode) => {
		const trigger = await listen({ mode, events: ['payment.completed'] });
		const { id, charge } = await paid();
		const request = {
			id,
			status: 'completed',
			amount: '25.50',
			currency: 'sgd',
			payment_methods: ['card'],
		};
		const payments = [{ id: charge.id, amount: '25.50', currency: 'sgd', status: 'succeeded' }];
		const fields = genuine(charge.id, id);
		const json = (more: object) =>
			serviceEvent('payment_request.completed', { ...request, ...more });
		const statuses = await deliverAll(trigger, [
			callback({ ...fields, payment_id: '' }),
			callback(fields),
			callback({ ...fields, payment_id: '', reference_number: 'ORD-8' }),
			callback({ ...fields, payment_id: '', junk: '1' }),
			callback({ ...fields, junk: '2', currency: 'sgd', amount: '25.5' }),
			...[1, 2, 3].map((junk) => json({ junk })),
			json({ payments }),
			json({ payments, updated_at: '2040-01-01', status: 'pending' }),
		]);
		expect(statuses).toEqual(statuses.map(() => 200));
		expect(trigger.started).toMatchObject([
			{
				payment_id: charge.id,
				payment_request_id: id,
				reference_number: 'ORD-7',
				event_id: toEvent({ format: 'callback', fields, isRefund: false }).event_id,
			},
		]);
	});

	test('a payment that is notified without its ID is one that did not start it yet', async () => {
		const trigger = await listen();
		const { id } = await asked({ allow_repeated_payments: 'true' });
		const charges = [silently('pay', id), silently('pay', id)];
		const nameless = callback(genuine('', id));
		const named = charges.map((charge) => callback(genuine(charge.id, id)));
		expect(await deliverAll(trigger, [nameless, ...named, nameless])).toEqual([200, 200, 200, 503]);
		const ids = trigger.started.map(({ payment_id }) => payment_id);
		expect(ids.sort()).toEqual(charges.map(({ id }) => id).sort());
	});

	test('a payment that failed', async () => {
		const trigger = await listen({ events: ['payment.failed'] });
		const { id } = await asked();
		const charge = silently('fail', id);
		const named = genuine(charge.id, id, 'failed');
		const nameless = { ...named, payment_id: '' };
		const request = {
			id,
			status: 'failed',
			amount: 25.5,
			currency: 'sgd',
			payment_methods: ['card'],
		};
		const statuses = await deliverAll(trigger, [
			callback(nameless),
			callback(named),
			callback({ ...nameless, junk: '1' }),
			...[1, 2].map((junk) => serviceEvent('payment_request.failed', { ...request, junk })),
		]);
		expect(statuses).toEqual(statuses.map(() => 200));
		expect(trigger.started).toMatchObject([{ event: 'payment.failed', payment_id: charge.id }]);
	});

	test('a refund', async () => {
		const trigger = await listen({ events: ['payment.completed', 'refund'] });
		const { charge } = await paid();
		const refund = await refundPart(charge.id, 5);
		const now = simulator.records.charges.find(({ id }) => id === charge.id)!;
		const statuses = await deliverAll({ url: `${trigger.url}?event=refund` }, [
			serviceEvent('refund.created', refund),
			serviceEvent('refund.created', { ...refund, junk: 1 }),
			serviceEvent('refund.created', { ...refund, total_amount: 2, refund_id: refund.id }),
			// As to an endpoint of the account, which this trigger does not have.
			serviceEvent('charge.updated', now),
			serviceEvent('charge.updated', { ...now, junk: 1 }),
		]);
		expect(statuses).toEqual(statuses.map(() => 200));
		expect(trigger.started).toMatchObject([{ event: 'refund', refund_id: refund.id }]);
	});

	test.each(['charge.created', 'charge.updated', 'payout.created'])('%s', async (name) => {
		const trigger = await listen({ mode: 'account', events: [name] });
		const record = name === 'payout.created' ? simulator.addPayout() : simulator.addCharge();
		const messages = [{}, { junk: 1 }, { reference: 'X', remark: 'Y', updated_at: 'Z' }].map(
			(more) => serviceEvent(name, { ...record, ...more }),
		);
		expect(await deliverAll(trigger, messages)).toEqual([200, 200, 200]);
		expect(trigger.started).toHaveLength(1);
	});
});

const called = (name: string) => ({ name, email: `${name}@mail.example`, phone_number: '' });
const invoiced = async () =>
	await call<Invoice>('/v1/invoices', {
		invoice_date: '2026-03-01',
		currency: 'SGD',
		payment_by: 'amount',
		amount: 40,
		subtotal: 40,
		customer: { name: 'Bo', email: 'bo@mail.example' },
		reference: 'ORD-8',
	});
const HOUR_MS = 60 * 60_000;

afterEach(() => jest.restoreAllMocks());

/** Adds a subscription of an hour ago. */
function subscribe() {
	const subscription = { customer_email: 'cy@mail.example', reference: 'ORD-9' };
	// In Singapore.
	const created_at = new Date(Date.now() + 7 * HOUR_MS).toISOString().slice(0, 19);
	return Object.assign(simulator.addSubscription(subscription), { created_at });
}

/** Each event of a record, what makes it happen, and what is output of the record. */
const happenings: Array<[string, () => MaybePromise<{ id: string }>, object]> = [
	[
		'charge.failed',
		() => simulator.addCharge({ status: 'failed', amount: 5, currency: 'sgd' }),
		{ amount: 5, currency: 'sgd', status: 'failed' },
	],
	[
		'order.created',
		() => simulator.addOrder({ amount: 12, currency: 'SGD', customer: called('Al') }),
		{ amount: 12, currency: 'sgd', status: 'draft', customer_email: 'Al@mail.example' },
	],
	[
		'order.updated',
		() => simulator.changeOrder(simulator.addOrder({ amount: 12 }).id, 'completed'),
		{ amount: 12, status: 'completed' },
	],
	[
		'invoice.created',
		invoiced,
		{
			amount: 40,
			currency: 'sgd',
			status: 'pending',
			reference_number: 'ORD-8',
			customer_name: 'Bo',
		},
	],
	[
		'invoice.updated',
		async () => simulator.changeInvoice((await invoiced()).id, 'paid'),
		{ amount: 40, status: 'paid', customer_email: 'bo@mail.example' },
	],
	[
		'transfer.created',
		() => simulator.addTransfer({ payment_amount: 99.5, payment_currency: 'myr' }),
		{ amount: 99.5, currency: 'myr', status: 'scheduled' },
	],
	['transfer.scheduled', () => simulator.addTransfer(), { status: 'scheduled' }],
	...(['processing', 'paid', 'failed', 'canceled'] as const).map(
		(status): (typeof happenings)[number] => [
			`transfer.${status}`,
			() => simulator.changeTransfer(simulator.addTransfer({ reference: 'T-1' }).id, status),
			{ status, reference_number: 'T-1' },
		],
	),
	[
		'transfer.updated',
		() => simulator.changeTransfer(simulator.addTransfer().id, 'processing'),
		{ status: 'processing' },
	],
	[
		'recurring_billing.method_attached',
		() => simulator.attachMethod(subscribe().id),
		{ status: 'active', customer_email: 'cy@mail.example', reference_number: 'ORD-9' },
	],
	[
		'recurring_billing.method_detached',
		() => simulator.detachMethod(subscribe().id),
		{ status: 'inactive' },
	],
	[
		'recurring_billing.subscription_updated',
		async () => {
			const { id } = subscribe();
			await call(`/v1/recurring-billing/${id}`, { name: 'Gym', amount: 30 }, 'PUT');
			return { id };
		},
		{ amount: 30, customer_name: null },
	],
];
const idName: Record<string, string> = {
	charge: 'payment_id',
	invoice: 'invoice_id',
	order: 'order_id',
	recurring_billing: 'recurring_billing_id',
	transfer: 'transfer_id',
};

describe.each([
	['by signature', 'signature'],
	['by a request to the service', 'service'],
])('the other records of the account, verified %s', (_, by) => {
	test.each(happenings)('%s', async (name, happen, output) => {
		const trigger = await listen({ mode: 'account', events: [name], output: 'simplified' });
		await trigger.publish();
		const [endpoint] = simulator.webhookEndpoints;
		expect(endpoint!.event_types).toEqual([name]);
		if (by === 'signature') trigger.enter({ endpointSalt: endpoint!.salt });
		const { id } = await happen();
		await simulator.idle();
		const [delivery] = simulator.deliveries;
		expect(simulator.deliveries.map(({ status }) => status)).toEqual([200]);
		simulator.redeliver(delivery!.id);
		await simulator.idle();
		await trigger.unpublish();
		const [object = ''] = name.split('.');
		expect(trigger.started).toMatchObject([{ event: name, [idName[object]!]: id, ...output }]);
		expect(Object.keys(trigger.started[0]!).length).toBeLessThanOrEqual(12);
		const lookups = simulator.requests.filter(
			({ method, path }) => method === 'GET' && path !== '/v1/webhook-events',
		);
		expect(lookups).toHaveLength(by === 'signature' ? 0 : 2);
	});
});

describe('of the other records, without a signature, what did not happen is refused', () => {
	test.each<[string, string, () => MaybePromise<object>]>([
		['an unknown order', 'order.created', () => ({ ...simulator.addOrder(), id: 'o-1' })],
		['an unknown invoice', 'invoice.created', async () => ({ ...(await invoiced()), id: 'i-1' })],
		[
			'a paid transfer that failed',
			'transfer.paid',
			() => ({
				...simulator.changeTransfer(simulator.addTransfer().id, 'failed'),
				status: 'paid',
			}),
		],
		[
			'a transfer of another amount',
			'transfer.created',
			() => ({ ...simulator.addTransfer(), payment_amount: 1 }),
		],
		[
			'a transfer in another currency',
			'transfer.created',
			() => ({ ...simulator.addTransfer(), payment_currency: 'idr' }),
		],
		[
			'a failed charge that was paid',
			'charge.failed',
			() => ({ ...simulator.addCharge(), status: 'failed' }),
		],
	])('%s', async (_, name, make) => {
		const trigger = await listen({ mode: 'account', events: [name] });
		const answer = await deliver(trigger, serviceEvent(name, await make()));
		expect(answer).toEqual({
			status: 401,
			text: '{"message":"The Payments API does not confirm this event"}',
		});
		expect(trigger.started).toEqual([]);
	});

	test.each<[string, string, () => MaybePromise<object>]>([
		['a detached method that is attached', 'recurring_billing.method_detached', subscribe],
		[
			'an attached method that is detached',
			'recurring_billing.method_attached',
			() => simulator.detachMethod(subscribe().id),
		],
		['an update of a record that never changed', 'invoice.updated', invoiced],
		[
			'a status that the record does not have',
			'order.updated',
			() => ({
				...simulator.changeOrder(simulator.addOrder().id, 'completed'),
				status: 'expired',
			}),
		],
	])('%s is asked for again', async (_, name, make) => {
		const trigger = await listen({ mode: 'account', events: [name] });
		const message = serviceEvent(name, await make());
		expect((await deliver(trigger, message)).status).toBe(503);
		const now = clock.monotonic();
		jest.spyOn(clock, 'monotonic').mockImplementation(() => now + 40_000);
		const { status, text } = await deliver(trigger, message);
		// Claims that may have been true once, or may become true.
		const isUnchanged = name === 'invoice.updated';
		expect([status, text.includes('Superseded')]).toEqual(isUnchanged ? [503, false] : [200, true]);
		expect(trigger.started).toEqual([]);
	});

	test('the values of the record are output, and not those of the notification', async () => {
		const trigger = await listen({ mode: 'account', events: ['invoice.updated'] });
		const invoice = simulator.changeInvoice((await invoiced()).id, 'paid');
		const claimed = { ...invoice, amount: 1, reference: 'SOMEBODY-ELSES' };
		expect(await deliverAll(trigger, [serviceEvent('invoice.updated', claimed)])).toEqual([200]);
		expect(trigger.started).toMatchObject([
			{ invoice_id: invoice.id, amount: 40, status: 'paid', reference_number: 'ORD-8' },
		]);
	});

	test('an old one is refused, and a record that is older than its notification comes again', async () => {
		const trigger = await listen({ mode: 'account', events: ['order.created', 'order.updated'] });
		const old = simulator.addOrder({ created_at: '2026-01-01T00:00:00+08:00' });
		expect((await deliver(trigger, serviceEvent('order.created', old))).status).toBe(403);
		const order = simulator.addOrder();
		const later = { ...order, updated_at: '2040-01-01T00:00:00+08:00' };
		expect((await deliver(trigger, serviceEvent('order.updated', later))).status).toBe(503);
		expect(trigger.started).toEqual([]);
	});
});

describe('responses of the API', () => {
	const message = async () => {
		const { id, charge } = await paid();
		return callback(genuine(charge.id, id));
	};

	test.each([404, 422])('a %i means that the event is not true', async (status) => {
		const trigger = await listen();
		simulator.fault({ method: 'GET', path: /charges/, status, times: 2 });
		expect((await deliver(trigger, await message())).status).toBe(401);
	});

	// After a 401, n8n repeats the request once, with refreshed credentials.
	test.each([401, 403, 408, 429, 500, 503])(
		'a %i means that the event cannot be verified',
		async (status) => {
			const trigger = await listen();
			simulator.fault({ method: 'GET', path: /charges/, status, times: 2 });
			expect((await deliver(trigger, await message())).status).toBe(503);
		},
	);

	test('of many notifications at once, those that would wait for long are delivered again', async () => {
		const trigger = await listen();
		simulator.fault({ path: /charges/, delay: 100, times: 1000 });
		const forged = Array.from({ length: 150 }, () => callback(genuine(randomUUID(), randomUUID())));
		const answers = await Promise.all(forged.map((message) => deliver(trigger, message)));
		const again = answers.filter(({ status }) => status === 503);
		expect(again.length).toBeGreaterThan(0);
		expect(again.length).toBeLessThanOrEqual(50);
		expect(again[0]!.text).toBe('{"message":"The event cannot be verified at the moment"}');
		expect(answers.filter(({ status }) => status === 401)).toHaveLength(150 - again.length);
		expect((await deliver(trigger, await message())).status).toBe(200);
	});

	test('an ID that the API rejects has no charge to include', async () => {
		const trigger = await listen({ options: { includeCharge: true } }, simulator.salt);
		simulator.fault({ method: 'GET', path: /charges/, status: 422 });
		const odd = callback(genuine('p-1', 'r-1'), simulator.salt);
		expect((await deliver(trigger, odd)).status).toBe(200);
		expect(trigger.started[0]).not.toHaveProperty('charge');
	});
});

describe('a payout that is not on the first page', () => {
	let many: Simulator;
	beforeAll(async () => {
		many = await startSimulator({ charges: 1, payouts: 620, now: () => Date.now() });
	});
	afterAll(() => many.close());
	beforeEach(() => many.reset());

	async function told(at: number, created_at?: string) {
		const trigger = await listen({ mode: 'account', events: ['payout.created'] }, '', many);
		const payout = many.records.payouts[at]!;
		const now = Date.parse(payout.created_at) + 60_000;
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		const answer = await deliver(
			trigger,
			serviceEvent('payout.created', { ...payout, created_at }),
		);
		return { status: answer.status, asked: many.requests, started: trigger.started };
	}

	test('is searched around the day of the notification', async () => {
		const { created_at } = many.records.payouts[615]!;
		const { status, asked, started } = await told(615, created_at);
		expect([status, asked.length]).toEqual([200, 1]);
		expect(started).toMatchObject([{ payout_id: many.records.payouts[615]!.id }]);
	});

	test.each([undefined, 'soon', '2026-99-99T00:00:00Z', ''])(
		'is searched on the first pages if the day is %j',
		async (created_at) => {
			expect(await told(450, created_at)).toMatchObject({ status: 200, asked: { length: 5 } });
			many.reset();
			expect(await told(615, created_at)).toMatchObject({ status: 401, asked: { length: 5 } });
		},
	);

	test('is found if the API only accepts pages of 25', async () => {
		const body = { message: 'The per page field must not be greater than 25.' };
		many.fault({ path: '/v1/payouts', status: 422, body });
		expect((await told(30)).status).toBe(200);
	});
});

describe('an endpoint of the account, which has a salt of its own', () => {
	const account = { mode: 'account', events: ['charge.created'] };
	let charge: Charge | undefined;
	const created = (salt?: string) =>
		serviceEvent('charge.created', (charge ??= simulator.addCharge()), salt);

	test("is not verified with 'Webhook Salt', but with the API", async () => {
		const trigger = await listen(account, simulator.salt);
		expect((await deliver(trigger, created('the-salt-of-the-endpoint'))).status).toBe(200);
		expect(trigger.started).toMatchObject([{ event: 'charge.created', verified_by: 'service' }]);
	});

	test("is verified with 'Endpoint Salt'", async () => {
		const trigger = await listen(account);
		trigger.enter({ endpointSalt: 'the-salt-of-the-endpoint' });
		expect((await deliver(trigger, created(simulator.salt))).status).toBe(401);
		expect((await deliver(trigger, created('the-salt-of-the-endpoint'))).status).toBe(200);
		expect(trigger.started).toMatchObject([{ verified_by: 'signature' }]);
	});
});

describe('without a signature, an event whose status the record does not have starts nothing', () => {
	test.each(['pending', 'failed', 'void'] as const)(
		'a charge that is %s, until it is paid',
		async (status) => {
			const trigger = await listen({ mode: 'account', events: ['charge.created'] });
			const charge = simulator.addCharge({ amount: 5, currency: 'sgd', status });
			// The simulator's charges of today may be some seconds ahead.
			const claim = { ...charge, status: 'succeeded', updated_at: undefined };
			const event = serviceEvent('charge.created', claim);
			expect((await deliver(trigger, event)).status).toBe(status === 'pending' ? 503 : 401);
			simulator.changeCharge(charge.id, 'succeeded');
			expect(await deliverAll(trigger, [event, event])).toEqual([200, 200]);
			expect(trigger.started).toMatchObject([{ event: 'charge.created', status: 'succeeded' }]);
			expect(trigger.started).toHaveLength(1);
		},
	);

	test.each(['succeeded', 'failed'] as const)('a pending payment that %s', async (status) => {
		const trigger = await listen({ events: ['payment.pending'] });
		const { id, charge } = await paid();
		charge.status = status;
		const answer = await deliver(trigger, callback(genuine(charge.id, id, 'pending')));
		expect(answer).toEqual({ status: 200, text: '{"message":"Superseded"}' });
		expect(trigger.started).toEqual([]);
	});

	test('a transfer that is paid by now: its earlier events are superseded, in any order', async () => {
		const events = ['transfer.scheduled', 'transfer.processing', 'transfer.paid'];
		const trigger = await listen({ mode: 'account', events });
		const { id } = simulator.addTransfer();
		const at = (status: 'processing' | 'paid') => ({ ...simulator.changeTransfer(id, status) });
		const processing = serviceEvent('transfer.processing', at('processing'));
		const paid = serviceEvent('transfer.paid', at('paid'));
		expect(await deliverAll(trigger, [processing, paid, processing, paid])).toEqual(
			Array(4).fill(200),
		);
		expect(trigger.started).toMatchObject([{ event: 'transfer.paid', status: 'paid' }]);
		expect(trigger.started).toHaveLength(1);
	});

	test('a transfer that is scheduled is not paid yet', async () => {
		const trigger = await listen({ mode: 'account', events: ['transfer.paid'] });
		const early = serviceEvent('transfer.paid', { ...simulator.addTransfer(), status: 'paid' });
		expect((await deliver(trigger, early)).status).toBe(503);
		expect(trigger.started).toEqual([]);
	});
});
