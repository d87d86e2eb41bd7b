import fc from 'fast-check';

/** How many cases each property is tried with, and which ones; a failure says the seed as well. */
const CASES = Number(process.env.FUZZ_CASES ?? 10_000);
const SEED = Number(process.env.FUZZ_SEED ?? 4);

/** Tries a property with many cases, made smaller where it fails. @param share of the cases */
export function holds<T>(
	arbitrary: fc.Arbitrary<T>,
	property: (value: T) => void,
	share = 1,
): void {
	fc.assert(fc.property(arbitrary, property), { numRuns: CASES * share, seed: SEED });
}

/** The same for what takes its time. */
export async function holdsSoon<T>(
	arbitrary: fc.Arbitrary<T>,
	property: (value: T) => Promise<void>,
	share = 1,
): Promise<void> {
	const numRuns = CASES * share;
	await fc.assert(fc.asyncProperty(arbitrary, property), { numRuns, seed: SEED });
}

/** Far cheaper than `expect`, which counts where something is checked a million times. */
export function must(condition: unknown, ...about: unknown[]): asserts condition {
	if (condition) return;
	throw new Error(`not so: ${about.map((one) => fc.stringify(one)).join(' ')}`);
}

/** Text of any characters, no halves of one. */
export const anyText = fc.string({ unit: 'binary', maxLength: 20 });

/** Names that objects have already, that lead elsewhere, or that are cut apart by careless readers. */
const oddNames = [
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'valueOf',
	'hasOwnProperty',
	'length',
	'then',
	'0',
	'hmac',
	'a[]',
	'a.b',
	'a:b',
	'"',
	'\\',
	'\u2028',
	'\0',
	'..',
	'',
];

export const oddName = fc.constantFrom(...oddNames);

/** JSON of any shape, often with names that stand in `names`. */
export function jsonOf(...names: string[]): fc.Arbitrary<unknown> {
	const name = fc.oneof(
		{ weight: 4, arbitrary: fc.constantFrom(...names, 'a', 'b') },
		{ weight: 1, arbitrary: anyText },
		{ weight: 1, arbitrary: oddName },
	);
	const { value } = fc.letrec<{ value: unknown; leaf: unknown; list: unknown; object: unknown }>(
		(tie) => ({
			value: fc.oneof(
				{ depthSize: 'small', maxDepth: 4, withCrossShrink: true },
				tie('leaf'),
				tie('object'),
				tie('list'),
			),
			leaf: fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.double(finite), anyText),
			list: fc.array(tie('value'), { maxLength: 4 }),
			object: fc.dictionary(name, tie('value'), { maxKeys: 6, noNullPrototype: true }),
		}),
	);
	return value;
}

const finite = { noNaN: true, noDefaultInfinity: true };

/** Objects of JSON. */
export function jsonObjectOf(...names: string[]): fc.Arbitrary<Record<string, unknown>> {
	return jsonOf(...names).map((value) =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? (value as Record<string, unknown>)
			: { a: value },
	);
}

/** Anything that may be thrown, or come out of an expression. */
export const anything: fc.Arbitrary<unknown> = fc.anything({
	maxDepth: 3,
	withBigInt: true,
	withBoxedValues: true,
	withDate: true,
	withMap: true,
	withNullPrototype: true,
	withObjectString: true,
	withSet: true,
	withSparseArray: true,
	withTypedArray: true,
});
