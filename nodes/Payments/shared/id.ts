/**
 * Characters that lead elsewhere in a URL, or that a server may decode or drop: an ID has none of them. Two dots do so
 * without any.
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
 * @throws RangeError if the ID is none: rules and readers refuse it before
 */
export function recordPath(list: string, id: string): string {
	return `${list}/${inPath(id)}`;
}

/** Returns an ID as a part of a path. @throws as `recordPath` */
export function inPath(id: unknown): string {
	if (!isId(id)) throw new RangeError('A path was built without an ID');
	return encodeURIComponent(id);
}
