/** Names of lists: `statuses[]=a`, `statuses[0]=a` and a repeated `statuses=a` are equal. */
const listNames = new Set(['statuses', 'location_ids', 'user_ids']);

/** Parses a query string. Names with brackets are lists, or objects if there is a name in the brackets. */
export function parseQuery(
	text: string,
): Record<string, string | string[] | Record<string, string>> {
	const query: Record<string, string | string[]> = {};
	const objects: Record<string, Record<string, string>> = {};
	for (const [key, value] of new URLSearchParams(text)) {
		const [, object, part] = /^(metadata)\[(.+)\]$/.exec(key) ?? [];
		if (object && part) {
			objects[object] = { ...objects[object], [part]: value };
			continue;
		}
		const name = key.replace(/\[\d*\]$/, '');
		const before = query[name];
		if (name !== key || listNames.has(name)) {
			query[name] = [...(before === undefined ? [] : [before].flat()), value];
		} else {
			query[name] = value;
		}
	}
	return { ...query, ...objects };
}
