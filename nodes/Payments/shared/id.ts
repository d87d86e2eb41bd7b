/**
 * Matches an ID: no characters that lead to another path, or that a server may decode or drop. Two dots lead to another
 * path, too.
 */
const ID = /^[^/\\%?#\p{C}]{1,255}$/u;

/** Returns whether a value is an ID. Not all are documented as UUIDs. */
export function isId(value: unknown): value is string {
	return typeof value === 'string' && ID.test(value) && !/^\.+$/.test(value);
}

/**
 * Returns the path of a record.
 *
 * @param list the path of its list
 * @throws RangeError if it is not an ID: rules and readers refuse it earlier
 */
export function recordPath(list: string, id: string): string {
	return `${list}/${inPath(id)}`;
}

/** Returns an ID as a part of a path. @throws as `recordPath` */
export function inPath(id: unknown): string {
	if (!isId(id)) throw new RangeError('A path was built without an ID');
	return encodeURIComponent(id);
}
