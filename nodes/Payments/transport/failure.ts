import type { IHttpRequestMethods } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { isObject, NoData } from './answer';
import type { Secrets } from './secrets';

import { readRateLimit, type RateLimit } from './rateLimit';

/** What went wrong with a request. */
export interface Failure extends RateLimit {
	/** The status of the service's answer, if it answered. */
	status?: number;
	/** The code of a network failure, such as ECONNRESET. */
	code?: string;
	/** Whether there was no connection to begin with: then nothing was sent. */
	neverOpened: boolean;
	/** The service's own words: its message and every line of its `errors`. */
	words: string[];
	/** Whether it names what it does not take, in `errors`. */
	isDetailed: boolean;
	/** Whether an answer came that holds no data: it can't be the service's own. */
	isNoData: boolean;
	/** What the thrown error says of itself, and of what to do. */
	message?: string;
	description?: string;
}

/**
 * What n8n's request helpers threw, without the request, whose headers hold the credential, and without
 * what the service repeats of it.
 */
export function withoutSecrets(thrown: unknown, secrets: Secrets): unknown {
	if (thrown instanceof NodeOperationError || thrown instanceof NoData) return thrown;
	const { response, message, description, code, syscall } = partsOf(thrown);
	const { status, headers, data } = response ?? {};
	const [safeMessage, safeDescription] = [message, description].map((text) =>
		isSaying(text) ? secrets.hide(text) : undefined,
	);
	return Object.assign(new Error(safeMessage), {
		code,
		syscall,
		description: safeDescription,
		...(response && { response: { status, headers, data: safeBody(data, secrets) } }),
	});
}

/** Only of what is read of it: the words. */
function safeBody(data: unknown, secrets: Secrets) {
	if (!isObject(data)) return {};
	const { message, errors } = data;
	return {
		message: isSaying(message) ? secrets.hide(message) : undefined,
		errors: lines(errors).map((line) => secrets.hide(line)),
	};
}

/** Codes of connections that never opened, whatever the system call. */
const refused = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/**
 * Reads an error of n8n's request helpers, which keeps the one of the HTTP client as its cause.
 *
 * @param now milliseconds since 1970, where the answer does not say when it was sent
 */
export function readFailure(thrown: unknown, now = Date.now()): Failure {
	const { response, code, syscall, message, description } = partsOf(thrown);
	const body = isObject(response?.data) ? response.data : {};
	const answered = typeof response?.status === 'number' ? response.status : undefined;
	// An answer that broke off in the middle, or can not be unpacked, is none.
	const isBroken = answered !== undefined && answered < 300;
	const status = isBroken ? undefined : answered;
	const networkCode =
		status !== undefined
			? undefined
			: typeof code === 'string' && code !== ''
				? code
				: isBroken
					? 'ERR_BAD_RESPONSE'
					: undefined;
	return {
		status,
		code: networkCode,
		// The code alone does not tell: an open connection can end with EHOSTUNREACH or ETIMEDOUT, too.
		neverOpened:
			networkCode !== undefined &&
			(refused.includes(networkCode) || syscall === 'connect' || syscall === 'getaddrinfo'),
		...readRateLimit(response?.headers, status === 429, now),
		words: wordsOf(body),
		isDetailed: lines(body.errors).some(isSaying),
		isNoData: thrown instanceof NoData,
		message: isSaying(message) ? message : undefined,
		description: isSaying(description) ? description : undefined,
	};
}

/** What is read of an error of the HTTP client. */
function partsOf(thrown: unknown) {
	return (clientError(thrown) ?? {}) as {
		response?: { status?: unknown; data?: unknown; headers?: Record<string, unknown> };
		code?: unknown;
		syscall?: unknown;
		message?: unknown;
		description?: unknown;
	};
}

/**
 * The HTTP client's error that n8n made one of its own of. n8n 2.0 does not keep it: a field of the
 * error's class hides its cause. Then it is put together from what n8n took over, which is all but
 * the headers.
 */
function clientError(thrown: unknown): unknown {
	if (!(thrown instanceof NodeApiError)) return thrown;
	const { cause, httpCode, context, messages } = thrown;
	if (cause || !httpCode) return cause ?? thrown;
	const [message = thrown.message] = messages;
	return /^\d{3}$/.test(httpCode)
		? { message, response: { status: Number(httpCode), data: context.data } }
		: // Node.js begins with the system call, such as `connect ECONNREFUSED 127.0.0.1:443`.
			{ message, code: httpCode, syscall: message.split(' ')[0] };
}

/** The status that the service answered with, if it answered. */
export function statusOf(thrown: unknown): number | undefined {
	return readFailure(thrown).status;
}

/**
 * Whether the service refused the value of a field. Where it gives `errors` as a list, as for
 * locations, only its words name the field.
 */
export function refuses(thrown: unknown, field: string): boolean {
	const { status, words } = readFailure(thrown);
	return status === 422 && words.some((word) => word.replaceAll(' ', '_').includes(field));
}

/**
 * What was thrown, as a 404 if it is a 422 by which the service says that it has no such record: so it
 * speaks of the ID of a plan (docs/interface.md, Other endpoints of subscription plans). It is known of
 * reading only: to a change or a deletion, a 422 that names no field may be a refusal as well.
 */
export function asNotFound(thrown: unknown, method: IHttpRequestMethods = 'GET'): unknown {
	const { status, words, isDetailed } = readFailure(thrown);
	const [message] = words;
	if (status !== 422 || isDetailed || message === undefined) return thrown;
	if (method !== 'GET' && !/not found|no such|does not exist/i.test(message)) return thrown;
	return Object.assign(new Error(message), { response: { status: 404, data: { message } } });
}

/** The message and the lines; one that the message says already is left out. */
function wordsOf({ message, errors }: Record<string, unknown>): string[] {
	const said = isSaying(message) ? message.trim() : '';
	const more = lines(errors).map((line) => line.trim());
	return [said, ...new Set(more)]
		.filter((word, index) => isSaying(word) && (index === 0 || said === '' || !word.endsWith(said)))
		.slice(0, MOST_WORDS)
		.map((word) => (word.length > LONGEST_WORD ? `${word.slice(0, LONGEST_WORD)}…` : word));
}

/** Nobody reads more of what the service says: lines, and characters of each (choice). */
const MOST_WORDS = 20;
const LONGEST_WORD = 500;

/** Lines of `errors` are nested no deeper: a field in a list of products in an order (choice). */
const DEEPEST = 5;

/** `errors` is an object of lists by field, or a list (docs/interface.md, Errors): one line each. */
function lines(errors: unknown, depth = 0): string[] {
	if (typeof errors === 'string') return [errors];
	if (depth === DEEPEST) return [];
	const inside = (one: unknown) => lines(one, depth + 1);
	if (Array.isArray(errors)) return errors.flatMap(inside);
	if (!isObject(errors)) return [];
	return Object.entries(errors).flatMap(([field, texts]) =>
		inside(texts).map((line) => `${field}: ${line}`),
	);
}

/** Whether there is a word in it. */
function isSaying(text: unknown): text is string {
	return typeof text === 'string' && /[\p{L}\p{N}]/u.test(text);
}
