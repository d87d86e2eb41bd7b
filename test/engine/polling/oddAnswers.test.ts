import type { INodePropertyOptions } from 'n8n-workflow';

import { eventField } from '../../../nodes/Payments/polling/fields';
import type { Event } from '../../../nodes/Payments/polling/lists';
import { useSimulator } from '../../useSimulator';
import { ANSWERS, beOdd, mustBeAMessage, often } from '../odd';
import { apiKeyOf } from '../run';
import { shortenWaits } from '../waits';
import { happen } from './polled';
import { startPoller } from './poller';

shortenWaits();

const simulator = useSimulator({ charges: 20, payouts: 20 });

const events = (eventField.options as INodePropertyOptions[]).map(({ value }) => value as Event);
const isRecord = (item: object) => !Array.isArray(item) && 'id' in item;

describe('whatever the service answers, the Payments Poll Trigger', () => {
	test.each(events)('starts with records, or says what to do: %s', async (event) => {
		const poller = startPoller(apiKeyOf(simulator), { event, output: 'raw' });
		await poller.publish();
		const mutator = beOdd(simulator, `poll ${event}`);
		for (let i = 0; i < ANSWERS / 2; i += 1) {
			happen(event, simulator);
			await poller.poll();
		}
		expect(mutator.answered.length).toBeGreaterThanOrEqual(ANSWERS / 2);
		expect(poller.failed.length).toBeGreaterThan(ANSWERS / 20);
		// Of a few odd answers, all may fail.
		simulator.clearFaults();
		happen(event, simulator);
		await poller.poll();
		expect(poller.runs.length).toBeGreaterThan(0);
		poller.failed.forEach(mustBeAMessage);
		for (const run of poller.runs) expect(run.every(isRecord)).toBe(true);
	});

	test.each(events)('shows samples, or says what to do: %s', async (event) => {
		happen(event, simulator);
		const poller = startPoller(apiKeyOf(simulator), { event });
		beOdd(simulator, `samples ${event}`);
		await often(async () => expect((await poller.test()).every(isRecord)).toBe(true));
	});
});
