/**
 * After a 401, n8n requests a new token with OAuth2. If that fails, n8n throws the error of that request instead: it is
 * about the token, and the request itself was refused.
 */
import { NO_TOKEN, type Parts } from './clientError';
import type { HttpFailure } from './httpFailure';
import { isCertificateRefused } from './networkCause';

/** The code of n8n if the token endpoint refuses the app, its secret or its refresh token (client-oauth2). */
const REFUSED = 'EAUTH';

/**
 * The errors of n8n if access was revoked, or without a refresh token (n8n-core, oauth), and of the token endpoint, for which
 * n8n 2.0 does not keep the code.
 */
const MESSAGES =
	/^The credential .+ needs to be reconnected|^OAuth access token expired and no refresh|^refreshToken is required|^Unsupported content type: /;

/** A status of the token endpoint that stays: its address is wrong, or it refuses the request. */
const LASTING_STATUS = /^HTTP status (?!408|429)[34]\d\d$/;

/** Returns whether the request that failed was the one of a new token. */
export function isOfTokenRequest({ code, message, config, isTokenExpired }: Parts): boolean {
	return (
		isTokenExpired === true ||
		code === REFUSED ||
		code === NO_TOKEN ||
		/\/oauth\/token$/.test(String(config?.url)) ||
		MESSAGES.test(String(message))
	);
}

/** Returns whether HitPay does not accept the app of the credential, its secret or its authorization. */
export function isAppRefused({ isTokenExpired, code }: HttpFailure): boolean {
	return isTokenExpired && code === REFUSED;
}

/** Returns whether the token may be renewed a moment later: the token endpoint is unavailable, or limits its requests. */
export function isTokenDelayed({ isTokenExpired, code, message = '' }: HttpFailure): boolean {
	if (!isTokenExpired || code === undefined || code === REFUSED) return false;
	return !isCertificateRefused(code) && !LASTING_STATUS.test(message);
}
