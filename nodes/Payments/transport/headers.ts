import type { IDataObject, PostReceiveAction } from 'n8n-workflow';

import { sentAtOf } from '../errors/rateLimitHeaders';
import type { Context, RequestData } from '../run/context';

/** Returns an entry of `postReceive` that reads the headers of a response. */
export function headerReader(
	readHeaders: (headers: IDataObject) => void,
): RequestData['postReceive'][0] {
	const action: PostReceiveAction = (items, { headers, body }) => {
		readHeaders(headers);
		// n8n makes these items if there is no such function.
		const records: unknown[] | undefined = Array.isArray(body) ? body : undefined;
		return Promise.resolve(records?.map((json) => ({ json: json as IDataObject })) ?? items);
	};
	return { data: { parameterValue: undefined }, actions: [action] };
}

/** When the API last responded to an item. */
const times = new WeakMap<Context, number>();

/** Records when the API responded to an item, by the header `Date`. */
export function recordTime(context: Context, headers: IDataObject) {
	const time = sentAtOf(headers);
	if (time !== undefined) times.set(context, time);
}

/**
 * Returns when the API last responded to an item, by its own clock: milliseconds since 1970, without parts of a second.
 * The item's next request is later. Nothing if no response had a time.
 */
export function lastResponseTime(context: Context): number | undefined {
	return times.get(context);
}
