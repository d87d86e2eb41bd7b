import type { INodeParameters } from 'n8n-workflow';

import type { Charge } from '../../simulator';
import { useSimulator } from '../useSimulator';
import {
	ACCEPTED,
	answersTo,
	BEHIND,
	KNOWN,
	NOT_LISTED,
	SUPERSEDED,
	TOO_OLD,
	UNCONFIRMED,
} from './answers';
import { apiKeyOf } from './run';
import { invoiceBody, requester } from './service';
import { callback, paymentFields, serviceEvent, useTriggers, type Message } from './trigger';

/*
 * Without a signature, the record of the API decides whether an event starts the workflow, and with which values. The
 * explorer forges each notification (test/explorer/forgeries.ts); here are the responses.
 */

const simulator = useSimulator({ charges: 5 });
const call = requester(simulator);
const start = useTriggers();
afterEach(() => jest.restoreAllMocks());

/** The trigger that payment requests notify. */
let named: string | null = null;

async function listen(parameters: INodeParameters, webhookSalt = '') {
	const trigger = await start({ credentials: apiKeyOf(simulator, { webhookSalt }), parameters });
	named = trigger.url;
	return trigger;
}

/** A payment request of 25.50 that was paid or failed, without a notification of the simulator. */
async function requested(outcome?: 'pay' | 'fail', more: object = {}) {
	const body = { amount: 25.5, currency: 'SGD', reference_number: 'ORD-7', ...more };
	const { id } = await call('/v1/payment-requests', body);
	const again = (what: 'pay' | 'fail') => {
		const request = simulator.records.paymentRequests.find((one) => one.id === id)!;
		request.webhook = null;
		const charge = simulator[what](id);
		request.webhook = named;
		return charge;
	};
	const charge = outcome ? again(outcome) : undefined;
	const fields = (changes: Record<string, string> = {}) => ({
		...paymentFields({ payment_id: charge?.id, payment_request_id: id }),
		reference_number: 'ORD-7',
		...changes,
	});
	return { id, charge: charge!, again, fields };
}

/** A payment that HitPay has, and has not finished. */
async function pending() {
	const { charge, fields, id } = await requested('pay');
	charge.status = 'pending';
	simulator.records.paymentRequests.find((one) => one.id === id)!.webhook = named;
	return { charge, fields };
}

/** Refunds a part of a charge. @returns the refund, as the API returns it */
const refundPart = async (payment_id: string, amount: number) =>
	await call('/v1/refund', { payment_id, amount });

async function refunded(amount = 5) {
	const { charge } = await requested('pay');
	return { charge, refund: await refundPart(charge.id, amount) };
}

const addCharge = (fields: Partial<Charge> = {}) =>
	simulator.addCharge({ amount: 20, currency: 'sgd', status: 'succeeded', ...fields });

const told = (name: string, record: object, changes: object = {}) =>
	serviceEvent(name, { ...record, ...changes });

const account = (...events: string[]) => ({ mode: 'account', events });

type Claim = [
	title: string,
	parameters: INodeParameters,
	messages: () => Message[] | Promise<Message[]>,
	answers: object[],
	started: object[],
];

const payments: Claim[] = [
	[
		'a forged reference number, which stays in the payload',
		{ output: 'raw' },
		async () => [callback((await requested('pay')).fields({ reference_number: 'ANOTHER' }))],
		[ACCEPTED],
		[
			{
				reference_number: 'ORD-7',
				verified_by: 'service',
				payload: { reference_number: 'ANOTHER' },
			},
		],
	],
	[
		'no reference number, which is null as in a signed event',
		{},
		async () => {
			const { fields } = await requested('pay', { reference_number: undefined });
			return [callback(fields({ reference_number: '' }))];
		},
		[ACCEPTED],
		[{ reference_number: null }],
	],
	[
		'a pending payment with its ID, then without it: it may be the next attempt, which is not listed yet',
		{ events: ['payment.pending'] },
		async () => {
			const { fields } = await pending();
			const status = 'pending';
			return [callback(fields({ status })), callback(fields({ status, payment_id: '' }))];
		},
		[ACCEPTED, NOT_LISTED],
		[{ event: 'payment.pending', status: 'pending', amount: 25.5 }],
	],
	...(['pay', 'fail'] as const).map((outcome): Claim => [
		`a pending payment that is over by now (${outcome})`,
		{ events: ['payment.pending'] },
		async () => [callback((await requested(outcome)).fields({ status: 'pending' }))],
		[SUPERSEDED],
		[],
	]),
	[
		'a failed payment without an ID, then with another amount',
		{ events: ['payment.failed'] },
		async () => {
			const { fields } = await requested('fail');
			const failed = { payment_id: '', status: 'failed' };
			return [callback(fields({ ...failed, amount: '8.00' })), callback(fields(failed))];
		},
		[UNCONFIRMED, ACCEPTED],
		[{ event: 'payment.failed', amount: 25.5 }],
	],
];

const refunds: Claim[] = [
	[
		'a refund of another payment, and the true one',
		{ events: ['refund'] },
		async () => {
			const { refund } = await refunded(1);
			const payment_id = simulator.records.charges.at(-1)!.id;
			return [told('refund.created', refund, { payment_id }), told('refund.created', refund)];
		},
		[UNCONFIRMED, ACCEPTED],
		[{ event: 'refund', amount: 1 }],
	],
	...['pending', undefined].map((status): Claim => [
		`a refund whose status was ${status}, then as it is now`,
		{ events: ['refund'] },
		async () => {
			const { refund } = await refunded();
			return [told('refund.created', refund, { status }), told('refund.created', refund)];
		},
		[ACCEPTED, KNOWN],
		[{ event: 'refund', amount: 5, status: 'succeeded' }],
	]),
	[
		'a refund as failed, or of another amount',
		{ events: ['refund'] },
		async () => {
			const { refund } = await refunded();
			return [
				{ status: 'failed' },
				{ status: 'pending', amount_refunded: 6 },
				{ status: undefined, amount_refunded: 6 },
			].map((lie) => told('refund.created', refund, lie));
		},
		[UNCONFIRMED, UNCONFIRMED, UNCONFIRMED],
		[],
	],
	[
		'a refund of 0, the default: text in the form, a number in the record',
		{ events: ['refund'] },
		async () => {
			const { charge, refund } = await refunded();
			const body = { ...refund, amount_refunded: 0 };
			simulator.fault({ path: `/v1/refund/${refund.id}`, body, when: 'after' });
			const ids = { id: refund.id, payment_id: charge.id };
			const { currency } = charge;
			return [callback({ ...ids, currency, status: 'succeeded', amount_refunded: '0.00' })];
		},
		[ACCEPTED],
		[{ event: 'refund', amount: 0 }],
	],
];

const charges: Claim[] = [
	[
		'updates with forged times: one that is later than that of the record may be true',
		account('charge.updated'),
		() => {
			const charge = addCharge();
			return [charge.updated_at, '2000-01-01T00:00:00Z', '2040-01-01T00:00:00Z'].map((updated_at) =>
				told('charge.updated', charge, { updated_at }),
			);
		},
		[ACCEPTED, KNOWN, BEHIND],
		[{}],
	],
	[
		'updates of another amount, and one that the record does not show yet',
		account('charge.updated'),
		() => {
			const charge = addCharge();
			return [
				{ amount: 21, status: 'refunded' },
				{ amount: 21, status: 'pending' },
				{ status: 'partially_refunded', refunded_amount: 5 },
			].map((lie) => told('charge.updated', charge, lie));
		},
		[BEHIND, UNCONFIRMED, BEHIND],
		[],
	],
	...(['1,250.00', '1250.00', 1250] as const).map((amount): Claim => [
		`an amount that the API writes as ${JSON.stringify(amount)}`,
		account('charge.created'),
		async () => {
			const charge = addCharge({ amount: 1250 });
			const shown = await call<Charge>(`/v1/charges/${charge.id}`, undefined, 'GET');
			const body = { ...shown, amount };
			simulator.fault({ path: `/v1/charges/${charge.id}`, status: 200, body });
			return [told('charge.created', charge, { amount: '1,250.00' })];
		},
		[ACCEPTED],
		[{ amount: 1250 }],
	]),
];

const others: Claim[] = [
	[
		'a payout of another amount, then one that was paid since it was scheduled',
		account('payout.created'),
		() => {
			const payout = simulator.addPayout({ status: 'paid', amount: 7 });
			const status = 'scheduled';
			return [
				told('payout.created', payout, { status, amount: 8 }),
				told('payout.created', payout, { status }),
			];
		},
		[UNCONFIRMED, ACCEPTED],
		[{ event: 'payout.created', status: 'paid', amount: 7 }],
	],
	[
		'an invoice with other values: those of the record are output',
		account('invoice.updated'),
		async () => {
			const { id } = await call('/v1/invoices', { ...invoiceBody, reference: 'ORD-8' });
			const lie = { amount: 1, reference: 'ANOTHER' };
			return [told('invoice.updated', simulator.changeInvoice(id, 'paid'), lie)];
		},
		[ACCEPTED],
		[{ amount: 100, status: 'paid', reference_number: 'ORD-8' }],
	],
	[
		'an order of last year, and an update that is later than its record',
		account('order.created', 'order.updated'),
		() => [
			told('order.created', simulator.addOrder({ created_at: '2026-01-01T00:00:00+08:00' })),
			told('order.updated', simulator.addOrder(), { updated_at: '2040-01-01T00:00:00+08:00' }),
		],
		[TOO_OLD, BEHIND],
		[],
	],
];

test.each([...payments, ...refunds, ...charges, ...others])(
	'%s',
	async (_, parameters, messagesOf, answers, started) => {
		const trigger = await listen(parameters);
		expect(await answersTo(trigger, await messagesOf())).toEqual(answers);
		expect(trigger.started).toMatchObject(started);
	},
);
