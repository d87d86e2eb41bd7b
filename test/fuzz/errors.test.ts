import fc from 'fast-check';
import type { IHttpRequestMethods, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { toNodeError } from '../../nodes/Payments/transport/errors';
import { readFailure } from '../../nodes/Payments/transport/failure';
import { isAmbiguous, mayRepeat, waitBefore } from '../../nodes/Payments/transport/retry';
import { node } from './context';
import { anything, anyText, holds, jsonOf, must } from './fuzz';

const SECRET = 'sk_5ecre7_5ecre7';

/** A request as HTTP clients hang it on their errors. */
const config = {
	url: 'https://api.example/v1/charges',
	headers: { 'X-BUSINESS-API-KEY': SECRET, Authorization: `Bearer ${SECRET}` },
	data: JSON.stringify({ client_secret: SECRET }),
	auth: { username: 'x', password: SECRET },
};

const code = fc.constantFrom(
	undefined,
	'ECONNRESET',
	'ECONNREFUSED',
	'ETIMEDOUT',
	'ENOTFOUND',
	'ERR_BAD_REQUEST',
	'CERT_HAS_EXPIRED',
	'',
);
const body = fc.oneof(
	jsonOf('message', 'errors', 'error', 'data'),
	fc.record(
		{
			message: fc.oneof(anyText, jsonOf('message')),
			errors: fc.oneof(
				fc.dictionary(anyText, fc.array(anyText, { maxLength: 3 }), { maxKeys: 3 }),
				fc.array(anyText, { maxLength: 3 }),
				jsonOf('errors'),
			),
		},
		{ requiredKeys: [] },
	),
	fc.constantFrom(undefined, '<html><h1>502 Bad Gateway</h1></html>', '', Buffer.from('x')),
);
const retryAfter = fc.oneof(fc.constantFrom('1', '0', 'soon', '-1', '99999999999', ' 5 '), anyText);
const response = fc.record({
	status: fc.oneof(
		fc.constantFrom(301, 302, 400, 401, 403, 404, 408, 422, 429, 500, 503),
		fc.nat(999),
	),
	statusText: anyText,
	data: body,
	headers: fc.record(
		{ 'retry-after': retryAfter, 'set-cookie': fc.constant(SECRET) },
		{ requiredKeys: [] },
	),
	config: fc.constant(config),
	request: fc.constant({ _header: `Authorization: Bearer ${SECRET}` }),
});
const words = anyText;
/** As axios throws it. */
const httpError = fc
	.record({
		message: fc.oneof(
			fc.constantFrom('Request failed with status code 500', 'socket hang up'),
			words,
		),
		code,
		syscall: fc.constantFrom(undefined, 'connect', 'read', 'getaddrinfo'),
		response: fc.option(response, { nil: undefined, freq: 4 }),
	})
	.map(({ message, ...rest }) =>
		Object.assign(new Error(message), {
			name: 'AxiosError',
			isAxiosError: true,
			...rest,
			config,
			request: config,
		}),
	);
/** As n8n's request helpers wrap it. */
// n8n's own class takes no blank words.
const wrapped = httpError
	.filter(({ message }) => message.trim() !== '')
	.map((error) => new NodeApiError(node, error as unknown as JsonObject));
const ownError = words
	.filter((message) => message.trim() !== '')
	.map((message) => new NodeOperationError(node, message));
const thrown = fc.oneof(
	{ weight: 4, arbitrary: httpError },
	{ weight: 2, arbitrary: wrapped },
	{ weight: 2, arbitrary: anything },
	{ weight: 1, arbitrary: words.map((message) => new TypeError(message)) },
	{ weight: 1, arbitrary: ownError },
);
const method = fc.constantFrom<IHttpRequestMethods | undefined>(
	'GET',
	'POST',
	'DELETE',
	'PUT',
	undefined,
);
const item = fc.constantFrom(undefined, 0, 7);

/** All text in something, however deep, hidden fields included. */
function textIn(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value === 'string') return value;
	if (typeof value !== 'object' || value === null || seen.has(value)) return '';
	seen.add(value);
	return Reflect.ownKeys(value)
		.map((key) => `${String(key)} ${textIn((value as Record<PropertyKey, unknown>)[key], seen)}`)
		.join('\n');
}

test('whatever is thrown, an error of n8n comes out, in words, and without the request', () => {
	holds(fc.tuple(thrown, item, method), ([given, itemIndex, by]) => {
		const error = toNodeError(node, given, itemIndex, by);
		must(error instanceof NodeApiError || error instanceof NodeOperationError, error);
		if (given instanceof NodeOperationError) return must(error === given);
		must(typeof error.message === 'string', error.message);
		must(error.message.replace(/ ?\[item \d\]$/, '').trim() !== '', 'empty');
		must(
			!/undefined|\[object/.test(error.message) || /undefined|\[object/.test(textIn(given)),
			error.message,
		);
		must(itemIndex === undefined || error.message.endsWith(` [item ${itemIndex}]`), error.message);
		must(typeof error.description === 'string' && error.description !== '', error.description);
		must(!textIn(error).includes(SECRET), textIn(error));
	});
});

test('whatever is thrown, the wait before another try is none or up to a minute', () => {
	holds(
		fc.tuple(thrown, fc.integer({ min: 1, max: 10 }), fc.nat(100_000)),
		([given, tries, elapsed]) => {
			const failure = readFailure(given);
			const time = waitBefore(failure, tries, elapsed);
			must(time >= 0 && time <= 60_000, time, failure.retryAfter);
			// What may be sent again surely did nothing, or only read.
			if (mayRepeat(failure, 'POST')) must(failure.status === 429 || failure.neverOpened);
			must(!(mayRepeat(failure, 'POST') && isAmbiguous(failure, 'POST')));
		},
	);
});

test("the service's own words are in the error, whatever else it says", () => {
	const said = fc
		.string({ unit: 'grapheme-ascii', minLength: 3, maxLength: 30 })
		.filter((text) => /^\w.*\w$/.test(text));
	holds(
		fc.tuple(said, said, fc.constantFrom(400, 422, 500), jsonOf('a'), method),
		([message, line, status, more, by]) => {
			const data = { more, message, errors: { amount: [line] } };
			const given = Object.assign(new Error('x'), { response: { status, data }, config });
			const error = toNodeError(node, given, 3, by);
			const words = error.message.replaceAll('.;', ';');
			must(words.startsWith(message.replaceAll('.;', ';')), error.message);
			must(words.includes(line.replaceAll('.;', ';')), error.message);
			must((error as NodeApiError).httpCode === String(status));
		},
	);
});
