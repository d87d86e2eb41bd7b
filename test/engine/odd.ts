import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Simulator } from '../../simulator';
import { Mutator, WORDS_OF_JAVASCRIPT } from '../fuzz/mutations';

/** How many odd answers each operation gets: more where nobody waits. */
export const ANSWERS = Number(process.env.ODD_ANSWERS ?? 10);
const SEED = Number(process.env.FUZZ_SEED ?? 4);

/**
 * Makes the simulator answer what it should not, until it is reset.
 *
 * @param what the same gives the same answers
 * @param method odd are the answers to this method only
 */
export function beOdd(simulator: Simulator, what: string, method?: string): Mutator {
	const mutator = new Mutator(`${SEED} ${what}`);
	simulator.fault({ method, times: Infinity, body: (body: string) => mutator.change(body) });
	return mutator;
}

/** The text for a user: there is one, and nothing of JavaScript. */
export function mustBeReadable(...texts: unknown[]) {
	for (const text of texts) {
		expect(typeof text).toBe('string');
		expect(text).toMatch(/\w/);
		expect(text).not.toMatch(WORDS_OF_JAVASCRIPT);
	}
}

/** The thrown error, if there is one. */
async function thrownBy(work: () => Promise<unknown>): Promise<Error | undefined> {
	return await work().then(
		() => undefined,
		(thrown: Error) => thrown,
	);
}

/** The thrown error states the cause and the remedy. */
export function mustBeAMessage(thrown: unknown) {
	if (!(thrown instanceof NodeApiError || thrown instanceof NodeOperationError)) throw thrown;
	mustBeReadable(thrown.message, thrown.description);
}

/**
 * Both outcomes are to happen, or nothing was tested.
 *
 * @param times of a few, all may fail: whether one works is then up to the seed
 */
export function mustBeBoth(failed: number, times: number) {
	expect(failed).toBeGreaterThan(times / 20);
	if (times >= 100) expect(failed).toBeLessThan(times);
}

/** Does something again and again: sometimes it is to work, and sometimes it is to fail with a message. */
export async function often(work: (index: number) => Promise<unknown>, times = ANSWERS) {
	let failed = 0;
	for (let index = 0; index < times; index += 1) {
		const thrown = await thrownBy(async () => await work(index));
		if (!thrown) continue;
		failed += 1;
		mustBeAMessage(thrown);
	}
	mustBeBoth(failed, times);
}
