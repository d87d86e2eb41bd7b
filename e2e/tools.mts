import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodeTypeDescription,
	NodeParameterValueType,
} from 'n8n-workflow';

/** A Payments node as a tool. */
export interface Tool {
	/** The name of the node; the model sees other characters than letters as underscores. */
	name: string;
	parameters: INodeParameters;
}

/** The input schema that a model is offered, by field name. */
export type Offer = Record<string, { type: string; description?: string }>;

/** Types of parameters that have no value. Those without expressions are never left to a model either. */
const silent = ['notice', 'callout', 'hidden'];

/** Returns the expression that lets the model fill a parameter. */
export function fromAI(name: string, type = 'string', description = ''): string {
	return `={{ $fromAI(${[name, description, type].map((one) => JSON.stringify(one)).join(', ')}) }}`;
}

/**
 * Returns a tool for each operation in which the model fills every parameter.
 *
 * @param type the description of the tool
 */
export function everyOperation(
	type: INodeTypeDescription,
): Array<Tool & { action?: string; offer: Offer }> {
	return optionsOf(type.properties, 'resource').flatMap(({ name: of, value: resource }) => {
		const ofResource = shownFor(type.properties, 'resource', resource);
		return optionsOf(ofResource, 'operation').map(({ name, action, value: operation }) => {
			const offer: Offer = {};
			const left = leave(shownFor(ofResource, 'operation', operation), offer);
			const parameters = { resource, operation, ...left };
			return { name: `${of} ${name}`, parameters, action, offer };
		});
	});
}

/** Returns a workflow that connects tools to its last node. */
export function withTools(
	end: { name: string; type: string; typeVersion: number; parameters: INodeParameters },
	tools: Tool[],
	account: string,
) {
	const rest = { position: [0, 0] };
	return {
		name: end.name,
		settings: { executionOrder: 'v1' },
		nodes: [
			{ ...rest, ...end, id: end.name },
			...tools.map((tool) => ({
				...rest,
				...tool,
				id: tool.name,
				type: 'n8n-nodes-payments.paymentsTool',
				typeVersion: 1,
				credentials: { paymentsApi: { id: account, name: 'Payments account' } },
			})),
		],
		connections: Object.fromEntries(
			tools.map(({ name }) => [
				name,
				{ ai_tool: [[{ node: end.name, type: 'ai_tool', index: 0 }]] },
			]),
		),
	};
}

function shownFor(properties: INodeProperties[], of: string, value: string) {
	return properties.filter(({ displayOptions }) => displayOptions?.show?.[of]?.includes(value));
}

/** Returns the options of all parameters with a name. */
export function optionsOf(properties: INodeProperties[], name: string) {
	const options = properties.filter((one) => one.name === name).flatMap((one) => one.options ?? []);
	const named = options as Array<{ name: string; value: string; action?: string }>;
	// n8n adds this one to lead users to the HTTP Request node.
	return named.filter(({ value }) => value !== '__CUSTOM_API_CALL__');
}

/**
 * Lets the model fill parameters, as the button beside each does in the editor, but with the parameter's
 * own description.
 *
 * @param prefix the editor's prefix for parameters that can be repeated
 */
function leave(properties: INodeProperties[], offer: Offer, prefix = ''): INodeParameters {
	const left = properties.filter((one) => !silent.includes(one.type) && !one.noDataExpression);
	return Object.fromEntries(left.map((one) => [one.name, leaveOne(one, offer, prefix)]));
}

function leaveOne(
	property: INodeProperties,
	offer: Offer,
	prefix: string,
): Exclude<NodeParameterValueType, undefined> {
	const { displayName, type, description, options = [], typeOptions } = property;
	if (type === 'collection') return leave(options as INodeProperties[], offer, prefix);
	if (type === 'fixedCollection') {
		const groups = (options as INodePropertyCollection[]).map(({ name, values }) => {
			const several = typeOptions?.multipleValues;
			const one = leave(values, offer, several ? `${name}0_` : prefix);
			return [name, several ? [one] : one];
		});
		return Object.fromEntries(groups) as INodeParameters;
	}
	const name = `${prefix}${displayName}`.replace(/[^a-zA-Z0-9-]/g, '_');
	if (name in offer) throw new Error(`Two parameters would have the name ${name}`);
	const asked = ['number', 'boolean', 'json'].includes(type) ? type : 'string';
	offer[name] = { type: asked, description };
	const value = fromAI(name, asked, description);
	return type === 'resourceLocator' ? { __rl: true, mode: 'id', value } : value;
}
