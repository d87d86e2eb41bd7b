import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { isWrite } from './retry';
import type { Secrets } from './secrets';

/**
 * An answer with a status of success that holds no data, such as the page of a service under maintenance.
 * What became of the request is as unknown as when a connection broke off, and has its code.
 */
export class NoData extends Error {
	readonly code = 'ERR_BAD_RESPONSE';
}

/**
 * What was answered, without secrets. n8n's request helpers give JSON as what it says, all else as text,
 * and no body as an empty text: to a write, that is an answer.
 *
 * @throws NoData when it is no JSON, or none that the service could have given
 */
export function asData<T>(
	answer: T,
	method: IHttpRequestMethods | undefined,
	secrets: Secrets,
): T | string {
	if (typeof answer !== 'string') return secrets.hideIn(answer);
	if (answer.trim() !== '')
		throw new NoData('The Payments API returned a web page or other text instead of data');
	if (!isWrite(method)) throw new NoData('The Payments API returned an empty response');
	return '';
}

/** Whether a part of an answer is an object, as each record of the service is. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The ID of a record as text, which may come as a number; nothing where it has none, or what could be none: it
 * has to fit into an address.
 */
export function idTextOf(record: unknown): string | undefined {
	const { id } = (record ?? {}) as { id?: unknown };
	const text = typeof id === 'number' ? String(id) : id;
	return typeof text === 'string' && /^\P{C}{1,255}$/u.test(text) ? text : undefined;
}

/** Whether a record is the one with this ID: IDs are compared as text, in whatever case. */
export function isRecordOf(id: string, record: unknown): boolean {
	return idTextOf(record)?.toLowerCase() === id.toLowerCase();
}

/**
 * Whether the answer to a deletion, whose status was a success, confirms it. The service answers with
 * nothing or with words (docs/interface.md); an answer that says otherwise, or is about another record,
 * confirms nothing.
 */
export function confirmsDeletion(id: string, answer: unknown): boolean {
	if (answer === undefined || answer === null || answer === '') return true;
	if (Array.isArray(answer)) return answer.length === 0;
	if (!isObject(answer)) return false;
	const { success = true, errors, error } = answer;
	const isAboutIt = answer.id === undefined || isRecordOf(id, answer);
	return success === true && !errors && !error && isAboutIt;
}
