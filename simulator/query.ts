/** Lists in a query: `statuses[]=a`, `statuses[0]=a` and a repeated `statuses=a` all mean one. */
const listNames = new Set(['statuses', 'location_ids', 'user_ids']);

/** Reads a query string; names in brackets become lists. */
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
