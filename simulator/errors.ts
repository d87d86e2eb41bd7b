import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

import type { Schema } from '../contract/contract';

/** `errors` of a 422: texts by field name. */
export type FieldErrors = Record<string, string[]>;

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Whether `errors` is a list (docs/interface.md, Errors: locations). */
		errorsAsList?: boolean;
	}
}

/** An error response, thrown by a route or a hook. */
export class ApiError extends Error {
	constructor(
		readonly statusCode: number,
		message: string,
		readonly fields?: FieldErrors,
		readonly headers: Record<string, string> = {},
	) {
		super(message);
	}
}

/** Returns a 422 about one field. */
export function invalid(field: string, text: string): ApiError {
	return invalidFields({ [field]: [text] });
}

/** Returns a 422 about fields. */
export function invalidFields(fields: FieldErrors): ApiError {
	const texts = Object.values(fields).flat();
	const more = texts.length - 1;
	const rest = more > 0 ? ` (and ${more} more ${more === 1 ? 'error' : 'errors'})` : '';
	return new ApiError(422, `${texts[0] ?? 'The given data was invalid.'}${rest}`, fields);
}

/** Returns a 404 about a record. */
export function notFound(name: string): ApiError {
	return new ApiError(404, `${name} not found.`);
}

/** Sends an error as JSON: `{message}` and, if there are any, `errors`. */
export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
	const apiError = error instanceof ApiError ? error : toApiError(error);
	const body: Record<string, unknown> = { message: apiError.message };
	if (request.routeOptions.config.errorsAsList) {
		body.errors = apiError.fields ? Object.values(apiError.fields).flat() : [apiError.message];
	} else if (apiError.fields) {
		body.errors = apiError.fields;
	}
	return reply.code(apiError.statusCode).headers(apiError.headers).send(body);
}

function toApiError(error: FastifyError): ApiError {
	if (error.validation) return invalidBy(error.validation);
	const status = error.statusCode ?? 500;
	return new ApiError(status, status < 500 ? error.message : 'Server Error');
}

/** An error of ajv. With `verbose`, it adds the schema that was not met. */
interface SchemaError {
	keyword: string;
	/** JSON pointer to the value. */
	instancePath: string;
	params: Record<string, unknown>;
	message?: string;
	parentSchema?: object;
}

/** Returns a 422 about every rule that was not followed. */
export function invalidBy(errors: SchemaError[]): ApiError {
	const fields: FieldErrors = {};
	for (const error of errors) {
		// `if` has no rule of its own: its `then` reports the errors.
		if (error.keyword === 'if') continue;
		const [field, text] = explain(error);
		const texts = (fields[field] ??= []);
		// 28.5 breaks two rules of a field that are stated as one.
		if (!texts.includes(text)) texts.push(text);
	}
	return invalidFields(fields);
}

/** Returns the field of an error, and its rule in words. */
function explain({ keyword, params, instancePath, message, ...error }: SchemaError) {
	const schema: Schema = error.parentSchema ?? {};
	if (keyword === 'required' || keyword === 'dependentRequired') {
		const field = params.missingProperty as string;
		const condition = params.property ? `when ${params.property as string} is present` : undefined;
		const when = schema['x-rule'] ?? condition;
		return [field, `The ${field} field is required${when ? ` ${when}` : ''}.`] as const;
	}
	if (keyword === 'additionalProperties') {
		const field = params.additionalProperty as string;
		return [field, `The ${field} field is not allowed.`] as const;
	}
	// `/statuses/0` is the field statuses.
	const field = instancePath.split('/')[1] ?? '';
	if (field === '') return ['body', 'The body must be a JSON object.'] as const;
	return [field, `The ${field} field ${ruleOf(schema) ?? message}.`] as const;
}

const formats: Record<string, string> = {
	uuid: 'must be a UUID',
	date: 'must be a date (YYYY-MM-DD)',
	email: 'must be an e-mail address',
};

/** States the rule of a schema as one. */
function ruleOf(schema: Schema): string | undefined {
	const { 'x-rule': rule, enum: values, format, minimum, exclusiveMinimum, maximum } = schema;
	if (rule) return rule;
	if (values)
		return `must be one of ${values.filter((value) => typeof value === 'string').join(', ')}`;
	if (format) return formats[format];
	const type = [schema.type].flat()[0];
	if (type === 'integer' || type === 'number') {
		const name = type === 'integer' ? 'an integer' : 'a number';
		if (exclusiveMinimum !== undefined) return `must be ${name} greater than ${exclusiveMinimum}`;
		return `must be ${name}${rangeOf(minimum, maximum)}`;
	}
	if (type === 'string') {
		const { minLength, maxLength } = schema;
		const range = rangeOf(minLength, maxLength);
		return `must be a text${range && `${range} characters`}`;
	}
	return undefined;
}

function rangeOf(minimum?: number, maximum?: number): string {
	if (minimum !== undefined && maximum !== undefined) {
		return ` from ${minimum} to ${maximum}`;
	}
	if (minimum !== undefined) return ` of at least ${minimum}`;
	return maximum === undefined ? '' : ` of at most ${maximum}`;
}
