import type { RunResult } from './run';

/** Expects a run without an error. @returns its items */
export async function succeeded(running: Promise<RunResult>): Promise<RunResult['items']> {
	const { items, error } = await running;
	expect(error).toBeUndefined();
	return items;
}
