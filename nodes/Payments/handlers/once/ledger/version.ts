import type { IDataObject } from 'n8n-workflow';

import { parseAmount } from '../../../shared/money';
import { isObject, isRecordOf } from '../../../shared/record';

/** The last version of a record that was read or written. */
export interface Version {
	/** When it was read or written (`monotonic`). */
	at: number;
	/** When it was last changed by HitPay's clock, in milliseconds since 1970; NaN if it has no such time. */
	updatedAt: number;
	/** Numbers that only grow, such as the refunded amount. */
	totals: Record<string, number>;
	/** The values that were written, as the response showed them. */
	written: IDataObject;
}

/** Returns the name of a value of an entry in a list of a record. */
export function nameWithin(list: string, id: string, name: string): string {
	return `${list}.${id}.${name}`;
}

/** Returns the parts of the name of a value of an entry (`nameWithin`); nothing if it is the name of a field. */
export function partsOf(name: string): { list: string; id: string; part: string } | undefined {
	// An ID that nobody checked may have several lines.
	const [, list, id, part] = /^(\w+)\.(.+)\.(\w+)$/s.exec(name) ?? [];
	return list && id && part ? { list, id, part } : undefined;
}

/** Returns a value of a record, or of an entry in one of its lists (`nameWithin`). */
export function valueOf(record: IDataObject, name: string): unknown {
	if (name in record) return record[name];
	const parts = partsOf(name);
	return parts && entryOf(record, parts.list, parts.id)?.[parts.part];
}

/** Returns an entry in a list of a record, by its ID in upper or lower case. */
export function entryOf(record: IDataObject, list: string, id: string): IDataObject | undefined {
	const entries = Array.isArray(record[list]) ? (record[list] as unknown[]) : [];
	return entries.filter(isObject).find((one) => isRecordOf(id, one));
}

/** Returns when a record was last changed by HitPay's clock, in milliseconds since 1970; NaN if it has no such time. */
export function updatedAtOf({ updated_at }: IDataObject): number {
	return typeof updated_at === 'string' ? Date.parse(updated_at.replace(' ', 'T')) : Number.NaN;
}

/** Returns whether a record is older than the last version that this process read or wrote. */
export function isBehind(last: Version, record: IDataObject, totals: Version['totals']): boolean {
	const grown = Object.entries(last.totals).map(([name, total]) => totals[name]! - total);
	if (grown.some((one) => one < 0)) return true;
	// Times of several servers may differ; a total that has grown is certain.
	if (grown.some((one) => one > 0)) return false;
	const updatedAt = updatedAtOf(record);
	if (updatedAt < last.updatedAt) return true;
	// Somebody else may have changed the record since.
	if (updatedAt > last.updatedAt) return false;
	return Object.entries(last.written).some(
		([name, value]) => !isSameValue(valueOf(record, name), value),
	);
}

function isSameValue(one: unknown, other: unknown): boolean {
	const [amount, otherAmount] = [parseAmount(one), parseAmount(other)];
	if (!Number.isNaN(amount) && !Number.isNaN(otherAmount)) return amount === otherAmount;
	return JSON.stringify(one) === JSON.stringify(other);
}
