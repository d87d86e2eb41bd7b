import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { hints } from '../shared/messages/parameters';
import { withOffset } from '../shared/time';
import { boolean, oneOf, someOf } from '../shared/validation/rules';

/** Reads a field of the output from a record; nothing if the record has none. */
type FieldReader = (record: IDataObject, name: string) => unknown;

/** The output of a type of record: flat, so that it fits into the row of a sheet. */
export interface RecordType {
	/** The fields that can be selected, by their names in the output. */
	fields: Record<string, FieldReader>;
	/** The fields of Simplified, the most useful first. */
	simplified: string[];
	/** Fields of Simplified that only some records have; with the others, ten at most. */
	optionalFields?: string[];
}

/** Reads a field as it is. */
export const unchanged: FieldReader = (record, name) => record[name];

/** Reads an amount, which the API returns as text in some records. */
export const amount: FieldReader = (record, name) => {
	const value = record[name];
	const isNumber = typeof value === 'string' && value.trim() !== '' && !Number.isNaN(+value);
	return isNumber ? Number(value) : value;
};

/** Reads a time as ISO 8601 with an offset. */
export const time: FieldReader = (record, name) => withOffset(record[name]);

/** Reads a time that the API returns in UTC. */
export const timeInUtc: FieldReader = (record, name) => withOffset(record[name], 'utc');

/** Returns a reader of a field of an object within the record. */
export function nested(object: string, field: string): FieldReader {
	return (record) => {
		const value = record[object];
		// A text instead of the object is its name, e.g. of a payment method.
		if (typeof value === 'string') return field === 'name' ? value : undefined;
		return (value as IDataObject | null | undefined)?.[field];
	};
}

/** Returns the parameters 'Output' and 'Fields', which select what to output of each record. */
export function outputFields({ fields, simplified }: RecordType): INodeProperties[] {
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'Raw', value: 'raw', description: 'All fields, as the Payments API returns them' },
				{ name: 'Selected Fields', value: 'selected', description: 'The fields that you select' },
				{ name: 'Simplified', value: 'simplified', description: 'The most useful fields, flat' },
			],
			default: 'simplified',
			description: 'How much of each record to return',
		},
		{
			displayName: 'Fields',
			name: 'outputFields',
			type: 'multiOptions',
			options: Object.keys(fields)
				.filter((name) => name !== 'id')
				.sort()
				.map((name) => ({ name: titleOf(name), value: name })),
			default: [...simplified.filter((name) => name !== 'id')],
			displayOptions: { show: { output: ['selected'] } },
			description: 'The fields to return. The ID is always included.',
		},
	];
}

/**
 * Returns the rules for 'Output' and 'Fields', and for the option that adds the calendar day.
 *
 * @param fields from `outputFields`
 */
export function outputRules(fields: INodeProperties[]) {
	const [output, selected] = fields as [INodeProperties, INodeProperties];
	const choices = selected.options as INodePropertyOptions[];
	return z.object({
		output: oneOf(output.options as INodePropertyOptions[]),
		outputFields: someOf(
			// It is always output, so an expression may name it.
			[{ name: 'ID', value: 'id' }, ...choices],
			hints.someField,
		).optional(),
		calendarDay: boolean().default(false),
	});
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
