import type { INodeParameters } from 'n8n-workflow';

import { memory } from '../../../nodes/Payments/webhook/memory';
import { signFields } from '../../../simulator/webhooks/signatures';
import { useSimulator } from '../../useSimulator';
import { apiKeyOf } from '../run';
import {
	allEvents,
	callback,
	deliver,
	paySilently,
	serviceEvent,
	useTriggers,
	type Message,
} from './trigger';

/** A signed notification cannot be sent again as another event. */

const simulator = useSimulator({ charges: 5, payouts: 5, retryDelay: 20, retryFactor: 1 });
const start = useTriggers();

async function listen(parameters: INodeParameters = {}) {
	const { salt } = simulator;
	return await start({
		credentials: apiKeyOf(simulator, { webhookSalt: salt, endpointSalt: salt }),
		parameters: { events: allEvents, ...parameters },
	});
}

const paid = (webhook: string, more?: object) => paySilently(simulator, webhook, more);

/** The same signed text, divided differently. */
function recut(genuine: Record<string, string>, cut: Record<string, string>): Message {
	const hmac = signFields(genuine, simulator.salt);
	expect(signFields(cut, simulator.salt)).toBe(hmac);
	const { headers, body } = callback(cut);
	return { headers, body: `${body}&hmac=${hmac}` };
}

test('a charge that is notified as pending starts the workflow again when it is paid', async () => {
	const trigger = await listen({ mode: 'account', events: ['charge.created', 'charge.paid'] });
	const charge = simulator.records.charges[0]!;
	for (const status of ['pending', 'pending', 'succeeded', 'succeeded']) {
		await deliver(trigger, serviceEvent('charge.created', { ...charge, status }, simulator.salt));
	}
	const started = trigger.started.map(({ event, status }) => [event, status]);
	expect(started).toEqual([
		['charge.created', 'pending'],
		['charge.created', 'succeeded'],
	]);
});

// Any text in any field, divided in any way: test/fuzz/webhook.split.test.ts.
describe('a signed form that can be divided in several ways', () => {
	const own = {
		phone: '',
		amount: '1.00',
		currency: 'SGD',
		payment_id: '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11',
		payment_request_id: '9f1c7c7e-3a61-4c5d-8a1f-0c9b7e2d4f02',
		status: 'completed',
	};

	test('starts no payment with a status that was taken from the reference number', async () => {
		const trigger = await listen();
		const genuine = { ...own, reference_number: 'Rstatuscompletedz', status: 'failed' };
		const cut = { ...own, reference_number: 'R', z: 'statusfailed' };
		const { status } = await deliver(trigger, recut(genuine, cut));
		// The record may not be listed yet, so the sender repeats it.
		expect([200, 503]).toContain(status);
		expect(trigger.started.filter(({ event }) => event !== 'unknown')).toEqual([]);
		for (const one of trigger.started) {
			expect(one).toMatchObject({ amount: null, status: null, reference_number: null });
			expect(one).not.toHaveProperty('payment_id');
			expect(one).not.toHaveProperty('payment_request_id');
		}
	});

	test('a genuine one is confirmed by the record of the API', async () => {
		const trigger = await listen();
		const { fields, charge } = await paid(trigger.url, { reference_number: 'status of phone 7' });
		expect((await deliver(trigger, callback(fields, simulator.salt))).status).toBe(200);
		expect(trigger.started).toMatchObject([
			{
				event: 'payment.completed',
				payment_id: charge.id,
				reference_number: 'status of phone 7',
				verified_by: 'service',
			},
		]);
	});

	test('divided into another true payment, it starts nothing if that one is not recent', async () => {
		const trigger = await listen();
		const { fields, charge } = await paid(trigger.url);
		charge.created_at = charge.closed_at = '2025-01-01T00:00:00+08:00';
		const forged = callback({ ...fields, z: '1' }, simulator.salt);
		expect((await deliver(trigger, forged)).status).toBe(200);
		expect(trigger.started).toMatchObject([{ event: 'unknown' }]);
	});

	test('if the API does not return it yet, the response is 503', async () => {
		const trigger = await listen();
		const { fields, charge } = await paid(trigger.url, { reference_number: 'phone' });
		const message = callback(fields, simulator.salt);
		const list = { path: /charges$/, status: 200 };
		simulator.fault({ ...list, body: { data: [], meta: {} } });
		simulator.fault({ path: /charges\/.+/, status: 404 });
		expect((await deliver(trigger, message)).status).toBe(503);
		simulator.fault({ ...list, body: { data: [{ ...charge, status: 'pending' }], meta: {} } });
		expect((await deliver(trigger, message)).status).toBe(503);
		expect((await deliver(trigger, message)).status).toBe(200);
		expect(trigger.started).toMatchObject([{ event: 'payment.completed' }]);
	});

	test('one that was sent to another URL of the account is accepted', async () => {
		const trigger = await listen();
		const { fields } = await paid('https://shop.example/hook');
		expect((await deliver(trigger, callback(fields, simulator.salt))).status).toBe(200);
		expect(trigger.started).toMatchObject([{ verified_by: 'signature' }]);
	});
});

test.each([[['charge.paid']], [['order.updated']]])(
	'the body of a known event does not start the workflow as an unknown one: %j',
	async (events) => {
		const trigger = await listen({ mode: 'account', events });
		const order = simulator.records.orders[0]!;
		for (const name of ['order.updated', 'order.fulfilled', 'order.fulfilled']) {
			await deliver(trigger, serviceEvent(name, order, simulator.salt));
		}
		const started = events.filter((one) => one === 'order.updated');
		expect(trigger.started.map(({ event }) => event)).toEqual(started);
	},
);

test('an event takes three of the 30,000 places in the memory of its trigger, and one if it is not selected', async () => {
	const trigger = await listen({ mode: 'account', events: ['charge.created'] });
	const { charges, orders } = simulator.records;
	const commit = jest.spyOn(memory.deliveries, 'commit');
	await deliver(trigger, serviceEvent('order.updated', orders[0]!, simulator.salt));
	expect(commit).toHaveBeenCalledTimes(1);
	await deliver(trigger, serviceEvent('charge.created', charges[0]!, simulator.salt));
	expect(trigger.started).toHaveLength(1);
	expect(commit).toHaveBeenCalledTimes(4);
});

test.each([
	['fields', Array.from({ length: 400_000 }, (_, index) => `"${index}":1`).join()],
	['escapes', `"a":"${'\\"'.repeat(3_500_000)}"`],
])('a forged body of many %s is refused before it is read', async (_, content) => {
	const trigger = await listen({ mode: 'account' });
	const { headers } = serviceEvent('charge.created', {}, 'another salt');
	const parse = jest.spyOn(JSON, 'parse');
	const { status } = await deliver(trigger, { headers, body: `{${content}}` });
	expect(status).toBe(401);
	expect(parse.mock.calls.filter(([text]) => text.length > 1000)).toEqual([]);
});
