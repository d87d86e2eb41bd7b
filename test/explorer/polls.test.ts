import { print } from '../faults/print';
import { expectPaths, reachOf, useWorld } from './exploreAll';
import { histories, walkPolls } from './polls';

/*
 * Every new record or status starts the workflow once, and no old one does, whatever happens to one request or between two
 * polls. `EVENT` selects histories.
 */

const world = useWorld({ maxPerPage: 10, cursors: 'numbers' });
const selected = new RegExp(process.env.EVENT ?? '');
const reach = reachOf({ oneFaultIn: 7, oneIn: 997 });

test.each(histories.filter(({ event }) => selected.test(event)))(
	'$event',
	async (history) => {
		const { paths, violations } = await walkPolls(world, history, reach);
		print(`polls, ${history.event}`, { paths, violations: violations.length });
		expectPaths(paths);
		expect(violations.slice(0, 3)).toEqual([]);
	},
	3_600_000,
);
