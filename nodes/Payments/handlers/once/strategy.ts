import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { HttpFailure } from '../../errors/httpFailure';
import type { Message } from '../../shared/messages/message';
import type { Evidence } from './evidence';
import type { Sent } from './machine';

/** The request to send, or the record if there is nothing left to do. */
export type Prepared<Snapshot> = Sent<Snapshot> | { record: IDataObject };

/** The parts of an operation that writes once. */
export interface Strategy<Snapshot> {
	/**
	 * Reads the state before the request, and checks the request against it.
	 *
	 * @throws an error if nothing may be sent
	 */
	prepare: () => Promise<Prepared<Snapshot>>;
	/** Sends the request; by default, as that of a new record. @throws a `NotSentError` if it could not be completed */
	send?: (sent: Sent<Snapshot>) => Promise<INodeExecutionData[]>;
	/** Looks the request up. Without this function, nothing shows whether it was made. */
	compare?: (sent: Sent<Snapshot>, snapshot: Snapshot) => Promise<Evidence>;
	/** Returns whether a failure certainly changed nothing, although it may follow a processed request elsewhere. */
	isRefusal?: (failure: HttpFailure) => boolean;
	/** Returns whether a record in a response is the requested one. */
	isExpected?: (record: IDataObject, sent: Sent<Snapshot>) => boolean;
	/** Returns a message if the record in a response shows that nothing was made. */
	refusalOf?: (record: IDataObject) => Message | undefined;
	/** Returns another form of a refused request that the API may accept, if it refused only the form. */
	alternativeOf?: (sent: Sent<Snapshot>, thrown: unknown) => Promise<Sent<Snapshot> | undefined>;
	/** Records a write that was made, with the values of its record. */
	made?: (sent: Sent<Snapshot>, record: IDataObject) => void;
	/** Returns the output of a preview. An operation without this function has none. */
	preview?: (prepared: Prepared<Snapshot>) => IDataObject;
	/** Returns the error for an unknown outcome, with the outcome of the request and the evidence of a lookup. */
	unconfirmed: (sent: Sent<Snapshot>, outcome: string, reason: string) => Message;
}

/** A request that could not be completed, so that nothing was sent. */
export class NotSentError extends Error {
	/** @param thrown why */
	constructor(readonly thrown: unknown) {
		super('The request was not sent');
	}
}
