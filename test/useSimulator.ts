import { startSimulator as start, type Simulator, type SimulatorOptions } from '../simulator';
import { followClock } from './clock';
import { observer, takeViolations } from './contract/observer';

/** The violations that the current test causes on purpose. */
let planted: RegExp[] = [];

/**
 * Expects differences from the contract in the current test, which it brings about on purpose. The test fails
 * without them, and with any other.
 */
export function mustViolate(...patterns: RegExp[]) {
	planted.push(...patterns);
}

function mustFollowContract() {
	const found = takeViolations();
	const expected = planted;
	planted = [];
	expect(found.filter((text) => !expected.some((one) => one.test(text)))).toEqual([]);
	expect(expected.filter((one) => !found.some((text) => one.test(text)))).toEqual([]);
}

afterEach(mustFollowContract);
afterAll(mustFollowContract);

/**
 * Starts a simulator whose requests, responses and notifications must be as in the contract, or the test
 * fails.
 */
export async function startSimulator(options?: SimulatorOptions): Promise<Simulator> {
	return await start({ observer, ...followClock(), ...options });
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
