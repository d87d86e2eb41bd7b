import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';

import type { PaymentEvent } from '../../nodes/Payments/events/event';
import { isAccountEvent, kinds, statusIn } from '../../nodes/Payments/events/kinds';
import type { Notification } from '../../nodes/Payments/events/notification';
import { toEvent } from '../../nodes/Payments/events/readEvent';
import { safeFields } from '../../nodes/Payments/webhook/receive/body';
import { readNotification, readServiceEvent } from '../notification';
import {
	charge,
	invoice,
	names,
	order,
	paid,
	payout,
	refund,
	request,
	subscription,
	transfer,
} from '../webhookRecords';
import { anyText, invariant, jsonObjectOf, jsonOf, property } from './property';

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

const refundForm = { ...refund, amount_refunded: '5.00', total_amount: '599.00' };

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
	{ ...paid, status: 'pending' },
	refundForm,
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
		refundForm,
		request,
		{ ...request, status: 'pending', payments: [{ id: 'pay-0', status: 'failed' }] },
		charge,
		payout,
	),
);

const objects = fc.constantFrom(
	...['charge', 'payout', 'payment_request', 'refund', 'order', 'invoice', 'transfer'],
	...['recurring_billing', undefined, ''],
);
const types = fc.constantFrom(
	...['created', 'updated', 'completed', 'failed', 'paid', 'method_attached', undefined, ''],
);

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
/** A record with the headers that belong to it, which are rare in `sentJson`. */
const sentRecord: fc.Arbitrary<Sent> = fc
	.tuple(
		fc.constantFrom(
			{ object: 'charge', type: 'created', record: charge },
			{ object: 'charge', type: 'updated', record: charge },
			{ object: 'payout', type: 'created', record: payout },
			{ object: 'order', type: 'created', record: order },
			{ object: 'invoice', type: 'updated', record: invoice },
			{ object: 'transfer', type: 'paid', record: { ...transfer, status: 'paid' } },
			{ object: 'recurring_billing', type: 'method_attached', record: subscription },
		),
		few<unknown>(Object.fromEntries(names.map((name) => [name, value(name)]))),
	)
	.map(([{ object, type, record }, others]) => ({
		headers: {
			'content-type': 'application/json',
			'hitpay-event-object': object,
			'hitpay-event-type': type,
		},
		body: JSON.stringify({ ...record, ...others }),
		isRefund: false,
	}));

/** Returns the parsed notification, or undefined if it is refused. */
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
	.oneof(sentForm, sentJson, sentRecord)
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

function mustBeSound({ event_id, event, amount, currency, status, ...rest }: PaymentEvent) {
	invariant(/^[a-z._]+:[0-9a-f]{32}$/.test(event_id) && event_id.startsWith(`${event}:`), event_id);
	invariant(amount === null || Number.isFinite(amount), amount);
	invariant(currency === null || /^[a-z]{3}$/.test(currency), currency);
	invariant(status === null || (typeof status === 'string' && status !== ''), status);
	const { payment_id, payment_request_id, refund_id, payout_id, reference_number } = rest;
	const { invoice_id, order_id, recurring_billing_id, transfer_id } = rest;
	const ofRecords = [invoice_id, order_id, recurring_billing_id, transfer_id];
	for (const one of [payment_id, payment_request_id, refund_id, payout_id, ...ofRecords]) {
		if (one === undefined) continue;
		// A value in a path stays one part of it.
		invariant(typeof one === 'string' && /^[^\s/\\?#%.][^\s/\\?#%]*$/.test(one), one);
		const { pathname } = new URL(`https://a.example/v1/charges/${one}`);
		invariant(pathname === `/v1/charges/${one}`, one, pathname);
	}
	const { customer_name, customer_email, customer_phone_number } = rest;
	for (const one of [reference_number, customer_name, customer_email, customer_phone_number])
		invariant(one === null || (typeof one === 'string' && one));
}

test('every notification becomes a well-formed event, whatever the order of its fields', () => {
	const kinds = new Map<string, number>();
	property(notification, (given) => {
		const event = toEvent(given);
		kinds.set(event.event, (kinds.get(event.event) ?? 0) + 1);
		mustBeSound(event);
		const came = given.format === 'callback' ? given.fields : given.payload;
		const held = given.format === 'callback' ? (safeFields(came) as object) : came;
		invariant(isDeepStrictEqual({ ...event.payload }, { ...held }), event.payload);
		invariant(given.format === 'event' || !('hmac' in event.payload));
		invariant(toEvent(given).event_id === event.event_id);
		invariant(toEvent(turned(given)).event_id === event.event_id);
	});
	// The cases are of all kinds.
	expect([...kinds.keys()].sort()).toEqual([
		'charge.created',
		'charge.updated',
		'invoice.updated',
		'order.created',
		'payment.completed',
		'payment.failed',
		'payment.pending',
		'payout.created',
		'recurring_billing.method_attached',
		'refund',
		'transfer.paid',
		'unknown',
	]);
});

test('an object that cannot be converted to text is read in any field of any event', () => {
	const text = { toString: 1 };
	const hostile = fc.constantFrom<unknown>(text, { ...text, valueOf: 1 }, [text]);
	const anyEvent = fc.constantFrom(...Object.keys(kinds), 'payment_request.completed');
	const field = fc.constantFrom(...names, 'error_message', 'refunded_amount', 'beneficiary');
	property(fc.tuple(anyEvent, field, hostile), ([name, one, inPlace]) => {
		const [object = '', type] = name.split('.');
		const body = { ...records[object], [one]: inPlace };
		const headers = { 'hitpay-event-object': object, 'hitpay-event-type': type };
		const given = read({
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
			isRefund: false,
		});
		mustBeSound(toEvent(given!));
	});
});

test('of what nobody knows, every other content is another event', () => {
	property(fc.tuple(payload, fc.nat(), jsonOf('a')), ([given, which, value]) => {
		const fields = Object.keys(given);
		const name = fields[which % (fields.length + 1)] ?? 'another';
		const [one, other] = [given, { ...given, [name]: value }].map((content) =>
			toEvent(readServiceEvent(content)),
		) as [PaymentEvent, PaymentEvent];
		if (one.event !== 'unknown' || other.event !== 'unknown') return;
		const isSame = isDeepStrictEqual(sent(one.payload), sent(other.payload));
		invariant((one.event_id === other.event_id) === isSame, other.payload);
	});
});

/** As it is after it was sent as JSON, where -0 is 0. */
function sent(payload: unknown): unknown {
	return JSON.parse(JSON.stringify(payload));
}

/** A record's own fields (docs/interface.md, Records), with whatever else. */
const records: Record<string, object> = {
	charge,
	payout,
	payment_request: { ...request, payment_methods: ['card'] },
	refund,
	order,
	invoice,
	transfer,
	recurring_billing: subscription,
};

test('whatever headers and address go with a signed record, it becomes no event of another kind', () => {
	const kindsOf = (of: string) =>
		({ payment_request: ['payment.completed'], refund: ['refund'] })[of] ??
		Object.keys(kinds).filter((one) => isAccountEvent(one) && one.startsWith(`${of}.`));
	const kind = fc.constantFrom(...Object.keys(records));
	const more = fc.record({ status, updated_at: anyText }, { requiredKeys: [] });
	property(
		fc.tuple(kind, more, objects, types, fc.boolean()),
		([of, extra, object, type, mark]) => {
			// A completed payment request stays one; what a refund says of itself is its own.
			const payload: Record<string, unknown> = {
				...records[of],
				...(of !== 'payment_request' && extra),
			};
			const { event } = toEvent(readServiceEvent(payload, { object, type, isRefund: mark }));
			// The status that an event is named after is that of the record.
			const named = isAccountEvent(event) ? statusIn(event) : undefined;
			const isOfStatus = named === undefined || named === payload.status;
			invariant(event === 'unknown' || (isOfStatus && kindsOf(of).includes(event)), of, event);
		},
	);
});
