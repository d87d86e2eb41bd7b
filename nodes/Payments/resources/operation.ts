import type { IDataObject, IHttpRequestMethods, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { createOnce, type CreateOptions } from '../handlers/once/create/create';
import { sendOne, type SendOneOptions } from '../handlers/single';
import { asReturned, type OutputMapper } from '../output/outputMapper';
import { outputFields, type OutputTexts, type RecordType } from '../output/recordType';
import { recordOutput } from '../output/simplify';
import type { RequestHandler } from '../run/context';
import { somethingToChange, type Rules } from '../validation/rules';
import {
	additionalFields,
	filters,
	toProperty,
	updateFields,
	type Collection,
} from './fields/collections';
import { deletesForGood } from './fields/notice';
import {
	rulesOf,
	toProperties,
	type None,
	type OptionalRulesOf,
	type Parameters,
	type RulesOf,
} from './fields/parameter';
import { pagingFields } from './fields/returnAll';
import type { Operation } from './resource';

/** The rules of all parameters of an operation, by their names in the Payments API. */
type OwnRules<P extends Parameters, C extends Parameters> = z.ZodObject<
	RulesOf<P> & OptionalRulesOf<C>
>;

/** The statement of an operation of any kind. */
interface Common<P extends Parameters, C extends Parameters> {
	action: string;
	description: string;
	/** `{name}` in it is the value of the parameter of that name. */
	url: string;
	/** By their names in the Payments API, in the order of the editor. All but drop-downs and `optional` are required. */
	parameters?: P;
	/** Below them in the editor: notices, and parameters that are not sent as such. */
	below?: INodeProperties[];
	/** The record that is returned: adds 'Output' and 'Fields'. */
	output?: RecordType;
	outputTexts?: OutputTexts;
	/** Parameters below 'Output'. */
	ofOutput?: Parameters;
	/** The rules for several parameters, added to those of each. */
	rules?: (schema: OwnRules<P, C>) => Rules;
}

/** The statement of an operation about one record. */
interface Single<P extends Parameters, C extends Parameters> extends Common<P, C> {
	/** Adds something to the output, such as a picture. */
	extendOutput?: (output: OutputMapper) => OutputMapper;
	/** By default, `sendOne` with the `options`, or for Create `createOnce`. */
	handler?: Handler<OutputMapper>;
}

type Handler<O> = (rules: Rules, fields: INodeProperties[], output: O) => RequestHandler;

/** Reads one record. */
export function get<P extends Parameters = None>(
	spec: Single<P, None> & { options?: SendOneOptions },
): Operation {
	return other({ name: 'Get', value: 'get', method: 'GET', ...spec });
}

/** Lists records. @param spec.handler how the API returns the list: `pages`, `cursorPages`, `unpagedList` */
export function getMany<P extends Parameters = None, C extends Parameters = None>(
	spec: Common<P, C> & {
		name?: string;
		value?: string;
		output: RecordType;
		filters?: C;
		/** In place of the usual description of 'Filters'. */
		filtersText?: string;
		handler: Handler<RecordType>;
	},
): Operation {
	const { filters: some, handler, output } = spec;
	return build({
		name: 'Get Many',
		value: 'getAll',
		method: 'GET',
		...spec,
		isList: true,
		collection: some && filters(some, spec.filtersText),
		handle: (rules, fields) => handler(rules, fields, output),
	});
}

/** Creates a record at most once. */
export function create<P extends Parameters = None, C extends Parameters = None>(
	spec: Single<P, C> & {
		headers?: IDataObject;
		additionalFields?: C;
		options?: CreateOptions;
	},
): Operation {
	const { additionalFields: some, options, ...others } = spec;
	return other({
		name: 'Create',
		value: 'create',
		method: 'POST',
		...others,
		collection: some && additionalFields(some),
		// Never `sendOne`, which may send twice.
		handler:
			spec.handler ?? ((rules, fields, output) => createOnce(rules, fields, output, options)),
	});
}

/** Changes a record. The parameter is its ID. */
export function update<P extends Parameters, C extends Parameters>(
	spec: Single<P, C> & {
		method: 'PATCH' | 'PUT';
		parameters: P;
		updateFields: C;
		options?: SendOneOptions;
	},
): Operation {
	const [id] = Object.keys(spec.parameters);
	return other<P, C>({
		name: 'Update',
		value: 'update',
		...spec,
		collection: updateFields(spec.updateFields),
		rules: (schema) => (spec.rules?.(schema) ?? schema).superRefine(somethingToChange(id!)),
	});
}

function deleteOperation<P extends Parameters>(
	spec: Single<P, None> & { options?: SendOneOptions },
): Operation {
	const below = [deletesForGood];
	return other({ name: 'Delete', value: 'delete', method: 'DELETE', below, ...spec });
}

/** Deletes a record. */
export { deleteOperation as delete };

/** An operation about one record with a name and a method of its own. */
export function other<P extends Parameters = None, C extends Parameters = None>(
	spec: Single<P, C> & {
		name: string;
		value: string;
		method: IHttpRequestMethods;
		headers?: IDataObject;
		collection?: Collection<C>;
		options?: SendOneOptions;
	},
): Operation {
	const { output, extendOutput = (mapper) => mapper, options } = spec;
	const mapper = output ? extendOutput(recordOutput(output)) : asReturned;
	const sendsOne: Handler<OutputMapper> = (rules, fields) =>
		sendOne(rules, fields, mapper, options);
	const { handler = sendsOne } = spec;
	return build({ ...spec, handle: (rules, fields) => handler(rules, fields, mapper) });
}

/** Makes an operation of what it states: what the editor shows, its rules, its request. */
function build<P extends Parameters, C extends Parameters>(
	spec: Common<P, C> & {
		name: string;
		value: string;
		method: IHttpRequestMethods;
		headers?: IDataObject;
		isList?: boolean;
		collection?: Collection<C>;
		handle: (rules: Rules, fields: INodeProperties[]) => RequestHandler;
	},
): Operation {
	const { name, value, action, description, method, url, headers, collection, output } = spec;
	const parameters: Parameters = spec.parameters ?? {};
	const ofOutput = spec.ofOutput ?? {};
	const isInQuery = (key: string) => ['GET', 'DELETE'].includes(method) || url.includes(`{${key}}`);
	const typeOf = (key: string) => (isInQuery(key) ? 'query' : 'body');
	const fields: INodeProperties[] = [
		...toProperties(parameters, typeOf).map(required),
		...(spec.below ?? []),
		...(spec.isList ? pagingFields : []),
		...(output ? outputFields(output, spec.outputTexts) : []),
		...toProperties(ofOutput, typeOf),
		...(collection ? [toProperty(collection, typeOf)] : []),
	];
	const schema = z.object({
		...rulesOf({ ...parameters, ...ofOutput }),
		...collection?.rules,
	}) as OwnRules<P, C>;
	const pagination = spec.handle(spec.rules?.(schema) ?? schema, fields);
	const request = { method, url, ...(headers && { headers }) };
	const routing = { request, operations: { pagination } };
	return { option: { name, value, action, description, routing }, fields };
}

/** A drop-down always has a value. */
function required(field: INodeProperties): INodeProperties {
	return { ...(field.type !== 'options' && { required: true }), ...field };
}
