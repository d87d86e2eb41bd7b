import * as notified from '../../nodes/Payments/polling/notified';
import * as once from '../../nodes/Payments/run/eachEventOnce';
import { print } from '../faults/print';
import { histories } from './cases/notified';
import { expectPaths, reachOf, useWorld } from './exploreAll';
import { walkNotified } from './notified';

/*
 * A Payments Trigger with 'Each Event Once' and a Payments Poll Trigger with 'Only What Was Not Notified': each record starts
 * their workflow once, whatever happens to its notification, to a poll or to n8n. `EVENT` selects histories.
 */

const { eventsOf } = notified;
const world = useWorld({ maxPerPage: 10 });
const selected = new RegExp(process.env.EVENT ?? '');
const reach = reachOf({ oneIn: 97 });

test.each(histories.filter(({ name }) => selected.test(name)))(
	'$name',
	async (history) => {
		const { paths, violations } = await walkNotified(world, history, reach);
		print(`notified or polled, ${history.name}`, { paths, violations: violations.length });
		expectPaths(paths, 10);
		expect(violations.slice(0, 3)).toEqual([]);
	},
	3_600_000,
);

describe('without a mechanism, the explorer finds a violation', () => {
	test.each<[string, () => jest.SpyInstance]>([
		[
			'the record in the database',
			() => jest.spyOn(once, 'onlyNew').mockImplementation((_, items) => Promise.resolve(items)),
		],
		[
			'an event ID for both triggers',
			() =>
				jest
					.spyOn(notified, 'eventsOf')
					.mockImplementation((_, record) => eventsOf('payout.created', record)),
		],
	])(
		'%s',
		async (_, plant) => {
			const fault = plant();
			const { violations } = await walkNotified(world, histories[0]!, { maxFaults: 1 }, 1);
			fault.mockRestore();
			expect(violations).not.toEqual([]);
		},
		600_000,
	);
});
