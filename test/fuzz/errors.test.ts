import fc from 'fast-check';
import type { IHttpRequestMethods, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { readFailure, isOutcomeUnknown } from '../../nodes/Payments/errors/httpFailure';
import { toNodeError } from '../../nodes/Payments/errors/nodeErrors';
import { isRetryable, retryDelay } from '../../nodes/Payments/transport/queue/retry';
import { node } from './context';
import { anyText, anything, invariant, jsonOf, property } from './property';

const SECRET = 'sk_5ecre7_5ecre7';

/** A request as HTTP clients attach it to their errors. */
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
/** Generates errors of axios. */
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
/** Generates errors as n8n's request helpers wrap them. n8n's class does not accept blank messages. */
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

/** Returns all text in a value at any depth, including non-enumerable fields. */
function textIn(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value === 'string') return value;
	if (typeof value !== 'object' || value === null || seen.has(value)) return '';
	seen.add(value);
	return Reflect.ownKeys(value)
		.map((key) => `${String(key)} ${textIn((value as Record<PropertyKey, unknown>)[key], seen)}`)
		.join('\n');
}

test('anything thrown becomes a readable error of n8n without the request', () => {
	property(fc.tuple(thrown, item, method), ([given, itemIndex, by]) => {
		const error = toNodeError(node, given, itemIndex, by);
		invariant(error instanceof NodeApiError || error instanceof NodeOperationError, error);
		if (given instanceof NodeOperationError) return invariant(error === given);
		invariant(typeof error.message === 'string', error.message);
		invariant(error.message.trim() !== '', 'empty');
		invariant(
			!/undefined|\[object/.test(error.message) || /undefined|\[object/.test(textIn(given)),
			error.message,
		);
		invariant(error.context.itemIndex === itemIndex, error.context);
		invariant(typeof error.description === 'string' && error.description !== '', error.description);
		invariant(!textIn(error).includes(SECRET), textIn(error));
	});
});

test('after anything thrown, the delay before a retry is at most a minute', () => {
	property(
		fc.tuple(thrown, fc.integer({ min: 1, max: 10 }), fc.nat(100_000)),
		([given, attempts, elapsed]) => {
			const failure = readFailure(given);
			const time = retryDelay(failure, attempts, elapsed);
			invariant(time >= 0 && time <= 60_000, time, failure.retryAfter);
			// A write may be sent again only if it was certainly not processed.
			if (isRetryable(failure, 'POST')) invariant(failure.status === 429 || failure.notConnected);
			invariant(!(isRetryable(failure, 'POST') && isOutcomeUnknown(failure, 'POST')));
		},
	);
});

test('the messages of the API are in the error, whatever else the response contains', () => {
	const said = fc
		.string({ unit: 'grapheme-ascii', minLength: 3, maxLength: 30 })
		.filter((text) => /^\w.*\w$/.test(text));
	property(
		fc.tuple(said, said, fc.constantFrom(400, 422, 500), jsonOf('a'), method),
		([message, line, status, more, by]) => {
			const data = { more, message, errors: { amount: [line] } };
			const given = Object.assign(new Error('x'), { response: { status, data }, config });
			const error = toNodeError(node, given, 3, by);
			const words = error.message.replaceAll('.;', ';');
			invariant(words.startsWith(message.replaceAll('.;', ';')), error.message);
			invariant(words.includes(line.replaceAll('.;', ';')), error.message);
			invariant((error as NodeApiError).httpCode === String(status));
		},
	);
});
