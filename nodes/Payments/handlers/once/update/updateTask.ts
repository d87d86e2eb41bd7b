import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { statusOf } from '../../../errors/httpFailure';
import type { Context, RequestData } from '../../../run/context';
import { defined } from '../../../shared/record';
import { readFresh } from '../freshness';
import type { Entry } from '../ledger/entry';
import { valueOf } from '../ledger/version';

/** How a record is updated. */
export interface Update {
	/** Reads the record; throws a 404 if there is none. */
	read: () => Promise<IDataObject>;
	/**
	 * Returns the body of the request: the changes, with the other fields that the API requires.
	 *
	 * @param readRecord reads the record as it is, after all that this process wrote
	 */
	complete: (changes: IDataObject, readRecord: () => Promise<IDataObject>) => Promise<IDataObject>;
	/** Sends the request. @throws a 404 if there is no such record */
	send: (request: RequestData) => Promise<INodeExecutionData[]>;
	/** Returns the body for a PUT, which the API may have in place of PATCH: it may replace the record. */
	replace?: (changes: IDataObject, record: IDataObject) => IDataObject;
}

/** Returns the subject of the ledger for a record. @param api its URL @param path of the record */
export function recordSubject(api: string, path: string): string {
	return `record ${api} ${path.toLowerCase()}`;
}

/** An update of a record. */
export interface UpdateTask {
	context: Context;
	request: RequestData;
	update: Update;
	entry: Entry<never>;
}

/** Reads the record. @throws an error if the credential may not read it; a 404 if there is none */
export async function readRecord({ context, update, entry }: UpdateTask): Promise<IDataObject> {
	const { readOnce, missing } = readerOf(update.read);
	const reading = await readFresh(context, entry.subject, readOnce);
	switch (reading.kind) {
		case 'fresh':
			return reading.value;
		case 'notAllowed':
			throw reading.thrown;
		case 'notFound':
			throw missing();
	}
}

/**
 * Returns a function that reads a record once, for which a 404 is no failure.
 *
 * @returns also `missing`, which returns the last 404
 */
export function readerOf(read: () => Promise<IDataObject>) {
	let missing: unknown;
	const readOnce = async () => {
		const record = await read().catch((thrown: unknown) => {
			if (statusOf(thrown) !== 404) throw thrown;
			missing = thrown;
			return undefined;
		});
		return record && { value: record, record };
	};
	return { readOnce, missing: () => missing };
}

/** Returns the named values that are defined, also those of entries (`valueOf`). */
export function pick(values: IDataObject, names: string[]): IDataObject {
	return defined(Object.fromEntries(names.map((name) => [name, valueOf(values, name)])));
}
