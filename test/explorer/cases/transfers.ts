import { distinct, each, judgeMade, runsOf, type Case, type Said, type Shape } from './case';

const transfer = (shape: Shape, hasReference = true): Case => ({
	name: `transfer${hasReference ? '' : ' that shows no reference'}, ${shape}`,
	...(!hasReference && {
		hides: (name) => name === 'reference',
		mayStayUnconfirmed: true,
	}),
	begin: async (world) => {
		const { id } = world.service.records.beneficiaries.find(({ currency }) => currency === 'sgd')!;
		const runs = runsOf(
			shape,
			{
				resource: 'transfer',
				operation: 'create',
				beneficiaryId: { __rl: true, mode: 'id', value: id },
				sourceCurrency: { __rl: true, mode: 'id', value: 'SGD' },
				paymentAmount: '={{ $json.amount }}',
			},
			[{ amount: 10 }, { amount: 25 }],
		);
		const judge = (said: Said[]) => {
			const { transfers } = world.service.records;
			return judgeMade(distinct(said, runs), ({ amount }) => String(amount), {
				made: transfers.map((one) => String(one.payment_amount)),
				ids: transfers.map((one) => one.id),
			});
		};
		return await Promise.resolve({ runs, judge });
	},
});

/** Transfers to a beneficiary. */
export const transfers: Case[] = [
	...each(
		['one', 'two', 'same', 'retry', 'loop', 'turns', 'preview', 'previewBeside', 'again', 'goOn'],
		transfer,
	),
	...each(['one', 'retry'], transfer, false),
];
