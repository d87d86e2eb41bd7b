import fc from 'fast-check';
import { createHash } from 'node:crypto';

/** The path to a value in JSON: names and indexes, from the outside in. */
type Path = Array<string | number>;

/** A malformed response. */
export interface Odd {
	body: string;
	/** The parsed body; nothing if it is not JSON. */
	json?: unknown;
}

const OTHER_ID = '9f1c7c7e-0000-4000-8000-00000000dead';

/** Values that replace another one. */
const replacements: unknown[] = [
	null,
	{},
	[],
	'',
	'x',
	'null',
	'1,250.00',
	'2026-13-45T99:99:99Z',
	'9'.repeat(400),
	0,
	-1,
	1e308,
	12345,
	true,
	false,
	OTHER_ID,
	{ message: 'Done.' },
	{ id: OTHER_ID },
	{ toString: null, valueOf: null },
	{ length: 1, then: 1 },
	[null],
	[1, 'x', null, {}],
	[[[]]],
	'long '.repeat(10_000),
	'\u0000\ud800\u2028',
];

/** Functions that replace the whole body. */
const bodies: Array<(body: string) => string> = [
	() => '<!DOCTYPE html><html><body><h1>We will be back soon</h1></body></html>',
	() => '',
	() => '  \n',
	() => 'OK',
	() => 'undefined',
	() => '"a text"',
	() => '12345',
	(body) => body.slice(0, Math.floor(body.length / 2)),
	(body) => body.slice(0, -1),
	(body) => `${body}${body}`,
	(body) => `\u0000${body}`,
	(body) => `<!-- ${body} -->`,
	(body) => JSON.stringify(body),
	(body) => `[${body}]`,
	(body) => `[${body},${body}]`,
	(body) => `{"data":${body}}`,
	(body) => `{"__proto__":${body || '{}'}}`,
	(body) => body.replace('{', '{"__proto__":{"polluted":true},"constructor":{"prototype":null},'),
];

/** Returns the paths to all values in a value, itself included; of a list only its first entries. */
function pathsIn(value: unknown, at: Path = []): Path[] {
	if (typeof value !== 'object' || value === null) return [at];
	const entries = Array.isArray(value)
		? value.slice(0, 3).map((one, index) => [index, one] as const)
		: Object.entries(value);
	return [at, ...entries.flatMap(([name, one]) => pathsIn(one, [...at, name]))];
}

/** Changes a value, or removes it. */
type Change = (value: unknown) => { value: unknown } | undefined;

const changes: Change[] = [
	...replacements.map((value) => () => ({ value })),
	() => undefined,
	(value) => ({ value: [value] }),
	(value) => ({ value: { data: value } }),
	(value) => ({ value: [value, value] }),
	(value) => ({ value: String(JSON.stringify(value)) }),
	(value) => ({ value: typeof value === 'string' ? value.toUpperCase() : 7 }),
];

/** Returns a copy with the value at a path changed. */
function changed(whole: unknown, [name, ...rest]: Path, change: Change): unknown {
	if (name === undefined) return change(whole)?.value;
	const copy = (
		Array.isArray(whole) ? [...(whole as unknown[])] : { ...(whole as object) }
	) as Record<string | number, unknown>;
	if (rest.length > 0) {
		copy[name] = changed(copy[name], rest, change);
		return copy;
	}
	const made = change(copy[name]);
	if (made) copy[name] = made.value;
	else delete copy[name];
	return copy;
}

/**
 * Generates malformed responses from a valid one: one or two of its values are replaced, removed, wrapped or doubled, or
 * the whole body is replaced.
 */
export function oddOf(body: string): fc.Arbitrary<string> {
	const byText = fc.constantFrom(...bodies).map((change) => change(body));
	const json = parsed(body);
	if (json === undefined) return byText;
	const step = fc.tuple(fc.nat(999), fc.constantFrom(...changes));
	const byPart = fc.array(step, { minLength: 1, maxLength: 2 }).map((steps) => {
		let whole: unknown = json;
		for (const [where, change] of steps) {
			const paths = pathsIn(whole).sort((one, other) => one.length - other.length);
			// Prefers the outer values, which matter most and are few.
			const index = Math.min(paths.length - 1, Math.floor((where / 1000) ** 2 * paths.length));
			whole = changed(whole, paths[index]!, change);
		}
		return JSON.stringify(whole) ?? '';
	});
	return fc.oneof({ weight: 1, arbitrary: byText }, { weight: 3, arbitrary: byPart });
}

function parsed(body: string): unknown {
	try {
		return JSON.parse(body) as unknown;
	} catch {
		return undefined;
	}
}

/** Mutates responses: the same ones for the same seed, each in a different way. */
export class Mutator {
	private count = 0;
	/** The mutated responses, in order. */
	readonly answered: Odd[] = [];

	constructor(private readonly seed: string) {}

	private next(): number {
		return createHash('sha256').update(`${this.seed} ${this.count}`).digest().readInt32BE();
	}

	/** Mutates the body of a response. */
	change(body: string): string {
		this.count += 1;
		const [odd = ''] = fc.sample(oddOf(body), { seed: this.next(), numRuns: 1, unbiased: true });
		this.answered.push({ body: odd, json: parsed(odd) });
		return odd;
	}
}

/** Words that no user should read: of JavaScript, and of values that were not validated. */
export const WORDS_OF_JAVASCRIPT =
	/Cannot (read|set|convert|destructure|access|create)|is not (a function|iterable|defined|an object|a constructor)|undefined|\[object |\bNaN\b|Invalid (time value|array length|Date|string length)|Unexpected (token|end|non-whitespace)|Maximum call stack|JSON\.parse|Reduce of empty/;
