import { createHash } from 'node:crypto';
import fc from 'fast-check';

/** Where something stands in JSON: names and positions, from the outside in. */
type Path = Array<string | number>;

/** One answer that is not what it should be: its body, and whether it is JSON at all. */
export interface Odd {
	body: string;
	/** What it says as JSON; nothing where it is none. */
	json?: unknown;
}

const OTHER_ID = '9f1c7c7e-0000-4000-8000-00000000dead';

/** What a value may be in place of what it should be. */
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

/** What may stand where the body of JSON should be. */
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

/** All places in a value, itself included; of a list its first entries. */
function placesIn(value: unknown, at: Path = []): Path[] {
	if (typeof value !== 'object' || value === null) return [at];
	const entries = Array.isArray(value)
		? value.slice(0, 3).map((one, index) => [index, one] as const)
		: Object.entries(value);
	return [at, ...entries.flatMap(([name, one]) => placesIn(one, [...at, name]))];
}

/** What is made of the value at a place: another one, or none. */
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
 * Answers that are not what they should be, made of one that is: something in it is replaced, left out,
 * wrapped or doubled, once or twice; or the body as a whole is something else.
 */
export function oddOf(body: string): fc.Arbitrary<string> {
	const byText = fc.constantFrom(...bodies).map((change) => change(body));
	const json = parsed(body);
	if (json === undefined) return byText;
	const step = fc.tuple(fc.nat(999), fc.constantFrom(...changes));
	const byPart = fc.array(step, { minLength: 1, maxLength: 2 }).map((steps) => {
		let whole: unknown = json;
		for (const [where, change] of steps) {
			const places = placesIn(whole).sort((one, other) => one.length - other.length);
			// The outer places matter most, and there are few of them.
			const index = Math.min(places.length - 1, Math.floor((where / 1000) ** 2 * places.length));
			whole = changed(whole, places[index]!, change);
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

/** Makes answers odd, in the same way for the same seed; each of the same kind in another way. */
export class Mutator {
	private count = 0;
	/** What was answered, in turn. */
	readonly answered: Odd[] = [];

	constructor(private readonly seed: string) {}

	private next(): number {
		return createHash('sha256').update(`${this.seed} ${this.count}`).digest().readInt32BE();
	}

	/** Makes an odd answer of the body that there is. */
	change(body: string): string {
		this.count += 1;
		const [odd = ''] = fc.sample(oddOf(body), { seed: this.next(), numRuns: 1, unbiased: true });
		this.answered.push({ body: odd, json: parsed(odd) });
		return odd;
	}
}

/** Words that no user should read: those of JavaScript, and of values that were not looked at. */
export const WORDS_OF_JAVASCRIPT =
	/Cannot (read|set|convert|destructure|access|create)|is not (a function|iterable|defined|an object|a constructor)|undefined|\[object |\bNaN\b|Invalid (time value|array length|Date|string length)|Unexpected (token|end|non-whitespace)|Maximum call stack|JSON\.parse|Reduce of empty/;
