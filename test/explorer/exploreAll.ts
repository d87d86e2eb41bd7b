import type { SimulatorOptions } from '../../simulator';
import { isCi } from '../cases';
import { print } from '../faults/print';
import type { Case } from './cases/case';
import type { Reach } from './explore';
import { walkCase } from './walk';
import { World } from './world';

/** A developer's machine walks one path in so many of those that CI walks. */
const DEVELOPER = isCi ? 1 : 11;

/**
 * Returns which paths are walked, unless `FAULTS`, how many faults a path may have, and `ONE_IN` say otherwise: `ONE_IN=1`
 * walks all. With primes, each kind of fault is still there.
 */
export function reachOf({ maxFaults = 1, oneFaultIn = 1, oneIn = 211 }: Partial<Reach>): Reach {
	const { FAULTS, ONE_IN } = process.env;
	return {
		maxFaults: Number(FAULTS ?? maxFaults),
		oneFaultIn: Number(ONE_IN ?? oneFaultIn * DEVELOPER),
		oneIn: Number(ONE_IN ?? oneIn * DEVELOPER),
	};
}

/** Expects that CI walks more than so many paths: another machine may walk the one on which nothing happens only. */
export function expectPaths(paths: number, least = 5) {
	expect(paths).toBeGreaterThan(isCi ? least : 0);
}

interface ExploreOptions extends Partial<Reach> {
	/** Of the service. */
	service?: SimulatorOptions;
	/** The faults that can happen, by their names. */
	alphabet?: RegExp;
	/** Whether n8n uses the credential for OAuth2, whose tokens expire. */
	isOAuth2?: boolean;
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
 * expression, selects cases by their names.
 */
export function exploreAll(
	cases: Case[],
	{ service, alphabet = /./, isOAuth2 = false, ...some }: ExploreOptions = {},
) {
	const world = useWorld(service);
	const reach = reachOf({ maxFaults: 2, ...some });
	const selected = new RegExp(process.env.CASE ?? '');
	const counts = { paths: 0, items: 0, unconfirmed: 0 };
	afterAll(() => {
		const { paths, items, unconfirmed } = counts;
		const title = `${expect.getState().testPath!.split('/').at(-1)}, up to ${reach.maxFaults} faults`;
		print(title, {
			paths,
			'unconfirmed, in percent': Math.round((1000 * unconfirmed) / items) / 10,
		});
	});

	test.each(cases.filter(({ name }) => selected.test(name)))(
		'$name',
		async (one) => {
			world.front.alphabet = alphabet;
			world.signIn(isOAuth2);
			const { paths, items, unconfirmed, violations } = await walkCase(world, one, reach);
			counts.paths += paths;
			counts.items += items;
			counts.unconfirmed += unconfirmed;
			expectPaths(paths);
			expect(violations.slice(0, 3)).toEqual([]);
		},
		3_600_000,
	);
}
