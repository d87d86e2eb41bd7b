import { createRequire } from 'node:module';
import type { INode, INodeParameters, INodeTypeDescription } from 'n8n-workflow';

// Its ECMAScript modules name each other without endings, which Node does not resolve.
const { NodeHelpers } = createRequire(import.meta.url)(
	'n8n-workflow',
) as typeof import('n8n-workflow');

/** What the editor complains of in a node, with a red triangle on the canvas. */
export function complaintsOf(node: INode, type: INodeTypeDescription): object | null {
	return NodeHelpers.getNodeParametersIssues(type.properties, node, type);
}

/** A node's parameters with those that are as by default. */
export function inFull(node: INode, type: INodeTypeDescription): INodeParameters | null {
	return NodeHelpers.getNodeParameters(type.properties, node.parameters, true, false, node, type);
}

/** A node's parameters as the editor saves them: only what it knows and what is not as by default. */
export function asSaved(node: INode, type: INodeTypeDescription): INodeParameters | null {
	return NodeHelpers.getNodeParameters(type.properties, node.parameters, false, false, node, type);
}
