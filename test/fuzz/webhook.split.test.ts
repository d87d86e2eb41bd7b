import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';

import { callbackMessage, hasOneReading } from '../../nodes/Payments/events/notification';
import { toUnknown } from '../../nodes/Payments/events/readEvent';
import { readCallback } from '../notification';
import { names } from '../webhookRecords';
import { anyText, invariant, property } from './property';

const uuids = fc.constantFrom(
	'9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11',
	'9f1c7c7e-3a61-4c5d-8a1f-0c9b7e2d4f02',
);

/** Text that a customer or a merchant enters, made to be taken for fields. */
const hostileText = fc
	.array(
		fc.oneof(
			fc.constantFrom(...names, 'phone', 'hmac', 'total_amount', 'created_at', 'z'),
			fc.constantFrom('', '1', '1000.00', 'SGD', 'completed', 'failed', 'refunded', 'r-1', 'p-1'),
			uuids,
			anyText,
		),
		{ maxLength: 14 },
	)
	.map((parts) => parts.join(''));
const text = fc.oneof(fc.constantFrom('', '6590000000', 'ABC'), hostileText);

/** The signed fields: those of a payment (docs/interface.md, Callback). */
const paymentFields = fc.record({
	payment_id: fc.oneof(fc.constantFrom('', 'pay-1'), uuids),
	payment_request_id: uuids,
	phone: text,
	amount: fc.constantFrom('599.00', '0.10', '1,000.00'),
	currency: fc.constantFrom('SGD', 'IDR'),
	status: fc.constantFrom('completed', 'failed', 'pending'),
	reference_number: text,
});

/** And a refund's. */
const refundFields = fc.record({
	id: uuids,
	payment_id: uuids,
	amount_refunded: fc.constantFrom('5.00', '0.10'),
	total_amount: fc.constantFrom('599.00'),
	currency: fc.constantFrom('sgd'),
	status: fc.constantFrom('succeeded'),
	payment_method: fc.constantFrom('card', 'paynow_online'),
	refunded_by: text,
	provider_fee: fc.constantFrom('', '0.50'),
	provider_fee_currency: fc.constantFrom('', 'sgd'),
	refunded_at: fc.constantFrom('2026-01-01T00:00:00.000000Z'),
	created_at: fc.constantFrom('2026-01-01T08:00:00'),
});
const genuine = fc.oneof(paymentFields, refundFields) as fc.Arbitrary<Record<string, string>>;
const knownNames = [
	...new Set([...names, 'phone', 'hmac', 'total_amount', 'refunded_by', 'refunded_at']),
	...['payment_method', 'provider_fee', 'provider_fee_currency'],
];

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

/**
 * Cuts a signed text into exactly the fields of a known form, wherever their names stand in it: what somebody
 * would do who wants it to be another payment.
 */
function cutAs(form: string[], message: string, choices: number[]) {
	const fields: Record<string, string> = {};
	let end = message.length;
	for (const [which, name] of [...form].sort().reverse().entries()) {
		const places = [...message.slice(0, end).matchAll(new RegExp(name, 'g'))];
		const place = places[choices[which % choices.length]! % (places.length || 1)];
		if (!place) return undefined;
		fields[name] = message.slice(place.index + name.length, end);
		end = place.index;
	}
	return end === 0 ? fields : undefined;
}

const forms = [
	['amount', 'currency', 'payment_id', 'payment_request_id', 'phone', 'reference_number', 'status'],
	[
		...['id', 'payment_id', 'amount_refunded', 'total_amount', 'currency', 'status', 'created_at'],
		...['payment_method', 'refunded_by', 'provider_fee', 'provider_fee_currency', 'refunded_at'],
	],
];

test('no other split of a signed form is accepted by its signature, whatever text is in it', () => {
	const choices = fc.array(fc.nat(1000), { minLength: 3, maxLength: 12 });
	let [runs, recut, believed] = [0, 0, 0];
	property(fc.tuple(genuine, choices), ([fields, chosen]) => {
		runs += 1;
		const message = callbackMessage(fields);
		if (hasOneReading(fields)) believed += 1;
		for (const forged of [
			cut(message, chosen),
			...forms.map((form) => cutAs(form, message, chosen)),
		]) {
			if (!forged || callbackMessage(forged) !== message) continue;
			if (isDeepStrictEqual(forged, { ...fields })) continue;
			recut += 1;
			invariant(!hasOneReading(forged), forged);
			// Nor does it say anything where it is passed on as what nobody knows.
			const { event, ...unknown } = toUnknown(readCallback(forged));
			const { event_id, payload, ...read } = unknown;
			invariant(event === 'unknown' && event_id && payload, forged);
			invariant(
				Object.values(read).every((one) => one === null),
				forged,
			);
		}
	});
	expect(recut).toBeGreaterThan(runs / 2);
	expect(believed).toBeGreaterThan(runs / 20);
});
