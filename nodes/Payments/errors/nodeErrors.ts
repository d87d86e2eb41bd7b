import type { IHttpRequestMethods, INode, INodeProperties } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { NodeContext } from '../run/context';
import { ordinal, type Message } from '../shared/messages/message';
import { networkCauses } from '../shared/messages/network';
import { remedies, requests, statusRemedies } from '../shared/messages/requests';
import { withFieldLabels } from './fieldLabels';
import {
	isKeyRefused,
	readFailure,
	type HttpFailure,
	isOutcomeUnknown,
	isWrite,
} from './httpFailure';
import { networkCause } from './networkCause';

/** Returns the error that stops an item, or a node without items. */
export function operationError(
	context: NodeContext,
	{ message, description }: Message,
): NodeOperationError {
	const itemIndex = context.getItemIndex?.();
	const options = { itemIndex, level: 'warning', description } as const;
	const error = new NodeOperationError(context.getNode(), message, options);
	// n8n replaces a message that contains a network error code.
	error.message = message;
	return error;
}

/**
 * Replaces 'canceled' by 'cancelled': n8n treats an execution whose error contains 'canceled' as stopped by a person, and
 * not as failed (`processSuccessExecution` of n8n-core).
 */
export function asFailure<T extends NodeApiError | NodeOperationError>(error: T): T {
	error.message = error.message.replaceAll('canceled', 'cancelled');
	return error;
}

/**
 * Adds the number of its item, counted from 1, to the message of an error. The number replaces the full stop of a message
 * of the API. One error can stop several items.
 */
export function nameItem(error: NodeApiError | NodeOperationError) {
	const { itemIndex } = error.context;
	if (typeof itemIndex !== 'number') return;
	const name = ` (${ordinal(itemIndex + 1)} item)`;
	if (!error.message.endsWith(name)) error.message = error.message.replace(/\.?$/, name);
}

/**
 * Returns the error that stops an item after a successful response that cannot be from the Payments API.
 *
 * @param method of the request: a write may have been processed all the same
 */
export function unexpectedResponse(
	context: NodeContext,
	message: Message,
	method?: IHttpRequestMethods,
): NodeOperationError {
	const description = isWrite(method) ? remedies.outcomeUnknown : message.description;
	return operationError(context, { ...message, description });
}

/** Returns an error with a sentence after its description. @param thrown by a request, or an error of the node */
export function withNote(context: NodeContext, thrown: unknown, note: string): Error {
	if (thrown instanceof NodeOperationError) {
		const description = [thrown.description, note].filter(Boolean).join(' ');
		return operationError(context, { message: thrown.message, description });
	}
	return Object.assign(new Error((thrown as Error).message), thrown, { note });
}

/** The operation that a request belongs to. */
export interface FailedOperation {
	/** Its parameters, for the labels in messages. */
	fields: INodeProperties[];
	/** The remedy after a 422, if the Payments API has only one reason to refuse the operation. */
	refusal?: string;
	/** The remedy after a 409, if that refuses the operation. */
	conflict?: string;
	/** The scopes, one of which the operation needs. */
	scopes?: string;
}

/**
 * Converts an error of an item's request: its message states what happened, its description what to do. Only the messages
 * of the Payments API are included, never the request: its headers hold the credential.
 *
 * @param itemIndex of the item, if there is one
 * @param method of the failed request: a write may have been processed all the same
 * @param operation if the request belongs to one
 */
export function toNodeError(
	node: INode,
	thrown: unknown,
	itemIndex?: number,
	method?: IHttpRequestMethods,
	{ fields, refusal, conflict, scopes }: FailedOperation = { fields: [] },
): NodeApiError | NodeOperationError {
	if (thrown instanceof NodeOperationError) return thrown;

	const failure = readFailure(thrown);
	const general = messageOf(failure);
	const lines = failure.messages.map((line) => withFieldLabels(line, fields));
	const reported =
		[...new Set(lines.map(({ text }) => text))].join('; ').replaceAll('.;', ';') || general.message;
	const labels = [...new Set(lines.flatMap((line) => line.labels))].join(', ');
	const correction = refusal ?? (labels && remedies.correct(labels));
	const remedy =
		(failure.status === 422 && (localAddress(failure) ?? correction)) ||
		(failure.status === 404 && remedyOfUnknownName(fields)) ||
		(failure.status === 409 && conflict) ||
		(failure.status === 403 && remedyOfForbidden(failure, scopes)) ||
		general.description;
	const { note } = (thrown ?? {}) as { note?: string };
	const description = isOutcomeUnknown(failure, method) ? remedies.outcomeUnknown : remedy;
	const error = new NodeApiError(
		node,
		{ message: reported },
		{
			itemIndex,
			message: reported,
			description: [description, note].filter(Boolean).join(' '),
			httpCode: failure.status?.toString(),
		},
	);
	// n8n replaces a message that contains a network error code.
	error.message = reported;
	return error;
}

/** Returns the advice for an address that the Payments API refuses, if it is a local one. */
function localAddress({ messages, hasLocalAddress }: HttpFailure): string | undefined {
	const isAbout = (pattern: RegExp) => messages.some((text) => pattern.test(text));
	const isRefused = hasLocalAddress && isAbout(/\b(webhook|redirect[_ ]url|url)\b/i);
	const isNamed = isAbout(/\blocalhost\b|\b(local|loopback|private) (ip )?address\b/i);
	return isRefused || isNamed ? remedies.localAddress : undefined;
}

/** Returns the advice for an unknown name, if the record is found by its name. */
function remedyOfUnknownName(fields: INodeProperties[]): string | undefined {
	const isByName = ({ modes }: INodeProperties) =>
		modes?.some(({ displayName }) => displayName === 'By Name');
	const label = fields.find(isByName)?.displayName;
	return label && remedies.checkName(label);
}

/** Returns the advice for a 403, which may be about the key or about a scope. */
function remedyOfForbidden(failure: HttpFailure, scopes?: string): string | undefined {
	if (isKeyRefused(failure)) return statusRemedies[401];
	return scopes && remedies.missingScope(scopes);
}

/** Returns the message of the catalogue for a failure. */
function messageOf(failure: HttpFailure): Message {
	const { status, code, notConnected: isUnsent, isInvalidResponse, tokenFailure } = failure;
	if (status !== undefined) return requests.status(status, remedyOf(status));
	if (tokenFailure === 'refused') return requests.appRefused;
	if (tokenFailure === 'notConnected') return requests.notConnected;
	if (tokenFailure && tokenFailure !== 'reconnect') return requests.tokenNotRenewed;
	if (code !== undefined && !isInvalidResponse) {
		const cause = networkCauses[networkCause(code)];
		return isUnsent ? requests.unreachable(cause, code) : requests.connectionLost(cause, code);
	}
	// n8n's own message, or that of an InvalidResponseError.
	const { message, description } = requests.notCompleted;
	return {
		message: failure.message ?? message,
		description: failure.description ?? description,
	};
}

function remedyOf(status: number): string {
	if (status < 400) return remedies.redirected;
	if (status in statusRemedies) return statusRemedies[status as keyof typeof statusRemedies];
	return status >= 500 || status === 408 ? remedies.unavailable : remedies.refused;
}
