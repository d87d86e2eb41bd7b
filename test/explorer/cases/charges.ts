import { distinct, each, judgeMade, runsOf, type Case, type Said, type Shape } from './case';

const charge = (shape: Shape, hasTarget = true): Case => ({
	name: `charge${hasTarget ? '' : ' that names no subscription'}, ${shape}`,
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
		const judge = (said: Said[]) => {
			const charges = world.service.chargesOf(id);
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
];
