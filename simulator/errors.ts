import type {
	FastifyError,
	FastifyReply,
	FastifyRequest,
	FastifySchemaValidationError,
} from 'fastify';

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
	if (error.validation) return invalidFields(byField(error.validation));
	const status = error.statusCode ?? 500;
	return new ApiError(status, status < 500 ? error.message : 'Server Error');
}

/** With `verbose`, ajv adds the schema that was not met. */
type SchemaError = FastifySchemaValidationError & {
	parentSchema?: { description?: string };
};

function byField(errors: SchemaError[]): FieldErrors {
	const fields: FieldErrors = {};
	for (const error of errors) {
		// `if` has no rule of its own: its `then` reports the errors.
		if (error.keyword === 'if') continue;
		const [field, text] = explain(error);
		const texts = (fields[field] ??= []);
		// 28.5 breaks two rules of a field that has one description.
		if (!texts.includes(text)) texts.push(text);
	}
	return fields;
}

/** Returns the field of an error, and the rule, which is the schema's `description` if it has one. */
function explain(error: SchemaError): [string, string] {
	const { keyword, params, parentSchema } = error;
	const description = parentSchema?.description;
	if (keyword === 'required') {
		const field = String(params.missingProperty);
		return [field, `The ${field} field is required${description ? ` ${description}` : ''}.`];
	}
	if (keyword === 'additionalProperties') {
		const field = String(params.additionalProperty);
		return [field, `The ${field} field is not apiError.`];
	}
	// `/statuses/0` is the field statuses.
	const field = error.instancePath.split('/')[1] ?? '';
	if (field === '') return ['body', 'The body must be a JSON object.'];
	if (description) return [field, `The ${field} field ${description}.`];
	if (keyword === 'enum') {
		const allowed = (params.allowedValues as unknown[]).join(', ');
		return [field, `The ${field} field must be one of ${allowed}.`];
	}
	return [field, `The ${field} field ${error.message ?? 'is invalid'}.`];
}
