interface Dated {
	id: string;
	created_at: string;
}

/** Records in the order in which the API lists them: newest first, then by descending ID. */
export class NewestFirst<T extends Dated> {
	private readonly byId = new Map<string, T>();

	/** @param items records that are already in this order; the array is not copied */
	constructor(readonly items: T[]) {
		for (const item of items) this.byId.set(item.id, item);
	}

	get(id: string): T | undefined {
		return this.byId.get(id.toLowerCase());
	}

	/** Inserts a record by its time. */
	add(item: T): T {
		this.items.splice(firstAfter(this.items, keyOf(item)), 0, item);
		this.byId.set(item.id, item);
		return item;
	}
}

/** Records in order, which may be computed whenever they are read. */
export type List<T> = Pick<readonly T[], 'length' | 'at'>;

/** Inserts a record by its time into records whose times are written alike. */
export function insert<T extends Dated>(items: T[], item: T): T {
	const index = items.findIndex(({ created_at }) => created_at <= item.created_at);
	items.splice(index === -1 ? items.length : index, 0, item);
	return item;
}

/** Position of a record in the order. */
export interface Key {
	/** Milliseconds since 1970. */
	at: number;
	id: string;
}

export function keyOf(record: Dated): Key {
	return { at: Date.parse(record.created_at), id: record.id };
}

/** Returns a negative number if `a` is before `b`. */
function compare(a: Key, b: Key): number {
	if (a.at !== b.at) return b.at - a.at;
	if (a.id === b.id) return 0;
	return a.id > b.id ? -1 : 1;
}

/** Returns the index of the first record after the key, whose own record may be deleted. */
export function firstAfter(items: List<Dated>, key: Key): number {
	return search(items, (record) => compare(keyOf(record), key) > 0);
}

/** Returns the index of the first record at the key or after it. */
export function firstFrom(items: List<Dated>, key: Key): number {
	return search(items, (record) => compare(keyOf(record), key) >= 0);
}

/** A part of a list: from `start` up to, but without, `end`. */
export interface Range {
	start: number;
	end: number;
}

/**
 * Returns the range of the records of some days, both included. Times of creation are in business time, so
 * they begin with the day.
 */
export function rangeOf(items: List<Dated>, from?: string, to?: string): Range {
	const day = ({ created_at }: Dated) => created_at.slice(0, 10);
	return {
		start: to === undefined ? 0 : search(items, (record) => day(record) <= to),
		end: from === undefined ? items.length : search(items, (record) => day(record) < from),
	};
}

function search(items: List<Dated>, reached: (record: Dated) => boolean): number {
	let low = 0;
	let high = items.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (reached(items.at(middle) as Dated)) high = middle;
		else low = middle + 1;
	}
	return low;
}
