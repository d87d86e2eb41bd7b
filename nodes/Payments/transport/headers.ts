import type { IDataObject, PostReceiveAction } from 'n8n-workflow';

import type { RequestData } from '../run/context';

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
