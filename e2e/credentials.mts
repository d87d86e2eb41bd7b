import { authorize } from './consent.mjs';
import type { Editor } from './editor.mjs';
import type { Simulator } from './simulator.mjs';

/**
 * Creates both credentials for a simulator as a user does.
 *
 * @returns their IDs by type
 * @throws Error when n8n does not accept one of them
 */
export async function setUpCredentials(editor: Editor, simulator: Simulator) {
	const environment = { environment: 'custom', apiUrl: simulator.url };
	const key = { ...environment, apiKey: simulator.apiKey, webhookSalt: simulator.salt };
	const paymentsApi = await editor.createCredential('Payments account', 'paymentsApi', key);
	const test = await editor.testCredential(paymentsApi, 'Payments account', 'paymentsApi', key);
	if (test.status !== 'OK') throw new Error(`The API key was not accepted: ${test.message}`);

	const { clientId, clientSecret } = simulator.oauthApp;
	const paymentsOAuth2Api = await editor.createCredential(
		'Payments account (OAuth2)',
		'paymentsOAuth2Api',
		{
			...environment,
			dashboardUrl: simulator.url,
			clientId,
			clientSecret,
			scope: 'business:read payments',
		},
	);
	await editor.connect(paymentsOAuth2Api, authorize);
	return { paymentsApi, paymentsOAuth2Api };
}

/** The values to practise making both credentials: of the simulator alone, so none of it is a secret. */
export function practiceValues({ url, apiKey, salt, oauthApp }: Simulator): string {
	return `
  To practise, make a credential with Environment = Custom:
  API URL and Dashboard URL:  ${url}
  API Key:                    ${apiKey}
  Webhook Salt:               ${salt}
  Client ID (OAuth2):         ${oauthApp.clientId}
  Client Secret (OAuth2):     ${oauthApp.clientSecret}
`;
}
