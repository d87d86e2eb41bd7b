import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import type { OutputMapper } from '../output/outputMapper';
import type { Context, RequestData, RequestHandler } from '../shared/context';
import { asNotFound, statusOf } from '../shared/errors/httpFailure';
import { unexpectedResponse } from '../shared/errors/nodeErrors';
import { requests } from '../shared/messages/requests';
import { confirmsDeletion, idTextOf, isRecordOf } from '../shared/record';
import { inCurrency, type Rules } from '../shared/validation/rules';
import { validate } from '../shared/validation/validate';
import { read, send, sendForRecord } from '../transport/send';
import { validateAndBuild } from './buildRequest';
import { handleItem } from './handleItem';

interface SendOneOptions {
	/** The status by which the Payments API reports that no record has the ID. */
	notFoundStatus?: 404 | 422;
	/** What to do if the Payments API refuses the request with a 422, if that has one reason only. */
	refusal?: string;
	/** Whether a DELETE cancels a record, which it returns, instead of deleting it. */
	cancels?: boolean;
	/** The fields that the Payments API requires in an update (docs/dialects.md). */
	required?: RequiredFields;
	/** The rules for the changes in the currency that the record keeps. By default, the decimals of an amount. */
	changeRules?: Rules;
}

const inKeptCurrency: Rules = z.record(z.unknown()).superRefine(inCurrency);

/**
 * Returns the required fields of an update with their current values, by the names of the Payments API.
 *
 * @param record the current record
 * @param changes the fields to change
 */
export type RequiredFields = (record: IDataObject, changes: IDataObject) => IDataObject;

/**
 * Sends one request for an item.
 *
 * @param rules, fields as in `validateAndBuild`
 * @param output makes the items of the record; by default, the record as it is
 */
export function sendOne(
	rules: Rules,
	fields: INodeProperties[],
	output?: OutputMapper,
	{
		notFoundStatus = 404,
		refusal,
		cancels,
		required,
		changeRules = inKeptCurrency,
	}: SendOneOptions = {},
): RequestHandler {
	const build = validateAndBuild(rules, fields);
	return handleItem(
		{ fields, refusal },
		(context, operation) => {
			const request = build(context, operation);
			return { request, id: operation.options.url?.endsWith('}') ? idOf(request) : undefined };
		},
		async (context, { request, id }) => {
			const { method } = request.options;
			const notFound = (thrown: unknown): never => {
				throw asNotFound(thrown, method, notFoundStatus === 422);
			};
			const check = (changes: IDataObject) => validate(context, changeRules, fields, changes);
			const complete =
				required && id !== undefined
					? await withRequired(context, request, id, required, check).catch(notFound)
					: request;
			return await sendFor(context, complete, id, cancels).catch(notFound);
		},
		output,
	);
}

/** Returns the ID at the end of a request's path. */
function idOf({ options }: RequestData): string {
	return decodeURIComponent(options.url!.split('/').at(-1)!);
}

/**
 * Adds the fields to an update that the Payments API requires: those that the user left out keep their value. If the
 * credential may not read the record, only what the user entered is sent.
 *
 * @param check checks the changes, with the currency of the record unless the user entered one
 * @throws what `read` and `check` throw; an error if the response contains another record
 */
async function withRequired(
	context: Context,
	request: RequestData,
	id: string,
	required: RequiredFields,
	check: (changes: IDataObject) => void,
): Promise<RequestData> {
	const changes = request.options.body as IDataObject;
	const needed = Object.keys(required(changes, changes));
	if (needed.every((name) => name in changes)) return request;
	const response = await read(context, request, request.options.url!).catch((thrown: unknown) => {
		if (statusOf(thrown) !== 403) throw thrown;
	});
	if (response !== undefined && !isRecordOf(id, response)) {
		throw unexpectedResponse(context, requests.otherRecord);
	}
	const record = (response ?? {}) as IDataObject;
	const { currency } = record;
	check({ ...(typeof currency === 'string' && currency !== '' && { currency }), ...changes });
	const current = Object.entries(required(record, changes)).filter(
		([, value]) => value !== undefined && value !== null,
	);
	const body = { ...Object.fromEntries(current), ...changes };
	return { ...request, options: { ...request.options, body } };
}

/**
 * Sends a request about a record.
 *
 * @param id of the record, if the path has one
 * @param cancels as in `SendOneOptions`
 * @throws an error if the response is not about that record
 */
async function sendFor(
	context: Context,
	request: RequestData,
	id: string | undefined,
	cancels = false,
): Promise<INodeExecutionData[]> {
	const { method } = request.options;
	if (id === undefined) return await sendForRecord(context, request);
	if (method === 'DELETE') {
		const [response, ...others] = await send(context, request);
		if (others.length === 0 && confirmsDeletion(id, response?.json)) {
			const canceled = { id, status: 'canceled', ...response?.json };
			return [{ json: cancels ? canceled : { deleted: true, id } }];
		}
		throw unexpectedResponse(context, requests.deletionNotConfirmed, method);
	}
	const items = await sendForRecord(context, request);
	const record = items[0]?.json;
	if (isRecordOf(id, record)) return items;
	const message = idTextOf(record) ? requests.otherRecord : requests.noRecord;
	throw unexpectedResponse(context, message, method);
}
