import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../../simulator';
import { useVirtualClock } from '../../clock';
import { useSimulator } from '../../useSimulator';
import { succeeded } from '../outcomes';
import { oAuth2Of, ownCredential } from '../run';
import { everything, refundsOn } from './refunds';

/*
 * Refunds of an unknown outcome, and of amounts that cannot be sent. test/explorer walks what is
 * lost, late or behind.
 */

const clock = useVirtualClock();
const simulator = useSimulator();

const { newCharge, hit, refund, refundNew, refundsOf, posts } = refundsOn(simulator);

test.each<Fault>([
	{ cut: 'after' },
	{ status: 200, body: '<html>', when: 'after' },
	...[302, 408, 409, 425, 499, 500, 501, 502, 503, 504, 520].map((status): Fault => ({
		status,
		when: 'after',
	})),
	...[400, 403, 404, 418, 422].map((status): Fault => ({
		status,
		body: '<html>Blocked</html>',
		when: 'after',
	})),
])('%j instead of a response: the refund is looked up', async (fault) => {
	const { charge, items } = await succeeded(refundNew(4, fault));
	expect(items.map(({ json }) => json)).toMatchObject([{ amount_refunded: 4, recovered: true }]);
	expect(refundsOf(charge)).toEqual([4]);
});

// A 404 may be about the ID: records/refunds.test.ts.
test.each([400, 401, 403, 422])('%d in words of the API: it was not made', async (status) => {
	const body = { message: 'No refunds today.' };
	const { charge, error } = await refundNew(4, { status, times: 9, body });
	expect(error?.message).toBe('No refunds today.');
	expect(refundsOf(charge)).toEqual([]);
	expect(clock.waits).toEqual([]);
});

describe('it is not known whether a refund was made', () => {
	test('if its charge no longer shows the refunded amount', async () => {
		const charge = newCharge();
		hit({ status: 500, when: 'after' });
		const body = { ...charge, status: 'partially_refunded', refunded_amount: undefined };
		simulator.fault({ method: 'GET', skip: 1, times: 9, body, when: 'after' });
		const { error } = await refund([{ id: charge.id, amount: 5 }]);
		expect(error?.message).toBe('Could not confirm whether 5.00 SGD was refunded');
		expect(error?.description).toContain('It no longer contains how much of it is refunded.');
	});

	test('if its charge shows late a refund that was made before', async () => {
		const charge = newCharge();
		const refunded_at = new Date(clock.service.now()).toISOString();
		await clock.pass(5_000);
		hit({ cut: 'before' });
		simulator.fault({ method: 'GET', body: { ...charge, refunded_amount: 0, refunds: [] } });
		const refunds = [{ id: 'an earlier one', amount: 5, refunded_at }];
		const later = { ...charge, status: 'partially_refunded', refunded_amount: 5, refunds };
		simulator.fault({ method: 'GET', times: 9, body: later });
		const { error } = await refund([{ id: charge.id, amount: 5 }]);
		expect(error?.message).toBe('Could not confirm whether 5.00 SGD was refunded');
		expect(error?.description).toContain('a refund of this amount that was made before');
		expect(posts()).toBe(1);
	});

	test('if its charge cannot be read: the error says how much remained', async () => {
		const charge = newCharge(12);
		await succeeded(refund([{ id: charge.id, amount: 5 }]));
		await clock.pass(1_000);
		simulator.reset();
		hit({ cut: 'after' });
		simulator.fault({ method: 'GET', skip: 1, times: 100, status: 503 });
		const { error } = await refund([{ id: charge.id }], { parameters: everything });
		expect(error?.message).toBe('Could not confirm whether 7.00 SGD was refunded');
		expect(error?.description).toContain('The charge could not be read afterwards.');
		expect(error?.description).toContain(charge.id);
		expect(error?.description).toContain('its refunded_amount is 12.00 SGD or more.');
		expect(posts()).toBe(1);
	});

	test('if it may not be sent again: Max Attempts is 1', async () => {
		hit({ status: 500 });
		const parameters = { ...everything, options: { maxTries: 1 } };
		const { error } = await refund([{ id: newCharge(12).id }], { parameters });
		expect(error?.message).toBe('Could not confirm whether 12.00 SGD was refunded');
		expect(posts()).toBe(1);
	});

	test('if it is sent again, and what follows are refusals with 429', async () => {
		const charge = newCharge();
		hit({ cut: 'before' });
		hit({ status: 429, times: 10_000 });
		const options = { parameters: everything, node: ownCredential() };
		const { error } = await refund([{ id: charge.id }], options);
		expect(error?.message).toBe('Could not confirm whether 100.00 SGD was refunded');
		expect(error?.description).toContain('The connection was lost (ECONNRESET). Before, 0.00 SGD');
		expect(posts()).toBeGreaterThan(1);
		expect(refundsOf(charge)).toEqual([]);
	});
});

test('the charge of another payment is not used, and nothing is sent', async () => {
	simulator.fault({ method: 'GET', body: newCharge(), when: 'after', times: 9 });
	const { error } = await refundNew(4);
	expect(error?.message).toContain('did not return the charge to refund');
	expect(posts()).toBe(0);
});

test('two credentials of one account take turns at a charge', async () => {
	const charge = newCharge(10);
	const both = await Promise.all([
		refund([{ id: charge.id, amount: 6 }]),
		refund([{ id: charge.id, amount: 6 }], { credentials: oAuth2Of(simulator) }),
	]);
	expect(both.map(({ error }) => error?.message).filter(Boolean)).toEqual([
		"'Amount' is above the remaining amount of the charge: 6",
	]);
	expect(refundsOf(charge)).toEqual([6]);
});

describe('an amount has as many decimals as the currency of the charge', () => {
	test.each([
		['Amount', 5.005, 'sgd', 2],
		['Amount', 100.5, 'jpy', 0],
		['Total', 5.005, 'sgd', 2],
	])("'%s' of %d %s is refused", async (label, amount, currency, decimals) => {
		const charge = newCharge(1000, currency);
		const total: INodeParameters = { refundKind: 'total', total: '={{ $json.amount }}' };
		const parameters = label === 'Total' ? total : {};
		const { error } = await refund([{ id: charge.id, amount }], { parameters });
		expect(error?.message).toBe(`'${label}' has more decimals than the currency: ${amount}`);
		expect(error?.description).toBe(
			`An amount of ${currency.toUpperCase()} has a maximum of ${decimals} decimals, so nothing was sent for this item. Round '${label}'. In an expression: {{ Number($json.amount).round(${decimals}) }}.`,
		);
		expect(posts()).toBe(0);
	});

	test.each([0.00001, 5.1255])('%d is refused before the charge is read', async (amount) => {
		const { error } = await refund([{ id: newCharge().id, amount }]);
		expect(error?.message).toBe(`'Amount' has more than 3 decimals: ${amount}`);
		expect(simulator.requests).toEqual([]);
	});
});
