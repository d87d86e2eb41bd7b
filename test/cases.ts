/** CI runs everything; `npm test` on a developer's machine runs a part of the longest lists of cases. */
export const isCi = Boolean(process.env.CI);

/**
 * Selects the cases of a long list: all of them in CI, else the first and every so many after it.
 *
 * @param step without a common divisor with the lengths of a list of combinations, each value is still there
 */
export function casesOf<T>(all: readonly T[], step: number): T[] {
	return all.filter((_, index) => isCi || index % step === 0);
}
