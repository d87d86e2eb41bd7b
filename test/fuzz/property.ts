import fc from 'fast-check';

/** How many cases each property is tried with, and which ones; a failure says the seed as well. */
const CASES = Number(process.env.FUZZ_CASES ?? 1_000);
const SEED = Number(process.env.FUZZ_SEED ?? 4);
/** Whether the first case that fails is enough. */
const endOnFailure = process.env.FUZZ_SHRINK === '0';

/** Runs a check with many generated cases, and reports the smallest that fails. @param share of the cases */
export function property<T>(
	arbitrary: fc.Arbitrary<T>,
	check: (value: T) => void,
	share = 1,
): void {
	const numRuns = Math.ceil(CASES * share);
	fc.assert(fc.property(arbitrary, check), { numRuns, seed: SEED, endOnFailure });
}

/** Runs an asynchronous check in the same way. */
export async function asyncProperty<T>(
	arbitrary: fc.Arbitrary<T>,
	check: (value: T) => Promise<void>,
	share = 1,
): Promise<void> {
	const numRuns = Math.ceil(CASES * share);
	const property = fc.asyncProperty(arbitrary, check);
	await fc.assert(property, { numRuns, seed: SEED, endOnFailure });
}

/** Throws where a condition is not met: much cheaper than `expect`, which matters in a million checks. */
export function invariant(condition: unknown, ...details: unknown[]): asserts condition {
	if (condition) return;
	throw new Error(`invariant violated: ${details.map((one) => fc.stringify(one)).join(' ')}`);
}

/** Text of any characters, without lone surrogates. */
export const anyText = fc.string({ unit: 'binary', maxLength: 20 });

/** Names that objects inherit, that traverse paths, or that careless parsers split. */
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

/** Generates JSON of any shape, often with the given names. */
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

/** Generates JSON objects. */
export function jsonObjectOf(...names: string[]): fc.Arbitrary<Record<string, unknown>> {
	return jsonOf(...names).map((value) =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? (value as Record<string, unknown>)
			: { a: value },
	);
}

/** Anything that code may throw or an expression may evaluate to. */
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
