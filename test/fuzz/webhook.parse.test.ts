import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';

import type { Notification } from '../../nodes/Payments/events/notification';
import type { WebhookRequest } from '../../nodes/Payments/webhook/receive/parse';
import { NotificationRejectedError } from '../../nodes/Payments/webhook/receive/rejected';
import { readNotification } from '../notification';
import { anyText, invariant, jsonObjectOf, oddName, property } from './property';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const forbidden = ['__proto__', 'constructor', 'prototype'];
const inherited = Object.getOwnPropertyNames(Object.prototype).length;

/** The outcome of a request; only a refusal may be thrown. */
function outcome(request: WebhookRequest): Notification | NotificationRejectedError {
	try {
		return readNotification(request);
	} catch (error) {
		invariant(error instanceof NotificationRejectedError, error);
		return error;
	}
}

function refusedAs(status: number, request: WebhookRequest) {
	const read = outcome(request);
	invariant(read instanceof NotificationRejectedError && read.response.status === status, read);
}

const sent = (type: string, body: string): WebhookRequest => ({
	method: 'POST',
	headers: { 'content-type': type },
	rawBody: Buffer.from(body),
	query: {},
});

/** Writes JSON with blanks and escapes that change nothing. */
function write(value: unknown, escaped: boolean[]): string {
	const [isOdd = false, hasBlanks = false] = escaped;
	const text = JSON.stringify(value, null, hasBlanks ? '\t' : undefined);
	const odd = /[^\t\n -~]|[/a]/g;
	const code = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
	// Words of JSON itself stand outside of quotes.
	return text.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) =>
		isOdd
			? quoted.replace(/\\.|[^\\]/g, (part) =>
					part.replace(odd, (one) => (part.length > 1 ? one : code(one))),
				)
			: quoted,
	);
}

const flags = fc.array(fc.boolean(), { minLength: 2, maxLength: 5 });

/** JSON that a service could send. */
const payloads = jsonObjectOf('id', 'amount', 'status', 'payments').filter((value) => {
	const names: string[] = [];
	JSON.stringify(value, (name, inner: unknown) => {
		names.push(name);
		if (typeof inner === 'string') names.push(inner && `text ${inner}`);
		return inner;
	});
	return !names.some((name) => name.includes('\0') || forbidden.includes(name));
});

const bodies = fc.oneof(
	fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
	fc
		.string({ unit: fc.constantFrom(...'{}[]",:=&%+a1\\u\0é\n 0ef'), maxLength: 40 })
		.map((text) => Buffer.from(text)),
	fc.json({ maxDepth: 5 }).map((text) => Buffer.from(text)),
	fc
		.array(fc.tuple(fc.oneof(anyText, oddName), anyText), { maxLength: 6 })
		.map((pairs) => Buffer.from(new URLSearchParams(pairs).toString())),
	fc.nat(60).map((depth) => Buffer.from('{"a":'.repeat(depth) + '[]' + '}'.repeat(depth))),
	fc.nat(1500).map((count) => Buffer.from(`[${'{},'.repeat(count)}{}]`)),
	fc.nat(1500).map((count) => Buffer.from(`a=1${'&'.repeat(count)}`)),
);

const contentTypes = fc.oneof(
	fc.constantFrom(
		FORM,
		JSON_TYPE,
		`${FORM}; charset=utf-8`,
		'application/vnd.a+json;charset="UTF8"',
	),
	fc.constantFrom('text/plain', 'multipart/form-data', `${FORM};charset=latin1`, ',', ';', ''),
	anyText,
);

const headerValue = fc.oneof(
	{ weight: 6, arbitrary: anyText },
	{ weight: 1, arbitrary: fc.oneof(fc.array(anyText, { maxLength: 2 }), fc.constant(undefined)) },
);

const requests: fc.Arbitrary<WebhookRequest> = fc.record({
	method: fc.oneof(
		{ weight: 6, arbitrary: fc.constantFrom('POST', 'post', undefined) },
		{ weight: 1, arbitrary: fc.oneof(fc.constantFrom('GET', ''), anyText) },
	),
	headers: fc
		.tuple(
			fc.oneof({ weight: 6, arbitrary: contentTypes }, { weight: 1, arbitrary: headerValue }),
			fc.constantFrom('content-type', 'content-type', 'Content-Type'),
			fc.dictionary(
				fc.oneof(
					oddName,
					anyText,
					fc.constantFrom(
						'Hitpay-Signature',
						'hitpay-signature',
						'Hitpay-Event-Type',
						'CONTENT-TYPE',
					),
				),
				headerValue,
				{ maxKeys: 3 },
			),
		)
		.map(([type, name, more]) => ({ ...more, [name]: type })),
	rawBody: bodies,
	query: fc.dictionary(
		fc.oneof(fc.constant('event'), oddName),
		fc.oneof(fc.constant('refund'), fc.string(), fc.jsonValue()),
		{ maxKeys: 3 },
	),
});

test('every request is parsed, or refused with a status and a message from the catalogue', () => {
	let runs = 0;
	const met = new Map<number | string, number>();
	property(requests, (request) => {
		runs += 1;
		const read = outcome(request);
		const kind = read instanceof NotificationRejectedError ? read.response.status : read.format;
		met.set(kind, (met.get(kind) ?? 0) + 1);
		invariant([400, 405, 413, 415, 'callback', 'event'].includes(kind), kind);
		invariant(Object.getOwnPropertyNames(Object.prototype).length === inherited);
		if (read instanceof NotificationRejectedError)
			invariant(/^[A-Z][\w .,-]+$/.test(read.message), read.message);
	});
	// The cases are of all kinds.
	for (const kind of [400, 405, 415, 'callback', 'event']) {
		expect(met.get(kind)).toBeGreaterThan(runs / 200);
	}
});

test('a name that all objects have something by is left out, and none inherits anything', () => {
	const evil = fc.tuple(fc.constantFrom(...forbidden), fc.jsonValue(), payloads, fc.boolean());
	property(evil, ([name, value, payload, isDeep]) => {
		const inner = `{${JSON.stringify(name)}:${JSON.stringify(value)}}`;
		const text = isDeep
			? JSON.stringify({ a: [payload, 0] }).replace(/0]}$/, () => `${inner}]}`)
			: inner;
		const read = outcome(sent(JSON_TYPE, text));
		invariant(!(read instanceof NotificationRejectedError) && read.format === 'event', read, text);
		const left = isDeep ? { a: [JSON.parse(JSON.stringify(payload)), {}] } : {};
		invariant(isDeepStrictEqual(read.payload, left), read.payload);
		invariant(Object.getOwnPropertyNames(Object.prototype).length === inherited);
	});
});

test('JSON is read as it was sent, however it is written', () => {
	property(fc.tuple(payloads, flags), ([payload, escaped]) => {
		const text = write(payload, escaped);
		const read = outcome(sent(JSON_TYPE, text));
		invariant(!(read instanceof NotificationRejectedError) && read.format === 'event', read, text);
		invariant(isDeepStrictEqual(read.payload, JSON.parse(JSON.stringify(payload))), read.payload);
		invariant(isDeepStrictEqual(read.signed, Buffer.from(text)));
	});
});

test('JSON with a name that came twice is refused, wherever and however it is written', () => {
	const twice = fc.tuple(payloads, fc.nat(), fc.jsonValue({ maxDepth: 1 }), flags);
	property(twice, ([payload, which, value, escaped]) => {
		const objects: object[] = [];
		JSON.stringify(payload, (_, inner: unknown) => {
			const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
			if (isObject && Object.keys(inner).length > 0) objects.push(inner);
			return inner;
		});
		const chosen = objects[which % objects.length];
		if (!chosen) return;
		const names = Object.keys(chosen);
		const name = names[which % names.length]!;
		// Put in as text, behind all else in the chosen object.
		const mark = 'the mark of the second one';
		const marked = JSON.stringify(payload, (_, inner: unknown) =>
			inner === chosen ? { ...chosen, [mark]: 0 } : inner,
		);
		const second = `${write(name, escaped)}:${JSON.stringify(value)}`;
		refusedAs(
			400,
			sent(
				JSON_TYPE,
				marked.replace(`${JSON.stringify(mark)}:0`, () => second),
			),
		);
	});
});
