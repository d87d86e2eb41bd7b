import openapi from './openapi.json';

/** Where a statement comes from. */
export type Source = 'specification' | 'public' | 'choice';

interface Sourced {
	description?: string;
	'x-source'?: Source;
	'x-record'?: number;
}

interface Reference {
	$ref: string;
}

/** A JSON Schema, as far as this project reads it itself. */
export interface Schema extends Sourced {
	$ref?: string;
	type?: string | string[];
	format?: string;
	pattern?: string;
	enum?: unknown[];
	properties?: Record<string, Schema>;
	required?: string[];
	dependentRequired?: Record<string, string[]>;
	items?: Schema;
	additionalProperties?: Schema;
	allOf?: Schema[];
	anyOf?: Schema[];
	oneOf?: Schema[];
	then?: Schema;
	minLength?: number;
	maxLength?: number;
	minimum?: number;
	exclusiveMinimum?: number;
	maximum?: number;
	minItems?: number;
	/** The rule in words, where they do not follow from the other keywords. */
	'x-rule'?: string;
}

export interface Parameter extends Sourced {
	name: string;
	in: 'query' | 'path' | 'header';
	required?: boolean;
	/** How an object is written in a query. */
	style?: string;
	example?: unknown;
	schema: Schema;
}

export interface Content {
	schema: Schema;
	examples?: Record<string, { value: unknown } | Reference>;
}

export interface Response extends Sourced {
	content?: Record<string, Content>;
}

export interface Operation extends Sourced {
	operationId: string;
	/** Whether it changes nothing, although its method is POST. */
	'x-reads'?: boolean;
	summary: string;
	tags: string[];
	security?: Array<Record<string, string[]>>;
	parameters?: Array<Parameter | Reference>;
	requestBody?: { content: Record<string, Content> };
	responses: Record<string, Response | Reference>;
}

type PathItem = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>> & {
	parameters?: Array<Parameter | Reference>;
};

interface Contract {
	paths: Record<string, PathItem>;
	webhooks: Record<string, PathItem>;
	components: { schemas: Record<string, Schema> };
}

/** The contract, which `npm run contract` bundles from the files in this folder. */
export const contract = openapi as unknown as Contract;

/** An endpoint of the API, or a kind of notification. */
export interface Endpoint extends Operation {
	/** In capitals. */
	method: string;
	/** With names in braces. For a notification, its name in the contract. */
	path: string;
	/** JSON pointer to the operation, without the `#`. */
	pointer: string;
	/** Those of the path and those of the operation. */
	all: Parameter[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

function endpointsOf(section: 'paths' | 'webhooks'): Endpoint[] {
	return Object.entries(contract[section]).flatMap(([name, item]) =>
		methods.flatMap((method) => {
			const operation = item[method];
			if (!operation) return [];
			const all = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
			const pointer = `/${[section, name, method].map(token).join('/')}`;
			return [{ ...operation, method: method.toUpperCase(), path: name, pointer, all }];
		}),
	);
}

/** Every endpoint of the API. */
export const endpoints = endpointsOf('paths');

/** Every kind of notification. */
export const notifications = endpointsOf('webhooks');

/** Finds the endpoint of a request. @param url path, with or without a query */
export function endpointOf(method: string, url: string): Endpoint | undefined {
	const parts = url.split('?')[0]!.split('/');
	return endpoints.find((one) => {
		const names = one.path.split('/');
		return (
			one.method === method &&
			names.length === parts.length &&
			names.every((name, index) => (/^\{.+\}$/.test(name) ? parts[index] : name === parts[index]))
		);
	});
}

/** Returns the media type of a body: JSON, or else the first that the contract has. */
export function mediaTypeOf({ content }: NonNullable<Operation['requestBody']>): string {
	const json = 'application/json';
	return json in content ? json : Object.keys(content)[0]!;
}

/** Returns the parameters in the path of a request, by name. */
export function pathParameters(endpoint: Endpoint, url: string): Record<string, string> {
	const parts = url.split('?')[0]!.split('/');
	return Object.fromEntries(
		endpoint.path
			.split('/')
			.map((name, index) => [name, parts[index]!] as const)
			.filter(([name]) => name.startsWith('{'))
			.map(([name, part]) => [name.slice(1, -1), decodeURIComponent(part)]),
	);
}

/** Follows a reference, if it is one. */
export function resolve<T extends object>(value: T | Reference): T {
	if (!('$ref' in value)) return value;
	const names = value.$ref.replace('#/', '').split('/');
	return names.reduce<unknown>(
		(inner, name) => (inner as Record<string, unknown>)[name],
		contract,
	) as T;
}

/** Returns a schema with what it refers to. */
export function all(schema: Schema): Schema {
	const { $ref, ...own } = schema;
	return $ref ? { ...all(resolve<Schema>({ $ref })), ...own } : schema;
}

/** Returns the properties of a schema and of those that it consists of. */
export function fieldsOf(schema: Schema): Array<[string, Schema]> {
	const fields = new Map<string, Schema>();
	const parts = (all(schema).allOf ?? []).flatMap(fieldsOf);
	for (const [name, field] of [...parts, ...Object.entries(all(schema).properties ?? {})]) {
		fields.set(name, { ...fields.get(name), ...field });
	}
	return [...fields];
}

/** Returns a name as a part of a JSON pointer in a reference. */
export function token(name: string): string {
	return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
