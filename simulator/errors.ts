import type {
	FastifyError,
	FastifyReply,
	FastifyRequest,
	FastifySchemaValidationError,
} from 'fastify';

/** Texts by field name, as they stand in `errors` of a 422. */
export type FieldErrors = Record<string, string[]>;

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Whether error bodies carry `errors` as a list (docs/interface.md, Errors: locations). */
		errorsAsList?: boolean;
	}
}

/** An answer other than success, thrown by a route or a hook. */
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

/** 422 for one field. */
export function invalid(field: string, text: string): ApiError {
	return invalidFields({ [field]: [text] });
}

function invalidFields(fields: FieldErrors): ApiError {
	const texts = Object.values(fields).flat();
	const more = texts.length - 1;
	const rest = more > 0 ? ` (and ${more} more ${more === 1 ? 'error' : 'errors'})` : '';
	return new ApiError(422, `${texts[0] ?? 'The given data was invalid.'}${rest}`, fields);
}

/** 404 for a record. */
export function notFound(what: string): ApiError {
	return new ApiError(404, `${what} not found.`);
}

/** Every error of the API as JSON: `{message}` and, where there are any, `errors`. */
export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
	const known = error instanceof ApiError ? error : translate(error);
	const body: Record<string, unknown> = { message: known.message };
	if (request.routeOptions.config.errorsAsList) {
		body.errors = known.fields ? Object.values(known.fields).flat() : [known.message];
	} else if (known.fields) {
		body.errors = known.fields;
	}
	return reply.code(known.statusCode).headers(known.headers).send(body);
}

function translate(error: FastifyError): ApiError {
	if (error.validation) return invalidFields(byField(error.validation));
	const status = error.statusCode ?? 500;
	return new ApiError(status, status < 500 ? error.message : 'Server Error');
}

/** With `verbose`, ajv hands over the schema that was not met as well. */
type SchemaError = FastifySchemaValidationError & {
	parentSchema?: { description?: string };
};

function byField(errors: SchemaError[]): FieldErrors {
	const fields: FieldErrors = {};
	for (const error of errors) {
		// `if` only says that its `then` was not met, which has errors of its own.
		if (error.keyword === 'if') continue;
		const [field, text] = explain(error);
		const texts = (fields[field] ??= []);
		// 28.5 is neither an integer nor at most 28, and one text says both.
		if (!texts.includes(text)) texts.push(text);
	}
	return fields;
}

/** The field an error is about, and the rule in words; a schema's `description` is such words. */
function explain(error: SchemaError): [string, string] {
	const { keyword, params, parentSchema } = error;
	const description = parentSchema?.description;
	if (keyword === 'required') {
		const field = String(params.missingProperty);
		return [field, `The ${field} field is required${description ? ` ${description}` : ''}.`];
	}
	if (keyword === 'additionalProperties') {
		const field = String(params.additionalProperty);
		return [field, `The ${field} field is not known.`];
	}
	// `/statuses/0` is about statuses.
	const field = error.instancePath.split('/')[1] ?? '';
	if (field === '') return ['body', 'The body must be a JSON object.'];
	if (description) return [field, `The ${field} field ${description}.`];
	if (keyword === 'enum') {
		const allowed = (params.allowedValues as unknown[]).join(', ');
		return [field, `The ${field} field must be one of ${allowed}.`];
	}
	return [field, `The ${field} field ${error.message ?? 'is invalid'}.`];
}
