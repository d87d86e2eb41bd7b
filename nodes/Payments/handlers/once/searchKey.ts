import type { IDataObject } from 'n8n-workflow';

import { normalized } from './create/recordValues';

/** The field by which the records of a list are found before one is created (Create or Update), by the path of the list. */
const KEYS: Record<string, string> = { '/v1/customers': 'email' };

/** Returns the field by which the records of a list are found. */
export function keyFieldOf(path: string): string | undefined {
	return KEYS[path];
}

/** Returns the name in the ledger of the key in some values; nothing if they have none. @param api its URL */
export function searchKeyOf(api: string, path: string, values: IDataObject): string | undefined {
	const field = keyFieldOf(path);
	const value = field === undefined ? undefined : values[field];
	if (value === undefined || value === null || value === '') return undefined;
	return `${api} ${path} ${normalized(value as string)}`;
}
