import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { hints } from '../shared/messages/hints';
import { amountOf } from '../shared/money';
import { fieldIn } from '../shared/record';
import { withOffset } from '../shared/time';
import { boolean, oneOf, someOf } from '../validation/rules';

/** Reads a field of the output from a record; nothing if the record has none. */
type FieldReader = (record: IDataObject, name: string) => unknown;

/** The output of a type of record: flat, so that it fits into the row of a sheet. */
export interface RecordType {
	/** The fields that can be selected, by their names in the output. */
	fields: Record<string, FieldReader>;
	/** The most useful first. */
	simplified: string[];
	/** Fields of Simplified that only some records have. Simplified has up to ten fields with them. */
	optionalFields?: string[];
	/** The fields that Selected Fields always contains. By default, the ID. */
	keys?: string[];
	/** The descriptions of fields in the editor, where their labels do not explain them. */
	descriptions?: Record<string, string>;
	/** The fields that a list contains only if a query parameter names them, in the documented order. */
	onRequest?: { parameter: string; fields: string[] };
	/** The field of the response that lists the records, where that is not a list. */
	listedIn?: string;
	/** Splits a record into the rows to output, which Raw does not; nothing if the record is not of this type. */
	rows?: (record: IDataObject) => IDataObject[] | undefined;
}

/**
 * Returns a type of record from the fields of Simplified and the other fields.
 *
 * @param simplified the fields of Simplified, the most useful first
 * @param others further fields that can be selected
 */
export function recordType(
	simplified: RecordType['fields'],
	others: RecordType['fields'],
	more: Omit<RecordType, 'fields' | 'simplified'> = {},
): RecordType {
	return { fields: { ...simplified, ...others }, simplified: Object.keys(simplified), ...more };
}

/** Returns the fields that identify a record: they are always output. */
export const keysOf = ({ keys = ['id'] }: RecordType): string[] => keys;

/** Reads a field as it is. */
export const unchanged: FieldReader = (record, name) => record[name];

/** Reads a list of texts as one text, as filters and cells of a sheet have it. */
export const joined: FieldReader = (record, name) => {
	const values = record[name];
	if (!Array.isArray(values)) return values;
	return values.filter((value) => ['string', 'number'].includes(typeof value)).join(', ');
};

/** Reads an amount. In some records it is text, sometimes with grouped thousands. Other text stays, and so does one that is too large to be exact. */
export const amount: FieldReader = (record, name) => {
	const value = record[name];
	if (typeof value !== 'string') return value;
	const text = value.trim();
	const number = amountOf(text.replace(/^-/, ''));
	if (number === null) return value;
	return text.startsWith('-') ? -number : number;
};

/** Reads a time as ISO 8601 with an offset. */
export const time: FieldReader = (record, name) => withOffset(record[name]);

/** Reads a time that the API returns in UTC, with microseconds that other times do not have. */
export const timeInUtc: FieldReader = (record, name) => {
	const read = withOffset(record[name], 'utc');
	return typeof read === 'string' ? read.replace(/(T\d\d:\d\d:\d\d)\.\d+(?=[+-])/, '$1') : read;
};

/** Returns a reader of a field of an object within the record. */
export function nested(object: string, field: string): FieldReader {
	return (record) => fieldIn(record[object], field);
}

/** The descriptions of the parameters 'Output', its option Raw, and 'Fields'. */
const ofRecords = {
	output: 'How much of each record to return',
	raw: 'All fields, as the Payments API returns them',
	fields: 'The fields to return. The ID is always included.',
};

/** Other descriptions of these parameters. */
export type OutputTexts = Partial<typeof ofRecords>;

/**
 * Returns the parameters 'Output' and 'Fields', which select the output of each record.
 *
 * @param others descriptions in place of the usual ones
 */
export function outputFields(type: RecordType, others: OutputTexts = {}): INodeProperties[] {
	const { fields, simplified } = type;
	const texts = { ...ofRecords, ...others };
	const keys = keysOf(type);
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'Raw', value: 'raw', description: texts.raw },
				{ name: 'Selected Fields', value: 'selected', description: 'The fields that you select' },
				{ name: 'Simplified', value: 'simplified', description: 'The most useful fields, flat' },
			],
			default: 'simplified',
			description: texts.output,
		},
		{
			displayName: 'Fields',
			name: 'outputFields',
			type: 'multiOptions',
			options: Object.keys(fields)
				.filter((name) => !keys.includes(name))
				.sort()
				.map((name) => toOption(name, type.descriptions)),
			default: [...simplified.filter((name) => !keys.includes(name))],
			displayOptions: { show: { output: ['selected'] } },
			description: texts.fields,
		},
	];
}

/**
 * Returns the rules for 'Output' and 'Fields', and for the option that adds the calendar day.
 *
 * @param fields from `outputFields`
 */
export function outputRules(type: RecordType, fields: INodeProperties[]) {
	const [output, selected] = fields as [INodeProperties, INodeProperties];
	const choices = selected.options as INodePropertyOptions[];
	return z.object({
		output: oneOf(output.options as INodePropertyOptions[]),
		outputFields: someOf(
			// The keys are always output, so an expression may name them.
			[...keysOf(type).map((name) => toOption(name)), ...choices],
			hints.someField,
		).optional(),
		calendarDay: boolean().default(false),
	});
}

function toOption(name: string, descriptions: Record<string, string> = {}): INodePropertyOptions {
	const description = descriptions[name];
	return { name: titleOf(name), value: name, ...(description && { description }) };
}

/** Converts a field name to a label: created_at to Created At, qr_value to QR Value. */
function titleOf(name: string): string {
	return name
		.split('_')
		.map((word) =>
			['id', 'qr', 'sms', 'url'].includes(word)
				? word.toUpperCase()
				: word[0]!.toUpperCase() + word.slice(1),
		)
		.join(' ');
}
