import type { IDataObject, INodeListSearchResult } from 'n8n-workflow';

import { idTextOf, isObject } from '../shared/record';
import { containsWords } from './list';

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
