import type { INodeParameters } from 'n8n-workflow';

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
		expect(error?.message).toBe('Could not confirm whether 10.00 SGD was charged');
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

const UNKNOWN = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';
const member = { name: 'Gym', customerEmail: 'ann@example.com' };
const create = { ...member, kind: 'save', amount: 5, currency: 'SGD' };

test.each([[[]], [['strict-saved-methods']]] as const)(
	'Row 40: saving a payment method sends an amount, and neither a plan nor times, in the dialects %j',
	async (dialects) => {
		const { run, sent } = await speak(dialects);
		const additionalFields = { timesToBeCharged: 12, reference: 'MEMBER-1' };
		const others = { planId: UNKNOWN, startDate: '2040-01-31', additionalFields };
		for (const kind of ['save', "={{ 'save' }}"]) {
			const { error } = await run('subscription', 'create', { ...create, ...others, kind });
			expect(error).toBeUndefined();
		}
		const saved = { save_payment_method: 'true', save_card: 'true', reference: 'MEMBER-1' };
		const body = { name: 'Gym', customer_email: 'ann@example.com', amount: 5, currency: 'SGD' };
		expect(sent('POST').map((one) => one.body)).toEqual([
			{ ...body, ...saved },
			{ ...body, ...saved },
		]);
		const { error } = await run('subscription', 'create', { ...create, amount: '' });
		expect(error?.message).toBe("'Amount' is empty");
	},
);

test('Row 41: an update sends an amount without a currency, in the decimals of the one that is kept', async () => {
	const { run, sent, simulator } = await speak();
	const { id } = simulator.addSubscription({ name: 'Gym', amount: 5, currency: 'kwd' });
	const update = async (amount: number) =>
		await run('subscription', 'update', { subscriptionId: id, updateFields: { amount } });
	expect((await update(1.2345)).error?.description).toContain('of KWD has a maximum of 3 decimals');
	expect((await update(1.234)).items[0]?.json).toMatchObject({ amount: 1.234, currency: 'kwd' });
	expect(sent('PUT').map(({ body }) => body)).toEqual([{ amount: 1.234 }]);
});

test.each<[string, INodeParameters, string]>([
	['101 times', { additionalFields: { timesToBeCharged: 101 } }, 'from 1 to 100'],
	['1000 weeks', { cycle: 'custom', cycleRepeat: 1000, cycleFrequency: 'week' }, 'from 1 to 999'],
	['a million', { amount: 1_000_000 }, 'is above 999999.99'],
])('Row 43: %s are refused before anything is sent', async (_, fields, message) => {
	const { run, simulator } = await speak();
	const terms = { ...create, kind: 'terms', cycle: 'monthly', startDate: '2040-01-31' };
	const { error } = await run('subscription', 'create', { ...terms, ...fields });
	expect(error?.message).toContain(message);
	expect(simulator.requests).toEqual([]);
});
