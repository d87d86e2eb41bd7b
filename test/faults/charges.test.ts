import type { Fault, Simulator } from '../../simulator';
import { isCi } from '../cases';
import { chargeParameters } from '../engine/charges';
import { speedUp } from '../engine/waits';
import { startSimulator } from '../useSimulator';
import { print } from './print';
import { late, seeds, sendAll, SPEED, worstDay } from './sendAll';

/** The faster clock. */
const now = speedUp(SPEED);
afterEach(() => jest.restoreAllMocks());

const COUNT = 200;
const AMOUNT = 12.5;

/** Charges new subscriptions in one run. @param faults what goes wrong from then on */
async function chargeAll(simulator: Simulator, faults: Fault[]) {
	const ids = Array.from({ length: COUNT }, () => simulator.addSubscription().id);
	const items = ids.map((id) => ({ id, amount: AMOUNT }));
	const { said, seconds } = await sendAll(simulator, chargeParameters, items, faults);
	const outcomes = said.map((one, index) => {
		const made = simulator.chargesOf(ids[index]!).map(({ id }) => id);
		return { ...one, made };
	});
	const count = (kind: string) => outcomes.filter((one) => one.kind === kind).length;
	return { outcomes, count, seconds };
}

test.each(seeds)(
	'200 subscriptions charged through 429s, lost responses and late 500s: each once, seed %d',
	async (seed) => {
		const simulator = await startSimulator({
			charges: 10,
			seed,
			rateLimit: 20,
			maxPerPage: 25,
			now,
		});
		const { outcomes, count, seconds } = await chargeAll(simulator, [
			{ path: '/v1', rate: 0.1, status: 429, headers: { 'retry-after': '1' } },
			{ path: '/v1', rate: 0.05, cut: 'after' },
			{ method: 'GET', path: '/v1', rate: 0.05, cut: 'before' },
			{ path: '/v1', rate: 0.05, status: 500, when: 'after' },
			...late,
		]);
		print('200 charges', {
			seed,
			seconds,
			requests: simulator.requests.length,
			...simulator.faultCounts,
			'said made': count('made'),
			'of them found': outcomes.filter(({ json }) => json.recovered).length,
			unsure: count('unsure'),
		});
		await simulator.close();

		expect(outcomes.map(({ made }) => made.length)).toEqual(outcomes.map(() => 1));
		const untrue = outcomes.filter(
			({ kind, json, made }) => kind !== 'unsure' && json.payment_id !== made[0],
		);
		expect(untrue).toEqual([]);
		// Where an outage of the reads covers all five lookups, it cannot be known.
		expect(count('unsure')).toBeLessThan(3);
	},
);

test.each(seeds.slice(0, isCi ? 5 : 1))(
	'200 subscriptions charged on a day on which nothing can be relied on: no item says what is not so, seed %d',
	async (seed) => {
		const simulator = await startSimulator({
			charges: 10,
			seed,
			rateLimit: 20,
			readLag: 10_000,
			now,
		});
		const { outcomes, count, seconds } = await chargeAll(simulator, worstDay);
		print('200 charges on the worst day', {
			seed,
			seconds,
			requests: simulator.requests.length,
			...simulator.faultCounts,
			'said made': count('made'),
			'of them found': outcomes.filter(({ json }) => json.recovered).length,
			'said not made': count('not made'),
			unsure: count('unsure'),
			'of them made': outcomes.filter(({ kind, made }) => kind === 'unsure' && made.length).length,
		});
		await simulator.close();

		const untrue = outcomes.filter(({ kind, json, made }) => {
			if (kind === 'made') return made.length !== 1 || json.payment_id !== made[0];
			return made.length > (kind === 'unsure' ? 1 : 0);
		});
		expect(untrue).toEqual([]);
		// A request that is lost on its way is not sent again.
		expect(count('unsure')).toBeLessThan(COUNT * 0.12);
	},
);
