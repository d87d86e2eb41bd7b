import type { IDataObject } from 'n8n-workflow';

import { amountOf } from '../../shared/money';
import { isObject } from '../../shared/record';
import { isBlank } from '../../validation/rules';

/** The numbers of entries, which some records have as text (docs/dialects.md, row 38). */
const NUMBERS = ['amount', 'discount', 'order', 'percentage_discount', 'quantity'];

/** Returns a discount with all fields, which the Payments API requires (docs/dialects.md, row 37). */
export function withAllFields(discount: IDataObject, index: number): IDataObject {
	return { name: 'Discount', discount: 0, percentage_discount: 0, order: index + 1, ...discount };
}

/** Reads the entries of a list of an invoice. @returns nothing if there are none, or one cannot be read */
export function readEntries(list: unknown): IDataObject[] | undefined {
	if (!Array.isArray(list) || list.length === 0) return undefined;
	const entries = (list as unknown[]).map(readEntry);
	return entries.every((one) => one !== undefined) ? entries : undefined;
}

function readEntry(entry: unknown): IDataObject | undefined {
	if (!isObject(entry)) return undefined;
	const read: IDataObject = {};
	for (const [name, value] of Object.entries(entry)) {
		if (isBlank(value)) continue;
		read[name] = NUMBERS.includes(name) ? amountOf(value) : value;
	}
	return Object.values(read).includes(null) ? undefined : read;
}
