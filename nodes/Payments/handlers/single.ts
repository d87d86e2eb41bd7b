import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { isWrite } from '../errors/httpFailure';
import { unexpectedResponse } from '../errors/nodeErrors';
import { asNotFound } from '../errors/notFound';
import type { OutputMapper } from '../output/outputMapper';
import type { RecordType } from '../output/recordType';
import { picker } from '../output/simplify';
import type { Context, RequestData, RequestHandler } from '../run/context';
import { normalizeStatus } from '../shared/chargeStatus';
import type { Message } from '../shared/messages/message';
import { requests } from '../shared/messages/requests';
import { amountOf } from '../shared/money';
import { confirmsDeletion, idTextOf, isRecordOf } from '../shared/record';
import { send } from '../transport/send';
import { sendForRecord } from '../transport/sendForRecord';
import { AMOUNTS, inCurrency, type Rules } from '../validation/rules';
import { validate } from '../validation/validate';
import { validateAndBuild } from './buildRequest';
import { handleItem } from './handleItem';
import { deleteOnce } from './once/update/delete';
import { updateOnce } from './once/update/update';
import { findRecord, idOf } from './readRecord';

export interface SendOneOptions {
	/** The status by which the Payments API reports that no record has the ID. */
	notFoundStatus?: 404 | 422;
	/** Whether the API has the record in its list only. */
	isListed?: boolean;
	/** The remedy after a 422, if the Payments API has only one reason to refuse the request. */
	refusal?: string;
	/** Returns the reason why a record is not deleted, if there is one. */
	refuses?: (record: IDataObject) => Message | undefined;
	/** Whether a DELETE cancels a record and returns it, instead of deleting it. */
	cancels?: boolean;
	/** The record, of which a preview of its deletion shows the fields of Simplified. */
	record?: RecordType;
	/** The fields that the Payments API requires in an update (docs/dialects.md). By default, none. */
	required?: RequiredFields;
	/** The rules for the changes in the currency that the record keeps. By default, the decimals of an amount. */
	changeRules?: Rules;
	/** The fields that an update can change, where the API may have PUT in place of PATCH (docs/dialects.md). */
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
 * Sends one request for an item. A write is sent once, if the path ends with the ID of its record.
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
		isListed,
		refusal,
		refuses,
		cancels,
		record,
		required = () => ({}),
		changeRules = inKeptCurrency,
		writableFields,
	}: SendOneOptions = {},
): RequestHandler {
	const build = validateAndBuild(rules, fields);
	const shown = record ? picker(record, { output: 'simplified' }) : () => ({});
	return handleItem(
		{ fields, refusal },
		(context, operation) => {
			const request = build(context, operation);
			return { request, id: operation.options.url?.endsWith('}') ? idOf(request) : undefined };
		},
		async (context, { request, id }) => {
			const { method } = request.options;
			const isUsual = notFoundStatus === 422;
			const sendOf = async (complete: RequestData) =>
				await sendFor(context, complete, id, cancels).catch((thrown: unknown) => {
					throw asNotFound(thrown, method, isUsual);
				});
			if (!isWrite(method)) return await sendOf(request);
			if (id === undefined) throw new Error(`${method} ${request.options.url} is not sent once`);
			const readRecord = async () => await findRecord(context, request, { isListed, isUsual });
			if (method === 'DELETE') {
				return await deleteOnce(context, request, {
					read: readRecord,
					send: sendOf,
					shown,
					refuses,
					would: cancels ? 'would_cancel' : 'would_delete',
					doneBy: (record) => goneBy(id, record, cancels),
				});
			}
			const check = (changes: IDataObject) => validate(context, changeRules, fields, changes);
			return await updateOnce(context, request, {
				read: readRecord,
				complete: async (changes, readNow) => await withRequired(changes, readNow, required, check),
				send: sendOf,
				replace: writableFields && ((changes, record) => filled(changes, record, writableFields)),
			});
		},
		output,
	);
}

/** Returns the output of a deletion if the record is gone, or canceled. @param record nothing if there is none */
function goneBy(
	id: string,
	record: IDataObject | undefined,
	cancels = false,
): IDataObject | undefined {
	if (!cancels) return record ? undefined : { deleted: true, id };
	const isCanceled = normalizeStatus(record?.status) === 'cancelled';
	return record && isCanceled ? record : undefined;
}

/**
 * Adds the fields that the Payments API requires to an update: a field that the user left out keeps its value.
 *
 * @param check checks the changes with the currency of the record, and the other fields if the currency changes
 * @throws the errors of `readNow` and `check`
 */
async function withRequired(
	changes: IDataObject,
	readNow: () => Promise<IDataObject>,
	required: RequiredFields,
	check: (changes: IDataObject) => void,
): Promise<IDataObject> {
	const needed = Object.keys(required(changes, changes));
	// An amount has the decimals of its currency, also if the record keeps one of them.
	if (AMOUNTS.some((name) => name in changes)) needed.push('currency');
	if ('currency' in changes) needed.push('amount');
	if (needed.every((name) => name in changes)) return changes;
	const record = await readNow();
	const complete = withValues(required(record, changes), changes);
	const amounts = AMOUNTS.map((name) => [name, amountOf(record[name])]);
	check(
		'currency' in changes
			? withValues(Object.fromEntries(amounts) as IDataObject, complete)
			: withValues({ currency: record.currency || undefined }, changes),
	);
	return complete;
}

/** Adds the fields that have a value to changes. */
function withValues(fields: IDataObject, changes: IDataObject): IDataObject {
	const current = Object.entries(fields).filter(
		([, value]) => value !== undefined && value !== null,
	);
	return { ...Object.fromEntries(current), ...changes };
}

/** Returns changes with the values that a record has in its other writable fields. */
export function filled(changes: IDataObject, record: IDataObject, writableFields: string[]) {
	const values = writableFields.map((name) => [name, record[name]]);
	return withValues(Object.fromEntries(values) as IDataObject, changes);
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
