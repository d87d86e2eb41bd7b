import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { recordMapper } from '../output/simplify';
import { pageFetcher, type ListRequest, type Page, type QueryPage } from '../pagination/page';
import { statusOfRecord } from '../shared/chargeStatus';
import { operationError, toNodeError } from '../shared/errors/nodeErrors';
import { pollingMessages } from '../shared/messages/polling';
import { readWithRetries } from '../transport/triggerRequest';
import { fields } from './fields';
import { readParameters, type PollParameters } from './parameters';
import {
	createdAt,
	detectChanges,
	fieldsToKeep,
	isFullScanDue,
	isWatched,
	type PollState,
} from './pollState';

/** The maximum number of records that a manual run returns. */
const MAX_SAMPLES = 10;

/** How many days every poll reads. Late records are found when a poll reads all days. */
const RECENT_DAYS = 2;

/**
 * Additional days: the filter by day is in the time zone of the business, and whether it includes the first day is not
 * documented (docs/interface.md, GET /v1/charges).
 */
const MARGIN_DAYS = 2;

/** The static data of triggers whose poll is in progress. */
const inProgress = new WeakSet<object>();

/**
 * Polls for changes; or returns the newest records in a manual run, which records nothing.
 *
 * @returns the changes, the oldest first; null if there are none. In a manual run, samples, the newest first
 * @throws NodeApiError or NodeOperationError. Then nothing was recorded, and the next poll finds the same changes
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		return await (this.getMode() === 'manual' ? samples(this) : newItems(this));
	} catch (thrown) {
		throw toNodeError(this.getNode(), thrown, undefined, undefined, { fields });
	}
}

async function samples(context: IPollFunctions) {
	const parameters = await readParameters(context);
	const toItem = itemMapper(context, parameters);
	const { list, query, sampleFilters } = parameters;
	const queryPage: QueryPage = async (page) =>
		(await readWithRetries(context, list.path, { ...query, ...page })).body;
	const found = await read(context, parameters, sampleFilters, queryPage, {
		limit: MAX_SAMPLES,
		mapRecord: (record) => record,
	});
	const time = (record: IDataObject) => createdAt(record) ?? 0;
	const records = found.sort((a, b) => time(b) - time(a)).slice(0, MAX_SAMPLES);
	if (records.length === 0) {
		throw operationError(context, pollingMessages.noSamples(list.name));
	}
	return [records.map((record) => toItem(record, null))];
}

async function newItems(context: IPollFunctions) {
	const data = context.getWorkflowStaticData('node') as { memory?: PollState };
	// n8n starts a poll on time, even if the previous one is in progress.
	if (inProgress.has(data)) return null;
	inProgress.add(data);
	try {
		const parameters = await readParameters(context);
		const { list, query, statuses } = parameters;
		const parts = list.parts?.map((status) => ({ status })) ?? [{}];
		const toItem = itemMapper(context, parameters);
		// A state of other parameters is discarded.
		const previous = data.memory?.key === parameters.key ? data.memory : undefined;
		let plan = planOf(previous, parameters, Date.now());
		let isTimeKnown = false;
		const requestPage = async (page: IDataObject) => {
			const all = { ...query, ...(list.from && { [list.from]: plan.from }), ...page };
			return await readWithRetries(context, list.path, all);
		};
		const queryPage: QueryPage = async (page) => {
			const { body, sentAt } = await requestPage(page);
			if (isTimeKnown || sentAt === undefined) return body;
			isTimeKnown = true;
			const { from } = plan;
			plan = planOf(previous, parameters, sentAt);
			const isSame = plan.from === from || list.from === undefined;
			return isSame ? body : (await requestPage(page)).body;
		};
		const isOld = (record: IDataObject) => (createdAt(record) ?? plan.now) < Date.parse(plan.from);
		const records = await read(context, parameters, parts, queryPage, {
			limit: Number.POSITIVE_INFINITY,
			mapRecord: fieldsToKeep(previous, list),
			accepts: (record) =>
				isWatched(record, parameters, plan.now) ||
				Object.hasOwn(previous?.seen ?? {}, record.id as string),
			// Lists without a filter by day come newest first. If one does not, the next full scan finds the rest.
			isEnough: ({ records: listed }: Page) =>
				list.from === undefined && !plan.isFullScan && listed.length > 0 && listed.every(isOld),
		});

		const { changes, state } = detectChanges(previous, { ...plan, records }, parameters, plan.now);
		const items = changes
			.filter(({ record }) => !statuses || statuses.has(statusOfRecord(record)))
			.map(({ record, previousStatus }) => toItem(record, previousStatus ?? null));
		// Recorded last, when nothing can fail any more.
		data.memory = state;
		return items.length > 0 ? [items] : null;
	} finally {
		inProgress.delete(data);
	}
}

/** What a poll reads. */
interface Plan {
	/** By the clock of the API, once it is known, since n8n's may be wrong. Milliseconds since 1970. */
	now: number;
	/** Whether all days are read, and not only the last ones. */
	isFullScan: boolean;
	/** The first requested day. */
	from: string;
}

function planOf(previous: PollState | undefined, { lookBack }: PollParameters, now: number): Plan {
	const isFullScan = previous === undefined || isFullScanDue(previous, lookBack, now);
	const days = isFullScan ? lookBack + MARGIN_DAYS : RECENT_DAYS;
	const from = DateTime.fromMillis(now, { zone: 'utc' }).minus({ days }).toISODate()!;
	return { now, isFullScan, from };
}

/**
 * Reads a list.
 *
 * @param parts filters in addition to those of `queryPage`; the list of each is read, one after the other
 * @throws an error if a record cannot be compared
 */
async function read(
	context: IPollFunctions,
	{ list }: PollParameters,
	parts: IDataObject[],
	queryPage: QueryPage,
	listRequest: Pick<ListRequest, 'accepts' | 'isEnough' | 'limit' | 'mapRecord'>,
) {
	const { path, hasStatus, strategy } = list;
	const records: IDataObject[] = [];
	const mapRecord = (record: IDataObject) => {
		const { id, status } = record;
		// Without these, it would be output again and again.
		const isComparable =
			typeof id === 'string' && id !== '' && (!hasStatus || typeof status === 'string');
		if (isComparable) return listRequest.mapRecord(record);
		throw operationError(context, pollingMessages.recordNotComparable);
	};
	for (const part of parts) {
		const query: QueryPage = async (page) => await queryPage({ ...part, ...page });
		const fetchPage = pageFetcher(context, path, query, listRequest.limit);
		const all = { ...listRequest, mapRecord, concurrency: 1, isByDateRange: false, filters: {} };
		records.push(...(await strategy(context, fetchPage, all)).slice(0, listRequest.limit));
	}
	return records;
}

/** Returns a function that makes an item of a record, by the parameters. */
function itemMapper(context: IPollFunctions, { list }: PollParameters) {
	const mapRecord = recordMapper(list.type)(context);
	return (record: IDataObject, previousStatus: string | null): INodeExecutionData => ({
		json: list.changes
			? { ...mapRecord(record), previous_status: previousStatus }
			: mapRecord(record),
	});
}
