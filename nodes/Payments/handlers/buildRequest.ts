import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	NodeParameterValueType,
} from 'n8n-workflow';

import type { Context, RequestData } from '../run/context';
import { inPath } from '../shared/id';
import { isObject } from '../shared/record';
import { limitsOf } from '../transport/queue/limits';
import { type Rules } from '../validation/rules';
import { validate } from '../validation/validate';

/**
 * Validates an item's parameters by the rules of its operation, before anything is sent.
 *
 * @param fields the operation's parameters, for the labels in messages
 * @param extra parameters that have rules but are not sent as such, such as `limit`
 * @returns the values that the rules return, by the names of the Payments API
 * @throws an error that names the parameter as the editor shows it, and the item
 */
export function validateItem(
	context: Context,
	request: RequestData,
	rules: Rules,
	fields: INodeProperties[],
	extra: Record<string, unknown> = {},
): Record<string, unknown> {
	const { qs, body } = request.options;
	return validate(context, rules, fields, {
		...unresolved(context, fields),
		...present(qs),
		...present(body as Record<string, unknown>),
		...extra,
	});
}

/**
 * Returns a blank value for each field that the user added to a collection: null for an expression, otherwise an empty
 * text. n8n leaves fields without a value out of the request without notice. Without its filter, a list would have all
 * records.
 */
function unresolved(context: Context, fields: INodeProperties[]): Record<string, null | ''> {
	const found: Record<string, null | ''> = {};
	for (const field of fields.filter(({ type }) => type === 'collection')) {
		const values = context.getNodeParameter(field.name, {}) as Record<
			string,
			NodeParameterValueType
		>;
		for (const option of field.options as INodeProperties[]) {
			const name = option.routing?.send?.property;
			if (!name || !(option.name in values)) continue;
			// The collection itself may be an expression, or come from an AI agent.
			const entered = context.getNode().parameters[field.name] as INodeParameters | undefined;
			found[name] = isExpression(entered?.[option.name]) ? null : '';
		}
	}
	return found;
}

/** Returns whether a parameter is an expression, also within a resource locator. */
function isExpression(entered: NodeParameterValueType): boolean {
	if (typeof entered === 'string') return entered.startsWith('=');
	return isObject(entered) && isExpression((entered as INodeParameters).value);
}

/** Returns values that follow from parameters, by the names of the Payments API. */
export type ExtraValues = (context: Context) => Record<string, unknown>;

/**
 * Returns the function that validates an item and builds its request.
 *
 * @param rules by the names of the Payments API
 * @param fields the operation's parameters, for the labels in messages
 */
export function validateAndBuild(
	rules: Rules,
	fields: INodeProperties[],
	extraValues: ExtraValues = () => ({}),
) {
	return (context: Context, request: RequestData): RequestData =>
		buildRequest(
			context,
			request,
			validateItem(context, request, rules, fields, extraValues(context)),
		);
}

/** Returns the parameters that have a value: n8n adds an expression without a result as undefined or null. */
function present(values: Record<string, unknown> = {}): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(values).filter(([, value]) => value !== undefined && value !== null),
	);
}

/**
 * Builds a request of validated values. Values that the path names in braces go into the path; the others go into the
 * query of a GET or DELETE, or into the body.
 */
export function buildRequest(
	context: Context,
	request: RequestData,
	values: Record<string, unknown>,
): RequestData {
	const { timeout } = limitsOf(context);
	const rest = present(values);
	const url = request.options.url?.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = inPath(String(rest[name]));
		delete rest[name];
		return value;
	});
	const inQuery = ['GET', 'DELETE'].includes(request.options.method ?? 'GET');
	return {
		...request,
		options: {
			...request.options,
			url,
			qs: (inQuery ? rest : {}) as IDataObject,
			body: inQuery ? undefined : rest,
			json: true,
			arrayFormat: 'brackets',
			timeout,
			// A redirect could carry the credential to another host.
			disableFollowRedirect: true,
		},
	};
}
