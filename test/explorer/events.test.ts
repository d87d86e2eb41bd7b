import { print } from '../faults/print';
import { eventCases, walkEvents } from './events';
import { expectPaths, reachOf, useWorld } from './exploreAll';

/*
 * Every true event starts the workflow once, and no false one does, whatever happens to one delivery or one request.
 * `EVENT` selects histories.
 */

const selected = new RegExp(process.env.EVENT ?? '');
const reach = reachOf({ oneFaultIn: 7, oneIn: 997 });

describe.each(eventCases.filter(({ title }) => selected.test(title)))(
	'$title',
	({ title, history, salt }) => {
		const world = useWorld(history.service);

		test('every event starts the workflow once', async () => {
			const { paths, violations } = await walkEvents(world, history, salt, reach);
			print(`events, ${title}`, { paths, violations: violations.length });
			expectPaths(paths);
			expect(violations.slice(0, 3)).toEqual([]);
		}, 3_600_000);
	},
);
