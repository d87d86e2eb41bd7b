import type { INodeParameters } from 'n8n-workflow';

import { memory } from '../../../nodes/Payments/run/eachEventOnce';
import { memory as deliveries } from '../../../nodes/Payments/webhook/memory';
import type { Simulator } from '../../../simulator';
import { processedData } from '../firstNode';
import { ids, publishPoller, type Poller } from '../polling/poller';
import { usePolls } from '../polling/usePolls';
import { apiKeyOf } from '../run';
import { jumps, shortenWaits } from '../waits';
import { deliver, serviceEvent, settle, useTriggers, type Trigger } from './trigger';

/*
 * A Payments Trigger with 'Each Event Once' and a Payments Poll Trigger with 'Only What Was Not Notified', in one workflow. The
 * explorer walks what can happen between them (test/explorer/notified.test.ts).
 */

const MINUTE = 60_000;
/** Longer than a record waits: the simulator closes a charge up to 90 seconds after its creation. */
const WAIT = 7 * MINUTE;
shortenWaits();
const pass = jumps();
const open = usePolls();
const start = useTriggers();
const endpointSalt = 'endpoint-salt';

let simulator: Simulator;
beforeEach(async () => {
	simulator = await open();
	processedData.clear();
	restart();
});

/** n8n is started again: its database stays. */
function restart() {
	memory.restart();
	deliveries.restart();
}

/** Publishes both triggers in one workflow. @param event of the poll */
async function publish(event = 'newCharge', filters: INodeParameters = {}) {
	const credentials = apiKeyOf(simulator, { endpointSalt });
	const options = { onlyNotNotified: true };
	const poller = await publishPoller(credentials, { event, filters, options });
	const trigger = await listen(poller);
	return { poller, trigger };
}

const listen = async ({ workflow: workflowId }: Poller, more: INodeParameters = {}) =>
	await start({
		credentials: apiKeyOf(simulator, { endpointSalt }),
		workflowId,
		parameters: { mode: 'account', events: everything, options: { eachEventOnce: true }, ...more },
	});

const everything = ['charge.created', 'order.created', 'payout.created', 'transfer.paid'];

/** Delivers a signed event about a record. */
async function notify(trigger: Trigger, name: string, record: object) {
	const { status } = await deliver(trigger, serviceEvent(name, record, endpointSalt));
	await settle();
	expect(status).toBe(200);
}

/** The records that can be notified, and their events. */
const records: Array<[event: string, name: string, add: () => object & { id: string }]> = [
	['newCharge', 'charge.created', () => simulator.addCharge()],
	['newCharge', 'charge.created', () => simulator.addCharge({ status: 'failed' })],
	['newOrder', 'order.created', () => simulator.addOrder()],
	['newPayout', 'payout.created', () => simulator.addPayout()],
	[
		'transferStatusChanged',
		'transfer.paid',
		() => simulator.changeTransfer(simulator.addTransfer().id, 'paid'),
	],
];

describe.each(records)('%s', (event, name, add) => {
	test(`has the event and the ID of ${name}, and the fields that are selected`, async () => {
		const { poller, trigger } = await publish(event);
		const record = add();
		pass(WAIT);
		await poller.poll();
		memory.restart();
		processedData.clear();
		await notify(trigger, name, record);
		const [{ event_id }] = trigger.started as [{ event_id: string }];
		expect(poller.runs.flat()).toMatchObject([{ id: record.id, event: name, event_id }]);
		expect(Object.keys(poller.runs.flat()[0]!)).not.toContain('event_ids');
	});
});

test.each(['payment.completed', 'charge.failed', 'payment.failed'])(
	'a charge that was notified as %s starts nothing',
	async (name) => {
		const { poller } = await publish();
		const trigger = await listen(poller, { events: [name] });
		const isFailed = name.endsWith('failed');
		const charge = simulator.addCharge(isFailed ? { status: 'failed' } : {});
		const [kind, type] = name.split('.') as [string, string];
		const request = {
			id: charge.payment_request_id,
			status: type,
			payment_type: 'once',
			payments: [{ id: charge.id, status: charge.status, amount: charge.amount }],
		};
		if (kind === 'charge') await notify(trigger, name, charge);
		else await notify(trigger, `payment_request.${type}`, request);
		expect(trigger.started).toMatchObject([{ event: name }]);
		pass(WAIT);
		await poller.poll();
		expect(ids(poller)).toEqual([]);
	},
);

test('what this process knows as notified starts an execution once an hour, without items, so that n8n saves the state', async () => {
	const { poller, trigger } = await publish();
	const polls = 30;
	for (let poll = 0; poll < polls; poll += 1) {
		await notify(trigger, 'charge.created', simulator.addCharge());
		pass(WAIT);
		await poller.poll();
	}
	expect(poller.runs.flat()).toEqual([]);
	expect(poller.runs).toHaveLength(Math.ceil((polls * WAIT) / (60 * MINUTE)));
	// As if n8n remembered only the events of the last hour.
	processedData.keepLast(10);
	restart();
	await poller.restart();
	expect(poller.runs.flat()).toEqual([]);
});

test('a Remove Duplicates node with the scope Workflow does not take an event for a repeated one', async () => {
	const { trigger } = await publish();
	await notify(trigger, 'charge.created', simulator.addCharge());
	const [{ event_id }] = trigger.started as [{ event_id: string }];
	expect(processedData.has(event_id)).toBe(false);
});

test('of notifications at the same moment, n8n remembers each', async () => {
	const { trigger } = await publish();
	const charges = Array.from({ length: 5 }, () => simulator.addCharge());
	const notifyAll = async () =>
		await Promise.all(charges.map((one) => notify(trigger, 'charge.created', one)));
	await notifyAll();
	restart();
	await notifyAll();
	expect(trigger.started).toHaveLength(5);
});

test('another workflow has events of its own', async () => {
	const [one, other] = [await publish(), await publish()];
	const charge = simulator.addCharge();
	await notify(one.trigger, 'charge.created', charge);
	pass(WAIT);
	await other.poller.poll();
	expect(ids(other.poller)).toEqual([charge.id]);
});

test('an event that n8n cannot record starts the workflow, with a hint', async () => {
	const { poller, trigger } = await publish();
	const charge = simulator.addCharge();
	processedData.isDown = true;
	await notify(trigger, 'charge.created', charge);
	pass(WAIT);
	await poller.poll();
	expect(trigger.started).toHaveLength(1);
	expect(trigger.hints).toEqual([expect.stringContaining('could not be recorded')]);
	expect(ids(poller)).toEqual([charge.id]);
});

test('while n8n cannot record events, those that started the workflow since n8n started do not start it again', async () => {
	const { poller, trigger } = await publish();
	await notify(trigger, 'charge.created', simulator.addCharge());
	pass(WAIT);
	processedData.isDown = true;
	await poller.poll();
	expect(trigger.started).toHaveLength(1);
	expect(poller.runs.flat()).toEqual([]);
});

test('a manual run returns samples with their events, and records nothing', async () => {
	const { poller } = await publish();
	const { id } = simulator.addCharge();
	expect(await poller.test()).toMatchObject([{ id, event: 'charge.created' }]);
	expect(processedData.writes).toBe(0);
	pass(WAIT);
	await poller.poll();
	expect(ids(poller)).toEqual([id]);
});

test('a test event in the editor is not recorded', async () => {
	const { poller } = await publish();
	const charge = simulator.addCharge();
	const trigger = await start({
		credentials: apiKeyOf(simulator, { endpointSalt }),
		workflowId: poller.workflow,
		parameters: { mode: 'account', events: everything, options: { eachEventOnce: true } },
		isTest: true,
	});
	for (let i = 0; i < 2; i += 1) await notify(trigger, 'charge.created', charge);
	expect(trigger.started).toHaveLength(2);
	expect(processedData.writes).toBe(0);
});

test('a poll with a filter by status that no notification has is refused', async () => {
	await expect(publish('newPayout', { status: 'paid' })).rejects.toMatchObject({
		message: expect.stringContaining('filter by status') as string,
	});
});

test('a trigger that responds when the workflow finishes is refused', async () => {
	const { poller } = await publish();
	const options = { eachEventOnce: true, respond: 'finished' };
	await expect((await listen(poller, { options })).publish()).rejects.toMatchObject({
		message: expect.stringContaining('When the Workflow Finishes') as string,
	});
});
