/** The media type of a form that may have files. */
export const FORM = 'multipart/form-data';

type Part = string | Parts;
interface Parts {
	[name: string]: Part;
}

/**
 * Reads a form without files, as PHP reads it: `names[]` and `names[0]` are lists, `name[part]` is an object. All values are
 * text.
 *
 * @param type the media type, with the boundary
 * @returns nothing if it cannot be read
 */
export function readForm(body: string, type: string): unknown {
	const [, boundary] = /boundary="?([^";]+)/.exec(type) ?? [];
	if (boundary === undefined || !body.endsWith(`--${boundary}--\r\n`)) return undefined;
	const parts = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);
	const fields: Parts = {};
	for (const part of parts) {
		const [, name, value] =
			/^\r\nContent-Disposition: form-data; name="([^"]+)"\r\n\r\n([^]*)$/i.exec(part) ?? [];
		if (name === undefined || value === undefined) return undefined;
		const [first = '', ...others] = name.replaceAll(']', '').split('[');
		add(fields, [first, ...others], value);
	}
	return withLists(fields);
}

function add(into: Parts, [name = '', ...others]: string[], value: string) {
	const key = name === '' ? String(Object.keys(into).length) : name;
	if (others.length === 0) into[key] = value;
	else add((into[key] ??= {}) as Parts, others, value);
}

function withLists(part: Part): unknown {
	if (typeof part === 'string') return part;
	const entries = Object.entries(part).map(([name, one]) => [name, withLists(one)] as const);
	const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
	return isList ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}

/** Writes a body as such a form. @returns also its media type */
export function writeForm(body: object): { type: string; body: string } {
	const given = Object.entries(body).filter(([, value]) => value !== undefined);
	const parts = given.flatMap(([name, value]) => partsOf(name, value));
	const text = parts.map((part) => `--x\r\n${part}\r\n`).join('');
	return { type: `${FORM}; boundary=x`, body: `${text}--x--\r\n` };
}

function partsOf(name: string, value: unknown): string[] {
	if (typeof value !== 'object' || value === null) {
		return [`Content-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}`];
	}
	const parts = Object.entries(value);
	// A list without entries is none of the other types, either.
	if (parts.length === 0) return partsOf(`${name}[]`, '');
	return parts.flatMap(([key, one]) => partsOf(`${name}[${key}]`, one));
}
