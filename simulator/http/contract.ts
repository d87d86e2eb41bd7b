import type { ErrorObject, ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';

import { ofJson, ofText } from '../../contract/ajv';
import {
	endpointOf,
	mediaTypeOf,
	pathParameters,
	token,
	type Endpoint,
} from '../../contract/contract';
import { FORM } from '../../contract/form';
import { invalidBy } from '../errors';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** The entry of the contract for this route. */
		endpoint?: Endpoint;
	}
}

/** Validates each request by the contract. @throws Error about a route that is not in the contract */
export function followContract(api: FastifyInstance) {
	api.addHook('onRoute', (route) => {
		const method = [route.method].flat()[0]!;
		const endpoint = endpointOf(method === 'HEAD' ? 'GET' : method, route.url);
		if (!endpoint) throw new Error(`${method} ${route.url} is not in the contract`);
		route.config = { ...route.config, endpoint };
	});

	api.addHook('preValidation', (request, _reply, done) => {
		const endpoint = request.routeOptions.config.endpoint!;
		check(ofText.parameters(endpoint, 'path'), pathParameters(endpoint, request.url));
		check(ofText.parameters(endpoint, 'query'), request.query);
		if (endpoint.requestBody) {
			const type = mediaTypeOf(endpoint.requestBody);
			const pointer = `${endpoint.pointer}/requestBody/content/${token(type)}/schema`;
			check((type === FORM ? ofText : ofJson).at(pointer), request.body);
		}
		done();
	});
}

/**
 * Whether an error is about a field that only some records require, which is a matter of dialects
 * (simulator/http/dialects.ts).
 */
function isOfSomeRecords({ keyword, parentSchema = {} }: ErrorObject): boolean {
	return keyword === 'required' && 'x-record' in parentSchema;
}

/** @throws ApiError (422) with every rule that the value does not follow */
function check(validate: ValidateFunction, value: unknown) {
	if (validate(value)) return;
	const errors = (validate.errors ?? []).filter((error) => !isOfSomeRecords(error));
	if (errors.length > 0) throw invalidBy(errors);
}

/** Returns the scope that a Bearer token needs, or `any`. */
export function scopeOf({ security = [] }: Endpoint): string {
	return security.flatMap(({ oauth2 }) => oauth2 ?? [])[0] ?? 'any';
}
