import { startSimulator as start, type Simulator, type SimulatorOptions } from '../simulator';
import { mustFollowContract, observer } from './contract/observer';

export { mustViolate } from './contract/observer';

mustFollowContract();

/**
 * Starts a simulator whose requests, responses and notifications must be as in the contract, or the test
 * fails.
 */
export async function startSimulator(options?: SimulatorOptions): Promise<Simulator> {
	return await start({ observer, ...options });
}

/**
 * Starts a simulator for the tests of a file or a `describe`, and resets it before each.
 *
 * @returns the simulator, for hooks and tests: before it is started, the object is empty
 */
export function useSimulator(options?: SimulatorOptions): Simulator {
	const simulator = {} as Simulator;
	beforeAll(() => startAs(simulator, options));
	beforeEach(() => simulator.reset());
	afterAll(() => simulator.close());
	return simulator;
}

/** Starts one for each test: where records of the tests before it would be in the way. */
export function useFreshSimulator(options?: SimulatorOptions): Simulator {
	const simulator = {} as Simulator;
	beforeEach(() => startAs(simulator, options));
	afterEach(() => simulator.close());
	return simulator;
}

async function startAs(simulator: Simulator, options?: SimulatorOptions) {
	const started = await startSimulator(options);
	Object.defineProperties(simulator, Object.getOwnPropertyDescriptors(started));
}
