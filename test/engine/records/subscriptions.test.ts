import { shortenWaits } from '../waits';
import { useDialects } from './harness';

const speak = useDialects();
shortenWaits();

test.each([
	['a charge that was made', 'after', 'Now total_charge of the subscription is 1'],
	['a charge that was not made', 'before', 'It is not among the newest charges'],
] as const)(
	'Row 39: a count of charges is no money, and proves no amount: %s',
	async (_, cut, finding) => {
		const { run, simulator } = await speak(['counted-total-charge']);
		const { id } = simulator.addSubscription();
		simulator.fault({ method: 'GET', path: '/v1/charges', times: 100, status: 403 });
		simulator.fault({ method: 'POST', path: '/v1/charge/recurring-billing', cut });
		const charged = { subscriptionId: id, amount: 10, currency: 'SGD' };
		const { error } = await run('subscription', 'charge', charged);
		expect(error?.message).toBe('Could not confirm whether 10.00 SGD was charged [item 0]');
		expect(error?.description).toContain(finding);
		expect(error?.description).not.toContain('total_charge 0.00 SGD');
		const { items } = await run('subscription', 'get', {
			subscriptionId: id,
			output: 'selected',
			outputFields: ['total_charge', 'times_charged'],
		});
		const times = cut === 'after' ? 1 : 0;
		expect(items[0]?.json).toEqual({ id, total_charge: times, times_charged: null });
	},
);
