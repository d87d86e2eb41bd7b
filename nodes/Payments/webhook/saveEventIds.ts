import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { saveIds, savesIds } from '../run/executionData';

/**
 * Runs as the first node of the execution that an event started: passes the event on, and saves its IDs if the option is
 * set. Where the notification is handled, there is no execution yet.
 */
export function saveEventIds(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getInputData();
	if (savesIds(this.getNodeParameter('options', 0, {}))) {
		const proxy = this.getWorkflowDataProxy(0);
		for (const { json } of items) saveIds(proxy, json);
	}
	return Promise.resolve([items]);
}
