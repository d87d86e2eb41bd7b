import * as memories from '../../nodes/Payments/polling/memory';
import * as plans from '../../nodes/Payments/polling/plan';
import { RecentStatuses } from '../../nodes/Payments/polling/recentStatuses';
import { useWorld } from './exploreAll';
import { histories, walkPolls } from './polls';

/* Faults that are planted in polling/ are found: without a mechanism, a record is missed or starts the workflow wrongly. */

const world = useWorld({ maxPerPage: 10, cursors: 'numbers' });

const { planOf } = plans;

test.each<[string, RegExp, () => jest.SpyInstance]>([
	[
		'polls in progress by workflow and node, and the newest state',
		/newCustomer/,
		() => {
			let number = 0;
			return jest.spyOn(memories, 'triggerOf').mockImplementation(() => String((number += 1)));
		},
	],
	[
		'a second reading of what is recorded',
		/newCharge/,
		() =>
			jest
				.spyOn(plans, 'planOf')
				.mockImplementation((...asked) => ({ ...planOf(...asked), isRecording: false })),
	],
	[
		'statuses that may be older',
		/invoiceStatusChanged/,
		() => jest.spyOn(RecentStatuses.prototype, 'mayBeOlder').mockReturnValue(false),
	],
	[
		'the time of the API',
		/newCustomer/,
		() =>
			jest
				.spyOn(plans, 'planOf')
				.mockImplementation((previous, lookBack) => planOf(previous, lookBack, Date.now())),
	],
])(
	'without %s, the explorer finds a violation',
	async (_, events, plant) => {
		const fault = plant();
		const history = histories.find(({ event }) => events.test(event))!;
		const { violations } = await walkPolls(world, history, { maxFaults: 1 }, 1);
		fault.mockRestore();
		expect(violations).not.toEqual([]);
	},
	600_000,
);
