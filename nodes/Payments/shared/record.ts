import type { IDataObject } from 'n8n-workflow';

import { isId } from './id';

/** Returns whether a value is an object, as each record is. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a field of an object. The API may return a text in place of the object: its name, e.g. of a payment method. */
export function fieldIn(value: unknown, field: string): unknown {
	if (typeof value === 'string') return field === 'name' ? value : undefined;
	return isObject(value) ? value[field] : undefined;
}

/** Returns an object without the fields that have no value. */
export function defined(values: Record<string, unknown>): IDataObject {
	const entries = Object.entries(values).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as IDataObject;
}

/** Returns the entries of an object of the API; nothing if it is none. PHP encodes an empty object as a list. */
export function entriesOf(value: unknown): Array<[string, IDataObject[string]]> | undefined {
	if (isObject(value)) return Object.entries(value);
	return Array.isArray(value) && value.length === 0 ? [] : undefined;
}

/**
 * Returns the ID of a record as text, also of a number; nothing if it has no ID that fits into a URL, or one that JSON has
 * rounded.
 */
export function idTextOf(record: unknown): string | undefined {
	const { id } = (record ?? {}) as { id?: unknown };
	const text = Number.isSafeInteger(id) ? String(id) : id;
	return isId(text) ? text : undefined;
}

/** Returns the record in a response: some are in `data` (docs/dialects.md), a name that fields of records have, too. */
export function recordIn(body: unknown): unknown {
	const isInData = isObject(body) && body.id === undefined && isObject(body.data);
	return isInData ? body.data : body;
}

/** Returns whether a record has an ID, compared as text in any case. */
export function isRecordOf(id: string, record: unknown): boolean {
	return idTextOf(record)?.toLowerCase() === id.toLowerCase();
}

/** Returns whether a body has no content. PHP encodes an empty object as a list. */
export function isEmpty(body: unknown): boolean {
	return [undefined, null, ''].includes(body as never) || entriesOf(body)?.length === 0;
}

/**
 * Returns whether the body of a successful response confirms a deletion. Such a body is empty or has a message
 * (docs/interface.md). A body that reports errors, or is about another record, confirms nothing.
 */
export function confirmsDeletion(id: string, body: unknown): boolean {
	if (isEmpty(body)) return true;
	if (!isObject(body)) return false;
	return !reportsError(body) && (body.id === undefined || isRecordOf(id, body));
}

/** Returns whether the body of a successful response reports that the request failed. */
export function reportsError({ success = true, errors, error }: IDataObject): boolean {
	return success !== true || Boolean(errors) || Boolean(error);
}

/** Parses an integer of the API, also of text. */
export function toInteger(value: unknown): number | undefined {
	const isNumber =
		typeof value === 'number' || (typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value));
	return isNumber && Number.isInteger(Number(value)) ? Number(value) : undefined;
}
