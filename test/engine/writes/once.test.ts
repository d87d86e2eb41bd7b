import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { memory } from '../../../nodes/Payments/handlers/once/ledger/memory';
import type { Fault } from '../../../simulator';
import { useVirtualClock } from '../../clock';
import { useSimulator } from '../../useSimulator';
import { succeeded } from '../outcomes';
import { oAuth2Of, operation, runnerOf, type RunOptions } from '../run';
import { continued, everything, refundsOn } from './refunds';

/*
 * One example for each promise of docs/reliability.md about what is written once. test/explorer walks all their paths.
 */

const clock = useVirtualClock();
const simulator = useSimulator();

const { call, newCharge, hit, refund, refundNew, refundsOf, posts, paid } = refundsOn(simulator);
const run = runnerOf(simulator);
const upTo = (total: number): INodeParameters => ({ refundKind: 'total', total });
const looped = (executionId: string): Partial<RunOptions> => ({ executionId });

describe('after a lost response', () => {
	test('a partial refund is looked up for 40 s, and never sent again', async () => {
		const { charge, error } = await refundNew(5, { cut: 'before' });
		expect(error?.message).toBe('Could not confirm whether 5.00 SGD was refunded');
		expect(error?.description).toBe(
			`The connection was lost (ECONNRESET). Before, 0.00 SGD of the charge ${charge.id} was refunded. That has not changed, but the refund may still be in progress. With this refund, its refunded_amount is 5.00 SGD or more. Look at the charge with Charge: Get before you run this item again, or set 'Refund' to Up to a Total, which sends only what is missing.`,
		);
		const seconds = clock.waits.map((time) => Math.round(time / 1000));
		expect(seconds).toEqual([1, 3, 6, 10, 20]);
		expect(posts()).toBe(1);
	});

	test.each([{ cut: 'before' as const }, { status: 502 }])(
		'the remaining amount is sent again, since the API refuses a second one: %j',
		async (fault) => {
			const charge = newCharge(12);
			hit(fault);
			await succeeded(refund([{ id: charge.id }], { parameters: everything }));
			expect(refundsOf(charge)).toEqual([12]);
			expect(posts()).toBe(2);
		},
	);

	test('a creation is sent again after 40 s, if the list shows nothing', async () => {
		simulator.fault({ method: 'POST', cut: 'before' });
		const code = { name: 'Counter 1', paymentMethod: 'paynow_online' };
		const { items } = await succeeded(run(operation('staticQr', 'create', code)));
		expect(items[0]?.json.recovered).toBeUndefined();
		const [lost, again] = simulator.requests.filter(({ method }) => method === 'POST');
		expect(again!.at - lost!.at).toBeGreaterThanOrEqual(40_000);
		expect(simulator.records.staticQrs).toHaveLength(1);
	});

	test('a creation that may have sent an email is not sent again', async () => {
		simulator.fault({ method: 'POST', path: '/v1/payment-requests', cut: 'before' });
		const { error } = await run(
			operation('paymentRequest', 'create', {
				amount: 10,
				currency: 'SGD',
				additionalFields: { email: 'ann@example.com', sendEmail: true },
			}),
		);
		expect(error?.message).toBe('Could not confirm whether it was created');
		expect(posts()).toBe(1);
	});

	test('the next update of the record waits until the first one cannot undo it', async () => {
		const { id } = await call('/v1/payment-requests', { amount: 10, currency: 'SGD' });
		simulator.fault({ method: 'PUT', cut: 'before' });
		const items = [{ amount: 20 }, { amount: 30 }];
		const update = operation('paymentRequest', 'update', {
			paymentRequestId: id,
			updateFields: { amount: '={{ $json.amount }}' },
		});
		await succeeded(run(update, { items }));
		const [lost, , next] = simulator.requests.filter(({ method }) => method === 'PUT');
		expect(next!.at - lost!.at).toBeGreaterThanOrEqual(40_000);
		expect(simulator.records.paymentRequests[0]).toMatchObject({ amount: '30.00' });
	});
});

describe('a charge that is not read', () => {
	test('is not refunded if it is not found', async () => {
		const { error } = await refund([{ id: '9f1c7c7e-0000-4a0e-9d52-6d0a3f1b8c11', amount: 5 }]);
		expect(error?.message).toBe('The charge to refund was not found');
		expect(posts()).toBe(0);
	});

	test.each<[string, IDataObject, INodeParameters, string | undefined]>([
		['a part without decimals', { amount: 12 }, {}, undefined],
		['another part', { amount: 12.5 }, {}, 'The credential may not read the charge'],
		['the remaining amount', {}, everything, 'The credential may not read the charge'],
		['a total', {}, upTo(5), 'The credential may not read the charge'],
	])('because it may not be: %s', async (_, item, parameters, message) => {
		const charge = newCharge();
		simulator.fault({ method: 'GET', status: 403, times: 99 });
		const { error } = await refund([{ id: charge.id, ...item }], { parameters });
		expect(error?.message).toEqual(message && (expect.stringContaining(message) as string));
		expect(refundsOf(charge)).toEqual(message ? [] : [12]);
	});

	test('and whose refund is lost: it is never sent again, whatever can be read later', async () => {
		const charge = newCharge();
		simulator.fault({ method: 'GET', status: 403, times: 2 });
		hit({ cut: 'before' });
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { error } = await refund([{ id: charge.id, amount: 5 }], { node });
		expect(error?.message).toBe('Could not confirm whether 5.00 was refunded');
		expect(posts()).toBe(1);
	});
});

describe('a refund that was refused', () => {
	const refusal = { status: 422, body: { message: 'Not today.' } };

	test('is not sent again at once by Retry On Fail', async () => {
		hit(refusal);
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { error } = await refund([{ id: newCharge().id, amount: 5 }], { node });
		expect(error?.message).toBe('Not today.');
		expect(error?.description).toContain('It was not sent again yet');
		expect(posts()).toBe(1);
	});

	test('is sent again in a loop a minute later', async () => {
		const charge = newCharge();
		hit(refusal);
		const options = looped(`refused ${charge.id}`);
		expect((await refund([{ id: charge.id, amount: 5 }], options)).error).toBeDefined();
		await clock.pass(60_000);
		await succeeded(refund([{ id: charge.id, amount: 5 }], options));
		expect(refundsOf(charge)).toEqual([5]);
	});

	test('and cannot be looked up then, is not confirmed: both reasons are named', async () => {
		const charge = newCharge();
		hit({ ...refusal, when: 'after' });
		simulator.fault({ method: 'GET', skip: 1, times: 99, status: 503 });
		const { error } = await refund([{ id: charge.id, amount: 5 }]);
		expect(error?.message).toBe('Could not confirm whether 5.00 SGD was refunded');
		expect(error?.description).toContain('The Payments API returned the status 422. Not today.');
		expect(error?.description).toContain('The charge could not be read afterwards.');
	});
});

describe('the same refund', () => {
	test.each([
		['in a loop, once the first one was made', ['a loop', 'a loop']],
		['in another execution', ['one', 'another']],
	])('%s, is another one', async (_, executions) => {
		const charge = newCharge();
		for (const one of executions) {
			await succeeded(refund([{ id: charge.id, amount: 5 }], looped(`${one} ${charge.id}`)));
		}
		expect(refundsOf(charge)).toEqual([5, 5]);
	});

	test('in a loop is the same one while it is not known whether the first one was made', async () => {
		const { request, charge } = await paid();
		const options = looped(`unknown ${charge.id}`);
		hit({ status: 504, late: 0 });
		simulator.fault({ method: 'GET', skip: 1, times: 99, status: 503 });
		expect((await refund([{ id: charge.id, amount: 5 }], options)).error).toBeDefined();
		simulator.reset();
		// By the other ID of the charge.
		const { items } = await succeeded(refund([{ id: request, amount: 5 }], options));
		expect(items[0]?.json.recovered).toBe(true);
		expect(refundsOf(charge)).toEqual([5]);
	});
});

describe('Refund up to a total', () => {
	test('sends what is missing, and nothing in another execution', async () => {
		const charge = newCharge();
		await call('/v1/refund', { payment_id: charge.id, amount: 15 });
		const first = await succeeded(refund([{ id: charge.id }], { parameters: upTo(40) }));
		expect(first.items[0]?.json).toMatchObject({
			amount_refunded: 25,
			already_refunded: false,
			total_refunded: 40,
		});
		const again = await succeeded(refund([{ id: charge.id }], { parameters: upTo(40) }));
		expect(again.items[0]?.json).toMatchObject({
			id: null,
			amount_refunded: 0,
			already_refunded: true,
			total_refunded: 40,
			status: 'succeeded',
		});
		expect(refundsOf(charge)).toEqual([15, 25]);
	});

	test('above the charge is an error before anything is sent', async () => {
		const { error } = await refund([{ id: newCharge(10).id }], { parameters: upTo(10.01) });
		expect(error?.message).toBe("'Total' is above the amount of the charge: 10.01");
		expect(posts()).toBe(0);
	});

	test('waits after n8n was started: what was sent before shows by then', async () => {
		memory.restart();
		await clock.pass(10_000);
		await succeeded(refund([{ id: newCharge().id }], { parameters: upTo(40) }));
		expect(clock.waits).toEqual([30_000]);
	});
});

describe('a failed item says what became of it', () => {
	test.each<[string, Fault, IDataObject]>([
		['not_sent', { status: 500 }, { amount: 500 }],
		['refused', { status: 422, body: { message: 'Not today.' } }, {}],
		['unknown', { cut: 'before' }, {}],
	])('%s', async (outcome, fault, parameters) => {
		hit(fault);
		const options = { node: continued, parameters: parameters as INodeParameters };
		const { items } = await refund([{ id: newCharge().id, amount: 5 }], options);
		expect(items[0]?.json.outcome).toBe(outcome);
	});
});

describe('Add Remaining Amount', () => {
	const options = { remainingAmount: true };

	test('reads the charge after the refund', async () => {
		const charge = newCharge(12.5);
		await call('/v1/refund', { payment_id: charge.id, amount: 2 });
		const parameters = { options };
		const { items } = await succeeded(refund([{ id: charge.id, amount: 5 }], { parameters }));
		expect(items[0]?.json.remaining_amount).toBe(5.5);
	});

	test('is null if that read is older than the refund', async () => {
		const charge = newCharge();
		const before = { ...charge, refunded_amount: 0 };
		simulator.fault({ method: 'GET', skip: 1, body: before, when: 'after' });
		const parameters = { options };
		const { items } = await succeeded(refund([{ id: charge.id, amount: 5 }], { parameters }));
		expect(items[0]?.json.remaining_amount).toBeNull();
	});
});

test('two items that name one charge by its two IDs are refunded in their order', async () => {
	const { request, charge } = await paid();
	// The first one takes longer to find.
	simulator.fault({ method: 'GET', path: `/v1/charges/${request}`, delay: 100 });
	const { items } = await succeeded(
		refund([
			{ id: request, amount: 4 },
			{ id: charge.id, amount: 7 },
		]),
	);
	expect(items.map(({ json }) => json.amount_refunded)).toEqual([4, 7]);
	const sent = simulator.requests.filter(({ path }) => path === '/v1/refund');
	expect(sent.map(({ body }) => body)).toMatchObject([{ amount: 4 }, { amount: 7 }]);
});

test('a credential that was connected to another business creates a customer there', async () => {
	const upsert = operation('customer', 'upsert', { email: 'ann@example.com' });
	const node = { credentials: { paymentsOAuth2Api: { id: 'two businesses', name: 'Test' } } };
	for (const { id } of simulator.businesses.slice(0, 2)) {
		const { paymentsOAuth2Api } = oAuth2Of(simulator);
		const token = simulator.issueTokens({ business: id, scope: 'business:read customer' });
		Object.assign(paymentsOAuth2Api, { oauthTokenData: { ...token } });
		await succeeded(run(upsert, { credentials: { paymentsOAuth2Api }, node }));
	}
	const isCreated = ({ method, path }: { method: string; path: string }) =>
		method === 'POST' && path === '/v1/customers';
	expect(simulator.requests.filter(isCreated)).toHaveLength(2);
});
