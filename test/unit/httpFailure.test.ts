import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { readFailure } from '../../nodes/Payments/errors/httpFailure';

const node = { name: 'Payments', type: 'payments', typeVersion: 1 } as INode;

/** An error of the HTTP client, which n8n recognizes by the name of its class. */
class AxiosError extends Error {
	constructor(message: string, more: object) {
		super(message);
		Object.assign(this, more);
	}
}

function answered(status: number, data: unknown) {
	const response = { status, data, headers: {} };
	return new AxiosError(`Request failed with status code ${status}`, { status, response });
}

const thrown = {
	'a refusal': answered(422, { message: 'Invalid.', errors: { amount: ['Too small.'] } }),
	'a record that does not exist': answered(404, { message: 'Not Found' }),
	'a refusal of the key': answered(401, {}),
	'too many requests': answered(429, { message: 'Too Many Attempts.' }),
	'a server outage': answered(503, '<html></html>'),
	'an incomplete response': new AxiosError('aborted', {
		code: 'ERR_BAD_RESPONSE',
		response: { status: 200, data: {}, headers: {} },
	}),
	'a broken connection': new AxiosError('socket hang up', { code: 'ECONNRESET' }),
	'a response that took too long': new AxiosError('timeout of 8000ms exceeded', {
		code: 'ECONNABORTED',
	}),
	'a refused connection': new AxiosError('connect ECONNREFUSED 127.0.0.1:443', {
		code: 'ECONNREFUSED',
		syscall: 'connect',
	}),
	'an unknown host': new AxiosError('getaddrinfo ENOTFOUND api.example.com', {
		code: 'ENOTFOUND',
		syscall: 'getaddrinfo',
	}),
	'a connection that timed out': new AxiosError('connect ETIMEDOUT 192.0.2.1:443', {
		code: 'ETIMEDOUT',
		syscall: 'connect',
	}),
	'a token endpoint with too many requests': Object.assign(new Error('HTTP status 429'), {
		status: 429,
		code: 'ESTATUS',
	}),
};

describe('n8n 2.0, whose errors have no cause', () => {
	for (const [what, error] of Object.entries(thrown)) {
		it(`is read as later versions: ${what}`, () => {
			const later = new NodeApiError(node, error as unknown as JsonObject);
			expect(later.cause).toBe(error);
			const early = new NodeApiError(node, error as unknown as JsonObject);
			Object.defineProperty(early, 'cause', { value: undefined });
			const { status, code, notConnected, messages, tokenFailure } = readFailure(later);
			const expected = { status, code, notConnected, messages, tokenFailure };
			expect(readFailure(early)).toMatchObject(expected);
		});
	}
});
