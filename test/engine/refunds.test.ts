import type { INode, INodeParameters } from 'n8n-workflow';

import * as clock from '../../nodes/Payments/transport/clock';
import type { Charge, Fault } from '../../simulator';
import { mustViolate, useSimulator } from '../useSimulator';
import { succeeded } from './outcomes';
import { continued, refundsOn } from './refunds';
import { apiKeyOf, oAuth2Of, operation, runPayments } from './run';
import { shortenWaits, wait } from './waits';

const simulator = useSimulator();

shortenWaits();

const { call, newCharge, hit, refund, refundNew, posts, ...service } = refundsOn(
	simulator,
	{ refundKind: 'part' },
	12,
);

/** What the service has of a charge's refunds, the smallest first. */
const refundsOf = (charge: Charge) => service.refundsOf(charge).sort((one, other) => one - other);

const troubles: Array<[string, Fault]> = [
	['cut before the work', { cut: 'before' }],
	['cut after the work', { cut: 'after' }],
	['cut in the middle of the answer, after the work', { cut: 'middle' }],
	['302 after the work', { status: 302, when: 'after' }],
	['500 before the work', { status: 500, when: 'before' }],
	['503 after the work', { status: 503, when: 'after' }],
	['500 after the work', { status: 500, when: 'after' }],
	['502 before the work', { status: 502, when: 'before' }],
	['504 after the work', { status: 504, when: 'after' }],
	['429 before the work', { status: 429, headers: { 'retry-after': '2' } }],
	['a web page after the work', { status: 200, body: '<html>', when: 'after' }],
];

/** Makes a payment request. @param repeated whether it can be paid again and again */
async function makeRequest(repeated = 'false'): Promise<string> {
	const body = { amount: 25, currency: 'SGD', allow_repeated_payments: repeated };
	return (await call('/v1/payment-requests', body)).id;
}

async function until(isTrue: () => boolean) {
	while (!isTrue()) await wait(5);
}

describe('before anything is sent', () => {
	test('a charge that is refunded already is stopped', async () => {
		const { charge } = await refundNew(12);
		simulator.reset();
		const { error } = await refund([{ id: charge.id, amount: 12 }]);
		expect(error?.message).toBe('The charge is already fully refunded [item 0]');
		expect(error?.description).toContain(
			'Nothing of its 12.00 SGD is left, so nothing was sent for this item.',
		);
		expect(posts()).toBe(0);
		expect(refundsOf(charge)).toEqual([12]);
	});

	test('an amount above what is left is stopped, and what is left is said', async () => {
		const { charge } = await refundNew(5.5);
		simulator.reset();
		const { error } = await refund([{ id: charge.id, amount: 6.51 }]);
		expect(error?.message).toBe("'Amount' is above the remaining amount of the charge [item 0]");
		expect(error?.description).toContain('Of its 12.00 SGD, 6.50 SGD can still be refunded');
		expect(posts()).toBe(0);
		expect((await refund([{ id: charge.id, amount: 6.5 }])).error).toBeUndefined();
		expect(refundsOf(charge)).toEqual([5.5, 6.5]);
	});

	test('an amount above a charge of which nothing was refunded is stopped, and its amount is said', async () => {
		const { error } = await refundNew(12.01);
		expect(error?.message).toBe("'Amount' is above the remaining amount of the charge [item 0]");
		expect(error?.description).toBe(
			"The charge is 12.00 SGD, so nothing was sent for this item. Lower 'Amount' to 12.00 SGD or less.",
		);
		expect(posts()).toBe(0);
	});

	test('a charge that cannot be read right now is not refunded, and the error says so', async () => {
		simulator.fault({ method: 'GET', times: 5, status: 503, body: { message: 'Maintenance.' } });
		const { error } = await refundNew(12);
		expect(error?.message).toBe('Maintenance. [item 0]');
		expect(error?.description).toContain('run the node again');
		expect(error?.description).not.toContain('not known');
		expect(posts()).toBe(0);
	});

	test("a payment request's ID means its one payment", async () => {
		const request = await makeRequest();
		const charge = simulator.pay(request);
		await refund([{ id: request, amount: 2 }]);
		const { error } = await refund([{ id: request, amount: 24 }]);
		expect(error?.message).toBe("'Amount' is above the remaining amount of the charge [item 0]");
		expect(refundsOf(charge)).toEqual([2]);
	});

	test('a credential that may not read charges still makes refunds', async () => {
		simulator.fault({ method: 'GET', times: 2, status: 403 });
		const { charge, items } = await succeeded(
			refundNew(12, undefined, { credentials: oAuth2Of(simulator) }),
		);
		expect(items).toHaveLength(1);
		expect(refundsOf(charge)).toEqual([12]);
	});
});

describe('a refund whose answer does not arrive is made once', () => {
	test.each(troubles.filter(([name]) => /after|^429/.test(name)))(
		'a part of a charge, %s',
		async (_, fault) => {
			const { charge, items } = await succeeded(refundNew(5, fault));
			expect(items.map(({ json }) => json.amount_refunded)).toEqual([5]);
			expect(refundsOf(charge)).toEqual([5]);
		},
	);

	test('a gateway that gives up early does not make a second one', async () => {
		jest.mocked(clock.wait).mockImplementation((time) => wait(time / 20));
		const { charge, items } = await succeeded(refundNew(5, { status: 503, late: 60 }));
		expect(items.map(({ json }) => json.recovered)).toEqual([true]);
		expect(refundsOf(charge)).toEqual([5]);
	});

	test('a copy of the data that is a moment behind does not make a second one', async () => {
		const charge = newCharge();
		hit({ status: 500, when: 'after' });
		simulator.fault({
			method: 'GET',
			skip: 1,
			body: { ...charge, refunded_amount: 0 },
			when: 'after',
		});
		const { items } = await refund([{ id: charge.id, amount: 4 }]);
		expect(items.map(({ json }) => json.recovered)).toEqual([true]);
		expect(refundsOf(charge)).toEqual([4]);
	});

	test.each([undefined, null])(
		'a charge that does not say how much was refunded (%p): it is not known',
		async (refunded_amount) => {
			const charge = newCharge();
			hit({ status: 500, when: 'after' });
			simulator.fault({
				method: 'GET',
				times: 9,
				body: { ...charge, refunded_amount },
				when: 'after',
			});
			const { error } = await refund([{ id: charge.id, amount: 5 }]);
			expect(error?.message).toBe('Could not confirm whether 5.00 SGD was refunded [item 0]');
			expect(error?.description).not.toContain('NaN');
			expect(refundsOf(charge)).toEqual([5]);
		},
	);

	test('one that is still being made is not called not made', async () => {
		jest.mocked(clock.wait).mockImplementation((time) => wait(time / 100));
		const { charge, error } = await refundNew(
			12,
			{ delay: 3_000, when: 'before' },
			{ parameters: { requestOptions: { timeout: 500 }, options: { maxTries: 1 } } },
		);
		expect(error?.message).toBe('Could not confirm whether 12.00 SGD was refunded [item 0]');
		await wait(3_500);
		expect(refundsOf(charge)).toEqual([12]);
	});

	test("another item's refund is not taken for one's own", async () => {
		const charge = newCharge();
		hit({ cut: 'before' });
		const rows = [4, 4].map((amount) => ({ id: charge.id, amount }));
		const { items } = await refund(rows, {
			node: { ...continued, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		const made = items.filter(({ json }) => json.amount_refunded === 4);
		expect(refundsOf(charge)).toHaveLength(made.length);
	});

	test('one that the charge shows is marked, and has no ID', async () => {
		const { charge, items } = await refundNew(12, { cut: 'after' });
		expect(items[0]?.json).toEqual({
			id: null,
			payment_id: charge.id,
			amount_refunded: 12,
			total_amount: 12,
			currency: 'sgd',
			status: 'succeeded',
			recovered: true,
		});
		expect(posts()).toBe(1);
	});

	test('a part that shows up late is found', async () => {
		jest.mocked(clock.wait).mockImplementation((time) => wait(time / 4));
		const { charge, items } = await succeeded(
			refundNew(
				5,
				{ delay: 1_000, when: 'before' },
				{ parameters: { requestOptions: { timeout: 500 } } },
			),
		);
		expect(items.map(({ json }) => json.recovered)).toEqual([true]);
		expect(refundsOf(charge)).toEqual([5]);
	});

	test('another refund in between is not taken for this one', async () => {
		const charge = newCharge();
		hit({ cut: 'before' });
		simulator.fault({ method: 'GET', skip: 1, delay: 300, when: 'before' });
		const running = refund([{ id: charge.id, amount: 5 }]);
		await until(() => posts() > 0);
		await call('/v1/refund', { payment_id: charge.id, amount: 3 });
		const { error } = await running;
		expect(error?.message).toBe('Could not confirm whether 5.00 SGD was refunded [item 0]');
		expect(error?.description).toContain(
			'Now 3.00 SGD of it is refunded, so there was another refund.',
		);
		expect(refundsOf(charge)).toEqual([3]);
	});

	test('when the charge cannot be read afterwards, the error says what is known', async () => {
		simulator.fault({ method: 'GET', skip: 1, times: 100, status: 503 });
		const { charge, error } = await refundNew(12, { cut: 'after' });
		expect(error?.message).toBe('Could not confirm whether 12.00 SGD was refunded [item 0]');
		expect(error?.description).toContain('The charge could not be read afterwards.');
		expect(error?.description).toContain(charge.id);
		expect(posts()).toBe(1);
	});

	test('with Max Attempts 1 nothing is sent twice', async () => {
		const { error } = await refundNew(
			12,
			{ status: 500 },
			{ parameters: { options: { maxTries: 1 } } },
		);
		expect(error?.message).toBe('Could not confirm whether 12.00 SGD was refunded [item 0]');
		expect(posts()).toBe(1);
	});

	test('what the service refuses is not sent again', async () => {
		const charge = simulator.addCharge({ amount: 12, currency: 'sgd', payment_request_id: '' });
		mustViolate(/body\/payment_request_id must match format "uuid"/);
		hit({ status: 422, body: { message: 'The payment_id field is of a closed account.' } });
		const { error } = await refund([{ id: charge.id, amount: 5 }]);
		expect(error?.message).toBe("'Charge' is of a closed account. [item 0]");
		expect(error?.description).toBe("Correct 'Charge', then run the node again.");
		expect(error?.httpCode).toBe('422');
		expect(posts()).toBe(1);
	});

	test('nothing is sent for a charge whose status is no text', async () => {
		mustViolate(/body\/status must be/);
		const charge = simulator.addCharge({ amount: 12, currency: 'sgd' });
		charge.status = [1, {}] as never;
		const { error } = await refund([{ id: charge.id, amount: 5 }]);
		expect(error?.description).toContain(
			'The charge has the status unknown, so nothing was sent for this item.',
		);
		expect(posts()).toBe(0);
	});

	test.each(['failed', 'pending', 'cancelled', 'void'] as const)(
		'nothing is sent for a payment that is %s, and the message says so',
		async (status) => {
			const charge = simulator.addCharge({ amount: 12, currency: 'sgd', status });
			for (const parameters of [{}, { refundKind: 'everything' }]) {
				const { error } = await refund([{ id: charge.id, amount: 5 }], { parameters });
				expect(error?.message).toBe(
					'The charge did not succeed, so there is nothing to refund [item 0]',
				);
				expect(error?.description).toBe(
					`The charge has the status ${status}, so nothing was sent for this item. Choose another 'Charge'.`,
				);
			}
			expect(posts()).toBe(0);
		},
	);
});

describe('everything that is left', () => {
	const everything: INodeParameters = { refundKind: 'everything' };

	/** Rows of a run, each with an amount or without one. */
	const byRow: INodeParameters = { refundKind: "={{ $json.amount ? 'part' : 'everything' }}" };

	const retried: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	const amountsSent = () =>
		simulator.requests
			.filter(({ method }) => method === 'POST')
			.map(({ rawBody }) => /"amount":([^,}]+)/.exec(rawBody)?.[1]);

	const partOf = async ({ id }: Charge, amount: number) => {
		expect((await refund([{ id, amount }])).error).toBeUndefined();
		simulator.reset();
	};

	test('takes the amount from the charge', async () => {
		const charge = newCharge(12.34);
		const { items } = await succeeded(
			runPayments({
				parameters: operation('refund', 'create', {
					paymentId: charge.id,
					refundKind: 'everything',
				}),
				credentials: apiKeyOf(simulator),
			}),
		);
		expect(items.map(({ json }) => json.amount_refunded)).toEqual([12.34]);
		expect(simulator.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
		expect(simulator.requests[1]?.body).toEqual({ payment_id: charge.id, amount: 12.34 });
	});

	test.each([
		[12, 5.5, '6.5'],
		[10, 9.9, '0.1'],
		[0.3, 0.1, '0.2'],
		[1234.56, 1234.55, '0.01'],
	])('of %p, of which %p was refunded before, is %s', async (amount, before, left) => {
		const charge = newCharge(amount);
		await partOf(charge, before);
		await succeeded(refund([{ id: charge.id }], { parameters: everything }));
		expect(amountsSent()).toEqual([left]);
		expect(charge.status).toBe('refunded');
	});

	test.each([
		['text', { amount: '1.234', refunded_amount: '0.100' }, '1.134'],
		['numbers with three decimals', { amount: 1.234, refunded_amount: 0.1 }, '1.134'],
		['nothing but that it has succeeded', { amount: 12, refunded_amount: null }, '12'],
	])('is read from a charge with %s', async (_, body, left) => {
		const charge = newCharge();
		simulator.fault({ method: 'GET', body: { ...charge, ...body }, when: 'after' });
		await refund([{ id: charge.id }], { parameters: everything });
		expect(amountsSent()).toEqual([left]);
	});

	test('of a charge that is refunded already is nothing', async () => {
		const charge = newCharge();
		await partOf(charge, 12);
		const { error } = await refund([{ id: charge.id }], { parameters: everything });
		expect(error?.message).toBe('The charge is already fully refunded [item 0]');
		expect(posts()).toBe(0);
	});

	test('of a payment request is that of its one payment', async () => {
		const request = await makeRequest();
		const charge = simulator.pay(request);
		await partOf(charge, 2);
		await succeeded(refund([{ id: request }], { parameters: everything }));
		expect(refundsOf(charge)).toEqual([2, 23]);
	});

	describe('that cannot be determined stops the item before anything is sent', () => {
		test('for a charge that does not say how much of it was refunded', async () => {
			const charge = newCharge();
			const body = { ...charge, status: 'partially_refunded', refunded_amount: undefined };
			simulator.fault({ method: 'GET', body, when: 'after' });
			const { error } = await refund([{ id: charge.id }], { parameters: everything });
			expect(error?.message).toContain('Could not determine the remaining amount');
			expect(error?.description).toBe(
				`The charge ${charge.id} does not contain how much of it is refunded. Look it up in the dashboard, then set 'Refund' to Partial Amount and enter the amount.`,
			);
			expect(posts()).toBe(0);
		});
	});

	test.each(troubles)('is refunded once, %s', async (_, fault) => {
		const whole = newCharge();
		const rest = newCharge();
		await partOf(rest, 5);
		for (const [charge, left] of [
			[whole, 12],
			[rest, 7],
		] as const) {
			hit(fault);
			const { items } = await succeeded(refund([{ id: charge.id }], { parameters: everything }));
			expect(items.map(({ json }) => json)).toMatchObject([
				{ payment_id: charge.id, amount_refunded: left, total_amount: 12 },
			]);
		}
		expect(refundsOf(whole)).toEqual([12]);
		expect(refundsOf(rest)).toEqual([5, 7]);
	});

	test('is found on a charge of which only the status tells that it was refunded', async () => {
		const charge = newCharge();
		hit({ status: 500, when: 'after' });
		for (const status of ['succeeded', 'refunded'] as const) {
			const body = { ...charge, status, refunded_amount: null };
			simulator.fault({ method: 'GET', body, when: 'after' });
		}
		const { items } = await succeeded(refund([{ id: charge.id }], { parameters: everything }));
		expect(items.map(({ json }) => json)).toMatchObject([{ amount_refunded: 12, recovered: true }]);
		expect(refundsOf(charge)).toEqual([12]);
	});

	test('an error says how much it was, when it is not known whether it was refunded', async () => {
		const charge = newCharge();
		await partOf(charge, 5);
		hit({ cut: 'before' });
		simulator.fault({ method: 'GET', skip: 1, times: 100, status: 503 });
		const { error } = await refund([{ id: charge.id }], { parameters: everything });
		expect(error?.message).toBe('Could not confirm whether 7.00 SGD was refunded [item 0]');
		expect(error?.description).toContain('its refunded_amount is 12.00 SGD or more.');
	});

	test('Retry On Fail finds what was refunded, though nothing is left any more', async () => {
		const charge = newCharge();
		await partOf(charge, 5);
		hit({ cut: 'after' });
		simulator.fault({ method: 'GET', skip: 1, times: 5, status: 503 });
		const { items } = await succeeded(
			refund([{ id: charge.id }], { parameters: everything, node: retried }),
		);
		expect(items.map(({ json }) => json)).toMatchObject([{ amount_refunded: 7, recovered: true }]);
		expect(amountsSent()).toEqual(['7']);
		expect(refundsOf(charge)).toEqual([5, 7]);
	});

	test('Retry On Fail asks for the amount of the first try, not for what is left now', async () => {
		const charge = newCharge();
		// All tries of the first run fail, and are surely not made.
		hit({ status: 500, times: 5 });
		const running = refund([{ id: charge.id }], {
			parameters: everything,
			node: { ...retried, waitBetweenTries: 300 },
		});
		await until(() => posts() === 5);
		await wait(100);
		await call('/v1/refund', { payment_id: charge.id, amount: 3 });
		const { error } = await running;
		// 12 cannot be refunded any more, and 9 was never asked for.
		expect(new Set(amountsSent())).toEqual(new Set(['12', '3']));
		expect(error?.message).toBe('Could not confirm whether 12.00 SGD was refunded [item 0]');
		expect(error?.description).toContain(
			'Now 3.00 SGD of it is refunded, so there was another refund.',
		);
		expect(refundsOf(charge)).toEqual([3]);
	});

	test('Retry On Fail gives what was refunded, and goes on with the others', async () => {
		const charges = [newCharge(), newCharge(), newCharge()];
		simulator.fault({ path: `/v1/charges/${charges[1]!.id}`, times: 2, status: 400 });
		const { items } = await succeeded(
			refund(
				charges.map(({ id }) => ({ id })),
				{ parameters: everything, node: retried },
			),
		);
		expect(items.map(({ json }) => typeof json.id)).toEqual(['string', 'string', 'string']);
		expect(charges.map(refundsOf)).toEqual([[12], [12], [12]]);
		expect(posts()).toBe(3);
	});

	test('of two equal rows of a run, the second one reports that nothing remains', async () => {
		const charge = newCharge();
		const rows = [{ id: charge.id }, { id: charge.id.toUpperCase() }];
		const { items } = await refund(rows, { parameters: everything, node: continued });
		expect(items.map(({ json }) => json.error ?? json.amount_refunded)).toEqual([
			12,
			'The charge is already fully refunded [item 1]',
		]);
		expect(refundsOf(charge)).toEqual([12]);
	});

	test('a charge given by its own ID and by its payment request is refunded once', async () => {
		const request = await makeRequest();
		const charge = simulator.pay(request);
		const rows = [{ id: request }, { id: charge.id }];
		const { items } = await refund(rows, { parameters: everything, node: continued });
		expect(items.map(({ json }) => typeof json.error).sort()).toEqual(['string', 'undefined']);
		expect(refundsOf(charge)).toEqual([25]);
	});

	test.each([
		['answered', []],
		['lost', [{ cut: 'after', times: 2 } as const]],
	])('and parts of the same charge add up, when answers are %s', async (_, faults) => {
		const charge = newCharge();
		for (const fault of faults) hit(fault);
		const rows = [{ amount: 4 }, { amount: 1.1 }, {}];
		const { items } = await succeeded(
			refund(
				rows.map((row) => ({ id: charge.id, ...row })),
				{ parameters: byRow },
			),
		);
		expect(items.map(({ json }) => json.amount_refunded)).toEqual([4, 1.1, 6.9]);
		expect(refundsOf(charge)).toEqual([1.1, 4, 6.9]);
	});

	test('a part after it finds nothing left', async () => {
		const charge = newCharge();
		const rows = [{ id: charge.id }, { id: charge.id, amount: 4 }];
		const { items } = await refund(rows, { parameters: byRow, node: continued });
		expect(items.map(({ json }) => json.error ?? json.amount_refunded)).toEqual([
			12,
			'The charge is already fully refunded [item 1]',
		]);
	});

	test.each([
		['an amount that is not shown any more', { refundKind: 'everything', amount: 5 }],
		['an amount beside an expression', { refundKind: "={{ ' everything ' }}", amount: 5 }],
	])('is refunded whatever there is besides: %s', async (_, parameters) => {
		const charge = newCharge();
		await succeeded(refund([{ id: charge.id }], { parameters }));
		expect(amountsSent()).toEqual(['12']);
	});
});

describe('two refunds of one charge in one run', () => {
	test('the one that is too much is stopped', async () => {
		const charge = newCharge();
		const rows = [8, 8].map((amount) => ({ id: charge.id, amount }));
		const { items } = await refund(rows, { node: continued });
		expect(items.map(({ json }) => json.error ?? json.amount_refunded)).toEqual([
			8,
			"'Amount' is above the remaining amount of the charge [item 1]",
		]);
		expect(refundsOf(charge)).toEqual([8]);
	});

	test('an answer that is lost does not confuse them', async () => {
		const charge = newCharge();
		hit({ cut: 'after', times: 2 });
		const rows = [4, 4, 4].map((amount) => ({ id: charge.id, amount }));
		const { items } = await succeeded(refund(rows));
		expect(items).toHaveLength(3);
		expect(refundsOf(charge)).toEqual([4, 4, 4]);
	});
});

describe('when the node runs again', () => {
	const retried: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	test('Retry On Fail gives the refunds that were made, and makes the others', async () => {
		const charges = [newCharge(), newCharge(), newCharge()];
		simulator.fault({ path: `/v1/charges/${charges[1]!.id}`, times: 2, status: 400 });
		const rows = charges.map(({ id }) => ({ id, amount: 5 }));
		const { items } = await succeeded(refund(rows, { node: retried }));
		expect(items.map(({ json }) => json.payment_id)).toEqual(charges.map(({ id }) => id));
		expect(items.map(({ json }) => typeof json.id)).toEqual(['string', 'string', 'string']);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(charges.map(refundsOf)).toEqual([[5], [5], [5]]);
		expect(posts()).toBe(3);
	});

	test('Retry On Fail makes no second one of a refund whose outcome was not known', async () => {
		simulator.fault({ method: 'GET', skip: 1, times: 5, status: 503 });
		const { charge, items } = await succeeded(refundNew(5, { cut: 'after' }, { node: retried }));
		expect(items.map(({ json }) => json.recovered)).toEqual([true]);
		expect(refundsOf(charge)).toEqual([5]);
	});

	test('in another execution they are new ones', async () => {
		const { charge } = await refundNew(5);
		await refund([{ id: charge.id, amount: 5 }]);
		expect(refundsOf(charge)).toEqual([5, 5]);
	});
});

describe('when n8n itself throws in the middle of a run', () => {
	test('with batching and Retry On Fail, nothing is made twice', async () => {
		const charges = [newCharge(), newCharge(), newCharge()];
		await refund([...charges.map(({ id }) => ({ id, amount: 5 })), { id: 'last', amount: 5 }], {
			parameters: {
				paymentId: "={{ $json.id === 'last' ? $('Nowhere').item.json.id : $json.id }}",
				requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 20 } } },
			},
			node: { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 },
		});
		await wait(500);
		expect(charges.map(refundsOf)).toEqual([[5], [5], [5]]);
	});
});

describe('when one item fails for good', () => {
	test('the node stops: no further refund is begun', async () => {
		const charges = Array.from({ length: 30 }, () => newCharge());
		simulator.fault({ path: `/v1/charges/${charges[0]!.id}`, status: 400 });
		const { error } = await refund(
			charges.map(({ id }) => ({ id, amount: 12 })),
			{ parameters: { options: { maxRequests: 2 } } },
		);
		expect(error?.message).toMatch(/\[item 0\]$/);
		expect(posts()).toBeLessThan(3);
	});

	test('with On Error set to continue, all others are made', async () => {
		const charges = Array.from({ length: 10 }, () => newCharge());
		simulator.fault({ path: `/v1/charges/${charges[0]!.id}`, status: 400 });
		const { items } = await refund(
			charges.map(({ id }) => ({ id, amount: 12 })),
			{ node: continued, parameters: { options: { maxRequests: 2 } } },
		);
		expect(items.map(({ json }) => typeof json.error)).toEqual([
			'string',
			...Array<string>(9).fill('undefined'),
		]);
		expect(charges.slice(1).map(refundsOf)).toEqual(Array(9).fill([12]));
	});
});
