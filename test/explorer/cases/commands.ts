import { distinct, each, judgeMade, runsOf, type Case, type Said, type Shape } from './case';

/** Receipts that a terminal prints: no record shows them. */
const print = (shape: Shape): Case => ({
	name: `print a receipt, ${shape}`,
	mayStayUnconfirmed: true,
	begin: async (world) => {
		const paid = { amount: 10, currency: 'sgd', status: 'succeeded' } as const;
		const ids = [1, 2].map(() => world.onAll((one) => one.addCharge({ ...paid })).id);
		const parameters = {
			resource: 'charge',
			operation: 'printReceipt',
			chargeId: '={{ $json.id }}',
			terminalId: 'tmr_123123001',
		};
		const runs = runsOf(
			shape,
			parameters,
			ids.map((id) => ({ id })),
		);
		const judge = (said: Said[]) => {
			const all = world.service.requests.map(({ path }) => path.split('/'));
			const made = all.flatMap((parts) => (parts.at(-1) === 'print' ? parts[3]! : []));
			const own = made.filter((id) => ids.includes(id));
			return judgeMade(distinct(said, runs), ({ id }) => String(id), { made: own, ids: [] });
		};
		return await Promise.resolve({ runs, judge });
	},
});

/** Commands to a device. */
export const commands: Case[] = each(
	['two', 'same', 'retryTwo', 'loop', 'turns', 'again', 'atOnce', 'goOn'],
	print,
);
