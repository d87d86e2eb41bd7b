import type { IDataObject, INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import type { z, ZodError } from 'zod';

import { isWebAddress, labelOf, type Rules } from '../shared/rules';
import { stop } from './errors';
import type { Context, NodeContext, RequestData } from './types';

/**
 * Puts an item's parameters through the rules of its operation, before anything is sent.
 *
 * @param fields the operation's parameters, for the labels in messages
 * @param extra parameters of the node that the rules know but the service does not, such as `limit`
 * @returns what the rules made of the values, by the service's names
 * @throws an error that names the parameter as the editor shows it, and the item
 */
export function check(
	context: Context,
	request: RequestData,
	rules: Rules,
	fields: INodeProperties[],
	extra: Record<string, unknown> = {},
): Record<string, unknown> {
	const { qs, body } = request.options;
	return checkValues(context, rules, fields, {
		...unresolved(context, fields),
		...present(qs),
		...present(body as Record<string, unknown>),
		...extra,
	});
}

/**
 * Puts values through rules.
 *
 * @param fields the parameters that hold them, for the labels in messages
 * @throws an error that names the parameter as the editor shows it, and the item
 */
export function checkValues<T>(
	context: NodeContext,
	rules: z.ZodType<T, z.ZodTypeDef, unknown>,
	fields: INodeProperties[],
	values: unknown,
): T {
	const checked = rules.safeParse(values);
	if (checked.success) return checked.data;
	const { what, remedy } = problemOf(checked.error, fields);
	throw stop(context, what, remedy);
}

/**
 * What the rules found, in words.
 *
 * @param fields the parameters, for their labels
 * @returns what is wrong with the first one; the remedy also names the others
 */
export function problemOf(error: ZodError, fields: INodeProperties[]) {
	const [first, ...others] = error.issues.map(({ path, message }) => {
		const [what, remedy] = message.split('\n');
		return { what: `'${labelOf(fields, String(path[0]))}' ${what}`, remedy };
	});
	return {
		what: first!.what,
		remedy: [first!.remedy, ...others.map(({ what, remedy }) => `${what}. ${remedy}`)].join(' '),
	};
}

/**
 * Makes sure that the credential leads somewhere: the Custom environment takes any text.
 *
 * @throws an error that names the field of the credential
 */
export function checkAddress(context: NodeContext, address = '') {
	if (isWebAddress(address)) return;
	throw stop(
		context,
		"'API URL' in the credential is not a web address",
		'Enter the complete address in front of /v1, beginning with https://.',
	);
}

/**
 * The fields that the user added to a collection and whose expression gave nothing. n8n leaves
 * those out of the request silently; for a filter that would mean all records instead of a few.
 */
function unresolved(context: Context, fields: INodeProperties[]): Record<string, null> {
	const found: Record<string, null> = {};
	for (const field of fields.filter(({ type }) => type === 'collection')) {
		const values = context.getNodeParameter(field.name, {}) as Record<
			string,
			NodeParameterValueType
		>;
		for (const option of field.options as INodeProperties[]) {
			const name = option.routing?.send?.property;
			if (name && option.name in values) found[name] = null;
		}
	}
	return found;
}

/** Values that follow from parameters, by the service's names. */
export type Derive = (context: Context) => Record<string, unknown>;

/**
 * What an operation does before it sends: its values, checked and put where the service wants them.
 *
 * @param rules what the values must be, by the service's names
 * @param fields the operation's parameters
 */
export function prepare(rules: Rules, fields: INodeProperties[], derive: Derive = () => ({})) {
	return (context: Context, request: RequestData): RequestData =>
		place(context, request, check(context, request, rules, fields, derive(context)));
}

/** What has a value: an expression that gave nothing is in a request all the same, as undefined. */
function present(values: Record<string, unknown> = {}): Record<string, unknown> {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** How long an answer may take, in milliseconds, unless the node's options say so. */
const TIMEOUT = 60_000;

/**
 * Puts checked values where the service wants them: those that the address names in braces into
 * the path, the others into the query of a GET or DELETE, or else into the body.
 */
export function place(
	context: Context,
	request: RequestData,
	values: Record<string, unknown>,
): RequestData {
	const { timeout = TIMEOUT } = context.getNodeParameter('requestOptions', {}) as {
		timeout?: number;
	};
	const rest = present(values);
	const url = request.options.url?.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = encodeURIComponent(String(rest[name]));
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
