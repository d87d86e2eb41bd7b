import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';

import { enteredText } from './text';

/**
 * The hosts of the Payments API, which no other file repeats (docs/interface.md, Hosts). The user enters the host of
 * Custom: a proxy, or the simulator.
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
 * Returns an expression for the base URL of the credential's environment, without a slash at its end; empty if an
 * expression returns another environment, which is never taken for Production.
 *
 * @param side `api` for requests, `dashboard` for the page on which a merchant authorizes an app
 * @param credential the name of the credential where the expression runs: `$credentials` in a
 *   node or a credential test, `$self` in the credential's own hidden fields
 */
export function addressExpression(side: Side, credential: '$credentials' | '$self'): string {
	const typed = `String(${credential}.${side}Url).trim().replace(/\\/+$/, '')`;
	const is = (environment: string) => `${credential}.environment === '${environment}'`;
	const known = (environment: keyof typeof hosts) =>
		`${is(environment)} ? '${hosts[environment][side]}'`;
	return `${is('custom')} ? ${typed} : ${known('sandbox')} : ${known('production')} : ''`;
}

/**
 * Returns the URL of the API that the credential's key belongs to; undefined if the environment is none of the options: an
 * expression may return any value.
 */
export function apiAddress({
	environment,
	apiUrl,
}: ICredentialDataDecryptedObject): string | undefined {
	if (environment === 'custom') return enteredText(apiUrl);
	return Object.entries(hosts).find(([name]) => name === environment)?.[1].api;
}

/** The choice of environment, first in both credentials. */
export const environmentField: INodeProperties = {
	displayName: 'Environment',
	name: 'environment',
	type: 'options',
	options: [
		{ name: 'Production', value: 'production', description: 'Real payments' },
		{ name: 'Sandbox', value: 'sandbox', description: 'Test payments, with a separate account' },
		{ name: 'Custom', value: 'custom', description: 'A URL that you enter' },
	],
	default: 'production',
	description:
		'The environment that the key or the app was created in. The key is only sent to its host.',
};

/** Where requests go in the Custom environment. */
export const apiUrlField: INodeProperties = {
	displayName: 'API URL',
	name: 'apiUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://payments.example.com',
	description: 'The URL before /v1',
	displayOptions: { show: { environment: ['custom'] } },
};

/** Where a merchant authorizes an app in the Custom environment. */
export const dashboardUrlField: INodeProperties = {
	...apiUrlField,
	displayName: 'Dashboard URL',
	name: 'dashboardUrl',
	placeholder: 'e.g. https://dashboard.example.com',
	description: 'The URL before /oauth/authorize',
};

/** Returns a hint with a link to the dashboard. @param where the place in the dashboard */
export function inDashboard(where: string): string {
	const links = Object.entries(hosts).map(
		([environment, { dashboard }]) => `<a href="${dashboard}" target="_blank">${environment}</a>`,
	);
	return `${where} in the HitPay dashboard: ${links.join(' or ')}`;
}

/** The key of a platform. Sources differ in the credential that it belongs to, so both have it (docs/dialects.md). */
export const platformKeyField: INodeProperties = {
	displayName: 'Platform Key',
	name: 'platformKey',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description: 'Optional: the key of the platform, which is sent when a payment request is created',
	hint: 'Optional. Only for platforms that earn a commission',
};

/** The secret by which notifications are signed and verified. */
export const webhookSaltField: INodeProperties = {
	displayName: 'Webhook Salt',
	name: 'webhookSalt',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description:
		'Optional: the Payments Trigger verifies the signatures of notifications with it. Without it, the trigger asks the Payments API.',
	hint: inDashboard(
		'Optional. For payment requests and payment links. With it, the trigger has the customer only with Options > Include Charge. The salt is next to the API key',
	),
};

/** The secret of one endpoint of the account: each has its own (docs/interface.md, Event). */
export const endpointSaltField: INodeProperties = {
	displayName: 'Endpoint Salt',
	name: 'endpointSalt',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description:
		'Optional: for a Payments Trigger that listens to all events of the account, which are signed with a salt of their own',
	hint: inDashboard(
		'Optional. For events of the whole account. The salt is next to the webhook endpoint',
	),
};

/**
 * Prevents n8n's HTTP Request node, which can use any credential, from sending the key to other hosts: n8n allows
 * requests with this credential only to the host of its environment. Hidden, since there is no choice.
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
		// The host, also of IPv6. Without one, no host is allowed: n8n reports an empty text before the node does.
		default: `={{ (${addressExpression('api', '$self')}).replace(/^https?:\\/\\//i, '').match(/^(\\[[^\\]]*\\]|[^:\\/]*)/)[0] || 'invalid' }}`,
	},
];
