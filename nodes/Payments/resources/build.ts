import type { IDataObject, IHttpRequestMethods, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { previewField } from '../handlers/preview';
import { toolFields, type ToolNeeds } from '../handlers/toolLimits';
import { outputFields, type OutputTexts, type RecordType } from '../output/recordType';
import type { RequestHandler } from '../run/context';
import { defined } from '../shared/record';
import type { Rules } from '../validation/rules';
import { toProperty, type Collection } from './fields/collections';
import {
	ofShown,
	required,
	rulesOf,
	toProperties,
	type OptionalRulesOf,
	type Parameters,
	type RulesOf,
} from './fields/parameter';
import { pagingFields } from './fields/returnAll';
import type { Operation } from './resource';

/** The rules of all parameters of an operation, by their names in the Payments API. */
type Schema<P extends Parameters, C extends Parameters> = z.ZodObject<
	RulesOf<P> & OptionalRulesOf<C>
>;

/** The parts of every operation. */
export interface Common<P extends Parameters, C extends Parameters> {
	action: string;
	description: string;
	/** `{name}` in it is the value of the parameter of that name. */
	url: string;
	/** By their names in the Payments API, in the order of the editor. All but drop-downs and `optional` are required. */
	parameters?: P;
	/** The setting without which an AI agent may not use the operation: by default none, for a DELETE the permission. */
	toolNeeds?: ToolNeeds | ToolNeeds[];
	/** Adds 'Preview Only': the fields of its output, with any value of their type. By default, for a DELETE. */
	previews?: IDataObject;
	/** Below them in the editor: notices, and parameters that are not sent as such. */
	below?: INodeProperties[];
	/** The record that is returned: adds 'Output' and 'Fields'. */
	output?: RecordType;
	outputTexts?: OutputTexts;
	/** Fields that the node adds to the record, with any value of their type. */
	addedFields?: IDataObject;
	/** The output where it is no record of the API, with any value of each type. */
	sample?: IDataObject;
	/** Parameters below 'Output'. */
	ofOutput?: Parameters;
	/** The rules for several parameters, added to those of each. */
	rules?: (schema: Schema<P, C>) => Rules;
}

/** The request of an operation, and its place in the editor. */
export interface Request<C extends Parameters> {
	name: string;
	value: string;
	method: IHttpRequestMethods;
	headers?: IDataObject;
	/** Whether a POST changes nothing. */
	isRead?: boolean;
	collection?: Collection<C>;
}

/** Makes an operation: its parameters in the editor, its rules, its request. */
export function build<P extends Parameters, C extends Parameters>(
	spec: Common<P, C> &
		Request<C> & {
			isList?: boolean;
			handle: (rules: Rules, fields: INodeProperties[]) => RequestHandler;
		},
): Operation {
	const { name, value, action, description, method, url, headers, collection, output } = spec;
	const isDeletion = method === 'DELETE';
	const byDefault = isDeletion ? 'permission' : undefined;
	const previews = spec.previews ?? (isDeletion ? { would_delete: true } : undefined);
	const parameters: Parameters = spec.parameters ?? {};
	const ofOutput = spec.ofOutput ?? {};
	const fields: INodeProperties[] = [
		...toProperties(parameters, true).map(required),
		...toolFields(spec.toolNeeds ?? byDefault),
		...(previews ? [previewField, ...(spec.below ?? []).map(notInPreview)] : (spec.below ?? [])),
		...(spec.isList ? pagingFields : []),
		...(output ? outputFields(output, spec.outputTexts) : []),
		...toProperties(ofOutput, true),
		...(collection ? [toProperty(collection, true)] : []),
	];
	const pagination = onFirstUse(() => {
		const all = { ...rulesOf({ ...parameters, ...ofOutput }), ...collection?.rules };
		const schema = z.object(all) as Schema<P, C>;
		const rules = ofShown(parameters, spec.rules?.(schema) ?? schema);
		return spec.handle(rules, fields);
	});
	const routing = { request: defined({ method, url, headers }), operations: { pagination } };
	const option = { name, value, action, description, routing };
	const addedFields = { ...spec.addedFields, ...previews };
	const { sample, isRead } = spec;
	return { option, fields, output, addedFields, sample, isRead };
}

/** Returns a handler that is made with its first item: n8n loads all operations, and a workflow uses a few. */
function onFirstUse(make: () => RequestHandler): RequestHandler {
	let handler: RequestHandler | undefined;
	return async function (request) {
		handler ??= make();
		return await handler.call(this, request);
	};
}

/** Hides a notice about the effect of an execution from a preview, which has none. */
function notInPreview(field: INodeProperties): INodeProperties {
	if (field.type !== 'notice') return field;
	return { ...field, displayOptions: { ...field.displayOptions, hide: { previewOnly: [true] } } };
}
