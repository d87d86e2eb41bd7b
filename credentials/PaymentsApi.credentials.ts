import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import {
	addressExpression,
	apiAddress,
	apiUrlField,
	endpointSaltField,
	environmentField,
	pinnedToHost,
	webhookSaltField,
} from './environments';
import { credentialMessages } from './messages';

export class PaymentsApi implements ICredentialType {
	name = 'paymentsApi';

	displayName = 'Payments API';

	documentationUrl =
		'https://github.com/n8n-nodes-payments/n8n-nodes-payments?tab=readme-ov-file#credentials';

	icon = {
		light: 'file:../icons/payments.svg',
		dark: 'file:../icons/payments.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		environmentField,
		apiUrlField,
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The API key of the business, from the dashboard of this environment',
		},
		webhookSaltField,
		endpointSaltField,
		...pinnedToHost,
	];

	/**
	 * Adds the key (docs/interface.md, Authentication), and only for the host that it belongs to. Redirects are
	 * not followed: they would forward the header to other hosts.
	 *
	 * @throws UserError if the request goes to another host, or the credential's URL is not valid
	 */
	// eslint-disable-next-line @typescript-eslint/require-await -- n8n expects a promise
	authenticate: IAuthenticate = async (credentials, request) => {
		const address = apiAddress(credentials);
		if (!URL.canParse(address)) {
			throw new UserError(credentialMessages.notAUrl);
		}
		const { origin } = new URL(address);
		// The HTTP Request node passes a request in n8n's older format, whose URL is its `uri`.
		const target = request.url ?? (request as { uri?: string }).uri;
		if (new URL(target, request.baseURL).origin !== origin) {
			throw new UserError(credentialMessages.otherHost(origin));
		}
		return {
			...request,
			disableFollowRedirect: true,
			// The same for requests in the older format.
			...{ followRedirect: false, followAllRedirects: false },
			headers: {
				...request.headers,
				'X-BUSINESS-API-KEY': ((credentials.apiKey ?? '') as string).trim(),
			},
		};
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ ${addressExpression('api', '$credentials')} }}`,
			url: '/v1/info',
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message: credentialMessages.unknownKey,
				},
			},
		],
	};
}
