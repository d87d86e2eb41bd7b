import type { IHttpRequestMethods } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { InvalidResponseError } from '../run/invalidResponse';
import type { Secrets } from '../run/secrets';
import { isObject } from '../shared/record';
import { partsOf, type TokenFailure } from './clientError';
import { hasText, lines, messagesOf } from './failureMessages';
import { hasLocalAddress } from './localAddress';
import { isCertificateRefused } from './networkCause';
import { readRateLimit, type RateLimit } from './rateLimitHeaders';
import { tokenFailureOf } from './tokenRequest';

/** A request that failed. */
export interface HttpFailure extends RateLimit {
	/** The status of the response, if there was one. */
	status?: number;
	/** The code of a network failure, such as ECONNRESET. */
	code?: string;
	/** Whether no connection was opened: then nothing was sent. */
	notConnected: boolean;
	/** Why n8n could not renew the token of OAuth2, which it does after a 401: then the request was not processed. */
	tokenFailure?: TokenFailure;
	/** The messages of the response: its message and every line of its `errors`. */
	messages: string[];
	/** Whether its `errors` name fields or other details. */
	hasFieldErrors: boolean;
	/** Whether the response contained no data, so that it cannot be from the Payments API. */
	isInvalidResponse: boolean;
	/** Whether a web address that was sent is a local one, which HitPay cannot reach. */
	hasLocalAddress: boolean;
	/** Message and description of the thrown error. */
	message?: string;
	description?: string;
}

/**
 * Copies an error of n8n's request helpers, without the request, whose headers hold the credential, and without secrets
 * that the response repeats.
 *
 * @param sent the values of the request: the copy has only whether one is a local address
 */
export function redactFailure(thrown: unknown, secrets: Secrets, sent?: object): unknown {
	if (thrown instanceof NodeOperationError || thrown instanceof InvalidResponseError) return thrown;
	const parts = partsOf(thrown);
	const { response, message, description, code, syscall } = parts;
	const { status, headers, data } = response ?? {};
	const [safeMessage, safeDescription] = [message, description].map((text) =>
		hasText(text) ? secrets.redact(text) : undefined,
	);
	return Object.assign(new Error(safeMessage), {
		code,
		syscall,
		description: safeDescription,
		isLocal: hasLocalAddress(sent),
		tokenFailure: tokenFailureOf(parts),
		...(response && { response: { status, headers, data: safeBody(data, secrets) } }),
	});
}

/** Copies the fields of a body that `readFailure` reads. */
function safeBody(data: unknown, secrets: Secrets) {
	if (!isObject(data)) return {};
	const { message, errors } = data;
	return {
		message: hasText(message) ? secrets.redact(message) : undefined,
		errors: lines(errors).map((line) => secrets.redact(line)),
	};
}

/** Codes of connections that were never opened, whatever the system call. */
const refused = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/**
 * Reads an error of n8n's request helpers, whose cause is the error of the HTTP client.
 *
 * @param now milliseconds since 1970, used if the response has no Date
 */
export function readFailure(thrown: unknown, now = Date.now()): HttpFailure {
	const parts = partsOf(thrown);
	const { code, syscall, message, description, isLocal } = parts;
	const tokenFailure = tokenFailureOf(parts);
	// The response to the request of a token says nothing about the request.
	const response = tokenFailure ? undefined : parts.response;
	const body = isObject(response?.data) ? response.data : {};
	const answered = typeof response?.status === 'number' ? response.status : undefined;
	// A response that was cut off, or cannot be decompressed, counts as no response.
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
		// The code alone is not enough: an open connection can end with EHOSTUNREACH or ETIMEDOUT, too.
		notConnected:
			networkCode !== undefined &&
			!tokenFailure &&
			(refused.includes(networkCode) ||
				isCertificateRefused(networkCode) ||
				syscall === 'connect' ||
				syscall === 'getaddrinfo'),
		tokenFailure,
		...readRateLimit(response?.headers, status === 429, now),
		messages: messagesOf(body),
		hasFieldErrors: lines(body.errors).some(hasText),
		isInvalidResponse: thrown instanceof InvalidResponseError,
		hasLocalAddress: isLocal === true,
		message: hasText(message) ? message : undefined,
		description: hasText(description) ? description : undefined,
	};
}

/** Returns the status of the response, if there was one. */
export function statusOf(thrown: unknown): number | undefined {
	return readFailure(thrown).status;
}

/** Returns whether a request failed because of its record: it does not exist (404), or it or its ID is refused (422). */
export function isNotFoundOrRejected(thrown: unknown): boolean {
	return [404, 422].includes(statusOf(thrown) ?? 0);
}

/** Returns the response of a request; undefined if the request failed because of its record. @throws any other error */
export async function ifFound<T>(response: Promise<T>): Promise<T | undefined> {
	return await response.catch((thrown: unknown) => {
		if (!isNotFoundOrRejected(thrown)) throw thrown;
		return undefined;
	});
}

/**
 * Returns whether the Payments API refused the value of a field. If `errors` is a list, as for locations, only the
 * messages name the field.
 */
export function refuses(thrown: unknown, field: string): boolean {
	const { status, messages } = readFailure(thrown);
	return status === 422 && messages.some((text) => text.replaceAll(' ', '_').includes(field));
}

/**
 * Returns whether the Payments API has no such request, rather than no such record. It responds with a 405, or with a
 * 404 in the words of its framework.
 */
export function isUnknownRoute(thrown: unknown): boolean {
	const { status, messages } = readFailure(thrown);
	const [message = ''] = messages;
	return status === 405 || (status === 404 && /^(not found\.?)?$|\broute\b/i.test(message));
}

/**
 * Returns whether the Payments API does not accept the key: with 401, or with a 403 that names the key
 * (docs/dialects.md). Any other 403 is about the permissions of the key.
 */
export function isKeyRefused({ status, messages }: Pick<HttpFailure, 'status' | 'messages'>) {
	return (
		status === 401 || (status === 403 && messages.some((text) => /\bapi[ _-]?key\b/i.test(text)))
	);
}

/** Returns the response of a request; undefined if the API returns an error that is not about the key. */
export async function ifAvailable<T>(response: Promise<T>): Promise<T | undefined> {
	return await response.catch((thrown: unknown) => {
		const failure = readFailure(thrown);
		if (failure.status === undefined || isKeyRefused(failure)) throw thrown;
		return undefined;
	});
}

/** Returns whether a request may change data. */
export function isWrite(method: IHttpRequestMethods = 'GET'): boolean {
	return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** Returns whether a write that failed may have been processed. */
export function isOutcomeUnknown(failure: HttpFailure, method?: IHttpRequestMethods): boolean {
	const { status, code, notConnected, tokenFailure } = failure;
	if (!isWrite(method) || tokenFailure) return false;
	if (status === undefined) return code !== undefined && !notConnected;
	return status < 400 || status >= 500 || [408, 425, 499].includes(status);
}

/** Returns whether the Payments API as a whole is unavailable, rather than refusing the request. */
export function isOutage({ status, code }: HttpFailure): boolean {
	return status === undefined ? code !== undefined : status >= 500;
}
