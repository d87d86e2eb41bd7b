import type { IDataObject } from 'n8n-workflow';

import { entryOf } from '../../handlers/once/ledger/version';
import { amountOf } from '../../shared/money';

/** The lists in the body of an update. */
interface Lists {
	category_ids?: string[];
	existing_variation?: IDataObject[];
}

/**
 * Returns whether a record has the lists of a request, as far as it shows them. How HitPay reads lists is not certain
 * (docs/dialects.md, row 52), and one that it does not read changes nothing.
 */
export function showsLists(
	record: IDataObject,
	{ category_ids = [], existing_variation = [] }: Lists,
): boolean {
	return (
		hasAll(record.category_id, category_ids) &&
		existing_variation.every((row) =>
			hasValues(entryOf(record, 'variations', String(row.id as unknown)), row),
		)
	);
}

function hasAll(shown: unknown, ids: string[]): boolean {
	const isText = (one: unknown) => typeof one === 'string';
	if (!Array.isArray(shown) || !shown.every(isText)) return true;
	const all = shown.map((one) => one.toLowerCase());
	return ids.every((id) => all.includes(id.toLowerCase()));
}

function hasValues(shown: IDataObject = {}, row: IDataObject): boolean {
	return ['price', 'quantity'].every((name) => {
		const [one, other] = [amountOf(shown[name]), amountOf(row[name])];
		return one === null || other === null || one === other;
	});
}
