import type { ErrorObject } from 'ajv';

import { ofJson } from '../contract/ajv';
import {
	contract,
	endpoints,
	resolve,
	token,
	type Endpoint,
	type Schema,
} from '../contract/contract';
import type { ApiResponse } from './client';

/** The differences of a response from the contract. All texts are without values of records. */
export interface Comparison {
	differences: string[];
	/** Fields that the contract does not have. */
	newFields: string[];
}

/** Compares a response with the contract. @param wanted the status codes that were meant to be reached */
export function compare(endpoint: Endpoint, wanted: RegExp, response: ApiResponse): Comparison {
	const { status, body } = response;
	const documented = endpoint.responses[status];
	const differences = wanted.test(String(status)) && documented ? [] : [`status ${status}`];
	const schema = documented && resolve(documented).content?.['application/json']?.schema;
	if (!documented || !schema) return { differences, newFields: [] };
	if (body === undefined || body === null) {
		return { differences: [...differences, 'the body is not JSON'], newFields: [] };
	}
	const base =
		'$ref' in documented ? documented.$ref.slice(1) : `${endpoint.pointer}/responses/${status}`;
	const validate = ofJson.at(`${base}/content/${token('application/json')}/schema`);
	validate(body);
	return {
		differences: [...differences, ...sentencesOf(validate.errors ?? [])],
		newFields: [...new Set(newFieldsOf([schema], body, ''))],
	};
}

/** Returns the endpoint of the contract. @throws Error if there is none */
export function endpointOf(method: string, path: string): Endpoint {
	const found = endpoints.find((one) => one.method === method && one.path === path);
	if (!found) throw new Error(`${method} ${path} is not in the contract`);
	return found;
}

/** Returns the type of a value in words of JSON. */
export function typeOf(value: unknown): string {
	if (Array.isArray(value)) return 'array';
	return value === null ? 'null' : typeof value;
}

/** Returns a value if it is a code such as `succeeded`, and else its type: it may be a name. */
export function codeOf(value: unknown): string {
	return typeof value === 'string' && /^[a-z]{2,20}(_[a-z]{1,20}){0,3}$/.test(value)
		? value
		: typeOf(value);
}

function sentencesOf(errors: ErrorObject[]): string[] {
	const variants = errors.filter(({ keyword }) => /^(one|any)Of$/.test(keyword));
	// Each of several variants has its own errors: errors inside a value are clearer than the one that no variant fits.
	const isInside = ({ instancePath }: ErrorObject) =>
		errors.some((other) => other.instancePath.startsWith(`${instancePath}/`));
	const shown = errors.filter((error) =>
		variants.some(({ instancePath }) => instancePath === error.instancePath)
			? variants.includes(error) && !isInside(error)
			: true,
	);
	return [...new Set(shown.map(sentenceOf))];
}

interface Params {
	missingProperty?: string;
	type?: string | string[];
}

function sentenceOf({ instancePath, keyword, params, data }: ErrorObject): string {
	const path = pathOf(instancePath);
	const { missingProperty, type } = params as Params;
	if (missingProperty !== undefined) {
		return `${pathOf(`${instancePath}/${missingProperty}`)} is missing`;
	}
	if (type) return `${path} is ${typeOf(data)} instead of ${[type].flat().join(' or ')}`;
	if (keyword === 'enum') return `${path} has another value: ${codeOf(data)}`;
	const form = typeof data === 'string' ? ` of the form ${formOf(data)}` : '';
	return `${path} is ${typeOf(data)}${form}, which does not fit (${keyword})`;
}

/** Returns a text with its letters and digits replaced, such as `9999-99-99`. */
function formOf(text: string): string {
	return text.slice(0, 30).replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9');
}

/** Returns a path such as `data[].customer.name`. Names that the contract does not have are not shown. */
function pathOf(pointer: string): string {
	const names = pointer.split('/').slice(1);
	const path = names.map((name) => {
		if (/^\d+$/.test(name)) return '[]';
		return `.${known.has(name) ? name : '*'}`;
	});
	return path.join('').replace(/^\./, '') || 'the body';
}

const known = new Set([...JSON.stringify(contract).matchAll(/"(\w+)":/g)].map(([, name]) => name!));

/** Returns the fields of a value that none of its schemas has. An object without named fields may have any. */
function newFieldsOf(schemas: Schema[], value: unknown, path: string): string[] {
	const all = schemas.flatMap(partsOf);
	if (Array.isArray(value)) {
		const items = all.flatMap((one) => one.items ?? []);
		return value.flatMap((one) => newFieldsOf(items, one, `${path}[]`));
	}
	const fields = all.flatMap((one) => Object.entries(one.properties ?? {}));
	if (typeof value !== 'object' || value === null || fields.length === 0) return [];
	return Object.entries(value).flatMap(([name, inner]) => {
		const own = fields.filter(([field]) => field === name).map(([, schema]) => schema);
		if (own.length > 0) return newFieldsOf(own, inner, `${path}.${name}`);
		const shown = /^[a-zA-Z_]{1,40}\d{0,2}$/.test(name) ? name : '*';
		return [`${path.replace(/^\./, '')}.${shown} (${typeOf(inner)})`.replace(/^\./, '')];
	});
}

/** Returns a schema and those that it consists of. */
function partsOf(schema: Schema): Schema[] {
	const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
	const others = [...($ref ? [resolve<Schema>({ $ref })] : []), ...allOf, ...anyOf, ...oneOf];
	return [schema, ...others.flatMap(partsOf)];
}
