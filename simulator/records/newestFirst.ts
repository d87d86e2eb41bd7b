interface Dated {
	id: string;
	created_at: string;
}

/** Records in the order in which the service lists them: newest first, ties by falling id. */
export class NewestFirst<T extends Dated> {
	private readonly byId = new Map<string, T>();

	/** `items` is taken as it is and must be in order already. */
	constructor(readonly items: T[]) {
		for (const item of items) this.byId.set(item.id, item);
	}

	get(id: string): T | undefined {
		return this.byId.get(id.toLowerCase());
	}

	/** Puts a record where its time says. */
	add(item: T): T {
		this.items.splice(firstAfter(this.items, keyOf(item)), 0, item);
		this.byId.set(item.id, item);
		return item;
	}
}

/** Where a record stands in the order. */
export interface Key {
	/** Milliseconds since 1970. */
	at: number;
	id: string;
}

export function keyOf(record: Dated): Key {
	return { at: Date.parse(record.created_at), id: record.id };
}

/** Below zero when `a` comes before `b`. */
function compare(a: Key, b: Key): number {
	if (a.at !== b.at) return b.at - a.at;
	if (a.id === b.id) return 0;
	return a.id > b.id ? -1 : 1;
}

/** Index of the first record that comes after the key, which itself need not be there any more. */
export function firstAfter(items: readonly Dated[], key: Key): number {
	return search(items, (record) => compare(keyOf(record), key) > 0);
}

/** Index of the first record that is the key's or comes after it. */
export function firstFrom(items: readonly Dated[], key: Key): number {
	return search(items, (record) => compare(keyOf(record), key) >= 0);
}

/** A part of a list: from an index on, and up to before another one. */
export interface Range {
	start: number;
	end: number;
}

/**
 * Where the records of some days stand, both days included. Times of creation are written in business
 * time, so their first ten letters are the day there.
 */
export function rangeOf(items: readonly Dated[], from?: string, to?: string): Range {
	const day = ({ created_at }: Dated) => created_at.slice(0, 10);
	return {
		start: to === undefined ? 0 : search(items, (record) => day(record) <= to),
		end: from === undefined ? items.length : search(items, (record) => day(record) < from),
	};
}

function search(items: readonly Dated[], reached: (record: Dated) => boolean): number {
	let low = 0;
	let high = items.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (reached(items[middle] as Dated)) high = middle;
		else low = middle + 1;
	}
	return low;
}
