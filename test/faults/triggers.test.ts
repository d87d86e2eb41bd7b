import fc from 'fast-check';

import { eventCases, walkEvent } from '../explorer/events';
import { planned, type Choose } from '../explorer/explore';
import { useWorld } from '../explorer/exploreAll';
import { histories, walkPoll } from '../explorer/polls';
import { print } from './print';

/*
 * Two things happen to deliveries, requests or polls on a path, by a seed: every true event starts the workflow once, and
 * no false one does. test/explorer walks all paths on which one does.
 */

const seed = Number(process.env.SEED ?? 1);

/** How many paths of each history are walked. */
const COUNT = Number(process.env.PATHS ?? 8);

const selected = new RegExp(process.env.EVENT ?? '');

/** How many choices of a path leave all as it is, and what follows. */
const faults = fc.array(fc.record({ skipped: fc.nat({ max: 5 }), fault: fc.nat() }), {
	minLength: 2,
	maxLength: 2,
});

async function tryPaths(
	title: string,
	walk: (choose: Choose) => Promise<{ found: string[]; log: string[] }>,
) {
	const path = fc.asyncProperty(faults, async (chosen) => {
		const { found, log } = await walk(planned(chosen));
		if (found.length > 0) throw new Error(`${found.join('; ')}\n${log.join('\n')}`);
	});
	await fc.assert(path, { seed, numRuns: COUNT });
	print(title, { seed, paths: COUNT });
}

describe.each(eventCases.filter(({ title }) => selected.test(title)))(
	'Payments Trigger: $title',
	({ title, history, salt }) => {
		const world = useWorld(history.service);

		test('every event starts the workflow once', async () => {
			await tryPaths(title, (choose) => walkEvent(world, history, salt, choose));
		}, 3_600_000);
	},
);

describe('Payments Poll Trigger', () => {
	const world = useWorld({ maxPerPage: 10, cursors: 'numbers' });

	test.each(histories.filter(({ event }) => selected.test(event)))(
		'$event: every record starts the workflow once',
		async (history) => {
			await tryPaths(history.event, (choose) => walkPoll(world, history, choose));
		},
		3_600_000,
	);
});
