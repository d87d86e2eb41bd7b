import type { IExecuteFunctions, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { onlyNew } from '../run/eachEventOnce';
import { idsOf, poll } from './poll';

/**
 * Runs as the first node of the execution that a poll started: stops the records whose events started the workflow before.
 * In a poll, there is no execution yet. A manual run polls here, since n8n polls no node that has this function.
 */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const isManual = this.getMode() === 'manual';
	const [items = []] = isManual ? ((await poll.call(pollOf(this))) ?? []) : [this.getInputData()];
	const left = await onlyNew(this, items, ({ json }) => idsOf(json));
	for (const { json } of left) delete json.event_ids;
	return [left];
}

/** Returns n8n's functions of an execution as those of a poll, which has no items. */
function pollOf(context: IExecuteFunctions): IPollFunctions {
	const getNodeParameter = (name: string, otherwise?: object) =>
		context.getNodeParameter(name, 0, otherwise);
	return Object.assign(Object.create(context) as IPollFunctions, { getNodeParameter });
}
