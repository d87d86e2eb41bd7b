/** Names that could change the prototype of all objects, if a workflow copies them (prototype pollution). */
const unsafeNames = ['__proto__', 'constructor', 'prototype'];

/**
 * Returns fields without unsafe names, and without NUL characters, which databases refuse. A name with a NUL character
 * is left out, since it could become another name. parse.ts limits the depth.
 */
export function safeFields(value: unknown): unknown {
	if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(safeFields);
	const entries = Object.entries(value).filter(([name]) => isSafe(name));
	return Object.fromEntries(entries.map(([name, one]) => [name, safeFields(one)]));
}

function isSafe(name: string): boolean {
	return !unsafeNames.includes(name) && !name.includes('\0');
}
