import type { IDataObject } from 'n8n-workflow';

import * as clock from '../../../nodes/Payments/transport/clock';
import type { Fault } from '../../../simulator';
import { useFreshSimulator } from '../../useSimulator';
import { jumps, shortenWaits } from '../waits';
import { chargesOn } from './charges';
import { continued } from './refunds';

const simulator = useFreshSimulator({ charges: 30 });
const on = () => chargesOn(simulator);
const waits = shortenWaits();
afterEach(() => jest.restoreAllMocks());

const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const UNCONFIRMED = 'Could not confirm whether 10.00 SGD was charged';

/** Changes a record, or those of a list, in every response to a GET of a path. @param change returns an empty list to leave one out */
function shown(path: string, change: (record: IDataObject) => IDataObject | [], more: Fault = {}) {
	const body = (text: string) => {
		const read = JSON.parse(text) as IDataObject & { data?: IDataObject[] };
		return JSON.stringify(read.data ? { ...read, data: read.data.flatMap(change) } : change(read));
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

	test('that is pending, and does not count yet, delays no other one of its subscription', async () => {
		const one = on().subscribed('giro');
		await on().charge([10, 5].map((amount) => ({ id: one.id, amount })));
		expect(on().taken(one)).toEqual([10, 5]);
		expect(waits.filter((time) => time > 1000)).toEqual([]);
	});

	test('that failed is an error: no money was taken', async () => {
		const one = on().subscribed('card', '0002');
		const { error } = await on().charge([{ id: one.id, amount: 10 }]);
		expect(error?.message).toBe('HitPay did not charge the payment method');
		expect(error?.description).toContain(simulator.records.charges[0]!.id);
	});

	test('without a saved payment method has the page where the customer saves one; a canceled one has the way to another', async () => {
		const one = simulator.detachMethod(simulator.addSubscription().id);
		const refusal = async () => (await on().charge([{ id: one.id, amount: 10 }])).error;
		expect(await refusal()).toMatchObject({
			message: 'The subscription has no saved payment method',
			description: expect.stringContaining(`run this item again. ${one.url}`) as string,
		});
		for (const status of ['canceled', 'cancelled']) {
			const body = { ...one, status };
			simulator.fault({ method: 'GET', path: '/v1/recurring-billing', status: 200, body });
			expect(await refusal()).toMatchObject({
				message: 'The subscription has ended: it is cancelled',
				description: expect.stringContaining('Subscription: Create') as string,
			});
		}
		expect(on().taken(one)).toEqual([]);
	});

	test('that is refused has failed, also if the reason is that something was canceled: for n8n, a person stopped it', async () => {
		const { run } = await on().chargeNew(10, {
			status: 422,
			body: { message: 'It was canceled.' },
		});
		expect(run).toMatchObject({
			status: 'error',
			data: { resultData: { error: { message: 'It was cancelled.' } } },
		});
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
			error: 'Recurring billing not found.',
		});
		expect(on().posts()).toBe(0);
	});

	test('is not begun where the charges or the subscription cannot be read right now', async () => {
		for (const path of ['/v1/charges', '/v1/recurring-billing']) {
			simulator.clearFaults();
			const one = on().subscribed();
			simulator.fault({ method: 'GET', path, times: 100, status: 503, body: { message: 'Down.' } });
			const { error } = await on().charge([{ id: one.id, amount: 10 }]);
			expect(error?.message).toBe('Down.');
		}
		expect(on().posts()).toBe(0);
	});

	test('by a credential that may read nothing is made, and sent again after a 429', async () => {
		simulator.fault({ method: 'GET', times: 100, status: 403, body: { message: 'Forbidden.' } });
		const { one, items } = await on().chargeNew(10, { status: 429 });
		expect(items).toHaveLength(1);
		expect(on().taken(one)).toEqual([10]);
		expect(on().posts()).toBe(2);
	});
});

describe('a charge whose response is lost is made once', () => {
	test.each<Fault>([{ cut: 'before' }, ...[408, 409, 425, 499].map((status) => ({ status }))])(
		'or never sent again where it does not show up, also not by Retry On Fail: %j',
		async (fault) => {
			const { one, error } = await on().chargeNew(10, fault, { node: retries });
			expect(error?.message).toBe(UNCONFIRMED);
			expect(error?.description).toContain(
				'Before, times_charged of the subscription was 0, and total_charge 0.00 SGD. It is not among the newest charges so far, but it may still be in progress.',
			);
			expect(error?.description).toContain(`The ID is ${one.id}.`);
			expect(on().posts()).toBe(1);
			expect(on().taken(one)).toEqual([]);
		},
	);

	test.each([
		['with one that is pending', ['giro'], { status: 'pending', recovered: true }],
		['and one that failed is not taken for it', ['card', '0002'], { error: UNCONFIRMED }],
	])('%s', async (_, method, expected) => {
		const one = on().subscribed(...method);
		on().hit({ cut: 'after' });
		const { items } = await on().charge([{ id: one.id, amount: 10 }], { node: continued });
		expect(items[0]!.json).toMatchObject(expected);
	});

	test.each([
		['subscription', 10],
		['amount', 11],
	])('and one of another %s is not taken for it', async (name, amount) => {
		const [one, other] = [on().subscribed(), on().subscribed()];
		on().hit({ path: `/v1/charge/recurring-billing/${one.id}`, cut: 'before', delay: 50 });
		const running = on().charge([{ id: one.id, amount: 10 }]);
		await on().untilSent();
		await on().chargeElsewhere(name === 'subscription' ? other : one, amount);
		const { error } = await running;
		expect(error?.message).toBe(UNCONFIRMED);
		expect(error?.description).toContain('It is not among the newest charges so far');
	});

	test('and an earlier charge of the same amount is not taken for it, also if it comes up later', async () => {
		const one = on().subscribed();
		await on().chargeElsewhere(one);
		simulator.addCharge();
		const { id } = simulator.chargesOf(one.id)[0]!;
		shown('/v1/charges', (charge) => (charge.id === id ? [] : charge), { times: 1 });
		on().hit({ cut: 'before' });
		expect((await on().charge([{ id: one.id, amount: 10 }])).error?.message).toBe(UNCONFIRMED);
	});

	test('and found behind more new charges than a page has', async () => {
		const one = on().subscribed();
		const addMany = () => {
			for (let times = 0; times < 130; times += 1)
				simulator.addCharge({ amount: 10, currency: 'usd' });
		};
		addMany();
		simulator.fault({ method: 'GET', path: '/v1/charges', skip: 1, times: 1, status: 503 });
		on().hit({ cut: 'after', meanwhile: addMany });
		const { items } = await on().charge([{ id: one.id, amount: 10 }]);
		expect(items[0]!.json).toMatchObject({ recovered: true });
	});

	test('and not decided where two new charges could be it', async () => {
		const one = on().subscribed();
		on().hit({ cut: 'after', delay: 50 });
		const running = on().charge([{ id: one.id, amount: 10 }]);
		await on().untilSent();
		await on().chargeElsewhere(one);
		const { error } = await running;
		expect(error?.message).toBe(UNCONFIRMED);
		for (const { id } of simulator.chargesOf(one.id)) expect(error?.description).toContain(id);
	});
});

test.each<[string, () => void]>([
	['where charges do not name it', unnamed],
	[
		'where the credential may not read charges',
		() => simulator.fault({ method: 'GET', path: '/v1/charges', times: 100, status: 403 }),
	],
])('the subscription shows what was charged, without an ID of the charge, %s', async (_, hide) => {
	hide();
	const { one, items } = await on().chargeNew(10, { cut: 'after' });
	expect(items[0]!.json).toEqual({
		payment_id: null,
		recurring_billing_id: one.id,
		amount: 10,
		currency: 'sgd',
		// It may be pending, and may fail.
		status: null,
		recovered: true,
	});
});

test('a credential that may not read charges: one that is pending and counts later is not taken for the next one', async () => {
	simulator.fault({ method: 'GET', path: '/v1/charges', times: 100, status: 403 });
	const one = on().subscribed();
	on().hit({ body: (text: string) => text.replace('succeeded', 'pending') });
	on().hit({ cut: 'before' });
	const counts = (times_charged: number) => (record: IDataObject) => ({
		...{ ...record, times_charged, total_charge: 10 * times_charged },
	});
	shown('/v1/recurring-billing/', counts(0), { times: 2 });
	shown('/v1/recurring-billing/', counts(1));
	const item = { id: one.id, amount: 10 };
	const { items } = await on().charge([item, item], { node: continued });
	const [first, second] = items.map(({ json }) => json);
	expect(first).toMatchObject({ status: 'pending' });
	expect(second).toMatchObject({ error: `${UNCONFIRMED} (2nd item)` });
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

describe('an earlier charge that the list showed late is not taken for it', () => {
	/** Somebody else charges 10.00 SGD, which the first list does not show. */
	async function another() {
		const one = on().subscribed();
		const { payment_id } = (await on().chargeElsewhere(one)) as { payment_id: string };
		jumps()(5000);
		shown('/v1/charges', (one) => (one.id === payment_id ? [] : one), { times: 1 });
		return { one, payment_id };
	}

	test('where charges name their subscription', async () => {
		const { one, payment_id } = await another();
		on().hit({ cut: 'before' });
		const { error } = await on().charge([{ id: one.id, amount: 10 }]);
		expect(error?.message).toBe(UNCONFIRMED);
		const found = `seem to be from before the request: ${payment_id}.`;
		expect(error?.description).toContain(found);
		expect(on().posts()).toBe(2);
	});

	test('where they name none, and the counts were behind, too', async () => {
		const { one, payment_id } = await another();
		unnamed();
		const counts = { times_charged: 0, total_charge: 0 };
		shown('/v1/recurring-billing/', (record) => ({ ...record, ...counts }), { times: 1 });
		on().hit({ cut: 'before' });
		const running = on().charge([{ id: one.id, amount: 10 }]);
		await on().untilSent(2);
		// It does not explain the counts.
		await on().chargeElsewhere(on().subscribed());
		const { error } = await running;
		expect(error?.message).toBe(UNCONFIRMED);
		expect(error?.description).toContain(payment_id);
	});

	test('where an item shares the list of the one before, and reads its subscription later', async () => {
		const [first, second] = [on().subscribed(), on().subscribed()];
		on().hit({ delay: 3_000 });
		on().hit({ skip: 1, cut: 'before' });
		const options = { options: { maxRequests: 1 } };
		const running = on().charge(
			[first, second].map(({ id }) => ({ id, amount: 10 })),
			{ parameters: options, node: continued },
		);
		await clock.wait(2_000);
		await on().chargeElsewhere(second);
		const { items } = await running;
		expect(items.map(({ json }) => json.outcome)).toEqual([undefined, 'unknown']);
	});
});

test('the response to another charge is not taken for it', async () => {
	const one = on().subscribed();
	const answer = await on().chargeElsewhere(one);
	on().hit({ status: 200, body: answer, when: 'after' });
	const { items } = await on().charge([{ id: one.id, amount: 10 }]);
	expect(items[0]!.json.payment_id).not.toBe(answer.payment_id);
	expect(on().taken(one)).toEqual([10, 10]);
});

describe('several items', () => {
	test('of which one is not confirmed: what shows up much later is not taken for another one', async () => {
		const one = on().subscribed();
		on().hit({ cut: 'before' });
		on().hit({ cut: 'before', delay: 80 });
		const item = { id: one.id, amount: 10 };
		expect((await on().charge([item])).error?.message).toBe(UNCONFIRMED);
		await clock.wait(60_000);
		const running = on().charge([item]);
		await on().untilSent(2);
		// As if the first one ended only now.
		await on().chargeElsewhere(one);
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
		expect(items.map(({ json }) => json.error)).toEqual([undefined, `${UNCONFIRMED} (2nd item)`]);
		expect(items[0]!.json).toMatchObject({ payment_id: null, recovered: true });
		expect(items[1]!.json.details).toContain('may be an earlier one');
		expect(on().taken(one)).toEqual([10]);
	});
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

test('a list without any of the earlier charges is not complete: the subscription shows the charge', async () => {
	const body = { data: [], meta: { next_cursor: null } };
	simulator.fault({ method: 'GET', path: '/v1/charges', skip: 1, times: 1, status: 200, body });
	const { one, items } = await on().chargeNew(10, { status: 422, when: 'after' });
	expect(items[0]!.json).toMatchObject({ payment_id: null, recovered: true });
	expect(on().taken(one)).toEqual([10]);
});

test('beside the charge of a server whose clock is ahead, one that was refused although made is not charged again in a loop', async () => {
	const ahead = jumps();
	const [one, other] = [on().subscribed(), on().subscribed()];
	const { payment_id } = await on().chargeElsewhere(other, 77);
	shown('/v1/charges', (record) =>
		record.id === payment_id ? { ...record, created_at: '2099-01-01T00:00:00+08:00' } : record,
	);
	on().hit({ status: 422, body: { message: 'Declined.' }, when: 'after' });
	for (let turn = 0; turn < 2; turn += 1) {
		const executionId = `beside ${one.id}`;
		const { error } = await on().charge([{ id: one.id, amount: 10 }], { executionId });
		expect(error?.message).toBe(UNCONFIRMED);
		ahead(60_000);
	}
	expect(on().taken(one)).toEqual([10]);
});

test('in a loop nine minutes after a refusal, one that was made all the same is found', async () => {
	const ahead = jumps();
	const one = on().subscribed();
	on().hit({ status: 422, body: { message: 'Declined.' }, when: 'after' });
	const once = { skip: 1, times: 1 };
	shown('/v1/charges', (charge) => (charge.channel === 'recurring' ? [] : charge), once);
	const again = async () =>
		await on().charge([{ id: one.id, amount: 10 }], { executionId: `refused ${one.id}` });
	expect((await again()).error?.message).toBe('Declined.');
	ahead(9 * 60_000);
	expect((await again()).items[0]!.json).toMatchObject({ recovered: true });
	expect(on().taken(one)).toEqual([10]);
});
