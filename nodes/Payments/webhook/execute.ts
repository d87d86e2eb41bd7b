import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { onlyNew, startsOnce } from '../run/eachEventOnce';
import { saveIds, savesIds } from '../run/executionData';

/**
 * Runs as the first node of the execution that an event started: stops an event that started the workflow before, and saves
 * the IDs of others, as the options say. Where the notification is handled, there is no execution yet.
 */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const received = this.getInputData();
	const options = this.getNodeParameter('options', 0, {});
	const items = startsOnce(options)
		? await onlyNew(this, received, ({ json }) => [json.event_id as string])
		: received;
	if (savesIds(options)) {
		const proxy = this.getWorkflowDataProxy(0);
		for (const { json } of items) saveIds(proxy, json);
	}
	return [items];
}
