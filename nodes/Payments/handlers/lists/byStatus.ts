import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { RecordType } from '../../output/recordType';
import { byFirstPage } from '../../pagination/firstPage';
import { hasId, type FetchPage, type PageStrategy } from '../../pagination/page';
import type { RequestHandler } from '../../run/context';
import type { Rules } from '../../validation/rules';
import { list, type LocalFilter } from './list';

/**
 * Lists records as `pages` does. If the filter by status has several, or is ALL_STATUSES, it reads the list of each
 * status, one after the other.
 *
 * @param statuses in the order of a record's life, so that a record that changes meanwhile is not missed
 * @param returnedTo statuses to which a record may return: their lists are read again at the end
 */
export function pagesByStatus(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
	statuses: string[],
	returnedTo: string[],
	localFilters?: LocalFilter[],
): RequestHandler {
	const strategy = byFirstPage('page');
	const byStatus: PageStrategy = async (context, fetchPage, listRequest) => {
		const { filters, limit } = listRequest;
		const some = filters.status === ALL_STATUSES ? statuses : filters.status;
		if (!Array.isArray(some)) return await strategy(context, fetchPage, listRequest);
		const found = new Map<unknown, IDataObject>();
		const read = async (status: string) => {
			if (found.size >= limit) return [];
			const fetchOne: FetchPage = async (position) => await fetchPage({ ...position, status });
			return await strategy(context, fetchOne, listRequest);
		};
		const wanted = (all: string[]) => all.filter((one) => (some as unknown[]).includes(one));
		for (const status of wanted(statuses))
			for (const record of await read(status))
				found.set(hasId(record) ? record.id : record, record);
		if (some.length === 1) return [...found.values()];
		// A record of a later status is newer: this list may be behind.
		for (const status of wanted(returnedTo))
			for (const record of await read(status))
				if (hasId(record) && !found.has(record.id)) found.set(record.id, record);
		return [...found.values()];
	};
	return list(rules, fields, type, byStatus, localFilters);
}

/** The value of a filter by status for all statuses, which the API does not have. */
export const ALL_STATUSES = 'all';
