import type { INodeParameters } from 'n8n-workflow';

import type { PollState } from '../../../nodes/Payments/polling/pollState';
import type { Simulator } from '../../../simulator';
import { START } from '../../clock';
import { apiKeyOf } from '../run';
import { shortenWaits } from '../waits';
import { ids, publishPoller, savedStatus } from './poller';
import { usePolls } from './usePolls';

/* The state of a poll in n8n's database: when it is kept, and when it is discarded. */

const DAY = 24 * 60 * 60_000;

shortenWaits();
const open = usePolls();

let simulator: Simulator;
beforeEach(async () => {
	simulator = await open({ maxPerPage: 10 });
});

const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

const published = async (parameters: INodeParameters = {}, by = apiKeyOf(simulator)) =>
	await publishPoller(by, parameters);

describe('a state of another form is discarded: existing charges start nothing, new ones do', () => {
	const day = Math.floor(START / DAY);
	const at = START;
	test.each<[string, (state: PollState, id: string) => unknown]>([
		[
			'before the first version',
			({ key }, id) => ({ key, since: at, readAt: at, seen: { [id]: [day, 'succeeded'] } }),
		],
		['of a later version', (state) => ({ ...state, key: state.key.replace('[1,', '[2,') })],
	])('%s', async (_, change) => {
		const known = simulator.addCharge();
		const poller = await published();
		const nodes = JSON.parse(poller.saved) as Record<string, { memory: unknown }>;
		const node = Object.values(nodes).find((one) => one.memory)!;
		node.memory = change(node.memory as PollState, known.id);
		poller.saved = JSON.stringify(nodes);
		for (let i = 0; i < 12; i++) simulator.addCharge({ created_at: daysAgo(i) });
		await poller.restart();
		const charge = simulator.addCharge();
		await poller.poll();
		expect(ids(poller)).toEqual([charge.id]);
		await poller.publish();
		expect(savedStatus(poller, known.id)).toBe('');
	});
});

describe('it starts with a new state, and does not output existing charges,', () => {
	test.each<[string, INodeParameters]>([
		['other filters', { filters: { statuses: ['succeeded', 'pending'] } }],
		['no filters', { filters: {} }],
		['another event', { event: 'chargeStatusChanged' }],
	])('with %s', async (_, parameters) => {
		const poller = await published({ filters: { statuses: ['failed'] } });
		for (let i = 0; i < 5; i++) simulator.addCharge();
		poller.parameters = parameters;
		await poller.publish();
		expect(poller.runs).toEqual([]);
		simulator.addCharge({ status: 'refunded' });
		simulator.addCharge({ status: 'pending' });
		await poller.poll();
		expect(poller.runs).toHaveLength(1);
	});

	test('with another environment', async () => {
		const other = await open();
		other.addCharge();
		const by = apiKeyOf(simulator);
		const poller = await published({}, by);
		by.paymentsApi.apiUrl = other.url;
		await poller.publish();
		expect(poller.runs).toEqual([]);
	});

	test('but keeps its state with the same filters in another order', async () => {
		const poller = await published({ filters: { statuses: ['succeeded', 'failed'] } });
		const charge = simulator.addCharge();
		poller.parameters = { filters: { statuses: ['failed', 'succeeded'] } };
		await poller.publish();
		expect(ids(poller)).toEqual([charge.id]);
	});

	test('but keeps its state with another Output, and with other Statuses of a change', async () => {
		const poller = await published({ event: 'chargeStatusChanged' });
		const charge = simulator.addCharge({ status: 'refunded' });
		poller.parameters = {
			event: 'chargeStatusChanged',
			filters: { statuses: ['refunded'] },
			output: 'raw',
		};
		await poller.publish();
		expect(poller.runs).toEqual([[{ ...charge, previous_status: null }]]);
	});
});
