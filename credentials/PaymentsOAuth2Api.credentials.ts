import type { ICredentialType, INodeProperties } from 'n8n-workflow';

import {
	addressExpression,
	apiUrlField,
	dashboardUrlField,
	endpointSaltField,
	environmentField,
	pinnedToHost,
	platformKeyField,
	webhookSaltField,
} from './environments';

/**
 * Delegated access to a merchant's business by the authorization code flow (docs/interface.md, OAuth2). n8n runs
 * the flow, sends the access token as Bearer and refreshes it after a 401.
 */
export class PaymentsOAuth2Api implements ICredentialType {
	name = 'paymentsOAuth2Api';

	displayName = 'HitPay Payments App OAuth2 API';

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
			// n8n shows its own field before those above, and this order cannot be changed.
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			default: '',
			required: true,
			description: 'The ID of your app, from the HitPay dashboard',
			hint: "Select 'Environment' below first: each environment has apps of its own",
		},
		{
			// PKCE is not offered: n8n would show its own choice before all other fields.
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
				'The permissions to request, separated by spaces. Only request scopes that are approved for the app: the authorization fails with any other.',
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default: '',
		},
		{
			// The token endpoint accepts the client's credentials in the body (docs/interface.md, OAuth2).
			displayName: 'Authentication',
			name: 'authentication',
			type: 'hidden',
			default: 'body',
		},
		webhookSaltField,
		endpointSaltField,
		platformKeyField,
		...pinnedToHost,
	];
}
