import type { NodeContext as Full } from './types';

type NodeContext = Pick<Full, 'getNode' | 'getNodeParameter'>;

/** The type of the credential that the node's Authentication names. */
export function credentialType(context: NodeContext): string {
	return context.getNodeParameter('authentication') === 'oAuth2'
		? 'paymentsOAuth2Api'
		: 'paymentsApi';
}

/** What tells credentials apart: n8n's id of the one that the node uses. */
export function credentialId(context: NodeContext): string {
	const { credentials, id } = context.getNode();
	return credentials?.[credentialType(context)]?.id ?? id;
}
