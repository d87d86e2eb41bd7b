import * as recorded from '../../nodes/Payments/events/recorded';
import * as shown from '../../nodes/Payments/events/shown';
import * as serviceClock from '../../nodes/Payments/transport/serviceClock';
import { DeliveryDeduplicator } from '../../nodes/Payments/webhook/receive/deduplicate';
import * as verification from '../../nodes/Payments/webhook/receive/verify';
import { eventHistories } from './cases/events';
import { walkEvents, type Salt } from './events';
import { useWorld } from './exploreAll';

/* Faults that are planted in webhook/ are found: without a check, an event is missed, starts twice, or is false. */

const world = useWorld();

test.each<[string, string, Salt, () => jest.SpyInstance]>([
	[
		'the status of the record',
		'order',
		'unsigned',
		() => jest.spyOn(shown, 'shownOf').mockReturnValue('proven'),
	],
	[
		'the amount of the record',
		'callbacks',
		'unsigned',
		() => jest.spyOn(recorded, 'matches').mockReturnValue(true),
	],
	[
		'what an earlier version of the record shows',
		'refunds',
		'signed',
		() => jest.spyOn(recorded, 'isOutdated').mockReturnValue(false),
	],
	[
		'the signature',
		'callbacks',
		'signed',
		() => jest.spyOn(verification, 'verify').mockReturnValue({ level: 'signed' }),
	],
	[
		'the events that have started the workflow',
		'callbacks',
		'signed',
		() => jest.spyOn(DeliveryDeduplicator.prototype, 'begin').mockReturnValue(0),
	],
	[
		'the time of the API',
		'order',
		'unsigned',
		() => jest.spyOn(serviceClock, 'serviceTime').mockImplementation(() => Date.now()),
	],
])(
	'without %s, the explorer finds a violation',
	async (_, name, salt, plant) => {
		const fault = plant();
		const history = eventHistories.find((one) => one.name === name)!;
		const { violations } = await walkEvents(world, history, salt, { maxFaults: 1 }, 1);
		fault.mockRestore();
		expect(violations).not.toEqual([]);
	},
	600_000,
);
