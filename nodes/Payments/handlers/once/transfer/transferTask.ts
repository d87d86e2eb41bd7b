import type { Context, RequestData } from '../../../run/context';
import type { Entry } from '../ledger/entry';
import type { Snapshot } from '../snapshot/snapshot';

/** The state before a transfer. */
export interface TransferSnapshot {
	/** The newest transfers to the beneficiary, and those that a search for the reference found. */
	list: Snapshot;
	/** The currency that the beneficiary receives; nothing if the credential may not read it. */
	currency?: string;
}

/** The body of the request. */
export interface Terms {
	beneficiary_id: string;
	source_currency: string;
	/** In major units; one of both is there. */
	source_amount?: number;
	payment_amount?: number;
	reference: string;
}

/** A transfer of an item. */
export interface TransferTask {
	context: Context;
	request: RequestData;
	/** The body of the request. */
	terms: Terms;
	/** The URL of the API. */
	api: string;
	entry: Entry<TransferSnapshot>;
	/** Whether the user entered the reference. */
	isEntered: boolean;
	/** Whether an earlier transfer may have the reference: the user allows it, or the node made the reference. */
	mayRepeat: boolean;
}
