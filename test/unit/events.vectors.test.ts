import type { IDataObject } from 'n8n-workflow';

import { candidatesOf, mayBeRefund, type Selection } from '../../nodes/Payments/events/candidates';
import type { Identities, PaymentEvent } from '../../nodes/Payments/events/event';
import { canOccur } from '../../nodes/Payments/events/kinds';
import { DeliveryDeduplicator } from '../../nodes/Payments/webhook/receive/deduplicate';
import { admission, candidates } from './events.vectors.json';

/* Which events a notification may start the workflow with, and whether it does. Signatures: webhook.vectors.json. */

interface Vector {
	name: string;
	event: PaymentEvent;
	selection: Selection;
	/** The IDs that the event uses up, if there are others than its own. */
	uses?: string[];
	record?: IDataObject;
	charge?: IDataObject;
	candidates: IDataObject[];
}

interface Step {
	/** Milliseconds. */
	at: number;
	begin?: Identities[];
	/** The index of the candidate that begins, or the reason why none does. */
	begins?: number | string;
	commit?: string;
	rollback?: string;
}

test.each(candidates as unknown as Vector[])(
	'the candidates of $name',
	({ event, selection, uses = [event.event_id], record, charge, candidates }) => {
		const proven = { event, blockedBy: uses, uses, ...(record && { record }) };
		const found = candidatesOf(proven, selection, charge).map(({ event: one, ...ids }) => ({
			event: one.event,
			event_id: one.event_id,
			amount: one.amount,
			blockedBy: ids.blockedBy,
			uses: ids.uses,
		}));
		expect(found).toEqual(candidates);
	},
);

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

test.each(admission as Array<{ name: string; steps: Step[] }>)('$name', ({ steps }) => {
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
