import { isCi } from '../cases';
import { print } from '../faults/print';
import { useWorld } from './exploreAll';
import { histories, walkPolls } from './polls';

/*
 * Every new record or status starts the workflow once, and no old one does, whatever happens to one request or between two
 * polls. `FAULTS` is how many things may happen on a path, `EVENT` selects histories; `ONE_IN=1` walks all paths.
 */

const world = useWorld({ maxPerPage: 10, cursors: 'numbers' });
const selected = new RegExp(process.env.EVENT ?? '');
const maxFaults = Number(process.env.FAULTS ?? 1);
/** Primes: each kind of what can happen is still there. */
const oneFaultIn = Number(process.env.ONE_IN ?? (isCi ? 3 : 11));
const oneIn = Number(process.env.ONE_IN ?? 997);

test.each(histories.filter(({ event }) => selected.test(event)))(
	'$event',
	async (history) => {
		const reach = { maxFaults, oneFaultIn, oneIn };
		const { paths, violations } = await walkPolls(world, history, reach);
		print(`polls, ${history.event}`, { paths, violations: violations.length });
		expect(paths).toBeGreaterThan(5);
		expect(violations.slice(0, 3)).toEqual([]);
	},
	3_600_000,
);
