import type { INodePropertyOptions } from 'n8n-workflow';

import { eventField } from '../../nodes/Payments/polling/fields';
import { startSimulator, type Simulator } from '../../simulator';
import { ANSWERS, beOdd, mustBeAMessage, often } from './odd';
import { startPoller } from './poller';
import { apiKeyOf } from './run';
import { callback, deliver, serviceEvent, startTrigger, type Trigger } from './trigger';
import { shortenWaits } from './waits';

shortenWaits();

let simulator: Simulator;
const triggers: Trigger[] = [];
beforeAll(async () => {
	simulator = await startSimulator({ charges: 20, payouts: 20 });
});
afterAll(() => simulator.close());
beforeEach(() => simulator.reset());
afterEach(() => Promise.all(triggers.splice(0).map((trigger) => trigger.close())));

async function listen(...[parameters]: Array<Parameters<typeof startTrigger>[0]['parameters']>) {
	const trigger = await startTrigger({ credentials: apiKeyOf(simulator), parameters });
	triggers.push(trigger);
	return trigger;
}

const events = (eventField.options as INodePropertyOptions[]).map(({ value }) => value as string);
const isRecord = (item: object) => !Array.isArray(item) && 'id' in item;

describe('whatever the service answers, the Payments Poll Trigger', () => {
	test.each(events)('starts with records, or says what to do: %s', async (event) => {
		const poller = startPoller(apiKeyOf(simulator), { event, output: 'raw' });
		await poller.publish();
		const mutator = beOdd(simulator, `poll ${event}`);
		for (let i = 0; i < ANSWERS / 2; i += 1) {
			if (event === 'newPayout') simulator.addPayout();
			else simulator.changeCharge(simulator.addCharge().id, 'refunded');
			await poller.poll();
		}
		expect(mutator.answered.length).toBeGreaterThan(ANSWERS / 2);
		expect(poller.failed.length).toBeGreaterThan(ANSWERS / 20);
		expect(poller.runs.length).toBeGreaterThan(0);
		poller.failed.forEach(mustBeAMessage);
		for (const run of poller.runs) expect(run.every(isRecord)).toBe(true);
	});

	test.each(events)('shows samples, or says what to do: %s', async (event) => {
		const poller = startPoller(apiKeyOf(simulator), { event });
		beOdd(simulator, `samples ${event}`);
		await often(async () => expect((await poller.test())!.every(isRecord)).toBe(true));
	});
});

describe('whatever the service answers, the Payments Trigger', () => {
	const link = { amount: 10, currency: 'SGD', purpose: 'Workshop' };
	test.each(['link', 'account'])('listening to %s registers, or says what to do', async (mode) => {
		const parameters = { mode, ...(mode === 'link' && link) };
		await often(async (index) => {
			const trigger = await listen(parameters);
			if (index % 2) await trigger.publish();
			beOdd(simulator, `register ${mode} ${index}`);
			try {
				expect(typeof (await trigger.publish()).id).toBe('string');
			} finally {
				simulator.clearFaults();
				await trigger.unpublish();
			}
		}, ANSWERS / 2);
		expect(simulator.webhookEndpoints.length).toBe(0);
	});

	test.each(['link', 'account'])('listening to %s goes, or says what to do', async (mode) => {
		const trigger = await listen({ mode, ...(mode === 'link' && link) });
		await often(async (index) => {
			await trigger.publish();
			beOdd(simulator, `remove ${mode} ${index}`);
			try {
				await trigger.unpublish();
			} finally {
				simulator.clearFaults();
			}
		}, ANSWERS / 2);
	});

	const charge = () => simulator.records.charges.find(({ status }) => status === 'succeeded')!;
	const formOf = ({ id, payment_request_id, amount, currency }: ReturnType<typeof charge>) => ({
		payment_id: id,
		payment_request_id,
		amount: amount.toFixed(2),
		currency: currency.toUpperCase(),
		status: 'completed',
	});
	const messages = {
		'a payment': () => callback(formOf(charge())),
		'a payment without its id': () => callback({ ...formOf(charge()), payment_id: '' }),
		'a refund': () => callback({ ...formOf(charge()), refund_id: charge().id }),
		'a charge': () => serviceEvent('charge.created', charge()),
		'a refunded charge': () => serviceEvent('charge.updated', charge()),
		'a payout': () => serviceEvent('payout.created', simulator.records.payouts[0]!),
	};
	test.each(Object.entries(messages))(
		'told of %s starts with what is confirmed, or answers that it comes again',
		async (name, message) => {
			const mode = /charge|payout/.test(name) ? 'account' : 'requests';
			beOdd(simulator, `confirm ${name}`);
			const statuses = new Set<number>();
			for (let i = 0; i < ANSWERS / 3; i += 1) {
				const trigger = await listen({
					mode,
					events: [
						'payment.completed',
						'refund',
						'charge.created',
						'charge.updated',
						'payout.created',
					],
					options: { includeCharge: true },
				});
				statuses.add((await deliver(trigger, message())).status);
				expect(trigger.thrown).toEqual([]);
				for (const { event, amount, charge: whole } of trigger.started) {
					expect(typeof event).toBe('string');
					expect(['number', 'object']).toContain(typeof amount);
					if (whole) expect(whole).toMatchObject({ id: charge().id });
				}
			}
			expect([...statuses].filter((status) => ![200, 401, 503].includes(status))).toEqual([]);
			expect(statuses).toContain(503);
		},
	);
});
