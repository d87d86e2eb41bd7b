import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { toNodeError, unexpectedResponse } from '../errors/nodeErrors';
import { lists } from '../shared/messages/lists';
import { isObject } from '../shared/record';
import { request } from '../transport/triggerRequest';
import { allAtOnce } from './atOnce';
import { line } from './label';

/** Lists staff members with their roles. */
export async function searchStaff(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const records: unknown = await request(this, { method: 'GET', path: '/v1/staffs' });
		if (!Array.isArray(records)) throw unexpectedResponse(this, lists.noList);
		const label = ({ name, role }: IDataObject) =>
			line(name, isObject(role) ? role.title : undefined);
		return allAtOnce(records, label, filter);
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}
