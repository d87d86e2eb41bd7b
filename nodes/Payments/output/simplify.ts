import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod';

import { unexpectedResponse } from '../errors/nodeErrors';
import type { NodeContext } from '../run/context';
import { optionsField } from '../run/options';
import { requests } from '../shared/messages/requests';
import { dayOf } from '../shared/time';
import { validate } from '../validation/validate';
import type { OutputMapper } from './outputMapper';
import { keysOf, outputFields, outputRules, unchanged, type RecordType } from './recordType';

/** Maps a record of the API to the output. */
export type RecordMapper = (record: IDataObject) => IDataObject;

/** Values of 'Output'; the first one is its default. */
const SIMPLIFIED = 'simplified';
const RAW = 'raw';

/** Fields that the node adds to a record; they are always output. */
const addedFields = ['created', 'recovered', 'already_refunded', 'total_refunded'];

/** Returns a mapper of single records, by the parameters of recordType.ts. */
export function recordOutput(type: RecordType): OutputMapper {
	const mapperFor = recordMapper(type);
	return (context) => {
		const mapRecord = mapperFor(context);
		return (items) =>
			items.flatMap((item) =>
				rowsOf(type, context, item.json).map((row) => ({ ...item, json: mapRecord(row) })),
			);
	};
}

/** How records are output: the values of the parameters of recordType.ts. */
export type OutputChoice = z.infer<ReturnType<typeof outputRules>>;

/**
 * Returns a function that reads and validates the parameters of recordType.ts, and returns the mapper of records. The
 * function throws an error that names the parameter.
 */
export function recordMapper(type: RecordType): (context: NodeContext) => RecordMapper {
	const choiceOf = outputChoice(type);
	return (context) => {
		const choice = choiceOf(context);
		const pick = picker(type, choice);
		if (!choice.calendarDay) return pick;
		const zone = context.getTimezone();
		return (record) => ({ ...pick(record), created_day: dayOf(record.created_at, zone) });
	};
}

/** Returns a function that reads the parameters of recordType.ts, with an error as of `recordMapper`. */
export function outputChoice(type: RecordType): (context: NodeContext) => OutputChoice {
	let validation: ReturnType<typeof validationOf> | undefined;
	return (context) => {
		const { rules, fields } = (validation ??= validationOf(type));
		const output = context.getNodeParameter('output', SIMPLIFIED);
		const isSelected = outputOf(context) === 'selected';
		const { calendarDay } = context.getNodeParameter('options', {}) as IDataObject;
		return validate(context, rules, fields, {
			output,
			// An expression without a value selects nothing.
			outputFields: isSelected ? (context.getNodeParameter('outputFields', '') ?? '') : undefined,
			calendarDay,
		});
	};
}

/** Returns a function that reads which fields a list has to be asked for, as a query: those that are selected. */
export function requestedFields(type: RecordType): (context: NodeContext) => IDataObject {
	const { parameter = '', fields = [] } = type.onRequest ?? {};
	const choiceOf = outputChoice(type);
	return (context) => {
		if (fields.length === 0) return {};
		const { outputFields: selected = [] } = choiceOf(context);
		const requested = fields.filter((name) => selected.includes(name));
		return requested.length > 0 ? { [parameter]: requested.join(',') } : {};
	};
}

/** Returns rules and fields. They are built with the first item, since n8n loads all nodes when it starts. */
function validationOf(type: RecordType) {
	const ofOutput = outputFields(type);
	return { rules: outputRules(type, ofOutput), fields: [...ofOutput, optionsField] };
}

/** Returns whether 'Output' is Simplified. */
export function isSimplified(context: NodeContext): boolean {
	return outputOf(context) === SIMPLIFIED;
}

function outputOf(context: NodeContext): string {
	const output = context.getNodeParameter('output', SIMPLIFIED);
	// An expression may return anything.
	return typeof output === 'string' ? output.trim() : '';
}

/**
 * Returns the rows of a record. A record of most types is one row; Raw keeps each record whole.
 *
 * @throws an error if the record is not of this type
 */
export function rowsOf(
	{ rows = (record) => [record] }: RecordType,
	context: NodeContext,
	record: IDataObject,
): IDataObject[] {
	const split = rows(record);
	if (!split) throw unexpectedResponse(context, requests.noRecord);
	return outputOf(context) === RAW ? [record] : split;
}

/** Returns the mapper of records without the calendar day. */
export function picker(
	type: RecordType,
	{ output, outputFields: selected = [] }: Omit<OutputChoice, 'calendarDay'>,
): RecordMapper {
	if (output === RAW) return (record) => record;
	const isSimplified = output === SIMPLIFIED;
	const names = isSimplified ? type.simplified : [...keysOf(type), ...selected];
	const optionalFields = isSimplified
		? [...(type.optionalFields ?? []), ...addedFields]
		: addedFields;
	return (record) => {
		const picked: IDataObject = {};
		for (const name of names) picked[name] = valueOf(type, record, name) ?? null;
		for (const name of optionalFields) {
			const value = valueOf(type, record, name);
			if (value !== undefined) picked[name] = value;
		}
		return picked;
	};
}

/** Returns the mapper of a record within another one: its fields are not selected, so it is simplified unless 'Output' is Raw. */
export function partPicker(
	type: RecordType,
	{ output }: Pick<OutputChoice, 'output'>,
): RecordMapper {
	return picker(type, { output: output === RAW ? RAW : SIMPLIFIED });
}

function valueOf({ fields }: RecordType, record: IDataObject, name: string) {
	const read = fields[name] ?? unchanged;
	return read(record, name) as IDataObject[string];
}
