import type { Fault, Simulator } from '../../simulator';
import { operation } from '../engine/run';
import { speedUp } from '../engine/waits';
import { startSimulator } from '../useSimulator';
import { print } from './print';
import { seeds, sendAll, SPEED, worstDay } from './sendAll';

/** The faster clock. */
const now = speedUp(SPEED);
afterEach(() => jest.restoreAllMocks());

const COUNT = 200;

/** Returns how much of a charge the service refunded, in major units. */
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
	const parameters = operation('refund', 'create', {
		paymentId: '={{ $json.id }}',
		refundKind: '={{ $json.kind }}',
		amount: '={{ $json.amount }}',
	});
	const { said, seconds } = await sendAll(simulator, parameters, items, faults);
	const outcomes = said.map((one, index) => {
		const { id, amount, kind } = items[index]!;
		return {
			...one,
			amount,
			isPart: kind === 'part',
			made: refundedOf(simulator, id),
		};
	});
	const unsure = outcomes.filter(({ kind }) => kind === 'unsure');
	return { outcomes, unsure, seconds };
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
		const { outcomes, unsure, seconds } = await refundAll(simulator, worstDay);
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
		// A remaining amount is sent again. A part that is lost on its way is not.
		expect(unsure.filter(({ isPart }) => !isPart)).toEqual([]);
		expect(unsure.length - lost).toBeLessThanOrEqual(COUNT * 0.005);
	},
);
