/**
 * After a 401, n8n requests a new token with OAuth2. If that fails, n8n throws the error of that request instead: it is
 * about the token, and the request itself was refused.
 */
import type { Parts } from './clientError';
import type { HttpFailure } from './httpFailure';

/** The code of n8n if the token endpoint refuses the app, its secret or its refresh token (client-oauth2). */
const REFUSED = 'EAUTH';

/** The code of n8n if the token endpoint returns another failure, or no token (client-oauth2). */
const NO_TOKEN = 'ESTATUS';

/** The error of n8n if access was revoked (n8n-core, oauth). */
const RECONNECT_MESSAGE = /^The credential .+ needs to be reconnected/;

/** Returns whether the request that failed was the one of a new token. */
export function isOfTokenRequest({ code, message, config, isTokenExpired }: Parts): boolean {
	return (
		isTokenExpired === true ||
		code === REFUSED ||
		code === NO_TOKEN ||
		/\/oauth\/token$/.test(String(config?.url)) ||
		RECONNECT_MESSAGE.test(String(message))
	);
}

/** Returns whether HitPay does not accept the app of the credential, or its secret. */
export function isAppRefused({ isTokenExpired, code }: HttpFailure): boolean {
	return isTokenExpired && code === REFUSED;
}

/** Returns whether the token may be renewed a moment later: the token endpoint is unavailable, or limits its requests. */
export function isTokenDelayed({ isTokenExpired, code }: HttpFailure): boolean {
	return isTokenExpired && code !== undefined && code !== REFUSED;
}
