import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { entryOf, nameWithin } from '../../handlers/once/ledger/version';
import { normalizeStatus } from '../../shared/chargeStatus';
import { hints } from '../../shared/messages/hints';
import { parameters } from '../../shared/messages/parameters';
import { amountOf } from '../../shared/money';
import { defined } from '../../shared/record';
import { fitsCurrency, issue, type Rules } from '../../validation/rules';

/** The list of a record with its variations. */
const LIST = 'variations';

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
	existing_variation?: Array<{ id: string } & Record<string, unknown>>;
}

/**
 * Returns changes by the names of the record. Each field of a variation is a change of its own: of two items that change
 * different ones, a later try of the first still has its own.
 */
export function byRecord({ publish, category_ids, existing_variation = [], ...rest }: Fields) {
	const ofVariations = existing_variation.flatMap(({ id, ...fields }) =>
		Object.entries(fields).map(([name, value]) => [nameOf(id, name), value] as const),
	);
	const renamed = { is_published: publish, category_id: category_ids };
	return defined({ ...rest, ...renamed, ...Object.fromEntries(ofVariations) });
}

function nameOf(id: unknown, name: string): string {
	return nameWithin(LIST, String(id).toLowerCase(), name);
}

/** Returns the IDs of the variations in changes, in their order. */
function idsIn(changes: IDataObject): string[] {
	const ids = Object.keys(changes).map((name) => /^variations\.(.+)\.\w+$/.exec(name)?.[1]);
	return [...new Set(ids)].filter((id) => id !== undefined);
}

/** Returns changes with the fields that the Payments API requires, or resets if they are left out. */
export function merge(record: IDataObject, changes: IDataObject): IDataObject {
	const { name, currency, is_manageable, is_pinned, quantity_alert_level } = record;
	const is_published = isPublished(record);
	const price = amountOf(record.price) ?? undefined;
	const stock = { is_manageable: true, quantity_alert_level: quantity_alert_level ?? 0 };
	return {
		...defined({ name, currency, price, is_published, is_manageable, is_pinned }),
		...('quantity' in changes && stock),
		...changes,
		existing_variation: idsIn(changes).map((id) => variationWith(record, id, changes)),
	};
}

/** Returns whether a product is published: an older record has only a status (docs/interface.md, Product). */
function isPublished({ is_published, status }: IDataObject) {
	return is_published ?? (status ? normalizeStatus(status) === 'published' : undefined);
}

/** Returns a variation with changes, and all fields that the Payments API requires; only its ID if there is no such variation. */
function variationWith(record: IDataObject, id: string, changes: IDataObject) {
	const found = entryOf(record, LIST, id);
	if (!found) return { id };
	const values = [1, 2, 3].map((place) => `variation_value_${place}`);
	return defined({
		...Object.fromEntries(values.map((value) => [value, found[value] ?? undefined])),
		id: found.id,
		price: changes[nameOf(id, 'price')] ?? amountOf(found.price) ?? undefined,
		quantity:
			changes[nameOf(id, 'quantity')] ?? found.quantity ?? (record.is_manageable ? undefined : 0),
		quantity_alert_level: found.quantity_alert_level ?? 0,
	});
}

/** A product with changes (`merge`). */
interface Changed extends Record<string, unknown> {
	currency?: string;
	is_published?: unknown;
	existing_variation: IDataObject[];
}

/** Returns the rules for a product with changes, which turn it into the body of the request. */
export function rulesFor(changes: IDataObject): Rules {
	return z
		.custom<Changed>()
		.superRefine(({ currency, is_published, existing_variation: rows }, context) => {
			// Without the flag, HitPay would publish a draft.
			if (is_published === undefined) issue(context, 'publish', notShown);
			if ('price' in changes) fitsCurrency(context, 'price', changes.price, currency);
			for (const [index, row] of rows.entries()) {
				const place = ['existing_variation', index] as const;
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
