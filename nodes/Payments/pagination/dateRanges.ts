import type { IDataObject } from 'n8n-workflow';

import type { NodeContext } from '../run/context';
import { byCursor } from './cursorPages';
import { DateRangePager, type DateFilters, type DateRangeList } from './dateRangePager';
import type { FetchPage, PageStrategy } from './page';

export type { DateFilters } from './dateRangePager';

/**
 * Lists records, newest first, in several date ranges at the same time: cursors can only be followed one after the
 * other, but a filter for the last day leads into the middle of the list.
 *
 * A range ends at a record that the next range contains, so that no record is lost or repeated at the boundary. This
 * holds for a day in any time zone, and whether the filter includes the last day or not. Each range requests up to a
 * day more than its own records: the filter may compare a slightly later time than the order, such as the time of
 * payment.
 *
 * @returns records in the order of the API; nothing if the list is not newest first, has records without ID or time, or
 * if the ranges do not overlap. If there are more records than the limit, the first ones may be missing
 */
export async function listByDateRange(
	context: NodeContext,
	fetchPage: FetchPage,
	list: DateRangeList,
): Promise<IDataObject[] | undefined> {
	return await new DateRangePager(context, fetchPage, list).readAll();
}

/** Returns a strategy that fetches several date ranges at the same time, or else by cursor alone. */
export function byDateRange(days: DateFilters): PageStrategy {
	return async (context, fetchPage, list) => {
		const { isByDateRange, limit, concurrency, filters, mapRecord } = list;
		const records = isByDateRange
			? await listByDateRange(context, fetchPage, {
					days,
					from: filters[days.from] as string | undefined,
					limit,
					concurrency,
					mapRecord,
				})
			: undefined;
		return records ?? (await byCursor(context, fetchPage, list));
	};
}
