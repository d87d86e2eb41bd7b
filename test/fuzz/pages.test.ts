import fc from 'fast-check';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';

import { cursorPages, numberedPages } from '../../nodes/Payments/transport/pages';
import { runList, type Server } from './context';
import { anyText, holdsSoon, jsonOf, must } from './fuzz';

// Waits between tries are over at once, by a clock that goes on by as much.
jest.mock('../../nodes/Payments/transport/clock', () => {
	let now = 0;
	const wait = (time: number) => {
		now += time;
		return Promise.resolve();
	};
	return { monotonic: () => now, wait };
});

const type = { fields: {}, simplified: [] };
const byCursor = cursorPages(z.object({}), [], type);
const byNumber = numberedPages(z.object({}), [], type);

/** An answer that n8n's request helper throws. */
const failure = (status: number, data?: unknown) =>
	Object.assign(new Error('x'), { response: { status, data } });
const tooLarge = failure(422, { message: 'Too large', errors: { per_page: ['is too large'] } });
const passing = () =>
	fc.constantFrom<Error>(
		failure(429),
		failure(500, '<html>'),
		failure(503),
		Object.assign(new Error('x'), { code: 'ECONNRESET' }),
		Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' }),
	);

const world = fc.record({
	total: fc.oneof({ weight: 3, arbitrary: fc.nat(30) }, { weight: 1, arbitrary: fc.nat(260) }),
	limit: fc.option(fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 270 })), {
		nil: undefined,
	}),
	/** The largest page, and whether more is refused or quietly cut. */
	largest: fc.oneof(fc.constantFrom(25, 50, 100), fc.integer({ min: 25, max: 120 })),
	isStrict: fc.boolean(),
	/** How many records less than it could, a page holds; all of it means an empty one. */
	missing: fc.array(fc.oneof(fc.constant(0), fc.nat(120)), { minLength: 1, maxLength: 6 }),
	/** What goes wrong before each answer. */
	failures: fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, passing()), {
		maxLength: 6,
	}),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** Fails at times, never twice in a row, and refuses pages that are too large. */
function withTrouble({ failures, isStrict, largest }: World, server: Server): Server {
	let requests = 0;
	return (query) => {
		const found = requests % 2 === 0 ? failures[requests / 2] : undefined;
		requests += 1;
		must(requests < 1000, 'endless');
		if (found) throw found;
		if (isStrict && Number(query.per_page) > largest) throw tooLarge;
		return server(query);
	};
}

function mustBeAll(found: Array<{ json: unknown; pairedItem?: unknown }>, { total, limit }: World) {
	const ids = found.map(({ json }) => (json as { id: number }).id);
	const wanted = Math.min(total, limit ?? Infinity);
	must(ids.length === wanted && ids.every((id, at) => id === at), ids, wanted);
	must(found.every(({ pairedItem }) => (pairedItem as { item: number }).item === 0));
}

const records = (from: number, to: number) =>
	Array.from({ length: Math.max(0, to - from) }, (_, at) => ({ id: from + at }));

test('with cursors, however the records are split, all come, in order, once, up to the limit', async () => {
	await holdsSoon(world, async (one) => {
		const { total, largest, missing } = one;
		let pages = 0;
		const server = withTrouble(one, ({ per_page, cursor }) => {
			const [from = 0] = cursor === undefined ? [] : (cursor as string).split(' ').map(Number);
			const most = Math.min(Number(per_page), largest);
			const size = Math.max(0, most - missing[pages % missing.length]!);
			pages += 1;
			// Not for ever: at times a page is full.
			const to = Math.min(total, from + (pages % 3 === 0 ? most : size));
			const next_cursor = to < total ? `${to} ${pages}` : null;
			return { data: records(from, to), meta: { per_page: most, next_cursor } };
		});
		mustBeAll(await runList(byCursor, server, { limit: one.limit, maxTries: 5 }), one);
	});
});

test('with numbers, however large the pages are, all records come, in order, once, up to the limit', async () => {
	await holdsSoon(world, async (one) => {
		const { total, largest } = one;
		const server = withTrouble(one, ({ per_page, page }) => {
			const size = Math.min(Number(per_page), largest);
			const from = (Number(page) - 1) * size;
			const last_page = Math.max(1, Math.ceil(total / size));
			const meta = { current_page: page, last_page: total % 2 ? last_page : String(last_page) };
			return { data: records(from, Math.min(total, from + size)), meta };
		});
		mustBeAll(await runList(byNumber, server, { limit: one.limit, maxTries: 5 }), one);
	});
});

const moving = fc.record({
	total: fc.integer({ min: 1, max: 60 }),
	size: fc.integer({ min: 1, max: 12 }),
	/** Before which requests the list changes, and how. */
	moves: fc.array(
		fc.record({
			before: fc.integer({ min: 1, max: 40 }),
			does: fc.constantFrom('arrive' as const, 'vanish'),
			/** Where: in front, at the end, or anywhere in between. */
			place: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
			count: fc.constantFrom(1, 1, 2, 3),
		}),
		{ maxLength: 6 },
	),
	maxRequests: fc.integer({ min: 1, max: 8 }),
	hasIds: fc.constantFrom(true, true, true, false),
});

test('with numbers, also while records arrive and vanish, what is there all the time comes once, in order', async () => {
	let read = 0;
	let again = 0;
	let refused = 0;
	await holdsSoon(moving, async ({ total, size, moves, maxRequests, hasIds }) => {
		const list = Array.from({ length: total }, (_, at) => `${at}`);
		let stable = new Set(list);
		let requests = 0;
		let first = 0;
		const server: Server = ({ page }) => {
			requests += 1;
			must(requests < 1000, 'endless');
			if (page === 1) first += 1;
			// One change before a request: two could make up for each other, and nobody could tell.
			const move = moves.find(({ before }) => before === requests);
			if (move) {
				const place = Math.floor(move.place * list.length);
				for (let done = 0; done < move.count; done += 1) {
					if (move.does === 'vanish') list.splice(Math.min(place, list.length - 1), 1);
					else list.splice(place, 0, `new ${requests} ${done}`);
				}
				stable = new Set(list.filter((name) => stable.has(name)));
			}
			const from = (Number(page) - 1) * size;
			const last_page = Math.max(1, Math.ceil(list.length / size));
			const data = list
				.slice(from, from + size)
				.map((name) => (hasIds ? { id: name, name } : { name }));
			return { data, meta: { current_page: page, last_page, total: list.length } };
		};
		const end = await runList(byNumber, server, { maxRequests }).catch((thrown: Error) => thrown);
		read += 1;
		again += first > 1 ? 1 : 0;
		if (end instanceof Error) {
			must(end.message.startsWith('The pages of the list do not fit together'), end.message);
			refused += 1;
			return;
		}
		const names = end.map(({ json }) => json.name as string);
		const came = names.filter((name) => stable.has(name));
		must(came.length >= stable.size && [...stable].every((name) => came.includes(name)), came);
		// Without IDs, nobody can tell what came twice.
		if (!hasIds) return;
		must(new Set(names).size === names.length, names);
		const wanted = list.filter((name) => stable.has(name));
		must(JSON.stringify(came) === JSON.stringify(wanted), came, wanted);
	});
	expect(again / read).toBeGreaterThan(0.1);
	expect(refused / read).toBeLessThan(0.05);
});

const cursor = fc.oneof(
	fc.constantFrom('a', 'b', 'c', '', null, 0, 1, 2.5, -1, false),
	jsonOf('a'),
);
const pageNumber = fc.oneof(
	fc.constantFrom<unknown>(1, 2, 3, 0, -1, '1', '2', 'x', null, { toString: 1, valueOf: 1 }),
	fc.nat(40),
);
const lastPage = fc.oneof(
	fc.constantFrom<unknown>(1, 2, 3, 0, -1, '1', '2', 'x', 1e9, null, { toString: 1 }),
	fc.nat(40),
);
const meta = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record(
			{ next_cursor: cursor, current_page: pageNumber, last_page: lastPage },
			{ requiredKeys: [], noNullPrototype: true },
		),
	},
	{ weight: 1, arbitrary: jsonOf('next_cursor', 'toString') },
);
const record = fc.record({ id: fc.nat(9) });
const envelope = fc.record(
	{
		data: fc.oneof({ weight: 4, arbitrary: fc.array(record, { maxLength: 3 }) }, jsonOf('id')),
		meta,
	},
	{ requiredKeys: [], noNullPrototype: true },
);
const answer = fc.oneof(
	{ weight: 4, arbitrary: envelope },
	{ weight: 1, arbitrary: jsonOf('data', 'meta') },
	{ weight: 1, arbitrary: anyText },
	{ weight: 1, arbitrary: fc.constantFrom(undefined, null, '', [], {}) },
);

test('whatever is answered, the list ends, with items or with an error in words', async () => {
	const ends = new Map<string, number>();
	const garbage = fc.tuple(
		fc.array(answer, { minLength: 1, maxLength: 4 }),
		fc.boolean(),
		fc.option(fc.nat(20), { nil: undefined }),
	);
	await holdsSoon(garbage, async ([answers, isByNumber, most]) => {
		const list = isByNumber ? byNumber : byCursor;
		let requests = 0;
		const server = () => {
			requests += 1;
			if (requests > 200) throw new Error('endless');
			return answers[(requests - 1) % answers.length];
		};
		const limit = most === undefined ? undefined : most + 1;
		const end = await runList(list, server, { limit }).catch((thrown: unknown) => thrown);
		if (Array.isArray(end)) {
			must(end.length <= (limit ?? Infinity), end);
			must(end.every(({ json }) => typeof json === 'object' && json !== null));
		} else {
			must(end instanceof NodeOperationError || end instanceof NodeApiError, end);
			must(/^[A-Z'].+ \[item 0\]$/.test(end.message), end.message);
			must(
				!/cannot|endless|is not a function|undefined|\[object/i.test(
					end.message.replace('would be endless', ''),
				),
				end.message,
			);
			must(typeof end.description === 'string' && end.description !== '');
		}
		const kind = Array.isArray(end) ? 'items' : (end as Error).message;
		ends.set(kind, (ends.get(kind) ?? 0) + 1);
	});
	expect([...ends.keys()].sort()).toEqual([
		'The Payments API returned a web page or other text instead of data [item 0]',
		'The Payments API returned an empty response [item 0]',
		'The answer of the service holds no list of records [item 0]',
		'The pages of the list do not fit together [item 0]',
		'The service repeats its pages, so the list would never end [item 0]',
		'items',
	]);
});
