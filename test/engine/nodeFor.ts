import type { INodeParameters } from 'n8n-workflow';

import { Payments } from '../../nodes/Payments/Payments.node.js';

const nodes = new Map<string, Payments>();

/**
 * Returns the node with the fields of one operation. n8n reads the fields of all operations several times for each item,
 * which took a third of the tests. operations.test.ts runs each operation with all fields, and so does e2e/.
 */
export function nodeFor(parameters: INodeParameters): Payments {
	const { resource, operation } = parameters as Record<string, string>;
	const name = JSON.stringify([resource, operation]);
	const known = nodes.get(name);
	if (known) return known;
	const node = new Payments();
	const { description } = node;
	const own = description.properties.filter(({ displayOptions: { show = {} } = {} }) => {
		const isOfResource = show.resource?.includes(resource) ?? true;
		return isOfResource && (show.operation?.includes(operation) ?? true);
	});
	// Of an operation that is not known here, such as an expression, n8n finds the fields.
	const isKnown = own.some(({ displayOptions }) => displayOptions?.show?.operation);
	if (isKnown) description.properties = own;
	nodes.set(name, node);
	return node;
}
