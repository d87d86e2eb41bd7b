import { createRequire } from 'node:module';
import type { INode, INodeParameters, INodeTypeDescription } from 'n8n-workflow';

// Its ES modules import each other without file extensions, which Node does not resolve.
const { NodeHelpers } = createRequire(import.meta.url)(
	'n8n-workflow',
) as typeof import('n8n-workflow');

/** Returns the issues that the editor marks with a red triangle. */
export function complaintsOf(node: INode, type: INodeTypeDescription): object | null {
	return NodeHelpers.getNodeParametersIssues(type.properties, node, type);
}

/** Returns all parameters of a node, including defaults. */
export function inFull(node: INode, type: INodeTypeDescription): INodeParameters | null {
	return NodeHelpers.getNodeParameters(type.properties, node.parameters, true, false, node, type);
}

/** Returns the parameters that the editor saves: known ones that differ from their default. */
export function asSaved(node: INode, type: INodeTypeDescription): INodeParameters | null {
	return NodeHelpers.getNodeParameters(type.properties, node.parameters, false, false, node, type);
}
