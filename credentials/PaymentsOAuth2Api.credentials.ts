import type { ICredentialType, INodeProperties } from 'n8n-workflow';

import {
	addressExpression,
	apiUrlField,
	dashboardUrlField,
	endpointSaltField,
	environmentField,
	pinnedToHost,
	webhookSaltField,
} from './environments';

/**
 * Delegated access to one merchant's business by the authorization code flow (docs/interface.md,
 * OAuth2). n8n does the flow, sends the access token as Bearer and refreshes it after a 401.
 */
export class PaymentsOAuth2Api implements ICredentialType {
	name = 'paymentsOAuth2Api';

	displayName = 'Payments OAuth2 API';

	extends = ['oAuth2Api'];

	documentationUrl =
		'https://github.com/n8n-nodes-payments/n8n-nodes-payments?tab=readme-ov-file#credentials';

	icon = {
		light: 'file:../icons/payments.svg',
		dark: 'file:../icons/payments.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		environmentField,
		apiUrlField,
		dashboardUrlField,
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'hidden',
			default: 'authorizationCode',
		},
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'hidden',
			default: `={{ (${addressExpression('dashboard', '$self')}) + '/oauth/authorize' }}`,
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			default: `={{ (${addressExpression('api', '$self')}) + '/v1/open/oauth/token' }}`,
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: 'business:read payments',
			description:
				'What the app may do, separated by spaces. Ask only for scopes that were approved for the app: one that was not makes the authorization fail.',
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default: '',
		},
		{
			// The token endpoint takes the client's credentials in the body (docs/interface.md, OAuth2).
			displayName: 'Authentication',
			name: 'authentication',
			type: 'hidden',
			default: 'body',
		},
		// A secret, though the rule does not know it by its name: with it others could earn commissions.
		// eslint-disable-next-line @n8n/community-nodes/credential-unnecessary-password
		{
			displayName: 'Platform Key',
			name: 'platformKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Only for platforms that earn a commission: the key that is sent along when a payment request is created',
		},
		webhookSaltField,
		endpointSaltField,
		...pinnedToHost,
	];
}
