import type { IHttpRequestMethods } from 'n8n-workflow';

import { isWrite } from '../errors/httpFailure';
import { InvalidResponseError } from '../run/invalidResponse';
import type { Secrets } from '../run/secrets';
import { requests } from '../shared/messages/requests';

/**
 * Returns the data of a response without secrets. n8n's request helpers return JSON as parsed, anything else as text,
 * and a missing body as an empty text. A write may have no body.
 *
 * @throws InvalidResponseError if it is not JSON, or cannot be from the Payments API
 */
export function readResponse<T>(
	body: T,
	method: IHttpRequestMethods | undefined,
	secrets: Secrets,
): T | string {
	if (typeof body !== 'string') return secrets.redactIn(body);
	if (body.trim() !== '') throw new InvalidResponseError(requests.notJson);
	if (!isWrite(method)) throw new InvalidResponseError(requests.empty);
	return '';
}
