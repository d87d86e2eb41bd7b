import { NodeApiError } from 'n8n-workflow';

/** The code of n8n if the token endpoint returns another failure than a refusal, or no token (client-oauth2). */
export const NO_TOKEN = 'ESTATUS';

/**
 * Why a token was not renewed:
 *
 * - `refused`: HitPay does not accept the app of the credential, its secret or its authorization
 * - `notConnected`: the credential has no token
 * - `reconnect`: n8n asks the user to connect the credential again
 * - `lasting`: the address is wrong, or its certificate is not accepted
 * - `passing`: the token endpoint is unavailable, or limits its requests
 */
export type TokenFailure = 'refused' | 'notConnected' | 'reconnect' | 'lasting' | 'passing';

/** The parts of an error of the HTTP client that are read. */
export interface Parts {
	response?: { status?: unknown; data?: unknown; headers?: Record<string, unknown> };
	config?: { url?: unknown };
	code?: unknown;
	syscall?: unknown;
	message?: unknown;
	description?: unknown;
	isLocal?: unknown;
	/** Status and body of a response of the token endpoint (client-oauth2). */
	status?: unknown;
	body?: unknown;
	tokenFailure?: TokenFailure;
}

/** Returns the parts of an error of the HTTP client that are read. */
export function partsOf(thrown: unknown): Parts {
	return clientError(thrown) ?? {};
}

/**
 * Returns the HTTP client's error that n8n wrapped. n8n 2.0 does not keep it: a field of the class hides the cause.
 * Then the error is rebuilt from n8n's copy, which lacks the headers and the address: there, a 5xx of the token endpoint counts
 * as one of the API.
 */
function clientError(thrown: unknown): unknown {
	if (!(thrown instanceof NodeApiError)) return thrown;
	const { cause, httpCode, context, messages } = thrown;
	if (cause || !httpCode) return cause ?? thrown;
	const [message = thrown.message] = messages;
	// The words of client-oauth2.
	if (message === `HTTP status ${httpCode}` || message.startsWith('Unsupported content type: ')) {
		return { message, code: NO_TOKEN, status: Number(httpCode) };
	}
	return /^\d{3}$/.test(httpCode)
		? { message, response: { status: Number(httpCode), data: context.data } }
		: // Node.js begins with the system call, such as `connect ECONNREFUSED 127.0.0.1:443`.
			{ message, code: httpCode, syscall: message.split(' ')[0] };
}
