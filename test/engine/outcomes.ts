import type { RunResult } from './run';

/** Expects a run without an error. @returns its output */
export async function succeeded<T extends RunResult>(running: Promise<T>): Promise<T> {
	const result = await running;
	expect(result.error).toBeUndefined();
	return result;
}

/** Returns the items that the description of an error names behind some words: `0, 1, 3 to 8`. */
export function itemsNamed({ error }: RunResult, words: string): number[] {
	const [, list = ''] = new RegExp(`${words}: ([^.]*)\\.`).exec(error?.description ?? '') ?? [];
	return list.split(', ').flatMap((range) => {
		const [from, to = from] = range.match(/\d+/g)?.map(Number) ?? [];
		return from === undefined ? [] : Array.from({ length: to! - from + 1 }, (_, n) => from + n);
	});
}
