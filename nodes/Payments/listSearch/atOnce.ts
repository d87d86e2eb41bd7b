import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { toNodeError, unexpectedResponse } from '../errors/nodeErrors';
import { pageOf } from '../pagination/page';
import { lists } from '../shared/messages/lists';
import { idTextOf, isObject } from '../shared/record';
import { request } from '../transport/triggerRequest';
import { containsWords } from './list';

/** How a list differs from a plain array of records that are selected by their IDs. */
interface Shape {
	/** The query of its only page. */
	query?: IDataObject;
	/** Returns the ID by which a record is selected. */
	idOf?: (record: IDataObject) => unknown;
}

/** Returns a function that fills a drop-down with a list that one request returns. */
export function listAtOnce(
	path: string,
	label: (record: IDataObject) => string,
	{ query, idOf }: Shape = {},
) {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		try {
			const body: unknown = await request(this, { method: 'GET', path, query });
			const records: unknown = query ? pageOf(body)?.records : body;
			if (!Array.isArray(records)) throw unexpectedResponse(this, lists.noList);
			return allAtOnce(records, label, filter, idOf);
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
	idOf: (record: IDataObject) => unknown = ({ id }) => id,
): INodeListSearchResult {
	const results = records.filter(isObject).flatMap((record) => {
		const value = idTextOf({ id: idOf(record) });
		// Without an ID it cannot be selected.
		return value === undefined ? [] : [{ name: label(record) || value, value }];
	});
	return {
		results: results.filter(({ name, value }) => containsWords(`${name} ${value}`, filter)),
	};
}
