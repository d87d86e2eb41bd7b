import { REFUND_MARK } from '../../nodes/Payments/shared/refundMark';
import { safeFields } from '../../nodes/Payments/webhook/receive/body';
import type { WebhookRequest } from '../../nodes/Payments/webhook/receive/parse';
import { NotificationRejectedError } from '../../nodes/Payments/webhook/receive/rejected';
import { readNotification } from '../notification';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

function request(
	type: string | undefined,
	body: string | Buffer,
	rest: Partial<WebhookRequest> = {},
): WebhookRequest {
	return {
		method: 'POST',
		rawBody: Buffer.from(body as string),
		query: {},
		...rest,
		headers: { 'content-type': type, ...rest.headers },
	};
}

const form = (body: string | Buffer, rest?: Partial<WebhookRequest>) => request(FORM, body, rest);
const json = (body: string | Buffer, rest?: Partial<WebhookRequest>) =>
	request(JSON_TYPE, body, rest);

/** Returns the status and the message that it is rejected with. */
function refusal(given: WebhookRequest): [number, string] {
	try {
		readNotification(given);
	} catch (error) {
		if (!(error instanceof NotificationRejectedError)) throw error;
		// A calm sentence, which repeats nothing of the request.
		expect(error.message).toMatch(/^[A-Z][\w .,-]+$/);
		return [error.response.status, error.message];
	}
	return [200, ''];
}

describe('notifications that are read', () => {
	test('a callback: its fields, its signature apart', () => {
		const body = 'payment_id=1&phone=&amount=599.00&reference_number=a%26b+c%2Bd&hmac=abc';
		expect(readNotification(form(body))).toMatchObject({
			format: 'callback',
			fields: { payment_id: '1', phone: '', amount: '599.00', reference_number: 'a&b c+d' },
			signature: 'abc',
			signed: 'amount599.00payment_id1phonereference_numbera&b c+d',
			hasOneReading: false,
			isRefund: false,
		});
	});

	test('an event: its type, its object and the signed bytes', () => {
		const given = json('{ "id": "1", "list": [1, {"a": null}] }', {
			headers: {
				'hitpay-signature': 'abc',
				'hitpay-event-type': 'created',
				'hitpay-event-object': 'charge',
				'user-agent': 'HitPay v2.0',
			},
		});
		expect(readNotification(given)).toMatchObject({
			format: 'event',
			payload: { id: '1', list: [1, { a: null }] },
			signed: given.rawBody,
			hasOneReading: true,
			signature: 'abc',
			type: 'created',
			object: 'charge',
			isRefund: false,
		});
	});

	test.each([
		['a form with a charset', `${FORM}; charset=UTF-8`, 'a=1', 'callback'],
		['JSON with a charset', 'Application/JSON;charset="utf-8"', '{}', 'event'],
		['JSON with another parameter', `${JSON_TYPE}; version=1`, '{}', 'event'],
		['10,000 lists beside each other', JSON_TYPE, `{"a":[${'[],'.repeat(10_000)}1]}`, 'event'],
		['a kind of JSON', 'application/vnd.api+json', '{}', 'event'],
		['JSON after a byte order mark', JSON_TYPE, '\uFEFF{}', 'event'],
		['names that only look dangerous', FORM, 'proto=1&toString=2&a.b=3', 'callback'],
		['a field without a value', FORM, 'a&b=', 'callback'],
		['empty parts of a form', FORM, '&a=1&&b=2&', 'callback'],
		['a list in a form', FORM, 'a[]=1&a]=2', 'callback'],
		['5,000 fields', FORM, many(5_000), 'callback'],
		['10,000 keys', JSON_TYPE, manyKeys(10_000), 'event'],
		['a list of 10,000', JSON_TYPE, `{"a":[${'1,'.repeat(10_000)}1]}`, 'event'],
		['JSON nested 100 deep', JSON_TYPE, nested(100), 'event'],
		['a form of 64 KB', FORM, 'a='.padEnd(64 * 1024, 'x'), 'callback'],
		['16 MB of escapes', JSON_TYPE, `{"a":"${'\\"'.repeat(8 * 1024 * 1024 - 4)}"}`, 'event'],
	])('%s', (_, type, body, format) => {
		expect(readNotification(request(type, body)).format).toBe(format);
	});

	test('the mark of a refund in the URL, in either format', () => {
		const query = { [REFUND_MARK.name]: REFUND_MARK.value };
		expect(readNotification(form('a=1', { query })).isRefund).toBe(true);
		expect(readNotification(json('{}', { query })).isRefund).toBe(true);
		for (const other of [{}, { event: '' }, { event: 'Refund' }, { x: 'refund' }]) {
			expect(readNotification(form('a=1', { query: other })).isRefund).toBe(false);
		}
	});
});

describe('what is not a notification is rejected', () => {
	const headerTwice = [400, 'A header occurs twice'] as const;
	const unsupported = [415, 'The body must be a form or JSON in UTF-8'] as const;
	const tooDeep = [400, 'The JSON is nested more than 100 levels deep'] as const;
	const tooLarge = [413, 'The body is too large'] as const;
	const empty = [400, 'The body is empty'] as const;
	const fieldTwice = [400, 'A field occurs twice'] as const;
	const queryTwice = [400, 'A query parameter occurs twice'] as const;

	test.each<[string, WebhookRequest, number, string]>([
		['no body', form(''), ...empty],
		['a body that n8n did not keep', { ...form(''), rawBody: undefined as never }, ...empty],
		['a type that ends like JSON', request('text/application/json', '{}'), ...unsupported],
		['a type that begins like JSON', request('application/jsonl', '{}'), ...unsupported],
		['JSON over 16 MB', json(`{"a":"${'x'.repeat(16 * 1024 * 1024 - 7)}"}`), ...tooLarge],
		['a form over 64 KB', form('a='.padEnd(64 * 1024 + 1, 'x')), ...tooLarge],
		['truncated JSON', json('{"a":1'), 400, 'The JSON is malformed'],
		['a form called JSON', json('a=1'), 400, 'The JSON is malformed'],
		['a JSON list', json('[{}]'), 400, 'The JSON is not an object'],
		['a JSON null', json('null'), 400, 'The JSON is not an object'],
		['a field without a name', form('=1'), 400, 'A field has no name'],
		['a field twice', form('a=1&a=2'), ...fieldTwice],
		['a field twice, written in two ways', form('a=1&%61=1'), ...fieldTwice],
		['a JSON field twice', json('{"amount":1,"amount":2}'), ...fieldTwice],
		['a malformed escape', form('a=100%'), 400, 'The form is malformed'],
		['an overlong escape', form('a=%C0%80'), 400, 'The form is malformed'],
		['a form that is not UTF-8', form(Buffer.from([97, 61, 0xff])), 400, 'The body is not UTF-8'],
		['JSON that is not UTF-8', json(Buffer.from([0x22, 0xc3, 0x22])), 400, 'The body is not UTF-8'],
		['JSON in UTF-16', json(Buffer.from('\uFEFF{}', 'utf16le')), 400, 'The body is not UTF-8'],
		['many &', form('&'.repeat(60_000)), ...empty],
		['JSON nested 101 deep', json(nested(101)), ...tooDeep],
		['JSON nested 100,000 deep', json(nested(100_000)), ...tooDeep],
		[
			'lists nested 100,000 deep',
			json(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
			...tooDeep,
		],
		['lists nested and never closed', json('['.repeat(900_000)), 400, 'The JSON is malformed'],
		['no content type', request(undefined, '{}'), ...unsupported],
		['a file upload', request('multipart/form-data; boundary=a', 'a'), ...unsupported],
		['another charset', request(`${FORM}; charset=latin1`, 'a=1'), ...unsupported],
		['GET', form('a=1', { method: 'GET' }), 405, 'Notifications require the method POST'],
		[
			'a list of signatures',
			json('{}', { headers: { 'hitpay-signature': ['a', 'b'] } }),
			...headerTwice,
		],
		[
			'a header that Node.js joined',
			json('{}', { headers: { 'hitpay-signature': 'a,b' } }),
			...headerTwice,
		],
		['the mark twice', form('a=1', { query: { event: ['refund', 'x'] } }), ...queryTwice],
		['the mark as an object', form('a=1', { query: { event: { refund: '' } } }), ...queryTwice],
	])('%s', (_, given, status, message) => {
		expect(refusal(given)).toEqual([status, message]);
	});
});

describe('what a workflow cannot hold is left out', () => {
	test('NUL characters', () => {
		const read = readNotification(json('{"a\\u0000b":1,"d":["c\\u0000"]}'));
		expect(read).toHaveProperty('payload', { d: ['c'] });
	});

	test('a form is kept as it was signed, and inherits nothing', () => {
		const { fields } = readNotification(form('__proto__=x&a=%00'));
		expect(Object.entries(fields)).toEqual([
			['__proto__', 'x'],
			['a', '\0'],
		]);
		expect(safeFields(fields)).toEqual({ a: '' });
		expect(Object.getPrototypeOf(safeFields(fields))).toBe(Object.prototype);
	});
});

function many(count: number): string {
	return Array.from({ length: count }, (_, index) => `f${index}=1`).join('&');
}

function manyKeys(count: number): string {
	return JSON.stringify(
		Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1])),
	);
}

/** Returns an object of a depth, including itself. */
function nested(depth: number): string {
	return '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1);
}
