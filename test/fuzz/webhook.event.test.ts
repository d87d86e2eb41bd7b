import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';

import { toEvent, type PaymentEvent } from '../../nodes/Payments/webhook/event';
import { readNotification, type Notification } from '../../nodes/Payments/webhook/read';
import { callbackMessage } from '../../nodes/Payments/webhook/verify';
import { anyText, holds, jsonObjectOf, jsonOf, must } from './fuzz';

const names = [
	'id',
	'payment_id',
	'payment_request_id',
	'refund_id',
	'amount',
	'amount_refunded',
	'currency',
	'status',
	'payments',
	'created_at',
	'updated_at',
	'reference',
	'reference_number',
	'order_reference_number',
];

const id = fc.oneof(
	fc.constantFrom('pay-1', 'req-1', 'ref-1', '1', '..', '.', '', 'a/b', '../v1', 'a%2fb', 'a b'),
	fc.constantFrom('a?b', 'a#b', 'a\\b', 'x'.repeat(300), 'é', 'a:b', '-1', 'a\n', 'amount1'),
	fc.constantFrom('9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11', 'pay-1', 'req-1'),
);
const status = fc.constantFrom('completed', 'failed', 'succeeded', 'refunded', 'pending', '');
const amount = fc.constantFrom('599.00', '1e3', '5.', '', '-5', ' 5', '0x1', '9'.repeat(400), '0');
const currency = fc.constantFrom('SGD', 'sgd', 'S$', 'sgdx', '', 'ſgd');
/** A value that a field may have, by its name. */
const valueOf: Record<string, fc.Arbitrary<string>> = {
	id,
	payment_id: id,
	payment_request_id: id,
	refund_id: id,
	amount,
	amount_refunded: amount,
	currency,
	status,
};
const textOf = (name: string) =>
	fc.oneof({ weight: 4, arbitrary: valueOf[name] ?? anyText }, anyText);

/** Some fields, alone or in place of those of what the service sends. */
function over(
	fields: fc.Arbitrary<object>,
	...real: object[]
): fc.Arbitrary<Record<string, unknown>> {
	return fc
		.tuple(fc.constantFrom({}, ...real), fields)
		.map(([base, others]) => ({ ...base, ...others }));
}

const ids = { payment_id: 'pay-1', payment_request_id: 'req-1' };
const paid = { ...ids, phone: '', amount: '599.00', currency: 'SGD', status: 'completed' };
const refunded = { id: 'ref-1', payment_id: 'pay-1', amount_refunded: '5.00', status: 'succeeded' };
const requested = {
	id: 'req-1',
	amount: '599.00',
	status: 'completed',
	payments: [{ id: 'pay-1', status: 'succeeded', amount: 599 }],
};

const few = <T>(fields: Record<string, fc.Arbitrary<T>>) =>
	fc.subarray(Object.keys(fields), { maxLength: 5 }).chain((chosen) =>
		fc.record(Object.fromEntries(chosen.map((name) => [name, fields[name]!])), {
			noNullPrototype: true,
		}),
	);

const form = over(
	few({
		...Object.fromEntries(names.map((name) => [name, textOf(name)])),
		hmac: anyText,
		toString: anyText,
	}),
	paid,
	{ ...paid, status: 'failed' },
	refunded,
) as fc.Arbitrary<Record<string, string>>;

const payments = fc.oneof(
	jsonOf(...names),
	fc.array(
		fc.oneof(
			fc.record(
				{ id, status, amount, created_at: anyText },
				{ requiredKeys: [], noNullPrototype: true },
			),
			fc.constantFrom(null, 0, ''),
		),
		{ maxLength: 3 },
	),
);
const value = (name: string) =>
	fc.oneof(
		{ weight: 4, arbitrary: textOf(name) },
		{ weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
		{ weight: 1, arbitrary: jsonOf(...names) },
	);
const payload = fc.oneof(
	jsonObjectOf(...names),
	over(
		few<unknown>({ ...Object.fromEntries(names.map((name) => [name, value(name)])), payments }),
		paid,
		refunded,
		requested,
		{ ...requested, status: 'pending', payments: [{ id: 'pay-0', status: 'failed' }] },
	),
);

const objects = fc.constantFrom('charge', 'payout', 'payment_request', 'refund', undefined, '');
const types = fc.constantFrom('created', 'updated', 'completed', 'failed', undefined, '');

interface Sent {
	headers: Record<string, string | undefined>;
	body: string;
	isRefund: boolean;
}

const sentForm: fc.Arbitrary<Sent> = fc.record({
	headers: fc.constant({ 'content-type': 'application/x-www-form-urlencoded' }),
	body: form.map((fields) => new URLSearchParams(fields).toString()),
	isRefund: fc.boolean(),
});
const sentJson: fc.Arbitrary<Sent> = fc.record({
	headers: fc.record({
		'content-type': fc.constant('application/json'),
		'hitpay-event-object': objects,
		'hitpay-event-type': types,
	}),
	body: payload.map((value) => JSON.stringify(value)),
	isRefund: fc.boolean(),
});

/** What of it is read, if it is. */
function read({ headers, body, isRefund }: Sent): Notification | undefined {
	try {
		return readNotification({
			headers,
			rawBody: Buffer.from(body),
			query: isRefund ? { event: 'refund' } : {},
		});
	} catch {
		return undefined;
	}
}

const notification = fc
	.oneof(sentForm, sentJson)
	.map(read)
	.filter((one) => one !== undefined);

/** The same with all names in another order. */
function turned<T>(value: T): T {
	if (Array.isArray(value)) return value.map(turned) as T;
	if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.reverse()
			.map(([name, inner]) => [name, turned<unknown>(inner)]),
	) as T;
}

function mustBeSound({ eventId, event, amount, currency, status, ...rest }: PaymentEvent) {
	must(/^[a-z.]+:[0-9a-f]{32}$/.test(eventId) && eventId.startsWith(`${event}:`), eventId);
	must(amount === null || Number.isFinite(amount), amount);
	must(currency === null || /^[a-z]{3}$/.test(currency), currency);
	must(status === null || (typeof status === 'string' && status !== ''), status);
	const { paymentId, paymentRequestId, refundId, payoutId, referenceNumber } = rest;
	for (const one of [paymentId, paymentRequestId, refundId, payoutId]) {
		if (one === undefined) continue;
		// What is put into a path stays one part of it.
		must(typeof one === 'string' && /^[^\s/\\?#%.][^\s/\\?#%]*$/.test(one), one);
		const { pathname } = new URL(`https://a.example/v1/charges/${one}`);
		must(pathname === `/v1/charges/${one}`, one, pathname);
	}
	must(referenceNumber === null || (typeof referenceNumber === 'string' && referenceNumber));
}

test('whatever was read, an event of one sound shape comes out, whatever the order of its names', () => {
	const kinds = new Map<string, number>();
	holds(notification, (given) => {
		const event = toEvent(given);
		kinds.set(event.event, (kinds.get(event.event) ?? 0) + 1);
		mustBeSound(event);
		const came = given.format === 'callback' ? given.fields : given.payload;
		must(isDeepStrictEqual({ ...event.payload }, { ...came }), event.payload);
		must(given.format === 'event' || !('hmac' in event.payload));
		must(toEvent(given).eventId === event.eventId);
		must(toEvent(turned(given)).eventId === event.eventId);
	});
	// The cases are of all kinds.
	expect([...kinds.keys()].sort()).toEqual([
		'charge.created',
		'charge.updated',
		'payment.completed',
		'payment.failed',
		'payout.created',
		'refund',
		'unknown',
	]);
});

test('of what nobody knows, every other content is another event', () => {
	holds(fc.tuple(payload, fc.nat(), jsonOf('a')), ([given, which, value]) => {
		const fields = Object.keys(given);
		const name = fields[which % (fields.length + 1)] ?? 'another';
		const [one, other] = [given, { ...given, [name]: value }].map((content) =>
			toEvent({ format: 'event', payload: content, rawBody: Buffer.of(), isRefund: false }),
		) as [PaymentEvent, PaymentEvent];
		if (one.event !== 'unknown' || other.event !== 'unknown') return;
		const isSame = isDeepStrictEqual(sent(one.payload), sent(other.payload));
		must((one.eventId === other.eventId) === isSame, other.payload);
	});
});

/** As it is after it was sent as JSON, where -0 is 0. */
function sent(payload: unknown): unknown {
	return JSON.parse(JSON.stringify(payload));
}

/** A payment's own fields (docs/interface.md, Callback). */
const payment = fc.record({
	payment_id: fc.constantFrom('', '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11', 'pay-1'),
	payment_request_id: fc.uuid(),
	phone: fc.constantFrom('', '6590000000', 'id1'),
	amount: fc.constantFrom('599.00', '0.10'),
	currency: fc.constantFrom('SGD', 'IDR'),
	status: fc.constantFrom('completed', 'failed'),
	reference_number: fc.constantFrom(
		'',
		'ABC',
		'id1',
		'refund_id1',
		'idstatuscompleted',
		'zstatusfailed',
	),
});
const knownNames = [...names, 'phone', 'hmac'];

/** Cuts a signed text into fields at names that stand in it, some of them shorter or longer. */
function cut(message: string, choices: number[]): Record<string, string> | undefined {
	const starts = knownNames
		.flatMap((name) =>
			[...message.matchAll(new RegExp(name, 'g'))].map(({ index }) => ({ index, name })),
		)
		.sort((one, other) => one.index - other.index);
	const fields: Record<string, string> = {};
	let [last, from, at] = ['', 0, 0];
	starts.forEach(({ index, name }, which) => {
		const choice = choices[which % choices.length]!;
		const length = Math.max(1, name.length + (choice % 7 === 6 ? (choice % 11) - 5 : 0));
		const chosen = message.slice(index, index + length);
		if (index < from || (index > 0 && (choice % 2 === 0 || chosen <= last))) return;
		if (last) fields[last] = message.slice(from, index);
		[last, from, at] = [chosen, index + length, at + 1];
	});
	if (at === 0) return undefined;
	fields[last] = message.slice(from);
	return fields;
}

test('a signed payment, cut into whatever other fields, is that payment or unknown', () => {
	const choices = fc.array(fc.nat(1000), { minLength: 3, maxLength: 12 });
	let count = 0;
	holds(fc.tuple(payment, choices, fc.boolean()), ([fields, chosen, isRefund]) => {
		const forged = cut(callbackMessage(fields), chosen);
		if (!forged || callbackMessage(forged) !== callbackMessage(fields)) return;
		count += 1;
		const right = toEvent({ format: 'callback', fields, isRefund: false });
		const made = toEvent({ format: 'callback', fields: forged, isRefund });
		const isSame = !isRefund && made.eventId === right.eventId;
		must(made.event === 'unknown' || isSame, forged, made.event);
	});
	expect(count).toBeGreaterThan(5000);
});
