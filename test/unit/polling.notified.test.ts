import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { AccountEvent } from '../../nodes/Payments/events/kinds';
import type { Event } from '../../nodes/Payments/polling/lists';
import {
	eventsOf,
	isAwaited,
	notifiedAs,
	notifiedFilters,
	notifiedIdOf,
} from '../../nodes/Payments/polling/notified';
import { node } from '../fuzz/context';
import { charge, order, transfer } from '../webhookRecords';

/* Records that start the workflow only if no notification did: which events they are. */

const context = { getNode: () => node } as unknown as IPollFunctions;

test.each<[Event, AccountEvent | undefined]>([
	['newCharge', 'charge.created'],
	['newOrder', 'order.created'],
	['newPayout', 'payout.created'],
	['transferStatusChanged', 'transfer.updated'],
	['chargeStatusChanged', undefined],
	['invoiceStatusChanged', undefined],
	['newCustomer', undefined],
])('of %s, HitPay notifies as %s', (event, kind) => {
	if (kind) expect(notifiedAs(context, event)).toBe(kind);
	else expect(() => notifiedAs(context, event)).toThrow(/does not work with this 'Event'/);
});

test.each<[Event, IDataObject, string[] | undefined | RegExp]>([
	['newCharge', { statuses: ['failed'] }, ['failed']],
	[
		...(['newCharge', { statuses: ['succeeded'] }] as const),
		['succeeded', 'success', 'succeeded_manually', 'refunded', 'partially_refunded'],
	],
	['newCharge', { statuses: ['failed', 'refunded'] }, /can only have Succeeded and Failed/],
	['transferStatusChanged', { statuses: ['paid'] }, ['paid']],
	['newOrder', {}, undefined],
	['newOrder', { statuses: ['completed'] }, /filter by status/],
	['newPayout', { status: 'paid' }, /filter by status/],
])('%s with the filters %j', (event, filters, expected) => {
	const read = () => notifiedFilters(context, event, filters);
	if (expected instanceof RegExp) expect(read).toThrow(expected);
	else expect(read().statuses?.toSorted()).toEqual(expected?.toSorted());
});

test('without filters, new charges are those that are paid or failed, and other filters stay', () => {
	const { statuses, ...others } = notifiedFilters(context, 'newCharge', { location_ids: ['l'] });
	expect(statuses).toEqual(expect.arrayContaining(['failed', 'succeeded', 'refunded']));
	expect(statuses).toHaveLength(6);
	expect(others).toEqual({ location_ids: ['l'] });
});

test.each<[AccountEvent, IDataObject, string[]]>([
	['charge.created', charge, ['charge.created', 'payment.completed']],
	['charge.created', { ...charge, payment_request_id: null }, ['charge.created']],
	[
		...(['charge.created', { ...charge, status: 'failed' }] as const),
		['charge.created', 'payment.failed', 'charge.failed'],
	],
	['order.created', order, ['order.created']],
	['transfer.updated', transfer, ['transfer.paid', 'transfer.updated']],
	['transfer.updated', { ...transfer, status: 'returned' }, ['transfer.updated']],
])('%s of a record is notified as one of several events', (kind, record, events) => {
	const all = eventsOf(kind, record);
	expect(all.map(({ event }) => event)).toEqual(events);
	expect(all.map(({ payload }) => payload)).toEqual(events.map(() => record));
	expect(all.map(({ event_id }) => event_id)).toContain(notifiedIdOf(kind, record));
});

test('a record waits five minutes for its notification, and one without a time does not', () => {
	const closed_at = '2026-03-10T12:00:00Z';
	const at = (ms: number) => Date.parse(closed_at) + ms;
	expect(isAwaited('charge.created', { closed_at }, at(299_999))).toBe(true);
	expect(isAwaited('charge.created', { closed_at }, at(300_000))).toBe(false);
	expect(isAwaited('charge.created', {}, at(0))).toBe(false);
});
