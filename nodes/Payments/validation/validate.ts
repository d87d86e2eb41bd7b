import type {
	INodeProperties,
	INodePropertyCollection,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import type { z, ZodError } from 'zod';

import { operationError } from '../errors/nodeErrors';
import type { NodeContext } from '../run/context';
import type { Secrets } from '../run/secrets';
import { withEntryLabel, withLabel, withValue, type Message } from '../shared/messages/message';
import { quoted, valueAt, type Path } from './quote';

/**
 * Turns the issues that the rules report into a message about the first parameter. Its description names the other
 * parameters, and has each advice once, behind all parameters that it is for.
 *
 * @param fields the parameters, for their labels
 * @param quote returns the value of a parameter for the message, if it has one
 */
export function describeIssues(
	error: ZodError,
	fields: INodeProperties[],
	quote: (path: Path) => string | undefined = () => undefined,
): Message {
	const [first, ...others] = error.issues.map((issue): Message => {
		const [message, description = ''] = issue.message.split('\n');
		const report = labelled(fields, issue.path, message!);
		return withValue({ message: report, description }, quote(issue.path));
	});
	const byAdvice = new Map<string, string[]>([[first!.description, []]]);
	for (const { message, description } of others) {
		const messages = byAdvice.get(description) ?? [];
		byAdvice.set(description, [...messages, `${message}.`]);
	}
	const sentences = [...byAdvice].flatMap(([advice, messages]) => [...messages, advice]);
	return { message: first!.message, description: sentences.join(' ') };
}

/**
 * Checks values by rules.
 *
 * @param fields the parameters of the values, for the labels in messages
 * @throws an error that names the parameter as the editor shows it, and the item
 */
export function validate<T>(
	context: NodeContext,
	rules: z.ZodType<T, z.ZodTypeDef, unknown>,
	fields: INodeProperties[],
	values: unknown,
): T {
	const checked = rules.safeParse(values);
	if (checked.success) return checked.data;
	const issues = checked.error;
	const error = operationError(context, describeIssues(issues, fields));
	refusals.set(error, (secrets) =>
		describeIssues(issues, fields, (path) => quoted(valueAt(values, path), secrets)),
	);
	throw error;
}

/** The messages of the errors of `validate` that quote the values. */
const refusals = new WeakMap<Error, (secrets: Secrets) => Message>();

/**
 * Quotes the values in an error of `validate`: only who has read the credential can leave out its secrets. These are left
 * out of any other value in an error, too, such as a reference.
 */
export function quoteValues(error: NodeApiError | NodeOperationError, secrets: Secrets) {
	Object.assign(error, refusals.get(error)?.(secrets));
	error.message = secrets.redact(error.message);
	if (error.description) error.description = secrets.redact(error.description);
}

/** Puts the label in front of a message; in a collection, also the number of the entry and the label of its part. */
function labelled(fields: INodeProperties[], [name, index, part]: Path, message: string): string {
	const field = fieldOf(fields, String(name));
	const label = field?.displayName ?? String(name);
	if (field?.type !== 'fixedCollection' || typeof index !== 'number') {
		return withLabel(label, message);
	}
	const [{ values }] = field.options as [INodePropertyCollection];
	const inner = part === undefined ? undefined : labelOf(values, String(part));
	return withEntryLabel(label, index + 1, inner, message);
}

/** Returns the label that the editor shows for a field, by its name in a request or as a parameter. */
export function labelOf(fields: INodeProperties[], name: string): string {
	return fieldOf(fields, name)?.displayName ?? name;
}

function fieldOf(fields: INodeProperties[], name: string): INodeProperties | undefined {
	for (const field of fields) {
		const inner = field.type === 'collection' ? (field.options as INodeProperties[]) : [];
		const named = [field, ...inner].find(
			(one) => (one.routing?.send?.property ?? one.name) === name,
		);
		if (named) return named;
	}
	return undefined;
}
