import type { IHttpRequestMethods, INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { readFailure, type Failure } from './failure';
import { isAmbiguous, isWrite } from './retry';
import type { NodeContext } from './types';

/** What to do, by the status that the service answered (docs/interface.md, Errors). */
const remedies: Record<number, string> = {
	401: "Check the key in the credential, and that 'Environment' is the one it was made in. With OAuth2 the merchant may have revoked access: connect the credential again.",
	403: "The credential does not allow this. With OAuth2, add the missing scope to 'Scope' in the credential, have it approved for the app, and connect again.",
	404: "Check the ID: the record may have been deleted, or belong to another business or environment. Where there is no ID, check that 'Environment' in the credential leads to the Payments service.",
	422: 'Correct the values named here and run the node again.',
	429: "The service receives too many requests. Wait a moment and run the node again, or lower 'Max Parallel Requests' in the options of the Payments node.",
};

/** The same for those of 400 and above that are not in the table. */
const notTaken =
	'Check the credential and the parameters of the node against what the service says here.';

/** What to do when neither the service nor the network said anything, nor n8n a remedy. */
const unclear = 'Check the credential and the parameters of the node.';

const serviceDown = 'The service has trouble of its own. Wait a moment and run the node again.';

const redirected =
	"The service points to another address, and the credential is not sent there. Check 'Environment' in the credential.";

/** What to do about an answer that can't be the service's. */
export const elsewhere =
	"Check that 'Environment' in the credential leads to the Payments service.";

const unreachable =
	"Check n8n's connection to the network and 'Environment' in the credential, and run the node again.";

/** The same for what answers in its place, with a status of success. */
const notService =
	"It may be down for maintenance: wait a moment and run the node again. If that does not help, check that 'Environment' in the credential leads to the Payments API.";

const unknownOutcome =
	'It is not known whether the service did it: look the record up before you run the node again.';

/**
 * Stops an item with an error of our own.
 *
 * @param what what happened, without a full stop; the item is added, where there is one
 * @param remedy how to get unstuck
 */
export function stop(context: NodeContext, what: string, remedy: string): NodeOperationError {
	const itemIndex = context.getItemIndex?.();
	const message = itemIndex === undefined ? what : `${what} [item ${itemIndex}]`;
	return new NodeOperationError(context.getNode(), message, {
		itemIndex,
		level: 'warning',
		description: remedy,
	});
}

/**
 * Stops an item whose request succeeded with an answer that can't be the service's.
 *
 * @param method of the request: a write may have been done all the same
 */
export function unexpected(context: NodeContext, what: string, method?: IHttpRequestMethods) {
	return stop(context, what, isWrite(method) ? unknownOutcome : elsewhere);
}

/**
 * Turns whatever was thrown while an item was sent into an error that says what happened, with the
 * item, and what to do. Only the service's words are taken over, never the request: its headers
 * hold the credential.
 *
 * @param itemIndex of the item, where there is one
 * @param method of the failed request: a write may have been done all the same
 */
export function toNodeError(
	node: INode,
	thrown: unknown,
	itemIndex?: number,
	method?: IHttpRequestMethods,
): NodeApiError | NodeOperationError {
	if (thrown instanceof NodeOperationError) return thrown;

	const failure = readFailure(thrown);
	const { status, words, description } = failure;
	const what = words.length > 0 ? words.join('; ').replaceAll('.;', ';') : fallback(failure);
	const message = itemIndex === undefined ? what : `${what} [item ${itemIndex}]`;
	const error = new NodeApiError(
		node,
		{ message: what },
		{
			itemIndex,
			message,
			description: isAmbiguous(failure, method)
				? unknownOutcome
				: (remedy(failure) ?? description ?? unclear),
			httpCode: status?.toString(),
		},
	);
	// The service's words may have a code in them, for which n8n puts words of its own.
	error.message = message;
	return error;
}

/**
 * What n8n takes for a code of the network or the system, wherever in a message it stands and in
 * whatever case (COMMON_ERRORS of n8n-workflow).
 */
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

/**
 * Puts what to do behind what happened: of an error of a tool, n8n's agent tells its model no more.
 * n8n makes an error of its own of it, and replaces a message with a code by words that ask to retry
 * at once, which may be a second refund: so no code is left in it.
 */
export function inOneMessage<T extends NodeApiError | NodeOperationError>(error: T): T {
	const message = withoutCodes(error.message);
	const remedy = withoutCodes(error.description ?? '');
	// One error can stop several items.
	error.message = message.includes(remedy) ? message : `${message}. ${remedy}`;
	return error;
}

function withoutCodes(text: string): string {
	return (
		text
			// Ours: the words before it say the same.
			.replace(new RegExp(` \\((${codes})\\)`, 'g'), '')
			// The service's: ECONNRESET becomes E-CONNRESET, preexisting pre-existing.
			.replace(new RegExp(codes, 'gi'), (code) => `${code[0]}-${code.slice(1)}`)
	);
}

function remedy({ status, code, isNoData }: Failure): string | undefined {
	if (isNoData) return notService;
	if (status === undefined) return code && `${unreachable} (${code})`;
	if (status < 400) return redirected;
	return remedies[status] ?? (status >= 500 || status === 408 ? serviceDown : notTaken);
}

function fallback({ status, code, neverOpened, isNoData, message }: Failure): string {
	if (status !== undefined) return `The service answered with the status ${status}`;
	if (code === undefined || isNoData) return message ?? 'The request was not carried out';
	// Without the code: n8n replaces a message that has one with its own words.
	return neverOpened
		? 'The service could not be reached'
		: 'The connection to the service broke off';
}
