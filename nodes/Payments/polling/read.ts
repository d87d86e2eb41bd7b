import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { operationError } from '../errors/nodeErrors';
import { pageFetcher } from '../pagination/fetchPage';
import {
	pageOf,
	type FetchPage,
	type ListRequest,
	type Page,
	type QueryPage,
} from '../pagination/page';
import { DEFAULT_CONCURRENCY } from '../run/limits';
import { pollingMessages } from '../shared/messages/polling';
import { HOUR_MS } from '../shared/time';
import { monotonic } from '../transport/clock';
import { readWithRetries } from '../transport/triggerRequest';
import { createdAt, Comparison, type Polled, type ToItem } from './comparison';
import type { List } from './lists';
import type { PollParameters } from './parameters';
import { planOf, type Plan } from './plan';
import type { PollState } from './pollState';

/** The maximum of requests in progress once a day, when nobody waits. */
const DAILY_CONCURRENCY = 3;

/** How many times a list is read to record it, if records were missing. */
const MAX_READINGS = 3;

/** The kept fields of a record that was compared. */
const NOTHING: IDataObject = {};

/**
 * Reads some records of a list.
 *
 * @param parts additional filters: one list is read for each, one after the other
 * @param limit the maximum number of records of each list
 * @throws an error if a record cannot be compared
 */
export async function readSome(
	context: IPollFunctions,
	{ list, query }: PollParameters,
	parts: IDataObject[],
	limit: number,
): Promise<IDataObject[]> {
	const queryPage: QueryPage = async (page) =>
		(await readWithRetries(context, list.path, { ...query, ...page })).body;
	return await read(context, list, parts, queryPage, {
		limit,
		mapRecord: (record) => record,
		concurrency: 1,
		isByDateRange: false,
		filters: {},
	});
}

/**
 * Reads the days that are due, and compares each page with the recorded state.
 *
 * @param previous the recorded state; undefined in the first poll
 * @returns the result of `Comparison.finish`
 * @throws an error if a record cannot be compared
 */
export async function readChanges(
	context: IPollFunctions,
	parameters: PollParameters & Polled,
	previous: PollState | undefined,
	toItem: ToItem,
): Promise<{ items: INodeExecutionData[]; state?: PollState }> {
	const { list, query } = parameters;
	const comparison = new Comparison(previous, parameters, toItem);
	let plan = planOf(previous, parameters.lookBack, Date.now());
	let plannedAt = monotonic();
	const now = () => plan.now + monotonic() - plannedAt;
	let pages = 0;
	const requestPage = async (page: IDataObject) => {
		const all = { ...query, ...(list.from && { [list.from]: plan.from }), ...page };
		return await readWithRetries(context, list.path, all);
	};
	/** Requests the first page. Only its time counts: the days to read must not change between two pages. */
	const firstPage: QueryPage = async (page) => {
		const { body, sentAt } = await requestPage(page);
		const isExpected = sentAt === undefined || isTimeExpected(previous, sentAt);
		const again = isExpected ? undefined : (await requestPage(page)).sentAt;
		const { from } = plan;
		const time = sentAt ?? plan.now;
		plan = planOf(previous, parameters.lookBack, Math.min(time, again ?? time));
		plannedAt = monotonic();
		const isSame = plan.from === from || list.from === undefined;
		return isSame ? body : (await requestPage(page)).body;
	};
	const queryPage: QueryPage = async (page) => {
		pages += 1;
		const body = pages === 1 ? await firstPage(page) : (await requestPage(page)).body;
		// If a page is wrongly empty, its records would start the workflow later.
		return plan.isRecording && isEmpty(body) ? (await requestPage(page)).body : body;
	};
	const parts = list.parts?.map((status) => ({ status })) ?? [{}];
	const readAll = async () =>
		await read(context, list, parts, queryPage, {
			limit: Number.POSITIVE_INFINITY,
			mapRecord: (record) => {
				comparison.add(record, plan, now());
				return NOTHING;
			},
			isEnough: endOf(list, () => plan),
			// The first page has the time, which decides the days to read.
			get concurrency() {
				if (!plan.isFullScan) return 1;
				return previous ? DAILY_CONCURRENCY : DEFAULT_CONCURRENCY;
			},
			get isByDateRange() {
				return plan.isFullScan;
			},
			get filters() {
				return list.from === undefined ? {} : { [list.from]: plan.from };
			},
		});
	await readAll();
	// A record that moved between two pages while they were read would start the workflow later.
	for (let readings = 1; plan.isRecording && pages > 1 && readings < MAX_READINGS; readings += 1) {
		comparison.repeat();
		await readAll();
		if (comparison.addedCount === 0) break;
	}
	return comparison.finish(plan, now());
}

function isEmpty(body: unknown): boolean {
	return pageOf(body)?.records.length === 0;
}

/**
 * Returns whether the clocks of the API and of n8n differ as they did at the last poll. If not, one of them was set, or
 * the time of the response is wrong: then the earlier of two times is used, which skips nothing.
 */
function isTimeExpected(previous: PollState | undefined, sentAt: number): boolean {
	const { readAt, clockAt } = previous ?? { readAt: 0, clockAt: 0 };
	return Math.abs(sentAt - Date.now() - (readAt - clockAt)) < HOUR_MS;
}

async function read(
	context: IPollFunctions,
	{ path, strategy, hasStatus }: List,
	parts: IDataObject[],
	queryPage: QueryPage,
	listRequest: ListRequest,
): Promise<IDataObject[]> {
	const { limit } = listRequest;
	const records: IDataObject[] = [];
	for (const part of parts) {
		const query: QueryPage = async (page) => await queryPage({ ...part, ...page });
		const fetchPage = pageFetcher(context, path, query, limit);
		const fetchComparable: FetchPage = async (position) => {
			const page = await fetchPage(position);
			if (page.records.every((record) => isComparable(record, hasStatus))) return page;
			throw operationError(context, pollingMessages.recordNotComparable);
		};
		const listed = await strategy(context, fetchComparable, listRequest);
		for (const record of listed.slice(0, limit)) records.push(record);
	}
	return records;
}

/**
 * Returns a function that decides whether a page is the last one that is needed, since later pages have older records
 * only. In a list with a filter by day, all records so far have to be newest first, so that nothing is missed in
 * another order. In other lists, all records of the page have to be too old: the next full scan finds records that are
 * not in order.
 */
function endOf({ from }: List, plan: () => Plan): (page: Page) => boolean {
	let last = Number.POSITIVE_INFINITY;
	let isNewestFirst = true;
	return ({ records }) => {
		const { isFullScan, edge, now } = plan();
		if (isFullScan || records.length === 0) return false;
		let isOld = true;
		for (const record of records) {
			const at = createdAt(record) ?? now;
			isNewestFirst &&= at <= last;
			isOld &&= at < edge;
			last = at;
		}
		return from === undefined ? isOld : isNewestFirst && last < edge;
	};
}

/** Returns whether a record has an ID and a status: without these, it would be output again and again. */
function isComparable({ id, status }: IDataObject, hasStatus: boolean): boolean {
	return typeof id === 'string' && id !== '' && (!hasStatus || typeof status === 'string');
}
