import { BoundedMap } from '../shared/boundedMap';
import { monotonic } from './clock';

/** How many credentials are kept (choice). They grow with the accounts, not with their records. */
const MAX_CREDENTIALS = 1_000;

/** How far the clock of the API is ahead of the monotonic one, in milliseconds, by credential. */
const offsets = new BoundedMap<string, number>(MAX_CREDENTIALS);

/** Records when the API sent a response, by its own clock. @param sentAt milliseconds since 1970 */
export function recordServiceTime(credential: string, sentAt: number | undefined) {
	if (sentAt !== undefined) offsets.set(credential, sentAt - monotonic());
}

/**
 * Returns the present time of the API, in milliseconds since 1970: n8n's clock may be wrong. Before the first response
 * with a time, n8n's clock is used.
 */
export function serviceTime(credential: string): number {
	const offset = offsets.get(credential);
	return offset === undefined ? Date.now() : monotonic() + offset;
}
