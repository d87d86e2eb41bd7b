import type { INodeParameters } from 'n8n-workflow';

import { memory } from '../../nodes/Payments/polling/memory';
import type { PollState } from '../../nodes/Payments/polling/pollState';
import { startSimulator } from '../useSimulator';
import { startPoller, type Poller } from './poller';
import { apiKeyOf } from './run';
import { shortenWaits } from './waits';

const realNow = Date.now;
let ahead = 0;
const now = () => realNow() + ahead;
const pass = (time: number) => {
	ahead += time;
};

const open: Array<{ close(): Promise<void> }> = [];
const start: typeof startSimulator = async (options) => {
	const none = { charges: 0, payouts: 0, orders: 0, transfers: 0 };
	const simulator = await startSimulator({ now, ...none, ...options });
	open.push(simulator);
	return simulator;
};

shortenWaits();
beforeEach(() => {
	ahead = 0;
	memory.restart();
	jest.spyOn(Date, 'now').mockImplementation(now);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await Promise.all(open.splice(0).map(async (one) => await one.close()));
});

async function published(
	by: ReturnType<typeof apiKeyOf>,
	parameters: INodeParameters = {},
): Promise<Poller> {
	const poller = startPoller(by, parameters);
	await poller.publish();
	return poller;
}

/** Returns the IDs that started the workflow, in order. */
const ids = ({ runs }: Poller) => runs.flat().map(({ id }) => id);

describe('n8n passes copies of static data', () => {
	test('polls of two copies at the same time start the workflow once', async () => {
		const simulator = await start();
		const poller = await published(apiKeyOf(simulator));
		const [one, other] = [poller.copy(), poller.copy()];
		const charge = simulator.addCharge();
		await Promise.all([one(), other()]);
		expect(ids(poller)).toEqual([charge.id]);
	});

	test('a copy that was made before the last poll ended starts nothing again', async () => {
		const simulator = await start();
		const poller = await published(apiKeyOf(simulator));
		const earlier = poller.copy();
		const charge = simulator.addCharge();
		await poller.poll();
		await earlier();
		expect(ids(poller)).toEqual([charge.id]);
	});

	test('what another n8n recorded later takes precedence', async () => {
		const simulator = await start();
		const poller = await published(apiKeyOf(simulator));
		const [[trigger, state]] = [...memory.states] as [[string, PollState]];
		const charge = simulator.addCharge();
		pass(2_000);
		await poller.poll();
		memory.states.set(trigger, state);
		await poller.publish();
		expect(ids(poller)).toEqual([charge.id]);
	});
});
