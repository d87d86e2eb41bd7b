import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { readFailure } from '../../nodes/Payments/transport/failure';

const node = { name: 'Payments', type: 'payments', typeVersion: 1 } as INode;

/** An error of the HTTP client, whose class n8n knows by its name. */
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
	'a record that is not there': answered(404, { message: 'Not Found' }),
	'a refusal of the key': answered(401, {}),
	'too many requests': answered(429, { message: 'Too Many Attempts.' }),
	'a server in trouble': answered(503, '<html></html>'),
	'an answer that broke off': new AxiosError('aborted', {
		code: 'ERR_BAD_RESPONSE',
		response: { status: 200, data: {}, headers: {} },
	}),
	'a broken connection': new AxiosError('socket hang up', { code: 'ECONNRESET' }),
	'an answer that took too long': new AxiosError('timeout of 8000ms exceeded', {
		code: 'ECONNABORTED',
	}),
	'a refused connection': new AxiosError('connect ECONNREFUSED 127.0.0.1:443', {
		code: 'ECONNREFUSED',
		syscall: 'connect',
	}),
	'a host that is not there': new AxiosError('getaddrinfo ENOTFOUND api.example.com', {
		code: 'ENOTFOUND',
		syscall: 'getaddrinfo',
	}),
	'a connection that timed out': new AxiosError('connect ETIMEDOUT 192.0.2.1:443', {
		code: 'ETIMEDOUT',
		syscall: 'connect',
	}),
};

describe('n8n 2.0, whose errors have no cause', () => {
	for (const [what, error] of Object.entries(thrown)) {
		it(`tells of ${what} as later versions do`, () => {
			const later = new NodeApiError(node, error as unknown as JsonObject);
			expect(later.cause).toBe(error);
			const early = new NodeApiError(node, error as unknown as JsonObject);
			Object.defineProperty(early, 'cause', { value: undefined });
			const { status, code, neverOpened, words } = readFailure(later);
			expect(readFailure(early)).toMatchObject({ status, code, neverOpened, words });
		});
	}
});
