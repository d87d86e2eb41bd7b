import {
	distinct,
	each,
	judgeMade,
	runsOf,
	withClockAhead,
	type Case,
	type Said,
	type Shape,
} from './case';

/** How long before the node somebody else makes the same charge, in milliseconds. */
const BEFORE_MS = 3_000;

const charge = (shape: Shape, hasTarget = true, isAfterAnother = false): Case => ({
	name: `charge${hasTarget ? '' : ' that names no subscription'}${isAfterAnother ? ' after another' : ''}, ${shape}`,
	...(!hasTarget && {
		hides: (name) => ['target_id', 'target_type', 'times_charged'].includes(name),
		mayStayUnconfirmed: true,
	}),
	begin: async (world) => {
		const { id } = world.onAll((one) => one.attachMethod(one.addSubscription().id));
		const runs = runsOf(
			shape,
			{
				resource: 'subscription',
				operation: 'charge',
				subscriptionId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				amount: '={{ $json.amount }}',
				currency: { __rl: true, mode: 'id', value: 'SGD' },
			},
			[
				{ id, amount: 10 },
				{ id, amount: 25 },
			],
		);
		const others: string[] = [];
		if (isAfterAnother) {
			runs[0]!.before = async () => {
				const body = { amount: 10, currency: 'sgd' };
				const path = `/v1/charge/recurring-billing/${id}`;
				await world.clock.track(world.create(path, body));
				others.push(...world.service.chargesOf(id).map((one) => one.id));
				await new Promise<void>((resolve) => world.clock.add(resolve, BEFORE_MS));
			};
		}
		const judge = (said: Said[]) => {
			const charges = world.service.chargesOf(id).filter((one) => !others.includes(one.id));
			const amountsOf = (some: typeof charges) => some.map(({ amount }) => String(amount));
			const withIds = said.map((one) => ({
				...one,
				json: { ...one.json, id: one.json.payment_id },
			}));
			return judgeMade(distinct(withIds, runs), ({ amount }) => String(amount), {
				made: amountsOf(charges.filter(({ status }) => status !== 'failed')),
				failed: amountsOf(charges.filter(({ status }) => status === 'failed')),
				ids: charges.map((one) => one.id),
			});
		};
		return await Promise.resolve({ runs, judge });
	},
});

/** Charges of a subscription. */
export const charges: Case[] = [
	...each(
		['one', 'two', 'same', 'retry', 'loop', 'turns', 'preview', 'previewBeside', 'again', 'goOn'],
		charge,
	),
	...each(['one', 'retry'], charge, false),
	...each(['one'], charge, true, true),
	...each(['loop'], charge).map(withClockAhead),
];
