import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';

/**
 * The only place that knows the service's hosts (docs/interface.md, Hosts).
 * Custom is typed in by the user: a proxy, or the simulator.
 */
const hosts = {
	production: { api: 'https://api.hit-pay.com', dashboard: 'https://dashboard.hit-pay.com' },
	sandbox: {
		api: 'https://api.sandbox.hit-pay.com',
		dashboard: 'https://dashboard.sandbox.hit-pay.com',
	},
};

type Side = 'api' | 'dashboard';

/**
 * An expression that gives the base address of the credential's environment, without a slash at
 * its end.
 *
 * @param side `api` for requests, `dashboard` for the page on which a merchant authorizes an app
 * @param credential what the credential is called where the expression runs: `$credentials` in a
 *   node or a credential test, `$self` in the credential's own hidden fields
 */
export function addressExpression(side: Side, credential: '$credentials' | '$self'): string {
	const typed = `${credential}.${side}Url.trim().replace(/\\/+$/, '')`;
	const known = `${credential}.environment === 'sandbox' ? '${hosts.sandbox[side]}' : '${hosts.production[side]}'`;
	return `${credential}.environment === 'custom' ? ${typed} : ${known}`;
}

/** The address of the API that this credential's key belongs to. */
export function apiAddress({ environment, apiUrl }: ICredentialDataDecryptedObject): string {
	if (environment === 'custom') return (apiUrl ?? '') as string;
	return environment === 'sandbox' ? hosts.sandbox.api : hosts.production.api;
}

/** The choice of environment, first in both credentials. */
export const environmentField: INodeProperties = {
	displayName: 'Environment',
	name: 'environment',
	type: 'options',
	options: [
		{ name: 'Production', value: 'production', description: 'Real payments' },
		{ name: 'Sandbox', value: 'sandbox', description: 'Test payments, with an account of its own' },
		{ name: 'Custom', value: 'custom', description: 'An address that you type in' },
	],
	default: 'production',
	description: 'Where the key belongs. It is sent to no other host.',
};

/** Where requests go in the Custom environment. */
export const apiUrlField: INodeProperties = {
	displayName: 'API URL',
	name: 'apiUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://payments.example.com',
	description: 'The address in front of /v1',
	displayOptions: { show: { environment: ['custom'] } },
};

/** Where a merchant authorizes an app in the Custom environment. */
export const dashboardUrlField: INodeProperties = {
	...apiUrlField,
	displayName: 'Dashboard URL',
	name: 'dashboardUrl',
	placeholder: 'e.g. https://dashboard.example.com',
	description: 'The address in front of /oauth/authorize',
};

/** The secret with which notifications are signed: what the Payments Trigger checks them with. */
export const webhookSaltField: INodeProperties = {
	displayName: 'Webhook Salt',
	name: 'webhookSalt',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description:
		'The salt that the dashboard shows next to the API key. Only needed to check the signatures of notifications.',
};

/** The secret of one endpoint of the account: each has its own (docs/interface.md, Event). */
export const endpointSaltField: INodeProperties = {
	displayName: 'Endpoint Salt',
	name: 'endpointSalt',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description:
		'The salt that the dashboard shows beside a webhook endpoint. Only needed to check the signatures of a Payments Trigger that listens to all events of the account.',
};

/**
 * Keeps n8n's HTTP Request node, which can borrow any credential, from sending the key elsewhere:
 * n8n allows requests with this credential only to the host of its environment. Hidden, since
 * there is nothing to choose.
 */
export const pinnedToHost: INodeProperties[] = [
	{
		displayName: 'Allowed HTTP Request Domains',
		name: 'allowedHttpRequestDomains',
		type: 'hidden',
		default: 'domains',
	},
	{
		displayName: 'Allowed Domains',
		name: 'allowedDomains',
		type: 'hidden',
		default: `={{ (${addressExpression('api', '$self')}).replace(/^https?:\\/\\//i, '').replace(/[:\\/].*$/, '') }}`,
	},
];
