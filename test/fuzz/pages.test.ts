import fc from 'fast-check';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';

import { cursorPages, pages } from '../../nodes/Payments/handlers/lists/list';
import { failure, runList, type Server } from './context';
import { anyText, asyncProperty, invariant, jsonOf } from './property';

// Waits end at once, and advance the clock.
jest.mock('../../nodes/Payments/transport/clock', () => {
	let now = 0;
	const wait = (time: number) => {
		now += time;
		return Promise.resolve();
	};
	const actual = jest.requireActual<object>('../../nodes/Payments/transport/clock');
	return { ...actual, monotonic: () => now, wait };
});

const type = { fields: {}, simplified: [] };
const byCursor = cursorPages(z.object({}), [], type);
const byNumber = pages(z.object({}), [], type);

const tooLarge = failure(422, { message: 'Too large', errors: { per_page: ['is too large'] } });
const transientFailure = () =>
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
	/** The maximum page size, and whether a larger one is refused or reduced. */
	maxSize: fc.oneof(fc.constantFrom(25, 50, 100), fc.integer({ min: 25, max: 120 })),
	isStrict: fc.boolean(),
	/** How many records fewer than possible a page contains. */
	missing: fc.array(fc.oneof(fc.constant(0), fc.nat(120)), { minLength: 1, maxLength: 6 }),
	/** The failures before each response. */
	failures: fc.array(
		fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, transientFailure()),
		{
			maxLength: 6,
		},
	),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** Fails at times, never twice in a row, and may refuse a page size. */
function withFailures({ failures, isStrict, maxSize }: World, server: Server): Server {
	let requests = 0;
	return (query) => {
		const found = requests % 2 === 0 ? failures[requests / 2] : undefined;
		requests += 1;
		invariant(requests < 1000, 'endless');
		if (found) throw found;
		if (isStrict && Number(query.per_page) > maxSize) throw tooLarge;
		return server(query);
	};
}

/** Throws unless all records are there up to the limit, in order. */
function assertComplete(
	found: Array<{ json: unknown; pairedItem?: unknown }>,
	{ total, limit }: World,
) {
	const ids = found.map(({ json }) => (json as { id: number }).id);
	const wanted = Math.min(total, limit ?? Infinity);
	invariant(ids.length === wanted && ids.every((id, at) => id === at), ids, wanted);
	invariant(found.every(({ pairedItem }) => (pairedItem as { item: number }).item === 0));
}

const records = (from: number, to: number) =>
	Array.from({ length: Math.max(0, to - from) }, (_, at) => ({ id: from + at }));

test('by cursor, every record up to the limit is listed once, in order, whatever the pages contain', async () => {
	await asyncProperty(world, async (one) => {
		const { total, maxSize, missing } = one;
		let pages = 0;
		const server = withFailures(one, ({ per_page, cursor }) => {
			const [from = 0] = cursor === undefined ? [] : (cursor as string).split(' ').map(Number);
			const maxRecords = Math.min(Number(per_page), maxSize);
			const size = Math.max(0, maxRecords - missing[pages % missing.length]!);
			pages += 1;
			// Every third page is full, so that the list ends.
			const to = Math.min(total, from + (pages % 3 === 0 ? maxRecords : size));
			const next_cursor = to < total ? `${to} ${pages}` : null;
			return { data: records(from, to), meta: { per_page: maxRecords, next_cursor } };
		});
		assertComplete(await runList(byCursor, server, { limit: one.limit, maxTries: 5 }), one);
	});
});

test('by number, every record up to the limit is listed once, in order, whatever the page size', async () => {
	await asyncProperty(world, async (one) => {
		const { total, maxSize } = one;
		const server = withFailures(one, ({ per_page, page }) => {
			const size = Math.min(Number(per_page), maxSize);
			const from = (Number(page) - 1) * size;
			const last_page = Math.max(1, Math.ceil(total / size));
			const meta = { current_page: page, last_page: total % 2 ? last_page : String(last_page) };
			return { data: records(from, Math.min(total, from + size)), meta };
		});
		assertComplete(await runList(byNumber, server, { limit: one.limit, maxTries: 5 }), one);
	});
});

const moving = fc.record({
	total: fc.integer({ min: 1, max: 60 }),
	size: fc.integer({ min: 1, max: 12 }),
	/** How the list changes, and before which requests. */
	changes: fc.array(
		fc.record({
			before: fc.integer({ min: 1, max: 40 }),
			does: fc.constantFrom('create' as const, 'delete'),
			/** Where: at the start, at the end, or in between. */
			place: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
			count: fc.constantFrom(1, 1, 2, 3),
		}),
		{ maxLength: 6 },
	),
	maxRequests: fc.integer({ min: 1, max: 8 }),
	hasIds: fc.constantFrom(true, true, true, false),
});

test('by number, records that exist all the time are listed once, in order, while others are created and deleted', async () => {
	let runs = 0;
	let repeated = 0;
	let refused = 0;
	await asyncProperty(moving, async ({ total, size, changes, maxRequests, hasIds }) => {
		const list = Array.from({ length: total }, (_, at) => `${at}`);
		let stable = new Set(list);
		let requests = 0;
		let readings = 0;
		const server: Server = ({ page }) => {
			requests += 1;
			invariant(requests < 1000, 'endless');
			if (page === 1) readings += 1;
			// One change before a request: two could compensate each other, which cannot be noticed.
			const change = changes.find(({ before }) => before === requests);
			if (change) {
				const place = Math.floor(change.place * list.length);
				for (let done = 0; done < change.count; done += 1) {
					if (change.does === 'delete') list.splice(Math.min(place, list.length - 1), 1);
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
		runs += 1;
		repeated += readings > 1 ? 1 : 0;
		if (end instanceof Error) {
			invariant(end.message.startsWith('The list kept changing while it was read'), end.message);
			refused += 1;
			return;
		}
		const names = end.map(({ json }) => json.name as string);
		const listed = names.filter((name) => stable.has(name));
		invariant(
			listed.length >= stable.size && [...stable].every((name) => listed.includes(name)),
			listed,
		);
		// Without IDs, repeated records cannot be recognized.
		if (!hasIds) return;
		invariant(new Set(names).size === names.length, names);
		const wanted = list.filter((name) => stable.has(name));
		invariant(JSON.stringify(listed) === JSON.stringify(wanted), listed, wanted);
	});
	expect(repeated / runs).toBeGreaterThan(0.1);
	expect(refused / runs).toBeLessThan(0.05);
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
			{ next_cursor: cursor, current_page: pageNumber, last_page: lastPage, total: fc.nat(9) },
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
const responseBody = fc.oneof(
	{ weight: 4, arbitrary: envelope },
	{ weight: 1, arbitrary: jsonOf('data', 'meta') },
	{ weight: 1, arbitrary: anyText },
	{ weight: 1, arbitrary: fc.constantFrom(undefined, null, '', [], {}) },
);

test('any responses end the list, with items or with a readable error', async () => {
	const ends = new Map<string, number>();
	const garbage = fc.tuple(
		fc.array(responseBody, { minLength: 1, maxLength: 4 }),
		fc.boolean(),
		fc.option(fc.nat(20), { nil: undefined }),
	);
	await asyncProperty(garbage, async ([bodies, isByNumber, maxIndex]) => {
		const list = isByNumber ? byNumber : byCursor;
		let requests = 0;
		const server = () => {
			requests += 1;
			if (requests > 200) throw new Error('endless');
			return bodies[(requests - 1) % bodies.length];
		};
		const limit = maxIndex === undefined ? undefined : maxIndex + 1;
		const end = await runList(list, server, { limit }).catch((thrown: unknown) => thrown);
		if (Array.isArray(end)) {
			invariant(end.length <= (limit ?? Infinity), end);
			invariant(end.every(({ json }) => typeof json === 'object' && json !== null));
		} else {
			invariant(end instanceof NodeOperationError || end instanceof NodeApiError, end);
			invariant(/^[A-Z'].+$/.test(end.message), end.message);
			invariant(
				!/cannot|endless|is not a function|undefined|\[object/i.test(end.message),
				end.message,
			);
			invariant(typeof end.description === 'string' && end.description !== '');
		}
		const kind = Array.isArray(end) ? 'items' : (end as Error).message;
		ends.set(kind, (ends.get(kind) ?? 0) + 1);
	});
	expect([...ends.keys()].sort()).toEqual([
		'The Payments API repeats pages, so the list would never end',
		'The Payments API returned a web page or other text instead of data',
		'The Payments API returned an empty response',
		'The list kept changing while it was read',
		'The response contains no list of records',
		'items',
	]);
});
