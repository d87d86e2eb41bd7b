import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault, Simulator } from '../../simulator';
import { useVirtualClock } from '../clock';
import { apiKeyOf, operation, ownCredential, runPayments } from '../engine/run';
import { secretsIn } from '../engine/secrets';
import { chargeParameters } from '../engine/writes/charges';
import { startSimulator } from '../useSimulator';
import { print } from './print';

/* A bulk of writes at a rate limit, on a day on which nothing can be relied on. test/explorer walks the faults of few. */

const clock = useVirtualClock();

const COUNT = 200;

const seeds = process.env.SEED ? [Number(process.env.SEED)] : [1];

const page = '<html><h1>Maintenance</h1></html>';

const faults: Fault[] = [
	{ path: '/v1', rate: 0.08, status: 429 },
	{ path: '/v1', rate: 0.05, cut: 'before' },
	{ path: '/v1', rate: 0.05, cut: 'after' },
	{ path: '/v1', rate: 0.02, status: 500, when: 'after' },
	// The work is done up to 5 s after a 500.
	...[500, 1500, 2500, 3500, 5000].map((time): Fault => ({
		method: 'POST',
		path: '/v1',
		rate: 0.01,
		status: 500,
		late: time,
	})),
	{ path: '/v1', rate: 0.01, status: 200, body: page, when: 'before' },
	{ path: '/v1', rate: 0.01, status: 200, body: page, when: 'after' },
];

/** One kind of write: its items, each with an ID and an amount, and how much the service moved for an ID. */
interface Bulk {
	name: string;
	parameters: INodeParameters;
	add: (simulator: Simulator, index: number) => IDataObject;
	movedOf: (simulator: Simulator, id: unknown) => number[];
	/** How many items may be unconfirmed: a request that is lost on its way is not sent again. */
	maxUnsure: number;
}

/** Of 40 bulks, 4 to 12.5 % were unsure, 8 % on average: four standard deviations of 200 items are another 8 %. */
const MAX_UNSURE = COUNT * 0.16;

const bulks: Bulk[] = [
	{
		name: 'partial refunds',
		parameters: operation('refund', 'create', {
			paymentId: '={{ $json.id }}',
			amount: '={{ $json.amount }}',
		}),
		add: (simulator, index) => {
			const { id, amount } = simulator.addCharge({ amount: 100 + index, status: 'succeeded' });
			return { id, amount: Math.round(amount * (((index * 7919) % 99) + 1)) / 100 };
		},
		movedOf: ({ records }, id) =>
			records.refunds
				.filter(({ payment_id }) => payment_id === id)
				.map(({ amount_refunded }) => amount_refunded),
		maxUnsure: MAX_UNSURE,
	},
	{
		name: 'charges of subscriptions',
		parameters: chargeParameters,
		add: (simulator) => ({ id: simulator.addSubscription().id, amount: 12.5 }),
		movedOf: (simulator, id) => simulator.chargesOf(id as string).map(({ amount }) => amount),
		maxUnsure: MAX_UNSURE,
	},
];
bulks.push({
	...bulks[0]!,
	name: 'refunds of the remaining amount',
	parameters: { ...bulks[0]!.parameters, refundKind: 'everything' },
	add: (simulator, index) => {
		const { id, amount } = simulator.addCharge({ amount: 100 + index, status: 'succeeded' });
		return { id, amount };
	},
	// It is sent again.
	maxUnsure: 0,
});

function kindOf({ error }: IDataObject): 'made' | 'unsure' | 'not made' {
	if (error === undefined) return 'made';
	return (error as string).startsWith('Could not confirm') ? 'unsure' : 'not made';
}

describe.each(bulks)('200 $name', ({ name, parameters, add, movedOf, maxUnsure }) => {
	test.each(seeds)('none is made twice, and no item says what is not so, seed %d', async (seed) => {
		const simulator = await startSimulator({
			charges: 10,
			seed,
			rateLimit: 20,
			readLag: 10_000,
		});
		const items = Array.from({ length: COUNT }, (_, index) => add(simulator, index));
		for (const fault of faults) simulator.fault(fault);
		const result = await runPayments({
			parameters,
			credentials: apiKeyOf(simulator),
			items,
			node: { ...ownCredential(), onError: 'continueRegularOutput' },
		});
		expect(secretsIn(result, simulator)).toEqual([]);
		// The service ends its work.
		await clock.pass(6_000);
		const outcomes = result.items.map(({ json }, index) => {
			const { id, amount } = items[index]!;
			return { kind: kindOf(json), amount, moved: movedOf(simulator, id) };
		});
		const unsure = outcomes.filter(({ kind }) => kind === 'unsure').length;
		print(`200 ${name}`, { seed, requests: simulator.requests.length, unsure });
		await simulator.close();

		const untrue = outcomes.filter(({ kind, amount, moved }) => {
			const isMade = moved.length === 1 && moved[0] === amount;
			if (kind === 'made') return !isMade;
			return moved.length > 0 && (kind === 'not made' || !isMade);
		});
		expect(untrue).toEqual([]);
		expect(unsure).toBeLessThanOrEqual(maxUnsure);
	});
});
