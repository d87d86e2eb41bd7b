import { isCi } from '../cases';
import { print } from '../faults/print';
import { eventCases, walkEvents } from './events';
import { useWorld } from './exploreAll';

/*
 * Every true event starts the workflow once, and no false one does, whatever happens to one delivery or one request.
 * `FAULTS` is how many things may happen on a path, `EVENT` selects histories; `ONE_IN=1` walks all paths.
 */

const selected = new RegExp(process.env.EVENT ?? '');
const maxFaults = Number(process.env.FAULTS ?? 1);
/** Primes: each kind of what can happen is still there. */
const oneFaultIn = Number(process.env.ONE_IN ?? (isCi ? 3 : 7));
const oneIn = Number(process.env.ONE_IN ?? 997);

describe.each(eventCases.filter(({ title }) => selected.test(title)))(
	'$title',
	({ title, history, salt }) => {
		const world = useWorld(history.service);

		test('every event starts the workflow once', async () => {
			const reach = { maxFaults, oneFaultIn, oneIn };
			const { paths, violations } = await walkEvents(world, history, salt, reach);
			print(`events, ${title}`, { paths, violations: violations.length });
			expect(paths).toBeGreaterThan(5);
			expect(violations.slice(0, 3)).toEqual([]);
		}, 3_600_000);
	},
);
