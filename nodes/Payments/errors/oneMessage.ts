import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

/** The texts that n8n reads as a code of the network, anywhere in a message and in any case (COMMON_ERRORS of n8n-workflow). */
const codes = [
	'ECONNREFUSED',
	'ECONNRESET',
	'ENOTFOUND',
	'ETIMEDOUT',
	'ERRADDRINUSE',
	'EADDRNOTAVAIL',
	'ECONNABORTED',
	'EHOSTUNREACH',
	'EAI_AGAIN',
	'ENOENT',
	'EISDIR',
	'ENOTDIR',
	'EACCES',
	'EEXIST',
	'EPERM',
	'GETADDRINFO',
].join('|');

/** Returns whether n8n would replace a message that contains this text with its own words. */
export function hasNetworkCode(text: string): boolean {
	return new RegExp(codes, 'i').test(text);
}

/**
 * Appends the description to the message, since n8n's agent passes only the message of a tool's error to its model. The
 * message has no code of the network: n8n would replace it with a request to retry at once, which may make a second
 * refund.
 */
export function inOneMessage<T extends NodeApiError | NodeOperationError>(error: T): T {
	const message = withoutCodes(error.message);
	const remedy = withoutCodes(error.description ?? '');
	// One error can stop several items.
	// HitPay's own messages end with a full stop.
	error.message = message.includes(remedy) ? message : `${message.replace(/\.$/, '')}. ${remedy}`;
	return error;
}

function withoutCodes(text: string): string {
	return (
		text
			// Our own: the message already explains the code.
			.replace(new RegExp(` \\((${codes})\\)`, 'g'), '')
			// Of the Payments API: ECONNRESET becomes E-CONNRESET, preexisting pre-existing.
			.replace(new RegExp(codes, 'gi'), (code) => `${code[0]}-${code.slice(1)}`)
	);
}
