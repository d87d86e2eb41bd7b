import type { IDataObject } from 'n8n-workflow';

import { joined, recordType, time, unchanged } from '../../output/recordType';

/** docs/interface.md, Webhook endpoints. */
export const webhookEndpointRecord = recordType(
	{
		id: unchanged,
		name: unchanged,
		url: unchanged,
		event_types: joined,
		workflow_id: workflowId,
		created_at: time,
	},
	{
		business_id: unchanged,
		updated_at: time,
	},
);

/** Returns the workflow whose Payments Trigger created the endpoint: its name contains it. Null for any other. */
function workflowId({ name }: IDataObject): string | null {
	return (typeof name === 'string' && /^n8n:([^:]+):/.exec(name)?.[1]) || null;
}
