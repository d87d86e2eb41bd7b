/** Returns whether two URLs are of the same webhook, regardless of their queries. */
export function isSameUrl(one: unknown, other: unknown): boolean {
	const url = withoutQuery(one);
	return url !== undefined && url === withoutQuery(other);
}

function withoutQuery(url: unknown): string | undefined {
	if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
	const { origin, pathname } = new URL(url);
	return origin + pathname.replace(/\/+$/, '');
}
