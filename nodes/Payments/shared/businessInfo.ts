import type { IDataObject } from 'n8n-workflow';

import { entriesOf, isObject, reportsError } from './record';

/*
 * The profile of the business, which GET /v1/info returns. It has a name, a country and a currency, but the names of
 * its fields are not documented (docs/interface.md, Business info).
 */

/** How deep a profile is read (choice): it does not become deeper if the business grows. */
const MAX_DEPTH = 3;

/** Returns whether a response can be the profile of a business, and not a page or the data of another service. */
export function isBusinessInfo(response: unknown): boolean {
	if (!isObject(response) || reportsError(response)) return false;
	// `hostname`, which other services return, is not a name of a business.
	return fieldsOf(response).some(([name]) => /^name|_name|Name|[Cc]ountry|[Cc]urrency/.test(name));
}

/** Returns whether a response can be that of GET /v1/account-status. */
export function isAccountStatus(response: unknown): boolean {
	const names = ['bank_account_status', 'verification', 'payment_providers'];
	return isObject(response) && names.some((name) => name in response);
}

/** Returns the payment providers of an account by their names; nothing if the response is not an account status. */
export function providersOf(status: unknown): Array<[string, IDataObject]> | undefined {
	if (!isAccountStatus(status)) return undefined;
	const { payment_providers: providers } = status as IDataObject;
	return entriesOf(providers ?? [])?.map(([name, setup]) => [name, isObject(setup) ? setup : {}]);
}

/** Returns the currency of the business, in capitals; nothing if the profile does not contain it. */
export function currencyOfBusiness(info: unknown): string | undefined {
	const isCurrency = ([name, value]: [string, unknown]) =>
		/currency/i.test(name) && typeof value === 'string' && /^[a-z]{3}$/i.test(value);
	return (fieldsOf(info).find(isCurrency)?.[1] as string | undefined)?.toUpperCase();
}

/** Returns all fields of an object, outer ones first. */
function fieldsOf(value: unknown, depth = 1): Array<[string, unknown]> {
	if (!isObject(value) || depth > MAX_DEPTH) return [];
	const fields = Object.entries(value);
	return [...fields, ...fields.flatMap(([, inner]) => fieldsOf(inner, depth + 1))];
}
