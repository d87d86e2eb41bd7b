import type { IDataObject } from 'n8n-workflow';

/** The result of a lookup: the record of the request, no record, records of which one may be it, or nothing was read. */
export type Evidence =
	| { kind: 'found'; record: IDataObject }
	| { kind: 'absent'; reason: string }
	| { kind: 'maybe'; reason: string }
	| { kind: 'unreadable'; reason: string };

/** How many sums are compared (choice). They grow with the open requests on a record: with more, nothing is certain. */
const MAX_SUMS = 10_000;

/**
 * Returns whether the change of a total proves a request.
 *
 * @param moved by how much the total changed since before the request, in ten-thousandths
 * @param amount how much the request adds to it
 * @param others the possible changes by each other request, of which one is right
 */
export function explain(
	moved: number,
	amount: number,
	others: number[][],
): 'found' | 'absent' | 'maybe' {
	const sums = sumsOf(others);
	if (!sums) return 'maybe';
	const [isWith, isWithout] = [sums.has(moved - amount), sums.has(moved)];
	if (isWith === isWithout) return 'maybe';
	return isWith ? 'found' : 'absent';
}

/** Returns all sums of one value of each list; nothing if there are too many. */
export function sumsOf(all: number[][]): Set<number> | undefined {
	let sums = new Set([0]);
	for (const values of all) {
		sums = new Set([...sums].flatMap((sum) => values.map((value) => sum + value)));
		if (sums.size > MAX_SUMS) return undefined;
	}
	return sums;
}
