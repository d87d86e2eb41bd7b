import type { RequestHandler } from '../run/context';
import { withMethod } from './readByPost';

/** Changes a record by a POST: it counts as the change that it is, and transport/form.ts sends it as a POST again. */
export function changeByPost(handle: RequestHandler): RequestHandler {
	return async function (request) {
		return await handle.call(this, withMethod('PATCH', request));
	};
}
