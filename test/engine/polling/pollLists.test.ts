import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startHttpServer } from '../../httpServer';
import { apiKeyOf } from '../run';
import { shortenWaits } from '../waits';
import { ids, publishPoller, stateOf, type Poller } from './poller';

/* Polls of charges whose lists are not as expected. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PUBLISHED = Date.parse('2026-03-01T12:30:00Z');

shortenWaits();

let now = PUBLISHED;
let records: IDataObject[] = [];
let queries: URLSearchParams[] = [];
/** The order of the list, and whether its filters for the first and last day work. */
let order = (list: IDataObject[]) => list;
let hasFrom = true;
let hasTo = true;
let answer: (number: number) => { status: number; headers?: Record<string, string> } | undefined;
let close: () => Promise<void>;
let url: string;

const dayOf = ({ created_at: created }: IDataObject) => (created as string).slice(0, 10);
const isoAt = (at: number) => new Date(at).toISOString().replace(/\.\d+/, '');
const daysAgo = (days: number) => isoAt(now - days * DAY);
const pass = (time: number) => {
	now += time;
};

/** Newest first; records without a time first of all. */
const newestFirst = (list: IDataObject[]) => {
	const time = ({ created_at: created }: IDataObject) => Date.parse(created as string) || Infinity;
	return list.toSorted((a, b) => (time(b) === time(a) ? 0 : time(b) - time(a)));
};

beforeEach(async () => {
	now = PUBLISHED;
	records = [];
	queries = [];
	order = newestFirst;
	hasFrom = true;
	hasTo = true;
	answer = () => undefined;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	({ url, close } = await startHttpServer((request, response) => {
		const { pathname, searchParams: query } = new URL(request.url!, 'http://127.0.0.1');
		if (pathname === '/v1/info') return response.writeHead(404).end('{}');
		queries.push(query);
		const { status = 200, headers = {} } = answer(queries.length) ?? {};
		const from = hasFrom ? (query.get('date_from') ?? '') : '';
		const to = hasTo ? (query.get('date_to') ?? '~') : '~';
		const listed = order(records).filter((one) => {
			return typeof one.created_at !== 'string' || (dayOf(one) >= from && dayOf(one) <= to);
		});
		const start = Number(query.get('cursor') ?? 0);
		const end = start + 10;
		const more = end < listed.length;
		response.writeHead(status, {
			'content-type': 'application/json',
			date: new Date(now).toUTCString(),
			...headers,
		});
		const page = { data: listed.slice(start, end), meta: { next_cursor: more ? `${end}` : null } };
		return response.end(JSON.stringify(status === 200 ? page : { message: 'No' }));
	}));
});
afterEach(async () => {
	jest.restoreAllMocks();
	await close();
});

let made = 0;
function add(fields: IDataObject = {}): string {
	const id = `id-${(made += 1)}`;
	records.push({ id, status: 'succeeded', created_at: isoAt(now), ...fields });
	return (fields.id as string) ?? id;
}

const published = async (parameters?: INodeParameters) =>
	await publishPoller(apiKeyOf({ url, apiKey: 'test' }), parameters);

async function poll(poller: Poller, time = 0) {
	pass(time);
	await poller.poll();
	expect(poller.failed).toEqual([]);
}

describe('the first poll, and the one a day', () => {
	beforeEach(() => {
		for (let day = 0; day < 60; day += 0.2) add({ created_at: daysAgo(day) });
	});
	const options = { lookBack: 59 };
	const ranges = () => queries.filter((query) => query.has('date_to'));

	test('read several date ranges at the same time, the others do not', async () => {
		const poller = await published({ options });
		expect(ranges().length).toBeGreaterThan(10);
		for (const query of ranges()) expect(query.get('date_from')).toBe(daysAgo(61).slice(0, 10));
		queries = [];
		await poll(poller, HOUR);
		expect([queries.length, ranges().length]).toEqual([4, 0]);
		queries = [];
		await poll(poller, 30 * MINUTE);
		expect(queries).toHaveLength(2);
		await poll(poller, DAY);
		expect(ranges().length).toBeGreaterThan(10);
		expect(poller.runs).toEqual([]);
	});

	test('read all without a filter for the last day', async () => {
		hasTo = false;
		const poller = await published({ options });
		const late = add({ created_at: daysAgo(50) });
		await poll(poller, DAY);
		expect(ids(poller)).toEqual([late]);
	});

	test('read all of a list that is oldest first, or in no order', async () => {
		for (const odd of [
			(list: IDataObject[]) => newestFirst(list).reverse(),
			(list: IDataObject[]) =>
				list.toSorted((a, b) => (`${a.id as string}` < `${b.id as string}` ? 1 : -1)),
		]) {
			order = odd;
			const poller = await published({ options });
			const charges = [add({ created_at: daysAgo(50) }), add({ created_at: daysAgo(5) })];
			await poll(poller, DAY);
			await poll(poller, DAY);
			expect(ids(poller)).toEqual(charges);
		}
	});
});

test('recent polls of a list that is oldest first miss nothing', async () => {
	order = (list) => newestFirst(list).reverse();
	for (let day = 0; day < 12; day += 0.1) add({ created_at: daysAgo(day) });
	const poller = await published();
	const charges: string[] = [];
	for (let i = 0; i < 5; i += 1) {
		charges.push(add());
		await poll(poller, MINUTE);
	}
	charges.push(add({ created_at: daysAgo(6.9) }));
	await poll(poller, HOUR);
	expect(ids(poller)).toEqual(charges);
});

test('a status that nobody knows is compared, and is in previous_status', async () => {
	const poller = await published({ event: 'chargeStatusChanged' });
	const id = add({ status: 'on_hold "\\ é' });
	const record = records.find((one) => one.id === id)!;
	await poll(poller);
	for (let i = 0; i < 100; i += 1) {
		record.status = `status ${i}`;
		await poll(poller);
	}
	const statuses = poller.runs.flat().map(({ previous_status }) => previous_status);
	expect(statuses.slice(0, 2)).toEqual(['on_hold "\\ é', 'status 0']);
	expect(statuses).toHaveLength(100);
	await poller.publish();
	expect(poller.runs).toHaveLength(100);
});

test('a time that only a later response has does not change what is read in the middle', async () => {
	for (let i = 0; i < 15; i += 1) add();
	const late = 'late';
	const poller = await published();
	add({ id: late, created_at: daysAgo(20) });
	// Without the time of the API, that of n8n counts: a daily poll is not due by it.
	const began = queries.length;
	pass(DAY);
	add();
	jest.spyOn(Date, 'now').mockImplementation(() => now - 23.5 * HOUR);
	answer = (number) => (number === began + 1 ? { status: 200, headers: { date: '-' } } : undefined);
	await poll(poller);
	expect(queries.length - began).toBe(2);
	expect(ids(poller)).not.toContain(late);
	await poll(poller);
	expect(ids(poller)).toContain(late);
});

describe('a record starts the workflow once', () => {
	test.each<[string, unknown]>([
		['without a time', null],
		['with a time that is a text', 'yesterday'],
		['with a time that is a number', 1_700_000_000],
		['of the far future', '9999-12-31T23:59:59Z'],
		['of tomorrow', isoAt(PUBLISHED + DAY)],
		['in another offset', '2026-03-01T20:30:00+08:00'],
		['without an offset', '2026-03-01 20:30:00'],
	])('%s', async (_, created) => {
		const existing = add({ created_at: created as string });
		const poller = await published({ options: { lookBack: 5 } });
		const id = add({ created_at: created as string });
		for (let i = 0; i < 40; i += 1) await poll(poller, 6 * HOUR);
		await poller.publish();
		await poll(poller, DAY);
		expect(ids(poller)).toEqual([id]);
		expect(ids(poller)).not.toContain(existing);
	});

	test('whatever its time is from one poll to the next', async () => {
		const poller = await published();
		const id = add();
		const record = records[0]!;
		const times = [now, now - 3 * DAY, now - 20 * DAY, now + 9 * DAY].map(isoAt);
		for (const time of [...times, null, '2026-03-01T20:30:00+08:00', 'never', times[1]!]) {
			record.created_at = time;
			await poll(poller);
			await poll(poller, HOUR);
			await poll(poller, DAY);
		}
		expect(ids(poller)).toEqual([id]);
	});
});

test('an API that ignores the filter by day starts nothing old, and its list is read up to old records', async () => {
	hasFrom = false;
	hasTo = false;
	for (let day = 0; day < 400; day += 1) add({ created_at: daysAgo(day) });
	const poller = await published({ options: { lookBack: 20 } });
	queries = [];
	const id = add();
	await poll(poller);
	expect(queries).toHaveLength(1);
	await poll(poller, DAY);
	expect(ids(poller)).toEqual([id]);
	expect(Object.values(stateOf(poller).seen.buckets).join('').length / 11).toBeLessThan(30);
});
