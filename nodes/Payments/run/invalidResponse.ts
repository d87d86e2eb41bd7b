import type { Message } from '../shared/messages/message';

/**
 * A response with a status of success that contains no data, such as the page of an API under maintenance. The outcome
 * of the request is as unknown as after a lost connection, and has the same code.
 */
export class InvalidResponseError extends Error {
	override readonly name = 'InvalidResponseError';
	readonly code = 'ERR_BAD_RESPONSE';
	readonly description: string;

	constructor({ message, description }: Message) {
		super(message);
		this.description = description;
	}
}
