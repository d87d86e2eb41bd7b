import type { IDataObject } from 'n8n-workflow';

import type { PaymentEvent } from '../../nodes/Payments/events/event';
import { hash } from '../../nodes/Payments/events/event';
import type { Received } from '../../nodes/Payments/events/notification';
import { toEvent } from '../../nodes/Payments/events/readEvent';
import * as clock from '../../nodes/Payments/transport/clock';
import { keyOf, memory } from '../../nodes/Payments/webhook/memory';
import { proveEvent, verificationLevelOf } from '../../nodes/Payments/webhook/proveEvent';
import { MAX_UNPROVEN_BYTES } from '../../nodes/Payments/webhook/receive/parse';
import type { VerificationLevel } from '../../nodes/Payments/webhook/receive/verify';
import { selectEvents } from '../../nodes/Payments/webhook/selectEvents';
import { signBody } from '../../simulator/webhooks/signatures';
import { failure } from '../fuzz/context';
import { readCallback, readServiceEvent } from '../notification';
import { charge, order, paid, transfer } from '../webhookRecords';
import { eventFrom, listOf, rejectionOf, webhookOf } from './webhookContext';

/* How far a notification is verified, what proves its event, and which events of it are selected. */

let now = 0;
beforeEach(() => {
	memory.restart();
	jest.spyOn(clock, 'monotonic').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const SALT = 'the salt';
const none = () => failure(404);

describe('a notification', () => {
	const text = '{"id":1}';
	const received = (more: Partial<Received> = {}): Received => ({
		...readServiceEvent({}),
		...{ signed: Buffer.from(text), signature: signBody(text, SALT), ...more },
	});
	const unsigned = received({ signature: undefined });
	const sized = (size: number) => received({ signed: Buffer.alloc(size), signature: undefined });
	const registered = { state: { token: 't' }, query: { token: 't' } };
	const other = { state: { token: 't' }, query: { token: 'u' } };
	const unlisted = { state: { token: 't' }, query: { token: ['t'] } };
	const salted = { credentials: { endpointSalt: ` ${SALT} ` } };
	const off = { parameters: { verification: 'off' } };

	test.each<[string, Received, object, string]>([
		['without a salt', received(), {}, 'unsigned'],
		['with its signature', received(), salted, 'signed'],
		['with the salt of forms only', received(), { credentials: { webhookSalt: SALT } }, 'unsigned'],
		['with more readings', received({ hasOneReading: false }), salted, 'signedText'],
		['with its signature, at another address', received(), { ...salted, ...other }, 'signed'],
		['with another signature', received({ signature: 'x' }), salted, 'signatureMismatch'],
		['without a signature', unsigned, salted, 'signatureMismatch'],
		[
			...(['with a salt that may be of another endpoint', unsigned] as const),
			...([{ ...salted, state: { staleSalt: hash(SALT) } }, 'unsigned'] as const),
		],
		['at its address', received(), registered, 'unsigned'],
		['at another address', received(), other, 'otherAddress'],
		['at a list of addresses', received(), unlisted, 'otherAddress'],
		['that may be large', sized(MAX_UNPROVEN_BYTES), {}, 'unsigned'],
		['that is too large', sized(MAX_UNPROVEN_BYTES + 1), {}, 'bodyTooLarge'],
		['that is large, at its address', sized(MAX_UNPROVEN_BYTES + 1), registered, 'unsigned'],
		['that is not verified', received(), off, 'off'],
		['that is not verified, at another address', received(), { ...off, ...other }, 'off'],
		['that is not verified, and too large', sized(MAX_UNPROVEN_BYTES + 1), off, 'bodyTooLarge'],
	])('%s: %#', async (_, notification, parts, outcome) => {
		const reading = verificationLevelOf(webhookOf(none, parts).context, notification);
		expect((await rejectionOf(reading)) ?? (await reading)).toBe(outcome);
	});

	test('that is signed does not read the credential again', async () => {
		const { context, getCredentials } = webhookOf(none, salted);
		for (let at = 0; at < 2; at += 1) await verificationLevelOf(context, received());
		expect(getCredentials).toHaveBeenCalledTimes(1);
	});

	test('without a signature is rejected once the salt has verified another one', async () => {
		const { context } = webhookOf(none, { ...salted, state: { staleSalt: hash(SALT) } });
		expect(await verificationLevelOf(context, unsigned)).toBe('unsigned');
		expect(await verificationLevelOf(context, received())).toBe('signed');
		expect(await rejectionOf(verificationLevelOf(context, unsigned))).toBe('signatureMismatch');
	});
});

describe('an event', () => {
	const nameless = { ...paid, payment_id: '', status: 'failed' };
	const settle = () => (now += 40_000);
	const proven = (
		claim: PaymentEvent,
		level: VerificationLevel | 'off',
		respond: (url: string) => unknown = none,
	) => {
		const { context, sent } = webhookOf(respond);
		const notification = { ...readCallback(nameless), hash: 'h' };
		const proving = async () => await proveEvent(context, notification, claim, level);
		return { context, sent, proving };
	};
	const updated = eventFrom('order.updated', order);
	const unknown = eventFrom('order.updated', {});

	test.each<[string, PaymentEvent, VerificationLevel | 'off', string, string[], string[]]>([
		['that is not verified', updated, 'off', 'off', [], []],
		['of a change that is signed', updated, 'signed', 'signature', ['change:h'], ['change:h']],
		[
			'of a status that is signed',
			eventFrom('transfer.paid', transfer),
			'signed',
			'signature',
			[],
			[],
		],
		['of a payment that is signed', toEvent(readCallback(paid)), 'signed', 'signature', [], []],
		['of an unknown kind that is signed', unknown, 'signed', 'signature', [], ['signed:h']],
		['of an unknown kind in a signed text', unknown, 'signedText', 'signature', [], ['signed:h']],
		['of an unknown kind that is not verified', unknown, 'off', 'off', [], []],
	])('%s: %#', async (_, claim, level, by, more, blockers) => {
		const { proving, sent } = proven(claim, level);
		const { event_id } = claim;
		expect(await proving()).toEqual([
			{ event: claim, by, uses: [event_id, ...more], blockedBy: [event_id, ...blockers] },
		]);
		expect(sent).toEqual([]);
	});

	test('that is signed excludes the same bytes as an unknown one', async () => {
		const isBlocked = async (claim: PaymentEvent, level: VerificationLevel | 'off') => {
			const { proving, context } = proven(claim, level);
			await proving();
			return memory.deliveries.has(keyOf(context), 'signed:h', now);
		};
		expect(await isBlocked(updated, 'signed')).toBe(true);
		expect(await isBlocked(unknown, 'signed')).toBe(false);
		expect(await isBlocked(updated, 'off')).toBe(false);
	});

	test('in a signed text is confirmed by the API; else it is unknown', async () => {
		const claim = toEvent(readCallback(paid));
		const recent = { ...charge, closed_at: new Date().toISOString() };
		const { proving } = proven(claim, 'signedText', (url) =>
			url.endsWith('charges') ? listOf(recent) : {},
		);
		expect(await proving()).toMatchObject([{ by: 'service', event: { payment_id: 'pay-1' } }]);
		const other = proven(claim, 'signedText', () => listOf({ ...charge, amount: 1 }));
		expect(await other.proving()).toMatchObject([{ by: 'signature', event: { event: 'unknown' } }]);
	});

	test('that is signed and lacks the ID of its payment has that of its charge; else it is as received', async () => {
		const claim = toEvent(readCallback(nameless));
		const failed = { ...charge, status: 'failed' };
		const { proving } = proven(claim, 'signed', () => listOf(failed));
		expect(await proving()).toMatchObject([{ by: 'signature', event: { payment_id: 'pay-1' } }]);
		const absent = proven(claim, 'signed', () => listOf());
		expect(await rejectionOf(absent.proving())).toBe('notListed');
		settle();
		expect(await absent.proving()).toMatchObject([{ by: 'signature', event: claim }]);
	});

	test.each<[string, VerificationLevel, unknown, string]>([
		['unsigned', 'unsigned', listOf({ ...charge, amount: 1 }), 'notConfirmed'],
		['signed, while the API fails', 'signedText', failure(500), 'notVerifiable'],
		['signed, that the record has passed', 'signedText', listOf(charge), 'superseded'],
	])('%s is rejected', async (_, level, answer, rejection) => {
		const status = rejection === 'superseded' ? 'pending' : 'completed';
		const { proving } = proven(
			...[toEvent(readCallback({ ...paid, status })), level],
			() => answer,
		);
		expect(await rejectionOf(proving())).toBe(rejection);
	});
});

describe('of an update of a charge, a refund', () => {
	const events = ['refund'];
	const select = (respond: (url: string) => unknown, payload: IDataObject, parameters: object) => {
		const { context, sent } = webhookOf(respond, { parameters: { events, ...parameters } });
		const event = eventFrom('charge.updated', { ...charge, ...payload });
		const proven = { event, by: 'signature', blockedBy: [], uses: [] } as const;
		const selecting = async () => await selectEvents(context, structuredClone(proven) as never);
		return { selecting, sent };
	};

	test('is selected by the charge of the API, where the update does not say', async () => {
		const { selecting } = select(() => ({ ...charge, refunded_amount: 5 }), {}, {});
		expect(await selecting()).toMatchObject([{ event: { event: 'refund', amount: 5 } }]);
		expect(await select(() => charge, {}, {}).selecting()).toEqual([]);
	});

	test('waits 40 s for a charge that the API does not have, unless the update has the total', async () => {
		const { selecting } = select(none, { status: 'refunded' }, {});
		expect(await rejectionOf(selecting())).toBe('chargeUnavailable');
		now += 40_000;
		expect(await selecting()).toMatchObject([{ event: { event: 'refund', amount: null } }]);
		const total = select(none, { refunded_amount: 5 }, {});
		expect(await total.selecting()).toMatchObject([{ event: { amount: 5 } }]);
	});

	test.each<[string, unknown, string]>([
		['fails', failure(500), 'chargeUnavailable'],
		['returns another record', { ...charge, id: 'other' }, 'chargeUnavailable'],
		['returns an older copy', { ...charge, updated_at: '2025-12-31T00:00:00+08:00' }, 'outdated'],
	])('is rejected while the API %s', async (_, answer, rejection) => {
		expect(await rejectionOf(select(() => answer, {}, {}).selecting())).toBe(rejection);
	});

	test('does not read the charge where refunds are not selected', async () => {
		const { selecting, sent } = select(none, {}, { events: ['charge.updated'] });
		expect(await selecting()).toHaveLength(1);
		expect(sent).toEqual([]);
	});
});

describe('of a payment link, a payment', () => {
	const name = 'n8n:w1:1:abc';
	const selected = async (event: Partial<PaymentEvent>, state: IDataObject, webhook: unknown) => {
		const parameters = { mode: 'link', events: ['payment.completed'] };
		const { context } = webhookOf(() => webhook, { parameters, state: { name, ...state } });
		const proven = { event: { ...toEvent(readCallback(paid)), ...event } };
		return (await selectEvents(context, proven as never)).length;
	};
	const ours = { webhook: 'https://n8n.example/webhook/1' };

	test('is selected if it is of the link, or of an earlier one with its mark that notifies the trigger', async () => {
		const marked = { reference_number: `Order 7 (${name})` };
		expect(await selected({}, { id: 'req-1' }, none())).toBe(1);
		expect(await selected({ payment_request_id: undefined }, { id: 'other' }, none())).toBe(1);
		expect(await selected(marked, { id: 'other' }, ours)).toBe(1);
		const others = { webhook: 'https://other.example' };
		expect(await selected(marked, { id: 'other' }, others)).toBe(0);
		expect(await selected({}, { id: 'other' }, ours)).toBe(0);
		expect(await selected(marked, { id: 'other', name: undefined }, ours)).toBe(0);
	});
});
