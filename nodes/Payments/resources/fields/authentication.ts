import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

/** The credentials of the triggers, by the value of 'Authentication'; those of the Payments node are the same. */
export const credentials: INodeCredentialDescription[] = [
	{
		name: 'paymentsApi',
		required: true,
		displayOptions: { show: { authentication: ['apiKey'] } },
	},
	{
		name: 'paymentsOAuth2Api',
		required: true,
		displayOptions: { show: { authentication: ['oAuth2'] } },
	},
];

/** The choice of the credential; n8n shows it beside the credentials. */
export const authenticationField: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	options: [
		{ name: 'API Key', value: 'apiKey' },
		{ name: 'OAuth2', value: 'oAuth2' },
	],
	default: 'apiKey',
	description: 'API Key for your own business, OAuth2 for a business that authorized your app',
};
