import type { IDataObject } from 'n8n-workflow';

import { all, endpointOf, fieldsOf, resolve, type Schema } from '../../contract/contract';
import { amount, type RecordType } from '../../nodes/Payments/output/recordType';
import { resources } from '../../nodes/Payments/resources';
import { operations, type Operation } from './operations';

/** A JSON Schema as n8n's editor reads it: only types and names. */
export interface OutputSchema {
	type: string;
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
}

/** The output of an operation that deletes a record. */
const deletion = { deleted: true, id: '' };

/**
 * Returns the schemas of the operations' output, by the path of the file in which n8n looks for each. The editor shows its
 * fields before the node has run.
 */
export function makeSchemas(): Map<string, OutputSchema> {
	return new Map(
		[...operations.values()].map((one) => [
			`${one.resource}/${String(one.value)}.json`,
			typeOf(sampleOutput(one)),
		]),
	);
}

/** Returns an item that an operation outputs by default, with values that show only their types. */
function sampleOutput({ resource, value, routing }: Operation): unknown {
	const { method = 'GET', url = '' } = routing!.request!;
	const { outputs } = resources.find(({ option }) => option.value === resource)!;
	const { output, addedFields, sample } = outputs[value as string]!;
	if (sample) return sample;
	if (method === 'DELETE' && !output) return { ...deletion, ...addedFields };
	const record = sampleOf(recordIn(responseOf(method, url), output?.listedIn)) as IDataObject;
	return output ? { ...simplified(output, record), ...addedFields } : record;
}

/** Returns the schema of a response with a status of success. */
function responseOf(method: string, url: string): Schema {
	const responses = Object.entries(endpointOf(method, url)!.responses);
	const [, success] = responses.find(([status]) => status.startsWith('2'))!;
	return resolve(success).content!['application/json']!.schema;
}

/** Returns the schema of the records in a response: in a list, or on their own. @param list the field that has the list */
function recordIn(schema: Schema, list = 'data'): Schema {
	const { items } = all(schema);
	const fields = new Map(fieldsOf(schema));
	const data = fields.get(list);
	const ofList = items ?? (data && all(data).items);
	// A record itself may have a field `data`.
	return ofList ?? (data && !fields.has('id') ? data : schema);
}

function simplified(
	{ fields, simplified: names, optionalFields = [], rows }: RecordType,
	record: IDataObject,
) {
	const [row = record] = rows?.(record) ?? [];
	const picked = [...names, ...optionalFields].map((name) => {
		// A field that depends on values, such as the ID of the newest payment, is text.
		return [name, fields[name] === amount ? 1 : (fields[name]!(row, name) ?? 'text')];
	});
	return Object.fromEntries(picked) as IDataObject;
}

/** Returns a value of a schema, whose objects have all their fields. */
function sampleOf(schema: Schema): unknown {
	const { type = [], format, items, anyOf, oneOf, additionalProperties: others } = all(schema);
	const fields = fieldsOf(schema);
	if (others) fields.push(['name', others]);
	if (fields.length > 0) {
		return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field)]));
	}
	const choice = [...(anyOf ?? []), ...(oneOf ?? [])].find((one) => all(one).type !== 'null');
	if (choice) return sampleOf(choice);
	const samples: Record<string, unknown> = {
		array: items ? [sampleOf(items)] : [],
		boolean: true,
		integer: 1,
		number: 1,
		object: {},
		string: format === 'date-time' ? '2026-01-01T00:00:00+08:00' : 'text',
	};
	const kind = [type].flat().find((one) => one !== 'null');
	return samples[kind ?? 'string'];
}

/** Returns the schema of a value. */
export function typeOf(value: unknown): OutputSchema {
	if (Array.isArray(value)) {
		return { type: 'array', ...(value.length > 0 && { items: typeOf(value[0]) }) };
	}
	if (typeof value !== 'object' || value === null) return { type: typeof value };
	const entries = Object.entries(value).map(([name, one]) => [name, typeOf(one)]);
	return { type: 'object', properties: Object.fromEntries(entries) as OutputSchema['properties'] };
}
