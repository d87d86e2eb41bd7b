import type { IAuthenticate, ICredentialType, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { keyHeader, withoutRedirects } from './apiKey';
import {
	apiAddress,
	apiUrlField,
	endpointSaltField,
	environmentField,
	inDashboard,
	pinnedToHost,
	platformKeyField,
	webhookSaltField,
} from './environments';
import { credentialMessages } from './messages';

export class PaymentsApi implements ICredentialType {
	name = 'paymentsApi';

	displayName = 'HitPay Payments API';

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
			description: 'The API key of the business, from the HitPay dashboard of this environment',
			hint: inDashboard('The key is under Settings > Payment Gateway > API Keys'),
		},
		webhookSaltField,
		endpointSaltField,
		platformKeyField,
		...pinnedToHost,
	];

	/**
	 * Adds the key to a request, only if that goes to the host of the key.
	 *
	 * @throws UserError if the request goes to another host, or the credential's environment or URL is not valid
	 */
	// eslint-disable-next-line @typescript-eslint/require-await -- n8n's type is a promise, which an error here has to reject
	authenticate: IAuthenticate = async (credentials, request) => {
		const address = apiAddress(credentials);
		if (address === undefined) {
			throw new UserError(credentialMessages.unknownEnvironment);
		}
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
			...withoutRedirects,
			headers: { ...request.headers, ...keyHeader(credentials) },
		};
	};
}
