import type { IExecuteFunctions, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { latestRunOf } from './run';
import { isSummarized } from './summary';

/** A resource of the node, and its operations. */
interface Resource {
	option: { value: string | number | boolean };
	operations: INodePropertyOptions[];
	/** By the values of the operations. */
	outputs: Record<string, { isRead?: boolean }>;
}

/**
 * Returns n8n's custom operations of all that create or delete something, or move money: each runs the node as n8n does, then shows
 * how its items ended. Only custom operations can show a hint: an item cannot (n8n 2.0.0 and 2.41.1).
 */
export function summarized(
	resources: Resource[],
	nodeType: INodeType,
): INodeType['customOperations'] {
	async function run(this: IExecuteFunctions) {
		// n8n adds it to a node with routing.
		const output = await nodeType.execute!.call(this);
		const message = latestRunOf(this.getExecuteData())?.summary.message(this.getInputData().length);
		if (message) this.addExecutionHints({ message, location: 'outputPane' });
		return output;
	}
	const ofResource = resources.map(({ option, operations, outputs }) => {
		const writes = operations.filter(
			({ value, routing }) =>
				isSummarized(routing?.request?.method) && !outputs[String(value)]!.isRead,
		);
		return [
			String(option.value),
			Object.fromEntries(writes.map(({ value }) => [value, run])),
		] as const;
	});
	return Object.fromEntries(ofResource);
}
