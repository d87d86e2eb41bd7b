import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { toNodeError, unexpectedResponse } from '../errors/nodeErrors';
import { lists } from '../shared/messages/lists';
import { idTextOf, isObject } from '../shared/record';
import { request } from '../transport/triggerRequest';
import { line } from './label';
import { containsWords } from './list';

/** Lists staff members with their roles, searched here: the API returns all at once. */
export async function searchStaff(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const records: unknown = await request(this, { method: 'GET', path: '/v1/staffs' });
		if (!Array.isArray(records)) throw unexpectedResponse(this, lists.noList);
		const results = (records as unknown[]).filter(isObject).flatMap((one) => {
			const value = idTextOf(one);
			const role = isObject(one.role) ? one.role.title : undefined;
			// Without an ID it cannot be selected.
			return value === undefined ? [] : [{ name: line(one.name, role) || value, value }];
		});
		return {
			results: results.filter(({ name, value }) => containsWords(`${name} ${value}`, filter)),
		};
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}
