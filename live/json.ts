export type Json = Record<string, unknown>;

/** Returns an object as it is, and an empty one for anything else. */
export function objectOf(value: unknown): Json {
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isObject ? (value as Json) : {};
}

/** Returns the records of a list, in pages or not. */
export function recordsOf(body: unknown): Json[] {
	const list = Array.isArray(body) ? (body as unknown[]) : objectOf(body).data;
	return Array.isArray(list) ? list.map(objectOf) : [];
}

/** Returns the ID of a record, if it can be sent in a path. */
export function idOf({ id }: Json = {}): string | undefined {
	return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : undefined;
}
