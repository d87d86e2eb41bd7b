import {
	all,
	contract,
	endpoints,
	fieldsOf,
	type Endpoint,
	type Parameter,
	type Schema,
} from '../../contract/contract';
import { tableOf, writeParts } from './markdown';

/**
 * Writes the tables of docs/interface.md.
 *
 * @param page the page as it is
 * @returns the page with the tables of the contract
 * @throws an error about a table that the contract does not have
 */
export async function writeInterface(page: string): Promise<string> {
	return await writeParts(page, 'contract', (name) => {
		const [kind = '', ...rest] = name.split(' ');
		const write = tables[kind];
		if (!write) throw new Error(`docs/interface.md: there is no table of ${kind}`);
		return write(rest.join(' '));
	});
}

const tables: Record<string, (name: string) => string> = {
	record: (name) => recordTable(fieldsOf(schemaOf(name)), schemaOf(name)),
	/** The fields of a record besides those that it consists of. */
	more: (name) => recordTable(fieldsOf(schemaOf(name).allOf!.at(-1)!), schemaOf(name)),
	body: (name) => {
		const schema = schemaOf(name);
		return table(
			['Field', 'Type', 'Required', 'Rule', 'Source'],
			fieldsOf(schema).map(([field, one]) => [
				code(field),
				typeOf(one),
				requiredOf(field, schema),
				notesOf(one),
				sourceOf(one, schema),
			]),
		);
	},
	parameters: (operationId) => {
		const endpoint = endpoints.find((one) => one.operationId === operationId);
		if (!endpoint) throw new Error(`docs/interface.md: there is no operation ${operationId}`);
		return table(
			['Parameter', 'Type', 'Meaning', 'Source'],
			endpoint.all
				.filter((one) => one.in === 'query')
				.map((one) => [
					code(one.name),
					typeOf(one.schema),
					notesOf({ ...all(one.schema), description: one.description }),
					sourceOf(one, endpoint),
				]),
		);
	},
	endpoints: (tag) =>
		table(
			['Endpoint', 'What it does', 'Returns', 'Scope', 'Source'],
			endpoints.filter((one) => one.tags.includes(tag)).map(endpointRow),
		),
	values: (path) => {
		const [name = '', field] = path.split(' ');
		const schema = schemaOf(name);
		const found = field ? fieldsOf(schema).find(([one]) => one === field)?.[1] : schema;
		return `${enumOf(all(found!))!.map(code).join(', ')}.`;
	},
};

function recordTable(fields: Array<[string, Schema]>, record: Schema): string {
	return table(
		['Field', 'Type', 'Notes', 'Source'],
		fields.map(([name, one]) => [code(name), typeOf(one), notesOf(one), sourceOf(one, record)]),
	);
}

function endpointRow(endpoint: Endpoint): string[] {
	const { method, path, summary, description, responses, security = [] } = endpoint;
	const scopes = security.flatMap(({ oauth2 }) => (oauth2 ? [oauth2[0] ?? 'any'] : []));
	const successes = Object.keys(responses).filter((status) => status < '300');
	return [
		code(`${method} ${path}`),
		sentenceOf(summary, description),
		successes.join(' or '),
		scopes.map((scope) => (scope === 'any' ? scope : code(scope))).join(''),
		sourceOf(endpoint),
	];
}

function sentenceOf(summary: string, description = ''): string {
	return description === '' ? summary : `${summary}. ${oneLine(description)}`;
}

function schemaOf(name: string): Schema {
	const schema = contract.components.schemas[name];
	if (!schema) throw new Error(`docs/interface.md: the contract has no ${name}`);
	return schema;
}

const words: Record<string, string> = { string: 'text', array: 'list' };

/** Returns the type in words, such as `text or null`. */
function typeOf(schema: Schema): string {
	const { type, format, items, oneOf, anyOf } = all(schema);
	const variants = oneOf ?? anyOf;
	if (variants) return [...new Set(variants.map(typeOf))].join(' or ');
	const names = [type ?? 'value'].flat().map((name) => {
		if (name === 'array' && items) return `list of ${typeOf(items)}`;
		return name === 'string' && format && format !== 'uri' ? format : (words[name] ?? name);
	});
	return names.join(' or ');
}

/** Returns the rules and the description. */
function notesOf(schema: Schema): string {
	const full = all(schema);
	const own = schema.$ref ? (schema.description ?? commonNoteOf(full)) : full.description;
	const inner = full.items ? all(full.items) : full;
	const values = enumOf(full) ?? enumOf(inner) ?? [];
	const fields = Object.keys(inner.properties ?? {});
	return [
		rangeOf(full),
		values.map(code).join(', '),
		fields.map(code).join(', '),
		oneLine(own ?? ''),
	]
		.filter(Boolean)
		.join('; ');
}

/** Returns the values in a list of them, without null. */
function enumOf({ enum: values }: Schema): string[] | undefined {
	return values?.filter((value): value is string => typeof value === 'string');
}

/** Returns the description of a kind of value; that of a record is no note on a field. */
function commonNoteOf({ description, enum: values, format, properties }: Schema): string {
	return values || format || properties ? '' : (description ?? '');
}

function rangeOf({ minLength, maxLength, minimum, exclusiveMinimum, maximum }: Schema): string {
	if (maxLength !== undefined)
		return `${minLength ? `${minLength} to` : 'up to'} ${maxLength} characters`;
	if (minLength !== undefined) return minLength === 1 ? 'not empty' : '';
	if (exclusiveMinimum !== undefined) return `above ${exclusiveMinimum}`;
	if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
	if (minimum !== undefined) return `${minimum} or more`;
	return maximum === undefined ? '' : `up to ${maximum}`;
}

function requiredOf(field: string, schema: Schema): string {
	const full = all(schema);
	if (full.required?.includes(field)) return 'yes';
	const [other] =
		Object.entries(full.dependentRequired ?? {}).find(([, names]) => names.includes(field)) ?? [];
	if (other) return `with ${code(other)}`;
	if (full.then?.required?.includes(field)) return full.then['x-rule'] ?? '';
	return full.allOf?.map((one) => requiredOf(field, one)).find((one) => one !== 'no') ?? 'no';
}

/** Returns the mark of a source, as docs/interface.md explains it. */
function sourceOf(one: Schema | Parameter | Endpoint, around?: Schema | Endpoint): string {
	const source = one['x-source'] ?? around?.['x-source'];
	const row = one['x-record'];
	return [source === 'specification' ? '' : `**${source}**`, row ? `row ${row}` : '']
		.filter(Boolean)
		.join(', ');
}

function table(head: string[], rows: string[][]): string {
	if (rows.length === 0) throw new Error(`docs/interface.md: a table of ${head[0]} is empty`);
	return tableOf(head, rows);
}

function code(text: string): string {
	return `\`${text}\``;
}

function oneLine(text: string): string {
	return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}
