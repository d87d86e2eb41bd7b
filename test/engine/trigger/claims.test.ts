import type { INodeParameters } from 'n8n-workflow';

import { useSimulator } from '../../useSimulator';
import { apiKeyOf } from '../run';
import { invoiceBody, requester } from '../service';
import { ACCEPTED, answersTo, BEHIND, KNOWN, NOT_LISTED, UNCONFIRMED } from './answers';
import { callback, paySilently, serviceEvent, useTriggers, type Message } from './trigger';

/*
 * Without a signature, the record of the API decides whether an event starts the workflow, and with which values. The
 * explorer forges each notification (test/explorer/forgeries.ts); here are the responses.
 */

const simulator = useSimulator({ charges: 5 });
const call = requester(simulator);
const start = useTriggers();

/** The trigger that payment requests notify. */
let named: string | null = null;

/** Pays a payment request of 25.50 that notifies the trigger. @returns its charge, and the fields of its callback */
const requested = async (more: object = { reference_number: 'ORD-7' }) =>
	await paySilently(simulator, named, more);

/** Refunds 5 of a payment. @returns the refund, as the API returns it */
async function refunded() {
	const { charge } = await requested();
	return { charge, refund: await call('/v1/refund', { payment_id: charge.id, amount: 5 }) };
}

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

const claims: Claim[] = [
	[
		'a forged reference number, which stays in the payload',
		{ output: 'raw' },
		async () => [callback({ ...(await requested()).fields, reference_number: 'ANOTHER' })],
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
			return [callback((await requested({})).fields)];
		},
		[ACCEPTED],
		[{ reference_number: null }],
	],
	[
		'a pending payment with its ID, then without it: it may be the next attempt, which is not listed yet',
		{ events: ['payment.pending'] },
		async () => {
			const { charge, fields } = await requested();
			charge.status = 'pending';
			const sent = { ...fields, status: 'pending' };
			return [callback(sent), callback({ ...sent, payment_id: '' })];
		},
		[ACCEPTED, NOT_LISTED],
		[{ event: 'payment.pending', status: 'pending', amount: 25.5 }],
	],
	[
		'a refund of another payment, and the true one',
		{ events: ['refund'] },
		async () => {
			const { refund } = await refunded();
			const { id: payment_id } = simulator.records.charges.at(-1)!;
			return [told('refund.created', refund, { payment_id }), told('refund.created', refund)];
		},
		[UNCONFIRMED, ACCEPTED],
		[{ event: 'refund', amount: 5 }],
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
	[
		'updates with forged times: one that is later than that of the record may be true',
		account('charge.updated'),
		() => {
			const charge = simulator.addCharge({ status: 'succeeded' });
			return [charge.updated_at, '2000-01-01T00:00:00Z', '2040-01-01T00:00:00Z'].map((updated_at) =>
				told('charge.updated', charge, { updated_at }),
			);
		},
		[ACCEPTED, KNOWN, BEHIND],
		[{}],
	],
	[
		'an update of another amount',
		account('charge.updated'),
		() => [told('charge.updated', simulator.addCharge({ amount: 20 }), { amount: 21 })],
		[UNCONFIRMED],
		[],
	],
	[
		'a payout of another amount, then one that was paid since it was scheduled',
		account('payout.created'),
		() => {
			const payout = simulator.addPayout({ status: 'paid', amount: 7 });
			return [8, 7].map((amount) =>
				told('payout.created', payout, { status: 'scheduled', amount }),
			);
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
];

test.each(claims)('%s', async (_, parameters, messagesOf, answers, started) => {
	const trigger = await start({ credentials: apiKeyOf(simulator), parameters });
	named = trigger.url;
	expect(await answersTo(trigger, await messagesOf())).toEqual(answers);
	expect(trigger.started).toMatchObject(started);
});
