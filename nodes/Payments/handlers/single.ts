import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import type { OutputMapper } from '../output/outputMapper';
import type { Context, RequestData, RequestHandler } from '../shared/context';
import { asNotFound, isUnknownRoute, statusOf } from '../shared/errors/httpFailure';
import { unexpectedResponse } from '../shared/errors/nodeErrors';
import { requests } from '../shared/messages/requests';
import { confirmsDeletion, idTextOf, isRecordOf } from '../shared/record';
import { inCurrency, type Rules } from '../shared/validation/rules';
import { validate } from '../shared/validation/validate';
import { read, send, sendForRecord } from '../transport/send';
import { validateAndBuild } from './buildRequest';
import { handleItem } from './handleItem';
import { sendUnlessDone } from './idempotency/sendUnlessDone';

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
	/** The fields that an update can change, where the API may have PUT in place of PATCH (`sendUpdate`). */
	writableFields?: string[];
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
		writableFields,
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
			const prepare = async () =>
				required && id !== undefined
					? await withRequired(context, request, id, required, check).catch(notFound)
					: request;
			return await sendUnlessDone(context, request, prepare, async (complete, mayBeDone) => {
				const sent =
					writableFields && id !== undefined
						? sendUpdate(context, complete, id, writableFields)
						: sendFor(context, complete, id, cancels);
				return await sent.catch(notFound).catch((thrown: unknown) => {
					const isGone = statusOf(thrown) === 404 && !isUnknownRoute(thrown);
					if (method !== 'DELETE' || cancels || !mayBeDone || !isGone) throw thrown;
					return [{ json: { deleted: true, id } }];
				});
			});
		},
		output,
	);
}

/** Returns the ID at the end of a request's path. */
export function idOf({ options }: RequestData): string {
	return decodeURIComponent(options.url!.split('/').at(-1)!);
}

/**
 * Adds the fields to an update that the Payments API requires: those that the user left out keep their value. If the
 * credential may not read the record, only what the user entered is sent.
 *
 * @param check checks the changes, with the currency of the record; with the other fields if the currency changes
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
	// The decimals of an amount are those of the currency that the record keeps.
	if ('amount' in changes) needed.push('currency');
	if (needed.every((name) => name in changes)) return request;
	const response = await readCurrent(context, request, id).catch((thrown: unknown) => {
		if (statusOf(thrown) !== 403) throw thrown;
	});
	const record = response ?? {};
	const { currency } = record;
	const complete = withFields(request, required(record, changes));
	check({
		...(typeof currency === 'string' && currency !== '' && { currency }),
		// The amount that is sent along has to fit another currency.
		...('currency' in changes ? (complete.options.body as IDataObject) : changes),
	});
	return complete;
}

/** Reads the record that a request is about. @throws an error if the response contains another record */
async function readCurrent(
	context: Context,
	request: RequestData,
	id: string,
): Promise<IDataObject> {
	const record = await read(context, request, request.options.url!);
	if (!isRecordOf(id, record)) throw unexpectedResponse(context, requests.otherRecord);
	return record as IDataObject;
}

/** Adds fields to the body of a request: those that have a value, and that it does not have yet. */
function withFields(request: RequestData, fields: IDataObject): RequestData {
	const current = Object.entries(fields).filter(
		([, value]) => value !== undefined && value !== null,
	);
	const body = { ...Object.fromEntries(current), ...(request.options.body as IDataObject) };
	return { ...request, options: { ...request.options, body } };
}

/**
 * Updates a record with PATCH, or with PUT if the API has no PATCH (docs/dialects.md). PUT may replace the record, so
 * the fields that the user left out are sent with their values.
 *
 * @param request a PATCH
 * @param writableFields the fields that an update can change, by the names of the Payments API
 */
export async function sendUpdate(
	context: Context,
	request: RequestData,
	id: string,
	writableFields: string[],
): Promise<INodeExecutionData[]> {
	return await sendFor(context, request, id).catch(async (thrown: unknown) => {
		if (statusOf(thrown) !== 405) throw thrown;
		const record = await readCurrent(context, request, id);
		const { options } = withFields(
			request,
			Object.fromEntries(writableFields.map((name) => [name, record[name]])),
		);
		return await sendFor(context, { ...request, options: { ...options, method: 'PUT' } }, id);
	});
}

/**
 * Sends a request about a record.
 *
 * @param id of the record, if the path has one
 * @param cancels as in `SendOneOptions`
 * @throws an error if the response is not about that record
 */
export async function sendFor(
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
