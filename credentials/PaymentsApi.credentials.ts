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
			description: 'The API key of the business, as the dashboard of this environment shows it',
		},
		webhookSaltField,
		endpointSaltField,
		...pinnedToHost,
	];

	/**
	 * Adds the key (docs/interface.md, Authentication), and only for the host that it belongs to. A
	 * redirect is not followed: it would carry the header along to wherever it points.
	 *
	 * @throws UserError when the request goes to another host, or the credential's is not an address
	 */
	// eslint-disable-next-line @typescript-eslint/require-await -- n8n wants a promise
	authenticate: IAuthenticate = async (credentials, request) => {
		const address = apiAddress(credentials);
		if (!URL.canParse(address)) {
			throw new UserError(
				"'API URL' is not a web address. Enter the complete address, beginning with https://.",
			);
		}
		const { origin } = new URL(address);
		// The HTTP Request node hands over a request of the older kind, whose address is its `uri`.
		const target = request.url ?? (request as { uri?: string }).uri;
		if (new URL(target, request.baseURL).origin !== origin) {
			throw new UserError(
				`The API key is only sent to ${origin}, the host of the credential's environment. Send the request there, or choose another credential.`,
			);
		}
		return {
			...request,
			disableFollowRedirect: true,
			// The same for requests of the older kind.
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
					message:
						"The service does not know this API key. Check that the key is complete and that 'Environment' is the one it was made in.",
				},
			},
		],
	};
}
