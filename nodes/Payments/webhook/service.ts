import type { IDataObject } from 'n8n-workflow';

import { refuses, statusOf } from '../transport/failure';
import { request, type TriggerContext } from '../transport/request';

/** Records that are asked for at once; a service that refuses that gives pages of its own size. */
const PAGE_SIZE = 100;

/** Pages that are looked through for one record: the sender of a notification waits meanwhile. */
const MOST_PAGES = 5;

interface Page<T> {
	data?: T[];
	meta?: { next_cursor?: string | null };
}

/**
 * The first pages of a list, in the service's order.
 *
 * @throws Error when what came is no list; what n8n's request helper throws
 */
export async function* pagesOf<T>(
	context: TriggerContext,
	path: string,
	query: IDataObject,
): AsyncGenerator<T[]> {
	let size: IDataObject = { per_page: PAGE_SIZE };
	let cursor: IDataObject = {};
	const ask = async () =>
		await request<Page<T>>(context, {
			method: 'GET',
			path,
			query: { ...query, ...size, ...cursor },
		});
	for (let page = 0; page < MOST_PAGES; page += 1) {
		const { data, meta } = await ask().catch(async (error: unknown) => {
			if (!refuses(error, 'per_page')) throw error;
			size = {};
			return await ask();
		});
		if (!Array.isArray(data)) throw new Error('The service did not answer with a list');
		yield data;
		if (!meta?.next_cursor) return;
		cursor = { cursor: meta.next_cursor };
	}
}

/**
 * Whether the service said no to what was asked of a record: it has none such (404), or does not
 * take the id, or not what is to be done with it (422). All else, such as a key that is refused or a
 * server in trouble, says nothing of the record.
 */
export function saysNo(error: unknown): boolean {
	return [404, 422].includes(statusOf(error) ?? 0);
}
