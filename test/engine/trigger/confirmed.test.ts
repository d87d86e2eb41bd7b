import type { INodeParameters } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { toEvent } from '../../../nodes/Payments/events/readEvent';
import { DEFAULT_CONCURRENCY } from '../../../nodes/Payments/run/limits';
import * as clock from '../../../nodes/Payments/transport/clock';
import { readCallback } from '../../notification';
import { startSimulator, useSimulator } from '../../useSimulator';
import { openList } from '../openList';
import { apiKeyOf } from '../run';
import { answersTo, BEHIND, SUPERSEDED } from './answers';
import { callback, deliver, deliverAll, paySilently, serviceEvent, useTriggers } from './trigger';

/* Events that the API confirms over several notifications, and what it takes to confirm them. */

const simulator = useSimulator({ charges: 5 });
const start = useTriggers();
afterEach(() => jest.restoreAllMocks());

async function listen(parameters: INodeParameters = {}, webhookSalt = '', service = simulator) {
	return await start({ credentials: apiKeyOf(service, { webhookSalt }), parameters });
}

const account = (...events: string[]) => ({ mode: 'account', events });

describe('a signed payment in progress starts the workflow as pending', () => {
	const sent = async (hasCharge: boolean) => {
		const trigger = await listen({ events: ['payment.pending'] }, simulator.salt);
		const { id, charge, fields } = await paySilently(simulator, trigger.url);
		if (hasCharge) charge.status = 'pending';
		else {
			const body = { data: [], meta: {} };
			simulator.fault({ path: '/v1/charges', body, when: 'after', times: 2 });
		}
		const message = callback({ ...fields, payment_id: '', status: 'pending' }, simulator.salt);
		const statuses = await deliverAll(trigger, [message]);
		const now = clock.monotonic();
		jest.spyOn(clock, 'monotonic').mockImplementation(() => now + 40_000);
		if (!hasCharge) statuses.push(...(await deliverAll(trigger, [message])));
		expect(statuses).toEqual(hasCharge ? [200] : [503, 200]);
		return { started: trigger.started, id, charge };
	};

	test('without its ID, which the list of the API has', async () => {
		const { started, charge } = await sent(true);
		expect(started).toMatchObject([{ event: 'payment.pending', payment_id: charge.id }]);
	});

	test('before it has a charge, by its signature after 40 s', async () => {
		const { started, id } = await sent(false);
		expect(started).toMatchObject([{ payment_request_id: id, verified_by: 'signature' }]);
	});
});

describe('what happened once starts one workflow, whatever the formats of its notifications', () => {
	test.each(['requests', 'account'])('a payment, in mode %s', async (mode) => {
		const trigger = await listen({ mode, events: ['payment.completed'] });
		const { id, charge, fields } = await paySilently(simulator, trigger.url);
		const request = { id, status: 'completed', amount: '25.50', currency: 'sgd' };
		const payments = [{ id: charge.id, amount: '25.50', currency: 'sgd', status: 'succeeded' }];
		const json = (more: object) =>
			serviceEvent('payment_request.completed', { ...request, payment_methods: ['card'], ...more });
		const messages = [
			callback({ ...fields, payment_id: '' }),
			callback(fields),
			callback({ ...fields, payment_id: '', reference_number: 'ORD-8' }),
			callback({ ...fields, junk: '2', currency: 'sgd', amount: '25.5' }),
			json({ junk: 1 }),
			json({ payments }),
			json({ payments, updated_at: '2040-01-01', status: 'pending' }),
		];
		expect(await deliverAll(trigger, messages)).toEqual(messages.map(() => 200));
		const { event_id } = toEvent(readCallback(fields));
		expect(trigger.started).toMatchObject([{ payment_id: charge.id, event_id }]);
	});
});

test('a status that the record does not have may become true within 40 s', async () => {
	const trigger = await listen(account('order.updated'));
	const { id } = simulator.addOrder();
	const changed = { ...simulator.changeOrder(id, 'completed'), status: 'expired' };
	const message = serviceEvent('order.updated', changed);
	expect(await answersTo(trigger, [message])).toEqual([BEHIND]);
	const now = clock.monotonic();
	jest.spyOn(clock, 'monotonic').mockImplementation(() => now + 40_000);
	expect(await answersTo(trigger, [message])).toEqual([SUPERSEDED]);
	expect(trigger.started).toEqual([]);
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
