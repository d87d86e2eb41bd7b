import type { IDataObject } from 'n8n-workflow';

import { statusOf } from '../errors/httpFailure';
import { pageFetcher } from '../pagination/fetchPage';
import { pagesByCursor } from '../pagination/page';
import { request, type TriggerContext } from '../transport/triggerRequest';

/** The maximum number of pages that are searched for a record: the sender of a notification waits. */
const MAX_PAGES = 5;

/**
 * Reads the first pages of a list, in the order of the API. Each is requested once.
 *
 * @throws NodeOperationError if the response is not a list; otherwise the error of n8n's request helper
 */
export async function* firstPages(
	context: TriggerContext,
	path: string,
	query: IDataObject,
): AsyncGenerator<IDataObject[]> {
	const queryPage = async (position: IDataObject) =>
		await request(context, { method: 'GET', path, query: { ...query, ...position } });
	const fetchPage = pageFetcher(context, path, queryPage);
	let pages = 0;
	for await (const { records } of pagesByCursor(context, fetchPage)) {
		yield records;
		pages += 1;
		if (pages === MAX_PAGES) return;
	}
}

/**
 * Returns whether a request failed because of its record: the record does not exist (404), or its ID or the request
 * is not accepted (422). Any other failure, such as a rejected key or an outage, does not depend on the record.
 */
export function isNotFoundOrRejected(error: unknown): boolean {
	return [404, 422].includes(statusOf(error) ?? 0);
}

/** Returns the response of a request; undefined if the request failed because of its record. @throws any other error */
export async function ifFound<T>(response: Promise<T>): Promise<T | undefined> {
	return await response.catch((error: unknown) => {
		if (!isNotFoundOrRejected(error)) throw error;
		return undefined;
	});
}
