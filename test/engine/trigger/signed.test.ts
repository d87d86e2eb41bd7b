import type { INodeParameters } from 'n8n-workflow';

import { memory } from '../../../nodes/Payments/webhook/memory';
import { useSimulator } from '../../useSimulator';
import { apiKeyOf } from '../run';
import { allEvents, callback, deliver, paySilently, serviceEvent, useTriggers } from './trigger';

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
test('a signed form that can be divided in several ways is confirmed by the record of the API', async () => {
	const trigger = await listen();
	const more = { reference_number: 'status of phone 7' };
	const { fields, charge } = await paySilently(simulator, trigger.url, more);
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
