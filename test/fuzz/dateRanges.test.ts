import fc from 'fast-check';
import { z } from 'zod';

import { cursorPages } from '../../nodes/Payments/handlers/lists/list';
import { failure, runList, type Server } from './context';
import { asyncProperty, invariant } from './property';

const type = { fields: {}, simplified: [] };
const byDateRange = cursorPages(z.object({ date_from: z.string() }).partial(), [], type, {
	from: 'date_from',
	to: 'date_to',
});

const DAY = 86_400_000;
const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 2, 1, 9);

interface Charge {
	id: string;
	at: number;
	created_at: string;
	day: string;
	/** When it was paid: some filters compare this. */
	paidDay: string;
	/** When it changed last: some lists have this order. */
	changedAt: number;
}

const world = fc.record({
	/** Hours between one charge and the next; some days have many, others none. */
	gaps: fc.array(
		fc.oneof(
			{ weight: 6, arbitrary: fc.constantFrom(0, 1, 2, 5) },
			{ weight: 1, arbitrary: fc.integer({ min: 10, max: 400 }) },
		),
		{ minLength: 5, maxLength: 400, size: 'max' },
	),
	pageSize: fc.integer({ min: 1, max: 9 }),
	/** The days of the API: their zone, and the bounds of its filter. */
	zone: fc.integer({ min: -12, max: 14 }),
	filter: fc.constantFrom(
		'up to the day',
		'before the day',
		'paid up to the day',
		'ignored',
		'refused',
		'refused with a cursor',
		'of 30 days',
	),
	order: fc.oneof(
		{ weight: 8, arbitrary: fc.constant('newest first') },
		{ weight: 1, arbitrary: fc.constantFrom('oldest first', 'changed last first') },
	),
	/** How many days back the list goes, if it has a first day. */
	days: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
	maxRequests: fc.integer({ min: 1, max: 10 }),
	/** How many ticks each response takes, so that they arrive in any order. */
	ticks: fc.array(fc.nat(12), { minLength: 1, maxLength: 9 }),
	/** After how many requests a new charge is created. */
	arrivals: fc.array(fc.nat(30), { maxLength: 4 }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

const dayOf = (at: number, zone: number) => new Date(at + zone * HOUR).toISOString().slice(0, 10);

/** Returns a server, and its charges at the start. */
function createServer(one: World) {
	let at = NOW;
	const charge = (id: string, created: number, index: number): Charge => ({
		id,
		at: created,
		created_at: new Date(created).toISOString(),
		day: dayOf(created, one.zone),
		paidDay: dayOf(created + (index % 3) * 4 * HOUR, one.zone),
		changedAt: index % 5 ? created : created + 9 * DAY,
	});
	const charges = one.gaps.map((gap, index) => {
		at -= gap * HOUR;
		return charge(`charge ${index}`, at, index);
	});
	if (one.order === 'oldest first') charges.reverse();
	if (one.order === 'changed last first') charges.sort((a, b) => b.changedAt - a.changedAt);
	const chargesAtStart = [...charges];
	let requests = 0;
	let rangeCount = 0;
	const server: Server = async ({ per_page, cursor, date_from, date_to }) => {
		requests += 1;
		invariant(requests < 5_000, 'endless');
		const number = requests;
		for (let tick = one.ticks[number % one.ticks.length]!; tick > 0; tick -= 1)
			await Promise.resolve();
		if (one.arrivals.includes(number)) charges.unshift(charge(`new ${number}`, NOW + number, 0));
		const upTo = date_to as string | undefined;
		const from = date_from as string | undefined;
		if (upTo && !cursor) rangeCount += 1;
		if (upTo && one.filter === 'refused') throw failure(422);
		if (upTo && cursor && one.filter === 'refused with a cursor') throw failure(422);
		const first =
			upTo && one.filter === 'of 30 days' ? dayOf(Date.parse(upTo) - 30 * DAY, 0) : undefined;
		const isIncluded = ({ day, paidDay }: Charge) => {
			if (day < (from ?? first ?? '')) return false;
			if (!upTo || one.filter === 'ignored') return true;
			if (one.filter === 'before the day') return day < upTo;
			return (one.filter === 'paid up to the day' ? paidDay : day) <= upTo;
		};
		const list = charges.filter(isIncluded);
		const start = cursor ? list.findIndex(({ id }) => id === cursor) + 1 : 0;
		invariant(!cursor || start > 0, 'a cursor of another list');
		const data = list.slice(start, start + Math.min(Number(per_page), one.pageSize));
		const next_cursor = start + data.length < list.length ? data.at(-1)!.id : null;
		return {
			data,
			meta: { next_cursor },
		};
	};
	return { server, chargesAtStart, rangeCount: () => rangeCount };
}

test('every record is listed once, in order, whatever the API regards as a day, also while new ones are created', async () => {
	let split = 0;
	let runs = 0;
	await asyncProperty(
		world,
		async (one) => {
			const { server, chargesAtStart, rangeCount } = createServer(one);
			const from = one.days && new Date(NOW - one.days * DAY).toISOString().slice(0, 10);
			const qs = from ? { date_from: from } : {};
			const { maxRequests } = one;
			const items = await runList(byDateRange, server, { qs, maxRequests });
			const ids = items.map(({ json }) => json.id as string);
			const wanted = chargesAtStart.filter(({ at }) => !from || dayOf(at, one.zone) >= from);
			const old = ids.filter((id) => id.startsWith('charge'));
			invariant(old.length === wanted.length, old.length, wanted.length);
			invariant(old.every((id, index) => id === wanted[index]!.id));
			invariant(new Set(ids).size === ids.length);
			split += rangeCount() > 2 ? 1 : 0;
			runs += 1;
		},
		0.1,
	);
	// The other lists are too short, or in another order.
	expect(split / runs).toBeGreaterThan(0.3);
});
