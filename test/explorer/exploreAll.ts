import type { SimulatorOptions } from '../../simulator';
import { isCi } from '../cases';
import { print } from '../faults/print';
import type { Case } from './cases/case';
import { walkCase } from './walk';
import { World } from './world';

/** Of the paths with two faults, one in so many is walked, so that CI takes minutes; `ONE_IN=1` walks all of them. */
const ONE_IN = Number(process.env.ONE_IN ?? 101);

interface ExploreOptions {
	/** Of the service. */
	service?: SimulatorOptions;
	/** Whether two faults are tried on a developer's machine, too. */
	isCore?: boolean;
	/** The faults that can happen, by their names. */
	alphabet?: RegExp;
}

/** Starts a service before the tests of a block, and stops it after them. */
export function useWorld(options: SimulatorOptions = {}): World {
	const world = new World();
	beforeAll(async () => await world.start(options));
	afterAll(async () => await world.stop());
	return world;
}

/**
 * Tests that no promise of docs/reliability.md is broken on any path of some cases, whatever fails. `CASE`, a regular
 * expression, selects cases by their names; `FAULTS` is how many faults there may be on a path.
 */
export function exploreAll(
	cases: Case[],
	{ service, isCore = false, alphabet = /./ }: ExploreOptions = {},
) {
	const world = useWorld(service);
	const maxFaults = Number(process.env.FAULTS ?? (isCore || isCi ? 2 : 1));
	const selected = new RegExp(process.env.CASE ?? '');
	const counts = { paths: 0, items: 0, unconfirmed: 0 };
	afterAll(() => {
		const { paths, items, unconfirmed } = counts;
		const title = `${expect.getState().testPath!.split('/').at(-1)}, up to ${maxFaults} faults`;
		print(title, {
			paths,
			'unconfirmed, in percent': Math.round((1000 * unconfirmed) / items) / 10,
		});
	});

	test.each(cases.filter(({ name }) => selected.test(name)))(
		'$name',
		async (one) => {
			world.front.alphabet = alphabet;
			const { paths, items, unconfirmed, violations } = await walkCase(world, one, {
				maxFaults,
				oneIn: ONE_IN,
			});
			counts.paths += paths;
			counts.items += items;
			counts.unconfirmed += unconfirmed;
			expect(paths).toBeGreaterThan(10);
			expect(violations.slice(0, 3)).toEqual([]);
		},
		3_600_000,
	);
}
