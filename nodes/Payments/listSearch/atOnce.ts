import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { toNodeError, unexpectedResponse } from '../errors/nodeErrors';
import { lists } from '../shared/messages/lists';
import { idTextOf, isObject } from '../shared/record';
import { request } from '../transport/triggerRequest';
import { containsWords } from './list';

/** Returns a function that fills a drop-down with a list that the API does not page. */
export function listAtOnce(path: string, label: (record: IDataObject) => string) {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		try {
			const records: unknown = await request(this, { method: 'GET', path });
			if (!Array.isArray(records)) throw unexpectedResponse(this, lists.noList);
			return allAtOnce(records, label, filter);
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
	};
}

/** Lists records that the API returns at once, searched here by their labels and IDs. */
export function allAtOnce(
	records: unknown[],
	label: (record: IDataObject) => string,
	filter: string,
): INodeListSearchResult {
	const results = records.filter(isObject).flatMap((record) => {
		const value = idTextOf(record);
		// Without an ID it cannot be selected.
		return value === undefined ? [] : [{ name: label(record) || value, value }];
	});
	return {
		results: results.filter(({ name, value }) => containsWords(`${name} ${value}`, filter)),
	};
}
