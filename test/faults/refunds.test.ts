import type { IDataObject } from 'n8n-workflow';

import type { Fault, Simulator } from '../../simulator';
import { isCi } from '../cases';
import { apiKeyOf, operation, ownCredential, runPayments } from '../engine/run';
import { secretsIn } from '../engine/secrets';
import { speedUp } from '../engine/waits';
import { startSimulator } from '../useSimulator';
import { print } from './print';

/** How much faster the node and the simulator live, so that twenty seeds take minutes. */
const SPEED = 50;

/** The faster clock. */
const now = speedUp(SPEED);
afterEach(() => jest.restoreAllMocks());

const COUNT = 200;

const seeds = process.env.SEED
	? [Number(process.env.SEED)]
	: Array.from({ length: isCi ? 20 : 2 }, (_, index) => index + 1);

/** What the service refunded of a charge, in major units. */
function refundedOf({ records }: Simulator, id: string): number {
	const ofCharge = records.refunds.filter((one) => one.payment_id === id);
	const sum = ofCharge.reduce((total, one) => total + one.amount_refunded, 0);
	return Math.round(sum * 100) / 100;
}

/** Refunds new charges in one run: of each second one a part, of the others what remains. @param faults what goes wrong */
async function refundAll(simulator: Simulator, faults: Fault[]) {
	const items = Array.from({ length: COUNT }, (_, index) => {
		const { id, amount } = simulator.addCharge({
			amount: 100 + index,
			currency: 'sgd',
			status: 'succeeded',
		});
		const part = Math.round(amount * (((index * 7919) % 99) + 1)) / 100;
		return index % 2 ? { id, kind: 'everything', amount } : { id, kind: 'part', amount: part };
	});
	for (const fault of faults) simulator.fault(fault);
	const begin = performance.now();
	const result = await runPayments({
		parameters: operation('refund', 'create', {
			paymentId: '={{ $json.id }}',
			refundKind: '={{ $json.kind }}',
			amount: '={{ $json.amount }}',
		}),
		credentials: apiKeyOf(simulator),
		items,
		node: { ...ownCredential(), onError: 'continueRegularOutput' },
	});
	const seconds = (performance.now() - begin) / 1000;
	expect(secretsIn(result, simulator)).toEqual([]);
	// The service ends its work.
	await new Promise((resolve) => setTimeout(resolve, 6_000 / SPEED));
	const outcomes = result.items.map(({ json }, index) => {
		const { id, amount, kind } = items[index]!;
		return {
			kind: kindOf(json),
			json,
			amount,
			isPart: kind === 'part',
			made: refundedOf(simulator, id),
		};
	});
	const unsure = outcomes.filter(({ kind }) => kind === 'unsure');
	return { outcomes, unsure, seconds };
}

function kindOf({ error }: IDataObject): 'made' | 'unsure' | 'not made' {
	if (error === undefined) return 'made';
	return (error as string).startsWith('Could not confirm') ? 'unsure' : 'not made';
}

test.each(seeds)(
	'200 refunds on a day on which nothing can be relied on: none twice, and no item says what is not so, seed %d',
	async (seed) => {
		const simulator = await startSimulator({
			charges: 10,
			seed,
			rateLimit: 20,
			readLag: 10_000 / SPEED,
			now,
		});
		const page = '<html><h1>Maintenance</h1></html>';
		const { outcomes, unsure, seconds } = await refundAll(simulator, [
			{ path: '/v1', rate: 0.08, status: 429 },
			{ path: '/v1', rate: 0.05, cut: 'before' },
			{ path: '/v1', rate: 0.05, cut: 'after' },
			{ path: '/v1', rate: 0.02, status: 500, when: 'after' },
			...[500, 1500, 2500, 3500, 5000].map((time): Fault => ({
				method: 'POST',
				path: '/v1',
				rate: 0.01,
				status: 500,
				late: time / SPEED,
			})),
			{ path: '/v1', rate: 0.01, status: 200, body: page, when: 'before' },
			{ path: '/v1', rate: 0.01, status: 200, body: page, when: 'after' },
		]);
		const lost = unsure.filter(({ made }) => made === 0).length;
		print('200 refunds on the worst day', {
			seed,
			seconds,
			requests: simulator.requests.length,
			...simulator.faultCounts,
			'said made': outcomes.filter(({ kind }) => kind === 'made').length,
			'of them found on the charge': outcomes.filter(({ json }) => json.recovered).length,
			unsure: unsure.length,
			'of them never arrived': lost,
		});
		await simulator.close();

		const untrue = outcomes.filter(({ kind, amount, made }) => {
			if (kind === 'made') return made !== amount;
			return made !== 0 && (kind === 'not made' || made !== amount);
		});
		expect(untrue).toEqual([]);
		// What remains is sent again; a part that is lost on its way is not.
		expect(unsure.filter(({ isPart }) => !isPart)).toEqual([]);
		expect(unsure.length - lost).toBeLessThanOrEqual(COUNT * 0.005);
	},
);
