import type { Fault } from '../../../simulator';
import { mustViolate } from '../../useSimulator';
import { useDialects, type Speaker } from './harness';

const speak = useDialects();

/** A payment request of 100 SGD that was paid, and its charge. */
async function paid({ call, simulator }: Speaker, isRepeated = false) {
	const { id: request } = await call('/v1/payment-requests', {
		amount: 100,
		currency: 'sgd',
		allow_repeated_payments: String(isRepeated),
	});
	return { request, charge: simulator.pay(request).id };
}

const refundsOf = ({ simulator }: Speaker, charge: string) =>
	simulator.records.refunds
		.filter(({ payment_id }) => payment_id === charge)
		.map(({ amount_refunded }) => amount_refunded);

const idsSent = ({ sent }: Speaker) =>
	sent('POST')
		.filter(({ path }) => path === '/v1/refund')
		.map(({ body }) => (body as { payment_id: string }).payment_id);

const refund = (speaker: Speaker, paymentId: string, amount = 5) =>
	speaker.run('refund', 'create', { paymentId, amount });

describe('Row 6: a refund names the charge, and the payment request if that is refused', () => {
	test.each(['charge', 'request'] as const)(
		'Row 6: with the ID of the %s, the charge is sent, and nothing else if it is accepted',
		async (given) => {
			for (const dialects of [[], ['charge-id-only']] as const) {
				const speaker = await speak(dialects);
				const ids = await paid(speaker);
				const { error, items } = await refund(speaker, ids[given]);
				expect(error).toBeUndefined();
				expect(items[0]?.json).toMatchObject({ amount_refunded: 5, payment_id: ids.charge });
				expect(idsSent(speaker)).toEqual([ids.charge]);
				expect(refundsOf(speaker, ids.charge)).toEqual([5]);
			}
		},
	);

	test.each(['charge', 'request'] as const)(
		'Row 6: with the ID of the %s, the payment request follows after a refusal',
		async (given) => {
			const speaker = await speak(['payment-request-id-only']);
			const ids = await paid(speaker);
			const { error } = await refund(speaker, ids[given]);
			expect(error).toBeUndefined();
			expect(idsSent(speaker)).toEqual([ids.charge, ids.request]);
			expect(refundsOf(speaker, ids.charge)).toEqual([5]);
		},
	);

	test.each(['No query results for model [App\\Charge].', 'Unknown payment_id'])(
		'Row 6: a refusal with 422 that names the ID counts, in the words of the framework, too: %s',
		async (message) => {
			const speaker = await speak();
			const ids = await paid(speaker);
			const refused = { status: 422, body: { message } };
			speaker.simulator.fault({ method: 'POST', path: '/v1/refund', ...refused });
			await refund(speaker, ids.charge);
			expect(idsSent(speaker)).toEqual([ids.charge, ids.request]);
			expect(refundsOf(speaker, ids.charge)).toEqual([5]);
		},
	);

	test.each([
		[422, 'The amount field is above the balance.'],
		[422, 'Insufficient balance.'],
		[400, 'Unknown payment_id'],
		[403, 'The payment was not found.'],
	])('Row 6: a refusal of anything else is final: %d, %s', async (status, message) => {
		const speaker = await speak();
		const ids = await paid(speaker);
		speaker.simulator.fault({ method: 'POST', path: '/v1/refund', status, body: { message } });
		expect((await refund(speaker, ids.charge)).error).toBeDefined();
		expect(idsSent(speaker)).toEqual([ids.charge]);
		expect(refundsOf(speaker, ids.charge)).toEqual([]);
	});

	test.each<Fault>([
		{ cut: 'after' },
		{ cut: 'before' },
		{ status: 500, when: 'after' },
		// A gateway's page: not a refusal in the words of the API.
		{ status: 404, body: '<html>Not Found</html>', when: 'after' },
	])('Row 6: after an unknown outcome, the other ID is never sent: %j', async (fault) => {
		const speaker = await speak();
		const ids = await paid(speaker);
		const ofRefund = { method: 'POST', path: '/v1/refund' };
		speaker.simulator.fault({ ...ofRefund, ...fault });
		// And what would be sent next would be refused.
		const body = { message: 'The payment was not found.' };
		speaker.simulator.fault({ ...ofRefund, status: 404, body, times: 9 });
		await refund(speaker, ids.charge, 100);
		expect(new Set(idsSent(speaker))).toEqual(new Set([ids.charge]));
		expect(refundsOf(speaker, ids.charge).length).toBeLessThan(2);
	});

	test('Row 6: a lost response to the second one is reconciled by the charge, and not repeated', async () => {
		const speaker = await speak(['payment-request-id-only']);
		const ids = await paid(speaker);
		let posts = 0;
		speaker.simulator.fault({
			method: 'POST',
			path: '/v1/refund',
			times: 2,
			when: 'after',
			body: (text: string) => (++posts === 2 ? '<html>' : text),
		});
		const { items, error } = await refund(speaker, ids.charge);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ recovered: true, amount_refunded: 5 });
		expect(idsSent(speaker)).toEqual([ids.charge, ids.request]);
		expect(refundsOf(speaker, ids.charge)).toEqual([5]);
	});

	test.each(['charge', 'request'] as const)(
		'Row 6: a payment request that was paid twice stands for no charge, with the ID of the %s',
		async (given) => {
			const speaker = await speak(['payment-request-id-only']);
			const ids = await paid(speaker, true);
			speaker.simulator.pay(ids.request);
			const { error } = await refund(speaker, ids[given]);
			expect(error).toBeDefined();
			expect(idsSent(speaker)).toEqual(given === 'charge' ? [ids.charge] : []);
		},
	);

	test('Row 6: a refund that was made and refused is found, and not sent again', async () => {
		const speaker = await speak();
		const ids = await paid(speaker);
		const body = { message: 'The payment was not found.' };
		const refused = { status: 404, body, when: 'after' } as const;
		speaker.simulator.fault({ method: 'POST', path: '/v1/refund', ...refused });
		const { error } = await refund(speaker, ids.charge);
		expect(error).toBeUndefined();
		expect(idsSent(speaker)).toEqual([ids.charge]);
		expect(refundsOf(speaker, ids.charge)).toEqual([5]);
	});
});

test('Row 7: a refund is never requested below its payment request', async () => {
	const speaker = await speak();
	await refund(speaker, (await paid(speaker)).request);
	expect(speaker.sent('POST').filter(({ path }) => /payment-requests\/.+/.test(path))).toEqual([]);
});

describe('Row 4: what can be refunded is on a list', () => {
	test.each(['canceled', 'requires_payment_method', 'requires_customer_action', 'something_new'])(
		'Row 4: a charge that is %s is not refunded',
		async (status) => {
			const speaker = await speak();
			const charge = speaker.simulator.addCharge({ status: status as 'failed', amount: 100 });
			if (status !== 'canceled') mustViolate(/charges\/.*: body\/status must be equal/);
			const { error } = await refund(speaker, charge.id);
			expect(error?.message).toContain('did not succeed, so there is nothing to refund');
			expect(idsSent(speaker)).toEqual([]);
		},
	);
});

test.each<[status: string, isPaid: boolean]>([
	...['succeeded', 'succeeded_manually'].map((status): [string, true] => [status, true]),
	...['refunded', 'partially_refunded'].map((status): [string, true] => [status, true]),
	...['failed', 'cancelled', 'something_new'].map((status): [string, false] => [status, false]),
])(
	"Row 4: the 'payment_id' of a payment request is that of a payment that is %s: %j",
	async (status, isPaid) => {
		const speaker = await speak(['payments-follow-charges']);
		const ids = await paid(speaker);
		speaker.simulator.changeCharge(ids.charge, status as 'failed');
		if (status === 'something_new') mustViolate(/payments\/0\/status must be equal/);
		const fields = { paymentRequestId: ids.request, output: 'simplified' };
		const { items } = await speaker.run('paymentRequest', 'get', fields);
		expect(items[0]?.json.payment_id).toBe(isPaid ? ids.charge : null);
	},
);

test('Row 14: what is left of a charge that keeps succeeded is what its refunded amount leaves', async () => {
	const speaker = await speak(['refunds-keep-succeeded']);
	const ids = await paid(speaker);
	await refund(speaker, ids.charge, 30);
	expect((await refund(speaker, ids.charge, 71)).error?.message).toContain('above the remaining');
	await speaker.run('refund', 'create', { paymentId: ids.charge, refundKind: 'everything' });
	expect(refundsOf(speaker, ids.charge).sort()).toEqual([30, 70]);
});
