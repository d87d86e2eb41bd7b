import type { IDataObject } from 'n8n-workflow';

import { candidatesOf, type Selection } from '../../nodes/Payments/events/candidates';
import type { Identities, PaymentEvent } from '../../nodes/Payments/events/event';
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
