import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { unexpectedResponse } from '../../errors/nodeErrors';
import { asNotFound } from '../../errors/notFound';
import type { OutputMapper } from '../../output/outputMapper';
import type { RequestHandler } from '../../run/context';
import { requests } from '../../shared/messages/requests';
import type { Rules } from '../../validation/rules';
import { validate } from '../../validation/validate';
import { validateAndBuild } from '../buildRequest';
import { handleItem } from '../handleItem';
import { updateOnce } from '../once/update/update';
import { findRecord, idOf } from '../readRecord';
import { sendFor } from '../single';

/* For records that are read before they are changed as a whole. The API may have invoices in their list only. */

/** Reads one record. @param rules, fields as in `validateAndBuild` @param output makes the items of the record */
export function readListed(
	rules: Rules,
	fields: INodeProperties[],
	output: OutputMapper,
): RequestHandler {
	return handleItem(
		{ fields },
		validateAndBuild(rules, fields),
		async (context, request) => [{ json: await findRecord(context, request) }],
		output,
	);
}

/** How an update replaces a record. */
interface Replacement {
	/** Returns all fields of the record with the changes. */
	merge: (record: IDataObject, changes: IDataObject) => IDataObject;
	/** Returns the rules for all fields, which turn them into the body of the request. */
	rulesFor: (changes: IDataObject) => Rules;
	/** Returns whether a record shows the changes in a body. By default, they are not compared. */
	shows?: (record: IDataObject, body: IDataObject) => boolean;
}

/**
 * Updates a record that the API replaces as a whole: the fields that do not change are read first. If they cannot be
 * read, nothing is sent.
 *
 * @param rules, fields, output as in `readListed`
 */
export function replaceListed(
	rules: Rules,
	fields: INodeProperties[],
	output: OutputMapper,
	{ merge, rulesFor, shows = () => true }: Replacement,
): RequestHandler {
	return handleItem(
		{ fields },
		validateAndBuild(rules, fields),
		async (context, request) =>
			await updateOnce(context, request, {
				read: async () => await findRecord(context, request),
				complete: async (changes, readNow) => {
					const values = merge(await readNow(), changes);
					return validate(context, rulesFor(changes), fields, values) as IDataObject;
				},
				send: async (complete) => {
					const { method, body } = complete.options;
					const isShownBy = (record: IDataObject) => shows(record, body as IDataObject);
					const items = await sendFor(context, complete, idOf(request)).catch((thrown: unknown) => {
						throw asNotFound(thrown, method);
					});
					if (isShownBy(items[0]!.json)) return items;
					// The response may have been made before the change.
					const record = await findRecord(context, request).catch(() => undefined);
					if (!record || !isShownBy(record))
						throw unexpectedResponse(context, requests.notChanged, method);
					return [{ json: record }];
				},
			}),
		output,
	);
}
