import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import type { PaymentEvent } from '../../nodes/Payments/events/event';
import { toEvent } from '../../nodes/Payments/events/readEvent';
import * as clock from '../../nodes/Payments/transport/clock';
import { confirmWithApi } from '../../nodes/Payments/webhook/confirm/confirm';
import { forgetSettling, hasSettled, memory } from '../../nodes/Payments/webhook/memory';
import type { VerificationLevel } from '../../nodes/Payments/webhook/receive/verify';
import { failure } from '../fuzz/context';
import { readCallback } from '../notification';
import { charge, order, paid, payout, refund } from '../webhookRecords';
import { eventFrom, listOf, rejectionOf, webhookOf } from './webhookContext';

/* The responses to an event that no signature verifies, by the records of the API: as it is received, and 40 s later. */

let now = 0;
beforeEach(() => {
	memory.restart();
	jest.spyOn(clock, 'monotonic').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const form = (more: Record<string, string>) => toEvent(readCallback({ ...paid, ...more }));

/** Returns the name of the response; 'confirmed' if there is none. */
async function responseTo(
	context: IWebhookFunctions,
	claim: PaymentEvent,
	level: VerificationLevel,
	hash = 'hash',
): Promise<string> {
	return (await rejectionOf(confirmWithApi(context, { claim, hash, level }))) ?? 'confirmed';
}

const LATER_MS = 40_000;
const unpaid = form({ payment_id: '', status: 'failed' });
const pending = form({ payment_id: '', status: 'pending' });
const nameless = form({ payment_id: '' });
const anonymousRefund = toEvent(readCallback({ ...paid, status: 'refunded', id: '' }));

type Row = [string, PaymentEvent, VerificationLevel, IDataObject[], string];
test.each<Row>([
	['its charge', form({}), 'unsigned', [charge], 'notRecent'],
	['its charge, by the text', form({}), 'signedText', [charge], 'notRecent'],
	['its charge', form({}), 'signed', [charge], 'confirmed'],
	['a failed charge', form({}), 'signed', [{ ...charge, status: 'failed' }], 'notConfirmed'],
	['another amount', form({}), 'signed', [{ ...charge, amount: 1 }], 'notConfirmed'],
	['a pending charge', form({}), 'signed', [{ ...charge, status: 'pending' }], 'outdated'],
	['no charge, unsigned', nameless, 'unsigned', [], 'notConfirmed'],
	['no charge, signed', nameless, 'signed', [], 'notListed'],
	['no charge, by the text', nameless, 'signedText', [], 'notListed'],
	['no charge of a failure', unpaid, 'signed', [], 'notListed, then notConfirmed'],
	['no charge of a failure, unsigned', unpaid, 'unsigned', [], 'notConfirmed'],
	['a paid charge of a failure', unpaid, 'signed', [charge], 'notListed, then notConfirmed'],
	['a paid charge of a failure, unsigned', unpaid, 'unsigned', [charge], 'notConfirmed'],
	[
		'a pending charge of a failure',
		...([unpaid, 'signed'] as const),
		[{ ...charge, status: 'pending' }],
		'outdated, then notConfirmed',
	],
	[
		'a pending charge of a failure, unsigned',
		...([unpaid, 'unsigned'] as const),
		[{ ...charge, status: 'pending' }],
		'outdated',
	],
	['a paid charge after it was pending', pending, 'unsigned', [charge], 'superseded'],
	[
		'a later status',
		eventFrom('order.updated', { ...order, status: 'draft' }),
		'unsigned',
		[order],
		'outdated, then superseded',
	],
	['no order, signed', eventFrom('order.created', order), 'signed', [], 'notListed'],
	['no order, unsigned', eventFrom('order.created', order), 'unsigned', [], 'notConfirmed'],
	['no refund, signed', eventFrom('refund.created', refund), 'signed', [], 'notListed'],
	['no refund of a form without its ID', anonymousRefund, 'signed', [], 'notConfirmed'],
	[
		'an older copy',
		eventFrom('order.updated', { ...order, updated_at: '2026-01-02T00:00:00+08:00' }),
		'unsigned',
		[order],
		'outdated',
	],
])('%s: %#', async (_, claim, level, records, responses) => {
	const [first, second = first] = responses.split(', then ');
	const { context } = webhookOf((url) =>
		url.endsWith('/charges') ? listOf(...records) : (records[0] ?? failure(404)),
	);
	expect(await responseTo(context, claim, level)).toBe(first);
	now += LATER_MS - 1;
	expect(await responseTo(context, claim, level)).toBe(first);
	now += 1;
	expect(await responseTo(context, claim, level)).toBe(second);
});

test('unsigned, only the same bytes are the same event; signed, the same event is', async () => {
	const claim = eventFrom('order.updated', { ...order, status: 'draft' });
	const { context } = webhookOf(() => order);
	for (const level of ['unsigned', 'signed'] as const) {
		expect(await responseTo(context, claim, level, 'one')).toBe('outdated');
		now += LATER_MS;
		const other = level === 'signed' ? 'superseded' : 'outdated';
		expect(await responseTo(context, claim, level, 'two')).toBe(other);
	}
});

test('a notification has settled 40 s after it was first received; a response lets it begin again', () => {
	const { context } = webhookOf(() => order);
	const settled = (hash: string) => hasSettled(context, hash);
	expect([settled('one'), settled('two')]).toEqual([false, false]);
	now += LATER_MS;
	expect([settled('one'), settled('two')]).toEqual([true, true]);
	expect(hasSettled(webhookOf(() => order).context, 'one')).toBe(false);
	forgetSettling(context, ['one']);
	expect([settled('one'), settled('two')]).toEqual([false, true]);
	memory.restart();
	expect(settled('two')).toBe(false);
});

test.each<[number, string]>([
	[404, 'notConfirmed'],
	[422, 'notConfirmed'],
	...[401, 403, 408, 429, 500, 503].map((status): [number, string] => [status, 'notVerifiable']),
])('where the API responds with %i, the response is %s', async (status, response) => {
	const { context } = webhookOf(() => failure(status));
	expect(await responseTo(context, form({ payment_request_id: 'r' }), 'unsigned')).toBe(response);
});

test('a payout is searched in five pages of the days around it, up to the page that has it', async () => {
	const created = eventFrom('payout.created', { ...payout, created_at: '2026-01-05T00:00:00Z' });
	const pages = (at: number) => {
		let page = 0;
		return webhookOf(() => {
			page += 1;
			const data = page === at ? [payout] : [{ ...payout, id: `other ${page}` }];
			return {
				data,
				meta: { next_cursor: `${page + 1}`, path: '', per_page: 1 },
				links: { next: `https://x.example/?cursor=${page + 1}` },
			};
		});
	};
	const [third, sixth] = [pages(3), pages(6)];
	expect(await responseTo(third.context, created, 'signed')).toBe('confirmed');
	expect(third.sent).toHaveLength(3);
	expect(third.sent[0]).toMatchObject({
		method: 'GET',
		url: '/v1/payouts',
		qs: { created_at_from: '2026-01-04', created_at_to: '2026-01-06' },
	});
	expect(await responseTo(sixth.context, created, 'signed')).toBe('notListed');
	expect(sixth.sent).toHaveLength(5);
	const timeless = pages(1);
	await responseTo(timeless.context, eventFrom('payout.created', payout), 'signed');
	expect(timeless.sent[0]!.qs).not.toHaveProperty('created_at_from');
});
