import type { INodeParameters } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { DEFAULT_CONCURRENCY } from '../../../nodes/Payments/run/limits';
import * as clock from '../../../nodes/Payments/transport/clock';
import { startSimulator, useSimulator } from '../../useSimulator';
import { openList } from '../openList';
import { apiKeyOf } from '../run';
import { callback, deliver, deliverAll, paySilently, serviceEvent, useTriggers } from './trigger';

/* How an event is confirmed with the API. */

const simulator = useSimulator({ charges: 5 });
const start = useTriggers();
afterEach(() => jest.restoreAllMocks());

async function listen(parameters: INodeParameters = {}, webhookSalt = '', service = simulator) {
	return await start({ credentials: apiKeyOf(service, { webhookSalt }), parameters });
}

test('a signed payment in progress starts the workflow as pending before it has a charge, after 40 s', async () => {
	const trigger = await listen({ events: ['payment.pending'] }, simulator.salt);
	const { id, fields } = await paySilently(simulator, trigger.url);
	const body = { data: [], meta: {} };
	simulator.fault({ path: '/v1/charges', body, when: 'after', times: 2 });
	const message = callback({ ...fields, payment_id: '', status: 'pending' }, simulator.salt);
	expect(await deliverAll(trigger, [message])).toEqual([503]);
	const now = clock.monotonic();
	jest.spyOn(clock, 'monotonic').mockImplementation(() => now + 40_000);
	expect(await deliverAll(trigger, [message])).toEqual([200]);
	expect(trigger.started).toMatchObject([{ payment_request_id: id, verified_by: 'signature' }]);
});

test('a payout is found if the API only accepts pages of 25', async () => {
	const many = await startSimulator({ charges: 1, payouts: 40, now: () => Date.now() });
	const trigger = await listen({ mode: 'account', events: ['payout.created'] }, '', many);
	const payout = many.records.payouts[30]!;
	const now = Date.parse(payout.created_at) + 60_000;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	const body = { message: 'The per page field must not be greater than 25.' };
	many.fault({ path: '/v1/payouts', status: 422, body });
	const message = serviceEvent('payout.created', { ...payout, created_at: undefined });
	const { status } = await deliver(trigger, message).finally(() => many.close());
	expect(status).toBe(200);
});

test('an event is confirmed while the editor reads lists', async () => {
	const trigger = await listen({ events: ['payment.completed'] });
	for (const charge of simulator.records.charges) charge.status = 'partially_refunded';
	const { fields } = await paySilently(simulator, trigger.url);
	simulator.fault({ path: /^\/v1\/charges\/.+/, delay: 4000, times: 99 });
	const open = openList('searchRefundableCharges');
	const lists = Promise.all([1, 2, 3].map(async () => await open(apiKeyOf(simulator))));
	const reads = () => simulator.requests.filter(({ path }) => path.startsWith('/v1/charges/'));
	while (reads().length < DEFAULT_CONCURRENCY) await sleep(10);
	expect((await deliver(trigger, callback(fields))).status).toBe(200);
	// The others wait for these.
	expect(reads().length).toBe(DEFAULT_CONCURRENCY);
	await lists;
});
