import type { IHttpRequestMethods } from 'n8n-workflow';

import { readFailure } from './httpFailure';

/** Matches the message of a 422 about a record that does not exist. */
export const NOT_FOUND = /not found|no such|does not exist|no query results for model/i;

/**
 * Turns a 422 that reports an unknown ID into a 404 (docs/dialects.md).
 *
 * @param isUsual whether the API always returns such a 422, as for plans (docs/interface.md, Other endpoints of
 * subscription plans). Then any 422 of a read that names no field is one; that of an update or a deletion may be
 * another refusal
 */
export function asNotFound(
	thrown: unknown,
	method: IHttpRequestMethods = 'GET',
	isUsual = false,
): unknown {
	const { status, messages, hasFieldErrors } = readFailure(thrown);
	const [message] = messages;
	if (status !== 422 || hasFieldErrors || message === undefined) return thrown;
	const isCertain = isUsual && method === 'GET';
	if (!isCertain && !NOT_FOUND.test(message)) return thrown;
	return Object.assign(new Error(message), { response: { status: 404, data: { message } } });
}
