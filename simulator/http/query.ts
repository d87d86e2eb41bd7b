/** Names of lists: `statuses[]=a`, `statuses[0]=a` and a repeated `statuses=a` are equal. */
const listNames = new Set(['statuses', 'location_ids', 'user_ids']);

/** Parses a query string. Names with brackets are lists. */
export function parseQuery(text: string): Record<string, string | string[]> {
	const query: Record<string, string | string[]> = {};
	for (const [key, value] of new URLSearchParams(text)) {
		const name = key.replace(/\[\d*\]$/, '');
		const before = query[name];
		if (name !== key || listNames.has(name)) {
			query[name] = [...(before === undefined ? [] : [before].flat()), value];
		} else {
			query[name] = value;
		}
	}
	return query;
}
