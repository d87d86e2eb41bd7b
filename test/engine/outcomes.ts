import type { RunResult } from './run';

/** Expects a run without an error. @returns what came out of it */
export async function succeeded<T extends RunResult>(running: Promise<T>): Promise<T> {
	const result = await running;
	expect(result.error).toBeUndefined();
	return result;
}
