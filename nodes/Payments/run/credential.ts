import type { NodeContext } from './context';

/** n8n's functions wherever requests are sent, also without items or a time zone. */
type CredentialContext = Pick<NodeContext, 'getNode' | 'getNodeParameter'>;

/** Returns the credential type that 'Authentication' selects. */
export function credentialType(context: CredentialContext): string {
	return context.getNodeParameter('authentication') === 'oAuth2'
		? 'paymentsOAuth2Api'
		: 'paymentsApi';
}

/** Returns n8n's ID of the node's credential; without one, the ID of the node. */
export function credentialId(context: CredentialContext): string {
	const { credentials, id } = context.getNode();
	return credentials?.[credentialType(context)]?.id ?? id;
}
