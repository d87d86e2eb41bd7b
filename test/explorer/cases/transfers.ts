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

/** How a transfer gets its reference. `hidden`: the node makes it, and no response shows it; `enteredHidden`: nor one of the user. */
type Reference = 'made' | 'hidden' | 'entered' | 'enteredHidden' | 'changing';

/** The values of 'Reference'. One from an expression with the time is another one in each try of n8n. */
const entered = {
	...{ made: '', hidden: '', entered: 'INV-1', enteredHidden: 'INV-1' },
	changing: '={{ $now.toMillis() }}',
};

const isHidden = (reference: Reference) => /hidden/i.test(reference);

/** Nothing was sent for an item, because of another one. */
const isStopped = ({ error }: Said) => /transfer with this reference/.test(error ?? '');

const transfer = (shape: Shape, reference: Reference = 'made'): Case => ({
	name: `transfer, reference ${reference}, ${shape}`,
	...(isHidden(reference) && { hides: (name) => name === 'reference' }),
	mayStayUnconfirmed: isHidden(reference),
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
				reference: entered[reference],
			},
			[{ amount: 10 }, { amount: 25 }],
		);
		const judge = (said: Said[]) => {
			const { transfers } = world.service.records;
			const [stopped, others] = [said.filter(isStopped), said.filter((one) => !isStopped(one))];
			const found = judgeMade(distinct(others, runs), ({ amount }) => String(amount), {
				made: transfers.map((one) => String(one.payment_amount)),
				ids: transfers.map((one) => one.id),
			});
			if (entered[reference] === 'INV-1' && transfers.length > 1)
				found.push('double: one reference');
			if (transfers.length === 0 && stopped.some(({ error }) => /was sent/.test(error!))) {
				found.push('claimed: a transfer that was not made');
			}
			const sent = world.front.arrivals.map(({ body }) => /"reference":"(.*?)"/.exec(body)?.[1]);
			for (const { isUnconfirmed, json } of said) {
				const named = /the reference (\S+)/.exec(json.details as string)?.[1];
				if (isUnconfirmed && !sent.includes(named)) found.push('claimed: another reference');
			}
			return found;
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
	...each(['one', 'retry'], transfer, 'hidden'),
	...each(
		['two', 'same', 'goOn', 'loop', 'previewBeside', 'again', 'atOnce', 'restart'],
		transfer,
		'entered',
	),
	...each(['same', 'restart'], transfer, 'enteredHidden'),
	...each(['retry', 'goOn'], transfer, 'changing'),
	...each(['loop', 'turns'], transfer).map(withClockAhead),
];
