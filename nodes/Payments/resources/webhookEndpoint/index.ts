import { resource } from '../resource';
import { deleteOperation } from './delete';
import { getMany } from './getMany';

export const webhookEndpoint = resource(
	{ name: 'Webhook Endpoint', value: 'webhookEndpoint', preselected: getMany },
	[deleteOperation, getMany],
);
