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

/** Judges a total of 60, with what may be refunded besides. */
function judgeTotal(
	said: Said,
	{ made, failed }: ReturnType<typeof refundsIn>,
	beside = 0,
): string[] {
	const sumOf = (some: string[]) => some.reduce((all, one) => all + Number(one), 0);
	const [sum, { json, error }] = [sumOf(made), said];
	const found: string[] = [];
	if (sum > 60 + beside) found.push(`double: ${sum}`);
	if (error) return found;
	const { status, total_refunded } = json;
	if (!(Number(total_refunded) >= 60)) found.push('claimed: no total');
	// Pending, or of unknown status: it may have failed since.
	const wasMade = status === 'succeeded' ? sum : sum + sumOf(failed);
	if (wasMade < 60) found.push(`claimed: 60 of ${wasMade}`);
	return found;
}

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
			const books = refundsIn(world, id);
			// The parts may be made after the total was reached.
			const found = judgeTotal(said.at(-1)!, books, how.isAtOnce ? 10 * parts : 0);
			const [{ error, json }] = said as [Said];
			const isComplete = !error && json.status !== 'pending';
			if (isComplete && books.made.length === 0) found.push('claimed: 10 of 0');
			return found;
		};
		return await Promise.resolve({ runs, judge });
	},
});

/** A part, then a refund at the dashboard, then up to a total once every read shows that. */
const withDashboard = (amount: number): Case => ({
	name: `refund part, ${amount} at the dashboard, then up to a total`,
	begin: async (world) => {
		const { id } = chargeOf(world);
		const before = async () => {
			await world.create('/v1/refund', { payment_id: id, amount });
			await new Promise<void>((resolve) => world.clock.add(resolve, 21_000));
		};
		const runs = [
			{ parameters: refundParameters('part'), items: [{ id, amount: 10 }] },
			{ parameters: refundParameters('total'), items: [{ id, total: 60 }], pause: 5_000, before },
		];
		const judge = (said: Said[]) => judgeTotal(said.at(-1)!, refundsIn(world, id));
		return await Promise.resolve({ runs, judge });
	},
});

/** A part by a credential that may not read, then up to a total by one that may; named by charge or payment request. */
const unreadThenTotal = (first: 'charge' | 'request', second: 'charge' | 'request'): Case => ({
	mayStayUnconfirmed: true,
	name: `refund part unread by its ${first}, then up to a total by its ${second}`,
	begin: async (world) => {
		const fields = { amount: 100, currency: 'SGD' };
		const { id: request } = await world.create('/v1/payment-requests', fields);
		await world.clock.pass(21_000);
		const { id: charge } = world.onAll((one) => one.pay(request));
		await world.clock.pass(50_000);
		const ids = { charge, request };
		const { front } = world;
		const runs = [
			{
				parameters: refundParameters('part'),
				items: [{ id: ids[first], amount: 10 }],
				before: () => (front.isDenied = true),
			},
			{
				parameters: refundParameters('total'),
				items: [{ id: ids[second], total: 60 }],
				before: () => (front.isDenied = false),
			},
		];
		const judge = (said: Said[]) => judgeTotal(said.at(-1)!, refundsIn(world, charge));
		return { runs, judge };
	},
});

/** A part is pending while all of the charge is refunded: what remained is not refunded again if the part fails. */
const partThenAll: Case = {
	name: 'refund part of 60, then up to all',
	begin: async (world) => {
		const { id } = chargeOf(world);
		const runs = [
			{ parameters: refundParameters('part'), items: [{ id, amount: 60 }] },
			{ parameters: refundParameters('total'), items: [{ id, total: 100 }], pause: 15_000 },
		];
		const judge = () => {
			const rest = refundsIn(world, id).made.filter((one) => one === '40');
			return rest.length > 1 ? [`double: ${rest.length} of 40`] : [];
		};
		return await Promise.resolve({ runs, judge });
	},
};

/** A charge without a refund does not show a refunded amount, nor when it was changed. */
const unshown = (one: Case): Case => ({
	...one,
	name: `${one.name}, without a refunded amount at first`,
	hides: (name, value) => name === 'updated_at' || (name === 'refunded_amount' && value === 0),
});

/** Partial refunds. */
export const parts: Case[] = each(
	[
		'one',
		'two',
		'same',
		'retry',
		'retryTwo',
		'loop',
		'turns',
		'preview',
		'previewBeside',
		'again',
		'atOnce',
		'goOn',
	],
	part,
);

/** Refunds of what remains, and up to a total. */
export const wholes: Case[] = [
	...each(
		['one', 'two', 'retry', 'retryTwo', 'loop', 'preview', 'previewBeside', 'again', 'goOn'],
		remaining,
	),
	...each(
		['one', 'two', 'retry', 'loop', 'preview', 'previewBeside', 'again', 'restart', 'goOn'],
		total,
	),
	...each(['one', 'two', 'again', 'restart'], total, true),
	partsThenTotal('part, then up to a total', {}),
	partsThenTotal('part, and up to a total at once', { isAtOnce: true }),
	partsThenTotal('part, then up to a total later', { pause: 35_000 }),
	partsThenTotal('two parts, then up to a total later', { pause: 35_000 }, 2),
	withDashboard(20),
	withDashboard(10),
	unreadThenTotal('charge', 'charge'),
	unreadThenTotal('request', 'charge'),
	unreadThenTotal('request', 'request'),
	partThenAll,
	unshown(part('one')),
	unshown(remaining('two')),
	unshown(total('again')),
];
