import type { RunResult } from './run';

/** Expects a run without an error. @returns its output */
export async function succeeded<T extends RunResult>(running: Promise<T>): Promise<T> {
	const result = await running;
	expect(result.error).toBeUndefined();
	return result;
}

/** Returns the hints of a run, which the editor shows. */
export function hintsOf({ run: { data } }: RunResult): string[] | undefined {
	return data.resultData.runData.Payments!.at(-1)!.hints?.map(({ message }) => message);
}

/** The words for an item behind a message, by its position from 0: ` (1st item)`. */
export function nthItem(index: number): string {
	const ends = /(^|[^1])[1-3]$/.test(String(index + 1)) ? ['st', 'nd', 'rd'] : [];
	return ` (${index + 1}${ends[index % 10] ?? 'th'} item)`;
}

/** Returns the position from 0 of the item that a message ends with. */
export function itemNamed(message: string): number {
	return Number(/\((\d+)(st|nd|rd|th) item\)$/.exec(message)![1]) - 1;
}

/** A value as a message quotes it. */
export function quoteOf(value: unknown): string {
	if (typeof value === 'number' || typeof value === 'boolean') return `: ${String(value)}`;
	if (typeof value !== 'string') return '';
	const text = value.trim().replaceAll('\n', ' ');
	return `: "${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
}

/** Returns a message without the value that it quotes. */
export function withoutValue(message = ''): string {
	return message.replace(/: ("[^]*"|-?[\d.]+|true|false|Infinity)$/, '');
}

/** Returns the items from 0 that the description of an error names behind some words: `1st, 2nd, 4th to 9th`. */
export function itemsNamed({ error }: RunResult, words: string): number[] {
	const [, list = ''] = new RegExp(`${words}: ([^.]*)\\.`).exec(error?.description ?? '') ?? [];
	return list.split(', ').flatMap((range) => {
		const [from, to = from] = range.match(/\d+/g)?.map(Number) ?? [];
		return from === undefined ? [] : Array.from({ length: to! - from + 1 }, (_, n) => from - 1 + n);
	});
}
