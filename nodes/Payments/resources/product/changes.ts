import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { entryOf, nameWithin, partsOf } from '../../handlers/once/ledger/version';
import { hints } from '../../shared/messages/hints';
import { parameters } from '../../shared/messages/parameters';
import { amountOf } from '../../shared/money';
import { defined } from '../../shared/record';
import { fitsCurrency, issue, type Rules } from '../../validation/rules';

/** The list of a record with its variations. */
const LIST = 'variations';

/** Its name in a request. */
const LISTED = 'existing_variation';

/** The fields of a request that a record has by the same names. */
const SAME = [
	...['name', 'price', 'description', 'quantity', 'quantity_alert_level'],
	...['is_manageable', 'is_pinned'],
];

/** A value that an update has to send along is neither entered nor in the record. */
const notShown = parameters.empty(hints.notShown);

/** The changes of an update, by the names of the Payments API. */
interface Fields extends Record<string, unknown> {
	publish?: boolean;
	category_ids?: string[];
	existing_variation?: Entry[];
}

/** The changes of a variation. */
type Entry = { id: string } & Record<string, unknown>;

/**
 * Returns changes by the names of the record. Each field of a variation is a change of its own: of two items that change
 * different ones, a later try of the first still has its own.
 */
export function byRecord({ publish, category_ids, existing_variation = [], ...rest }: Fields) {
	const ofVariations = existing_variation.flatMap(namedChanges);
	const renamed = { is_published: publish, category_id: category_ids };
	return defined({ ...rest, ...renamed, ...Object.fromEntries(ofVariations) });
}

function nameOf(id: unknown, name: string): string {
	return nameWithin(LIST, String(id).toLowerCase(), name);
}

/** Returns the changes of an entry by their names in the record, without the fields that are not entered. */
function namedChanges({ id, ...fields }: Entry): Array<[string, IDataObject[string]]> {
	return Object.entries(defined(fields)).map(([name, value]) => [nameOf(id, name), value]);
}

/** Refuses an entry without a change, and a second change of the same field: one of the two would be lost. */
export function checkEntries(
	{ existing_variation: entries = [] }: Fields,
	context: z.RefinementCtx,
) {
	const names = new Set<string>();
	for (const [index, entry] of entries.entries()) {
		const named = namedChanges(entry).map(([name]) => name);
		const place = [LISTED, index] as const;
		if (named.length === 0) issue(context, [...place, 'price'], parameters.empty(hints.someChange));
		for (const name of named) {
			const { part } = partsOf(name)!;
			if (names.has(name)) issue(context, [...place, part], parameters.changedTwice);
			names.add(name);
		}
	}
}

/** Returns the IDs of the variations in changes, in their order. */
function idsIn(changes: IDataObject): string[] {
	const ids = Object.keys(changes).map((name) => partsOf(name)?.id);
	return [...new Set(ids)].filter((id) => id !== undefined);
}

/** Returns changes with the fields that the Payments API requires, or resets if they are left out. */
export function merge(record: IDataObject, changes: IDataObject): IDataObject {
	const { name, currency, quantity_alert_level } = record;
	const price = amountOf(record.price) ?? undefined;
	const is_manageable = countsStock(record, changes);
	const flags = { is_published: isPublished(record), is_pinned: flagOf(record.is_pinned) };
	return {
		...defined({ name, currency, price, ...flags, is_manageable }),
		...('quantity' in changes && { quantity_alert_level: quantity_alert_level ?? 0 }),
		...changes,
		isVaried: Array.isArray(record[LIST]) && record[LIST].length > 0,
		existing_variation: idsIn(changes).map((id) =>
			variationWith(record, id, changes, is_manageable),
		),
	};
}

/** Returns whether a product is published: an older record has only a status (docs/interface.md, Product). */
function isPublished({ is_published, status }: IDataObject): boolean | undefined {
	return flagOf(is_published) ?? flagOf(status);
}

/** Returns whether the stock is counted after changes; nothing if neither the record nor a quantity shows it. */
function countsStock({ is_manageable }: IDataObject, changes: IDataObject): boolean | undefined {
	if ('quantity' in changes) return true;
	const isEntered = Object.keys(changes).some((name) => partsOf(name)?.part === 'quantity');
	return flagOf(is_manageable) ?? (isEntered || undefined);
}

/** The forms of a flag in a record, in lower case. */
const ON = ['1', 'true', 'published'];
const OFF = ['0', 'false', 'draft'];

/** Reads a flag of a record; nothing if it is not shown. */
function flagOf(value: unknown): boolean | undefined {
	const text = String(value).toLowerCase();
	return ON.includes(text) || (OFF.includes(text) ? false : undefined);
}

/** Returns a variation with changes, and all fields that the Payments API requires; only its ID if there is no such variation. */
function variationWith(
	record: IDataObject,
	id: string,
	changes: IDataObject,
	isCounted: boolean | undefined,
) {
	const found = entryOf(record, LIST, id);
	if (!found) return { id };
	const values = [1, 2, 3].map((place) => `variation_value_${place}`);
	return defined({
		...Object.fromEntries(values.map((value) => [value, found[value] ?? undefined])),
		id: found.id,
		price: changes[nameOf(id, 'price')] ?? amountOf(found.price) ?? undefined,
		quantity:
			changes[nameOf(id, 'quantity')] ?? found.quantity ?? (isCounted === false ? 0 : undefined),
		quantity_alert_level: found.quantity_alert_level ?? 0,
	});
}

/** A product with changes (`merge`). */
interface Changed extends Record<string, unknown> {
	currency?: string;
	is_published?: unknown;
	is_manageable?: unknown;
	/** Whether it has variations, each with a quantity of its own. */
	isVaried: boolean;
	existing_variation: IDataObject[];
}

/** Returns the rules for a product with changes, which turn it into the body of the request. */
export function rulesFor(changes: IDataObject): Rules {
	return z
		.custom<Changed>()
		.superRefine(({ currency, is_published, is_manageable, isVaried, ...others }, context) => {
			const { existing_variation: rows } = others;
			if (isVaried && 'quantity' in changes) issue(context, 'quantity', parameters.ofVariations);
			// Without the flags, HitPay would publish a draft, and count a stock that is none.
			if (is_published === undefined) issue(context, 'publish', notShown);
			if (is_manageable === undefined) issue(context, isVaried ? LISTED : 'quantity', notShown);
			if ('price' in changes) fitsCurrency(context, 'price', changes.price, currency);
			for (const [index, row] of rows.entries()) {
				const place = [LISTED, index] as const;
				if (Object.keys(row).length === 1) {
					issue(context, [...place, 'id'], parameters.noSuchVariation);
				} else if (!('quantity' in row)) {
					issue(context, [...place, 'quantity'], notShown);
				} else if (nameOf(row.id, 'price') in changes) {
					fitsCurrency(context, [...place, 'price'], row.price, currency);
				}
			}
		})
		.transform(({ existing_variation: rows, ...product }) =>
			defined({
				...Object.fromEntries(SAME.map((name) => [name, product[name]])),
				category_ids: product.category_id,
				publish: product.is_published,
				existing_variation: rows.length > 0 ? rows : undefined,
			}),
		);
}
