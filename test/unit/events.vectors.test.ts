import type { IDataObject } from 'n8n-workflow';

import { candidatesOf, mayBeRefund, type Selection } from '../../nodes/Payments/events/candidates';
import type { Identities, PaymentEvent } from '../../nodes/Payments/events/event';
import { canOccur } from '../../nodes/Payments/events/kinds';
import { HOUR_MS } from '../../nodes/Payments/shared/time';
import { DeliveryDeduplicator } from '../../nodes/Payments/webhook/receive/deduplicate';

/* Which events a notification may start the workflow with, and whether it does. Signatures: webhook.vectors.json. */

interface Vector {
	event: PaymentEvent;
	/** Charge Paid and Refund, unless it says otherwise. */
	selection?: Selection;
	/** The IDs that the event uses up, if there are others than its own. */
	uses?: string[];
	record?: IDataObject;
	charge?: IDataObject;
}

const created = {
	event: 'charge.created',
	event_id: 'created:c1',
	payment_id: 'c1',
	status: 'succeeded',
	amount: 10,
	currency: 'sgd',
	payload: {},
} as PaymentEvent;
const requested: PaymentEvent = { ...created, payment_request_id: 'r1' };
const failed: PaymentEvent = { ...created, status: 'failed' };
const unknown: PaymentEvent = { ...created, event: 'unknown', event_id: 'unknown:1', status: null };
const updated = (payload: IDataObject): PaymentEvent => ({
	...created,
	event: 'charge.updated',
	event_id: 'updated:1',
	payload,
});

const account = (...events: string[]): Selection => ({ mode: 'account', events });

/** Returns the candidate that is the event itself. */
const itself = ({ event, event_id, amount }: PaymentEvent) => ({
	event,
	event_id,
	amount,
	blockedBy: [event_id],
	uses: [event_id],
});

/** Returns the candidate that is derived from an event. */
const derived = (from: string, event: string, event_id: string, amount: number) => ({
	event,
	event_id,
	amount,
	blockedBy: [event_id],
	uses: [from, event_id],
});

const refundOf = (total: number) => derived('updated:1', 'refund', `refund:c1:${total}`, total);
const PAYMENT_ID = 'payment.completed:91331157f96d13cc0e29f4b168eedbaa';

test.each<[string, Vector, object[]]>([
	['a charge that is paid, for Charge Paid', { event: created }, [itself(created)]],
	['a charge that failed, for Charge Paid', { event: failed }, []],
	[
		'a charge that failed, for Charge Created',
		{ event: failed, selection: account('charge.created') },
		[itself(failed)],
	],
	[
		'an event of the account for a trigger of payment requests',
		{ event: created, selection: { mode: 'requests', events: ['charge.paid', 'refund'] } },
		[],
	],
	[
		'an unknown event, whatever is selected',
		{ event: unknown, selection: account() },
		[itself(unknown)],
	],
	[
		'an update that shows the refunded total, for Refund',
		{ event: updated({ refunded_amount: 5 }) },
		[refundOf(5)],
	],
	[
		'the same, for Refund and Charge Updated: the refund comes first',
		{ event: updated({ refunded_amount: 5 }), selection: account('refund', 'charge.updated') },
		[refundOf(5), itself(updated({}))],
	],
	['an update without a refund', { event: updated({ refunded_amount: 0 }) }, []],
	[
		'an update that does not say, of a charge that was refunded',
		{ event: updated({}), charge: { id: 'c1', refunded_amount: '7.50' } },
		[refundOf(7.5)],
	],
	[
		'an update that does not say, of a charge that was not',
		{ event: updated({}), charge: { id: 'c1', refunded_amount: '0' } },
		[],
	],
	[
		'an update that says less than the record: the record counts',
		{
			event: updated({}),
			uses: ['updated:1', 'updated:2'],
			record: { id: 'c1', refunded_amount: 8 },
		},
		[refundOf(8)],
	],
	[
		'a charge of a payment request, where Payment Completed is derived',
		{ event: requested, selection: { ...account('payment.completed'), isDerived: true } },
		[derived('created:c1', 'payment.completed', PAYMENT_ID, 10)],
	],
	[
		'the same, where HitPay sends Payment Completed itself',
		{ event: requested, selection: account('payment.completed') },
		[],
	],
])('the candidates of %s', (_, { event, uses = [event.event_id], ...vector }, candidates) => {
	const { selection = account('charge.paid', 'refund'), record, charge } = vector;
	const proven = { event, blockedBy: uses, uses, ...(record && { record }) };
	const found = candidatesOf(proven, selection, charge).map(({ event: one, ...ids }) => ({
		event: one.event,
		event_id: one.event_id,
		amount: one.amount,
		blockedBy: ids.blockedBy,
		uses: ids.uses,
	}));
	expect(found).toEqual(candidates);
});

describe('a changed charge', () => {
	const event = { event: 'charge.updated', event_id: 'e', payment_id: 'c1' } as PaymentEvent;
	const changed = (payload: IDataObject) => ({
		...{ event: { ...event, payload, amount: 10, status: 'refunded' }, blockedBy: [], uses: [] },
	});
	const selection: Selection = { mode: 'account', events: ['refund'] };

	test('may be refunded unless it shows that it is not, where refunds of the account are selected', () => {
		const mayBe = (payload: IDataObject, more: Partial<Selection> = {}) =>
			mayBeRefund(changed(payload), { ...selection, ...more });
		expect([mayBe({}), mayBe({ refunded_amount: 5 }), mayBe({ status: 'refunded' })]).toEqual(
			Array(3).fill(true),
		);
		expect(mayBe({ refunded_amount: 0 })).toBe(false);
		expect(mayBe({}, { mode: 'requests' })).toBe(false);
		expect(mayBe({}, { events: ['charge.updated'] })).toBe(false);
		const created = { ...changed({}), event: { ...event, event: 'charge.created', payload: {} } };
		expect(mayBeRefund(created as never, selection)).toBe(false);
	});

	test('that is refunded by an amount that nothing shows is a refund with the ID of the change', () => {
		const [refund] = candidatesOf(changed({ status: 'refunded' }), selection);
		expect(refund!.event).toMatchObject({ event: 'refund', event_id: 'e', amount: null });
	});
});

test('an event that is derived is one of the account', () => {
	const payload = { status: 'succeeded' };
	const event = { event: 'charge.created', status: 'succeeded', payment_request_id: 'r', payload };
	const proven = { event: event as unknown as PaymentEvent, blockedBy: [], uses: [] };
	const events = ['payment.completed'];
	const inMode = (mode: string) => candidatesOf(proven, { mode, events, isDerived: true }).length;
	expect([inMode('account'), inMode('requests'), inMode('link')]).toEqual([1, 0, 0]);
});

test.each([
	['account', 'charge.created', true],
	['requests', 'charge.created', false],
	['requests', 'payment.pending', true],
	['account', 'payment.pending', false],
	['link', 'refund', false],
	['account', 'toString', false],
	['account', 'charge.deleted', false],
	[undefined, 'charge.created', false],
])('in the mode %s, %s can occur: %s', (mode, event, can) => {
	expect(canOccur(mode, event)).toBe(can);
});

interface Step {
	/** Milliseconds. */
	at: number;
	begin?: Identities[];
	/** The index of the candidate that begins, or the reason why none does. */
	begins?: number | string;
	commit?: string;
	rollback?: string;
}

const ofOne = (id: string): Identities => ({ blockedBy: [id], uses: [id] });
const [a, b, update] = [ofOne('a'), ofOne('b'), ofOne('update')];
const refund = { blockedBy: ['refund'], uses: ['update', 'refund'] };

test.each<[string, Step[]]>([
	[
		'an event starts the workflow once',
		[
			{ at: 0, begin: [a], begins: 0 },
			{ at: 5, commit: 'a' },
			{ at: 6, begin: [a], begins: 'processed' },
			{ at: 48 * HOUR_MS + 4, begin: [a], begins: 'processed' },
		],
	],
	[
		'after 48 hours, it is forgotten',
		[
			{ at: 0, begin: [a], begins: 0 },
			{ at: 5, commit: 'a' },
			{ at: 48 * HOUR_MS + 5, begin: [a], begins: 0 },
		],
	],
	[
		'a second delivery at the same time has to be repeated',
		[
			{ at: 0, begin: [a], begins: 0 },
			{ at: 1, begin: [a], begins: 'running' },
		],
	],
	[
		'a delivery that failed may come again',
		[
			{ at: 0, begin: [a], begins: 0 },
			{ at: 1, rollback: 'a' },
			{ at: 2, begin: [a], begins: 0 },
		],
	],
	[
		'a delivery without an outcome blocks the next one for an hour',
		[
			{ at: 0, begin: [a], begins: 0 },
			{ at: HOUR_MS - 1, begin: [a], begins: 'running' },
			{ at: HOUR_MS, begin: [a], begins: 0 },
		],
	],
	[
		'of two payments that may be meant, the second starts when the first has',
		[
			{ at: 0, begin: [a, b], begins: 0 },
			{ at: 1, commit: 'a' },
			{ at: 2, begin: [a, b], begins: 1 },
			{ at: 3, commit: 'b' },
			{ at: 4, begin: [a, b], begins: 'processed' },
		],
	],
	[
		'of two in parallel, each takes one of them',
		[
			{ at: 0, begin: [a, b], begins: 0 },
			{ at: 0, begin: [a, b], begins: 1 },
			{ at: 0, begin: [a, b], begins: 'running' },
		],
	],
	[
		'an event uses up the one that it reports',
		[
			{ at: 0, begin: [refund], begins: 0 },
			{ at: 1, commit: 'update' },
			{ at: 1, commit: 'refund' },
			{ at: 2, begin: [update], begins: 'processed' },
		],
	],
])('%s', (_, steps) => {
	const deduplicator = new DeliveryDeduplicator();
	for (const { at, begin, begins, commit, rollback } of steps) {
		if (begin) {
			const isKnown = (id: string) => deduplicator.has('trigger', id, at);
			const known = begin.filter(({ blockedBy }) => blockedBy.some(isKnown));
			expect(known.length === begin.length).toBe(typeof begins === 'string');
			expect(deduplicator.begin('trigger', begin, at)).toBe(begins);
		}
		if (commit) deduplicator.commit('trigger', commit, at);
		if (rollback) deduplicator.rollback('trigger', rollback);
	}
});
