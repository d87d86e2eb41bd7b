import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { flag, oneOf, someOf } from './rules';
import { withOffset } from './time';

/** Reads a field of the output from the service's record; nothing where the record has none. */
type Read = (record: IDataObject, name: string) => unknown;

/** A kind of record: what can come out of it, flat, so that it fits into the row of a sheet. */
export interface RecordType {
	/** Every field that can be selected, by its name in the output. */
	fields: Record<string, Read>;
	/** The fields of Simplified, the most useful first. */
	simplified: string[];
	/** More of them, where the record has them; at most ten together with the others. */
	whereThere?: string[];
}

/** A field as the service gives it. */
export const same: Read = (record, name) => record[name];

/** An amount: the service gives some of them as text. */
export const amount: Read = (record, name) => {
	const value = record[name];
	const isNumber = typeof value === 'string' && value.trim() !== '' && !Number.isNaN(+value);
	return isNumber ? Number(value) : value;
};

/** A time, as ISO 8601 with its offset. */
export const time: Read = (record, name) => withOffset(record[name]);

/** A time that the service gives in UTC. */
export const timeInUtc: Read = (record, name) => withOffset(record[name], 'utc');

/** A field of an object within the record. */
export function part(object: string, field: string): Read {
	return (record) => {
		const value = record[object];
		// Where it is a text, it is the name: of a payment method, for one.
		if (typeof value === 'string') return field === 'name' ? value : undefined;
		return (value as IDataObject | null | undefined)?.[field];
	};
}

/** Output, and Fields: how much of each record comes out. */
export function outputFields({ fields, simplified }: RecordType): INodeProperties[] {
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'Raw', value: 'raw', description: 'Everything, as the service gives it' },
				{ name: 'Selected Fields', value: 'selected', description: 'The fields that you choose' },
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
			description: 'The fields to return. The ID always comes along.',
		},
	];
}

/**
 * The rules for Output and Fields, and for the option that adds the calendar day.
 *
 * @param fields what `outputFields` gave
 */
export function outputRules(fields: INodeProperties[]) {
	const [output, selected] = fields as [INodeProperties, INodeProperties];
	const choices = selected.options as INodePropertyOptions[];
	return z.object({
		output: oneOf(output.options as INodePropertyOptions[]),
		outputFields: someOf(
			// It comes along anyway, so whoever names it in an expression is right.
			[{ name: 'ID', value: 'id' }, ...choices],
			"Choose at least one, or set 'Output' to Simplified.",
		).optional(),
		calendarDay: flag().default(false),
	});
}

/** created_at is Created At, qr_value is QR Value. */
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
