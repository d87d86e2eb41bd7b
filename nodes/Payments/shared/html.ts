const HTML_ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	'#39': "'",
};

/** Returns a text as it was before an API escaped it for HTML. */
export function unescaped(text: string): string {
	return text.replace(
		/&(amp|lt|gt|quot|#0?39);/g,
		(_, name: string) => HTML_ENTITIES[name.replace('#0', '#')]!,
	);
}
