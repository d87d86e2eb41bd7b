import type { INodeParameters } from 'n8n-workflow';

import type { World } from '../world';
import {
	distinct,
	each,
	judgeMade,
	runsOf,
	type Case,
	type Run,
	type Said,
	type Shape,
} from './case';

const refundParameters = (kind: string): INodeParameters => ({
	resource: 'refund',
	operation: 'create',
	paymentId: '={{ $json.id }}',
	refundKind: kind,
	amount: '={{ $json.amount }}',
	total: '={{ $json.total }}',
});

function chargeOf(world: World, amount = 100) {
	const fields = { amount, currency: 'sgd', status: 'succeeded' } as const;
	return world.onAll((one) => one.addCharge({ ...fields }));
}

function refundsIn(world: World, id: string) {
	const all = world.service.records.refunds.filter((one) => one.payment_id === id);
	const amounts = (some: typeof all) => some.map((one) => String(one.amount_refunded));
	return {
		made: amounts(all.filter(({ status }) => status !== 'failed')),
		failed: amounts(all.filter(({ status }) => status === 'failed')),
		ids: all.map((one) => one.id),
	};
}

const part = (shape: Shape): Case => ({
	name: `refund part, ${shape}`,
	begin: async (world) => {
		const { id } = chargeOf(world);
		const items = [
			{ id, amount: 10 },
			{ id, amount: 25 },
		];
		const runs = runsOf(shape, refundParameters('part'), items);
		const judge = (said: Said[]) =>
			judgeMade(distinct(said, runs), ({ amount }) => String(amount), refundsIn(world, id));
		return await Promise.resolve({ runs, judge });
	},
});

const remaining = (shape: Shape): Case => ({
	name: `refund remaining, ${shape}`,
	begin: async (world) => {
		const { id } = chargeOf(world);
		const runs = runsOf(shape, refundParameters('everything'), [{ id }, { id }]);
		const judge = (said: Said[]) => {
			const books = refundsIn(world, id);
			const found: string[] = [];
			const sum = books.made.reduce((total, one) => total + Number(one), 0);
			const successes = said.filter(({ error, json }) => !error && json.status !== 'pending');
			const claimed = successes.reduce(
				(total, { json }) => total + Number(json.amount_refunded),
				0,
			);
			if (sum > 100) found.push(`double: ${sum}`);
			if (claimed > sum) found.push(`claimed: ${claimed} of ${sum}`);
			const isDenied = said.every(({ error, isUnsure }) => error !== undefined && !isUnsure);
			if (isDenied && sum > 0) found.push('denied');
			return found;
		};
		return await Promise.resolve({ runs, judge });
	},
});

const total = (shape: Shape, whole = false): Case => ({
	name: `refund up to a total${whole ? ', all' : ''}, ${shape}`,
	begin: async (world) => {
		const { id } = chargeOf(world);
		const wanted = whole ? 100 : 60;
		const runs = runsOf(shape, refundParameters('total'), [
			{ id, total: wanted },
			{ id, total: wanted },
		]);
		const judge = (said: Said[]) => {
			const books = refundsIn(world, id);
			const found: string[] = [];
			const sum = books.made.reduce((all, one) => all + Number(one), 0);
			if (sum > wanted) found.push(`double: ${sum}`);
			const hasFailed = books.failed.length > 0;
			const isClaimed = said.some(({ error, json }) => !error && json.status !== 'pending');
			if (isClaimed && sum < wanted && !hasFailed) found.push(`claimed: ${wanted} of ${sum}`);
			const isDenied = said.every(({ error, isUnsure }) => error !== undefined && !isUnsure);
			if (isDenied && sum > 0) found.push('denied');
			return found;
		};
		return await Promise.resolve({ runs, judge });
	},
});

/** Parts, then up to a total: by another workflow, or by a later one. */
const partsThenTotal = (name: string, how: Pick<Run, 'isAtOnce' | 'pause'>, parts = 1): Case => ({
	name: `refund ${name}`,
	begin: async (world) => {
		const { id } = chargeOf(world);
		const items = Array.from({ length: parts }, () => ({ id, amount: 10 }));
		const runs = [
			{ parameters: refundParameters('part'), items },
			{ parameters: refundParameters('total'), items: [{ id, total: 60 }], ...how },
		];
		const judge = (said: Said[]) => {
			const sum = refundsIn(world, id).made.reduce((all, one) => all + Number(one), 0);
			const found: string[] = [];
			// The parts may be made after the total was reached.
			const most = how.isAtOnce ? 60 + 10 * parts : 60;
			if (sum > most) found.push(`double: ${sum}`);
			const [part, total] = [said[0], said.at(-1)];
			const isComplete = ({ error, json }: Said) => !error && json.status !== 'pending';
			const hasFailed = refundsIn(world, id).failed.length > 0;
			if (isComplete(total!) && sum < 60 && !hasFailed) found.push(`claimed: 60 of ${sum}`);
			if (isComplete(part!) && sum < 10) found.push(`claimed: 10 of ${sum}`);
			return found;
		};
		return await Promise.resolve({ runs, judge });
	},
});

/** A charge without a refund does not show a refunded amount, nor when it was changed. */
const unshown = (one: Case): Case => ({
	...one,
	name: `${one.name}, without a refunded amount at first`,
	hides: (name, value) => name === 'updated_at' || (name === 'refunded_amount' && value === 0),
});

/** Partial refunds. */
export const parts: Case[] = each(
	['one', 'two', 'same', 'retry', 'retryTwo', 'loop', 'again', 'atOnce'],
	part,
);

/** Refunds of what remains, and up to a total. */
export const wholes: Case[] = [
	...each(['one', 'two', 'retry', 'retryTwo', 'loop', 'again'], remaining),
	...each(['one', 'two', 'retry', 'loop', 'again', 'restart'], total),
	...each(['one', 'two', 'again', 'restart'], total, true),
	partsThenTotal('part, then up to a total', {}),
	partsThenTotal('part, and up to a total at once', { isAtOnce: true }),
	partsThenTotal('part, then up to a total later', { pause: 35_000 }),
	partsThenTotal('two parts, then up to a total later', { pause: 35_000 }, 2),
	unshown(part('one')),
	unshown(remaining('two')),
	unshown(total('again')),
];
