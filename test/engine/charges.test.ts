import type { IDataObject } from 'n8n-workflow';

import * as clock from '../../nodes/Payments/transport/clock';
import type { Fault } from '../../simulator';
import { startSimulator, useFreshSimulator } from '../useSimulator';
import { chargesOn } from './charges';
import { continued } from './refunds';
import { jumps, shortenWaits } from './waits';

const simulator = useFreshSimulator({ charges: 30 });
const on = () => chargesOn(simulator);
shortenWaits();
afterEach(() => jest.restoreAllMocks());

const UNCONFIRMED = 'Could not confirm whether 10.00 SGD was charged [item 0]';

/** Changes a record, or those of a list, in every response to a GET of a path. */
function shown(path: string, change: (record: IDataObject) => IDataObject, more: Fault = {}) {
	const body = (text: string) => {
		const read = JSON.parse(text) as IDataObject & { data?: IDataObject[] };
		return JSON.stringify(read.data ? { ...read, data: read.data.map(change) } : change(read));
	};
	simulator.fault({ method: 'GET', path, times: 1000, body, ...more });
}

/** Leaves out of every charge what it was made for. */
function unnamed() {
	shown('/v1/charges/', ({ target_id, target_type, ...record }) => ({
		...record,
		had: Boolean(target_id ?? target_type),
	}));
}

describe('a charge', () => {
	test('is made once, with its subscription and its status', async () => {
		const { one, items } = await on().chargeNew(10, undefined, {
			parameters: { output: 'simplified' },
		});
		expect(items[0]!.json).toEqual({
			payment_id: simulator.records.charges[0]!.id,
			recurring_billing_id: one.id,
			amount: 10,
			currency: 'sgd',
			status: 'succeeded',
		});
		expect(on().taken(one)).toEqual([10]);
	});

	test('that is pending says so: it is no success yet', async () => {
		const one = on().subscribed('giro');
		const { items } = await on().charge([{ id: one.id, amount: 10 }]);
		expect(items[0]!.json).toMatchObject({ status: 'pending' });
	});

	test('that failed is an error: no money was taken', async () => {
		const one = on().subscribed('card', '0002');
		const { error } = await on().charge([{ id: one.id, amount: 10 }]);
		expect(error?.message).toBe('HitPay did not charge the payment method [item 0]');
		expect(error?.description).toContain(simulator.records.charges[0]!.id);
	});

	test('whose response reports an error is looked up', async () => {
		on().hit({ status: 200, body: { success: false, message: 'Declined.', payment_id: 'x' } });
		const { error } = await on().chargeNew(10);
		expect(error?.message).toBe(UNCONFIRMED);
		expect(on().posts()).toBe(1);
	});

	test('of an unknown subscription is not sent', async () => {
		const id = '11111111-2222-4333-8444-555555555555';
		const { items } = await on().charge([{ id, amount: 10 }], { node: continued });
		expect(items[0]!.json).toMatchObject({
			recurring_billing_id: id,
			error: 'Recurring billing not found. [item 0]',
		});
		expect(on().posts()).toBe(0);
	});

	test('is not begun where the charges or the subscription cannot be read right now', async () => {
		for (const path of ['/v1/charges', '/v1/recurring-billing']) {
			simulator.clearFaults();
			const one = on().subscribed();
			simulator.fault({ method: 'GET', path, times: 100, status: 503, body: { message: 'Down.' } });
			const { error } = await on().charge([{ id: one.id, amount: 10 }]);
			expect(error?.message).toBe('Down. [item 0]');
		}
		expect(on().posts()).toBe(0);
	});

	test('that the API refuses is not sent again', async () => {
		const one = on().subscribed();
		await on().call(`/v1/recurring-billing/${one.id}`, undefined, 'DELETE');
		const { error } = await on().charge([{ id: one.id, amount: 10 }]);
		expect(error?.message).toBe('The subscription is canceled. [item 0]');
		expect(on().posts()).toBe(1);
	});

	test('is sent again after a 429', async () => {
		const { one, items } = await on().chargeNew(10, { status: 429, times: 2 });
		expect(items).toHaveLength(1);
		expect(on().taken(one)).toEqual([10]);
		expect(on().posts()).toBe(3);
	});

	test('by a credential that may read nothing is made', async () => {
		simulator.fault({ method: 'GET', times: 100, status: 403, body: { message: 'Forbidden.' } });
		const { one, items } = await on().chargeNew(10, { status: 429 });
		expect(items).toHaveLength(1);
		expect(on().taken(one)).toEqual([10]);
	});
});

describe('a charge whose response is lost is made once', () => {
	test.each<Fault>([{ cut: 'before' }, { status: 500 }, { status: 409 }, { status: 504 }])(
		'or never sent again where it does not show up: %j',
		async (fault) => {
			const { one, error } = await on().chargeNew(10, fault);
			expect(error?.message).toBe(UNCONFIRMED);
			expect(error?.description).toContain(
				'Before, times_charged of the subscription was 0, and total_charge 0.00 SGD. It is not among the newest charges so far, but it may still be in progress.',
			);
			expect(error?.description).toContain(`The ID is ${one.id}.`);
			expect(on().posts()).toBe(1);
		},
	);

	test('with one that is pending', async () => {
		const one = on().subscribed('giro');
		on().hit({ cut: 'after' });
		const { items } = await on().charge([{ id: one.id, amount: 10 }]);
		expect(items[0]!.json).toMatchObject({ status: 'pending', recovered: true });
	});

	test('and one that failed is not taken for it', async () => {
		const one = on().subscribed('card', '0002');
		on().hit({ cut: 'after' });
		expect((await on().charge([{ id: one.id, amount: 10 }])).error?.message).toBe(UNCONFIRMED);
	});

	test('and the charge of another customer is not taken for it', async () => {
		const other = on().subscribed();
		const one = on().subscribed();
		on().hit({ path: `/v1/charge/recurring-billing/${one.id}`, cut: 'before', delay: 50 });
		const running = on().charge([{ id: one.id, amount: 10 }]);
		while (on().posts() === 0) await new Promise((resolve) => setImmediate(resolve));
		await on().call(`/v1/charge/recurring-billing/${other.id}`, { amount: 10, currency: 'sgd' });
		expect((await running).error?.message).toBe(UNCONFIRMED);
	});

	test('and an earlier charge of the same amount is not taken for it, also if it comes up later', async () => {
		const one = on().subscribed();
		await on().call(`/v1/charge/recurring-billing/${one.id}`, { amount: 10, currency: 'sgd' });
		simulator.addCharge();
		const { id } = simulator.chargesOf(one.id)[0]!;
		const body = (text: string) => {
			const list = JSON.parse(text) as { data: IDataObject[] };
			return JSON.stringify({ ...list, data: list.data.filter((charge) => charge.id !== id) });
		};
		simulator.fault({ method: 'GET', path: '/v1/charges', times: 1, body });
		on().hit({ cut: 'before' });
		expect((await on().charge([{ id: one.id, amount: 10 }])).error?.message).toBe(UNCONFIRMED);
	});

	test('and found behind more new charges than a page has', async () => {
		const one = on().subscribed();
		on().hit({ cut: 'after' });
		simulator.fault({ method: 'GET', path: '/v1/charges', skip: 1, times: 1, status: 503 });
		for (let times = 0; times < 130; times += 1)
			simulator.addCharge({ amount: 10, currency: 'usd' });
		const running = on().charge([{ id: one.id, amount: 10 }]);
		while (on().posts() === 0) await new Promise((resolve) => setImmediate(resolve));
		for (let times = 0; times < 130; times += 1)
			simulator.addCharge({ amount: 10, currency: 'usd' });
		expect((await running).items[0]!.json).toMatchObject({ recovered: true });
	});

	test('and not decided where two new charges could be it', async () => {
		const one = on().subscribed();
		on().hit({ cut: 'after', delay: 50 });
		const running = on().charge([{ id: one.id, amount: 10 }]);
		while (on().posts() === 0) await new Promise((resolve) => setImmediate(resolve));
		await on().call(`/v1/charge/recurring-billing/${one.id}`, { amount: 10, currency: 'sgd' });
		const { error } = await running;
		expect(error?.message).toBe(UNCONFIRMED);
		for (const { id } of simulator.chargesOf(one.id)) expect(error?.description).toContain(id);
	});
});

describe('where charges do not name their subscription', () => {
	beforeEach(unnamed);

	test('the subscription shows what was charged: the charge has no ID then', async () => {
		const { one, items } = await on().chargeNew(10, { cut: 'after' });
		expect(items[0]!.json).toEqual({
			payment_id: null,
			recurring_billing_id: one.id,
			amount: 10,
			currency: 'sgd',
			status: 'succeeded',
			recovered: true,
		});
	});
});

describe('a charge is not sent again if what was found may be it', () => {
	test('also not by Retry On Fail after a 422', async () => {
		unnamed();
		const one = on().subscribed();
		const counted = { times_charged: null, total_charge: null };
		shown('/v1/recurring-billing/', (record) => ({ ...record, ...counted }));
		on().hit({ status: 422, body: { message: 'Too late.' }, when: 'after' });
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { error } = await on().charge([{ id: one.id, amount: 10 }], { node });
		expect(error?.message).toBe(UNCONFIRMED);
		expect(on().taken(one)).toEqual([10]);
	});

	test('but beside the charge of another customer, which its own subscription does not count', async () => {
		unnamed();
		const [other, one] = [on().subscribed(), on().subscribed()];
		const path = `/v1/charge/recurring-billing/${one.id}`;
		on().hit({ path, status: 429, when: 'before', delay: 250 });
		const running = on().charge([{ id: one.id, amount: 10 }]);
		while (on().posts() === 0) await new Promise((resolve) => setImmediate(resolve));
		await on().call(`/v1/charge/recurring-billing/${other.id}`, { amount: 10, currency: 'sgd' });
		expect((await running).error).toBeUndefined();
		expect(on().taken(one)).toEqual([10]);
	});
});

test('a credential that may not read charges finds it by the subscription', async () => {
	simulator.fault({ method: 'GET', path: '/v1/charges', times: 100, status: 403 });
	const { items } = await on().chargeNew(10, { cut: 'after' });
	expect(items[0]!.json).toMatchObject({ payment_id: null, recovered: true });
});

test('a credential that may not read charges: one that is pending and counts later is not taken for the next one', async () => {
	simulator.fault({ method: 'GET', path: '/v1/charges', times: 100, status: 403 });
	const one = on().subscribed();
	on().hit({ body: (text: string) => text.replace('succeeded', 'pending') });
	on().hit({ cut: 'before' });
	const counts = (times_charged: number, times: number) =>
		shown(
			'/v1/recurring-billing/',
			(record) => ({ ...record, times_charged, total_charge: 10 * times_charged }),
			{ times },
		);
	counts(0, 2);
	counts(1, 100);
	const item = { id: one.id, amount: 10 };
	const { items } = await on().charge([item, item], { node: continued });
	expect(items.map(({ json }) => json.error ?? json.status)).toEqual([
		'pending',
		'Could not confirm whether 10.00 SGD was charged [item 1]',
	]);
	expect(on().taken(one)).toEqual([10]);
});

test('where charges cannot be read afterwards, the error says so', async () => {
	const one = on().subscribed();
	simulator.fault({ method: 'GET', path: '/v1/charges', skip: 1, times: 100, status: 503 });
	on().hit({ cut: 'after' });
	const { error } = await on().charge([{ id: one.id, amount: 10 }]);
	expect(error?.description).toContain('The newest charges could not be read afterwards.');
	expect(on().posts()).toBe(1);
});

test('the response to another charge is not taken for it', async () => {
	const one = on().subscribed();
	const answer = await on().call<IDataObject>(`/v1/charge/recurring-billing/${one.id}`, {
		...{ amount: 10, currency: 'sgd' },
	});
	on().hit({ status: 200, body: answer, when: 'after' });
	const { items } = await on().charge([{ id: one.id, amount: 10 }]);
	expect(items[0]!.json.payment_id).not.toBe(answer.payment_id);
	expect(on().taken(one)).toEqual([10, 10]);
});

describe('several items', () => {
	test('that charge the same subscription are separate charges, one after the other', async () => {
		const one = on().subscribed();
		on().hit({ cut: 'after', skip: 1 });
		const item = { id: one.id, amount: 10 };
		const { items } = await on().charge([item, item, item]);
		expect(new Set(items.map(({ json }) => json.payment_id)).size).toBe(3);
		expect(on().taken(one)).toEqual([10, 10, 10]);
	});

	test('of which one is not confirmed: what shows up much later is not taken for another one', async () => {
		const one = on().subscribed();
		on().hit({ cut: 'before' });
		on().hit({ cut: 'before', delay: 80 });
		const item = { id: one.id, amount: 10 };
		expect((await on().charge([item])).error?.message).toBe(UNCONFIRMED);
		await clock.wait(60_000);
		const running = on().charge([item]);
		while (on().posts() < 2) await new Promise((resolve) => setImmediate(resolve));
		// As if the first one ended only now.
		await on().call(`/v1/charge/recurring-billing/${one.id}`, { amount: 10, currency: 'sgd' });
		const { error } = await running;
		expect(error?.message).toBe(UNCONFIRMED);
		expect(error?.description).toContain('may be an earlier one');
	});

	test('of which one was found without its ID: what shows up later is not taken for another one', async () => {
		const one = on().subscribed();
		// The charge is listed, and cannot be read yet.
		simulator.fault({ method: 'GET', path: '/v1/charges', skip: 2, times: 1, status: 404 });
		on().hit({ cut: 'after' });
		on().hit({ cut: 'before' });
		const item = { id: one.id, amount: 10 };
		const { items } = await on().charge([item, item], { node: continued });
		expect(items.map(({ json }) => json.error)).toEqual([
			undefined,
			UNCONFIRMED.replace('0]', '1]'),
		]);
		expect(items[0]!.json).toMatchObject({ payment_id: null, recovered: true });
		expect(items[1]!.json.details).toContain('may be an earlier one');
		expect(on().taken(one)).toEqual([10]);
	});
});

describe('when the node runs again', () => {
	const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	test('Retry On Fail never sends a charge again whose outcome is unknown', async () => {
		const { one, error } = await on().chargeNew(10, { cut: 'before' }, { node: retries });
		expect(error?.message).toBe(UNCONFIRMED);
		expect(on().posts()).toBe(1);
		expect(on().taken(one)).toEqual([]);
	});

	test('Retry On Fail finds one that shows up later, also if the amount is another by then', async () => {
		const one = on().subscribed();
		on().hit({ status: 500, late: 60 });
		const { items } = await on().charge([{ id: one.id }], {
			node: { ...retries, waitBetweenTries: 100 },
			parameters: { amount: '={{ $now.toMillis() % 1000000 + 1 }}' },
		});
		expect(items[0]!.json).toMatchObject({ recovered: true });
		expect(on().taken(one)).toEqual([items[0]!.json.amount]);
		expect(on().posts()).toBe(1);
	});

	describe('in a loop, after a refusal', () => {
		const MINUTE = 60_000;
		const declined: Fault = { status: 422, body: { message: 'Declined.' } };
		const again = async ({ id }: { id: string }) =>
			await on().charge([{ id, amount: 10 }], { executionId: `refused ${id}` });
		test('of nine minutes ago, one that was made all the same is found', async () => {
			const ahead = jumps();
			const one = on().subscribed();
			on().hit({ ...declined, when: 'after' });
			const body = { data: [], meta: { next_cursor: null } };
			simulator.fault({ method: 'GET', path: '/v1/charges', skip: 1, times: 1, status: 200, body });
			await again(one);
			ahead(9 * MINUTE);
			expect((await again(one)).items[0]!.json).toMatchObject({ recovered: true });
			expect(on().taken(one)).toEqual([10]);
		});
	});

	test('in another execution they are new ones', async () => {
		const one = on().subscribed();
		await on().charge([{ id: one.id, amount: 10 }]);
		await on().charge([{ id: one.id, amount: 10 }]);
		expect(on().taken(one)).toEqual([10, 10]);
	});
});

test('copies of the data that are behind do not make a second one', async () => {
	const slow = await startSimulator({ readLag: 8 });
	const { chargeNew, taken } = chargesOn(slow);
	const { one, items } = await chargeNew(10, { cut: 'after' });
	expect(items[0]!.json).toMatchObject({ recovered: true, amount: 10 });
	expect(taken(one)).toEqual([10]);
	await slow.close();
});
