/**
 * After a 401, n8n requests a new token with OAuth2. If that fails, n8n throws the error of that request instead: it is
 * about the token, and the request itself was refused.
 */
import { isObject } from '../shared/record';
import { NO_TOKEN, type Parts, type TokenFailure } from './clientError';
import { isCertificateRefused } from './networkCause';

/** The code of n8n if the response of the token endpoint has an `error` (client-oauth2). */
const REFUSED = 'EAUTH';

/** The errors that are refusals (RFC 6749, 5.2). */
const REFUSALS = [
	'invalid_client',
	'invalid_grant',
	'invalid_request',
	'invalid_scope',
	'unauthorized_client',
	'unsupported_grant_type',
];

/** The errors of n8n about a credential that was saved without Connect (n8n-core, oauth). */
const NOT_CONNECTED = /^(OAuth credentials not connected|Unable to sign without access token)/;

/** The errors of n8n if access was revoked, or without a refresh token. */
const RECONNECT =
	/^The credential .+ needs to be reconnected|^OAuth access token expired and no refresh|^refreshToken is required/;

/** Reads why a token was not renewed; undefined if the request that failed was not the one of a token. */
export function tokenFailureOf(parts: Parts): TokenFailure | undefined {
	const { code, message, config, body, tokenFailure } = parts;
	if (tokenFailure) return tokenFailure;
	if (NOT_CONNECTED.test(String(message))) return 'notConnected';
	if (RECONNECT.test(String(message))) return 'reconnect';
	if (code === REFUSED) {
		// n8n 2.0 does not keep the body.
		const { error } = isObject(body) ? body : {};
		return error === undefined || REFUSALS.includes(error as string) ? 'refused' : 'passing';
	}
	const isOfEndpoint = code === NO_TOKEN || /\/oauth\/token$/.test(String(config?.url));
	if (!isOfEndpoint) return undefined;
	return isCertificateRefused(String(code)) || isLasting(parts) ? 'lasting' : 'passing';
}

/** Returns whether the token endpoint refuses the request with a status, whoever sends it. */
function isLasting({ status }: Parts): boolean {
	return (
		typeof status === 'number' && status >= 300 && status < 500 && ![408, 429].includes(status)
	);
}
