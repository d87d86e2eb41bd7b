import { createHash, randomBytes } from 'node:crypto';

import type { Settings } from '../options';
import type { Business } from './business';

const CLIENT_ID = 'simulator-client-id';

const CODE_LIFETIME_MS = 60_000;

/** In seconds: one year (docs/interface.md, Limits). */
const ACCESS_TOKEN_LIFETIME = 365 * 24 * 60 * 60;

/** State of a scope that has been requested for the app (docs/interface.md, States). */
export type ScopeState = 'pending' | 'approved' | 'rejected';

/** The platform's app, as its owner sees it at the dashboard. */
export interface OAuthApp {
	readonly clientId: string;
	/** The current secret; regenerating it changes this. */
	readonly clientSecret: string;
	readonly redirectUris: readonly string[];
	/** State of each scope that was requested. */
	readonly scopes: Readonly<Record<string, ScopeState>>;
	readonly deleted: boolean;
}

/** A response of the token endpoint (RFC 6749, 5.1). */
export interface TokenResponse {
	access_token: string;
	refresh_token: string;
	/** Seconds. */
	expires_in: number;
	token_type: 'Bearer';
	/** Separated by spaces. */
	scope: string;
}

/** An error of the token endpoint (RFC 6749, 5.2). */
export class OAuthError extends Error {
	constructor(
		readonly error: string,
		description: string,
		readonly statusCode = 400,
	) {
		super(description);
	}
}

interface Grant {
	business: Business;
	scope: string;
}

interface Code extends Grant {
	redirectUri: string;
	/** Of PKCE (RFC 7636, S256), if the authorization had one. */
	challenge?: string;
	expiresAt: number;
}

interface AccessToken extends Grant {
	expiresAt: number;
}

/** Delegated access: the app, its scopes, and the codes and tokens that were issued. */
export class OAuth {
	private secret: string;
	private isDeleted = false;
	private readonly scopes = new Map<string, ScopeState>();
	private readonly codes = new Map<string, Code>();
	private readonly accessTokens = new Map<string, AccessToken>();
	private readonly refreshTokens = new Map<string, Grant>();

	constructor(
		private readonly settings: Settings,
		private readonly firstBusiness: Business,
	) {
		this.secret = settings.clientSecret;
		// A new app has business:read only. The simulator's app has `payments` as well.
		this.scopes.set('business:read', 'approved');
		this.scopes.set('payments', 'approved');
	}

	get app(): OAuthApp {
		return {
			clientId: CLIENT_ID,
			clientSecret: this.secret,
			redirectUris: this.settings.redirectUris,
			scopes: Object.fromEntries(this.scopes),
			deleted: this.isDeleted,
		};
	}

	requestScope(scope: string) {
		this.scopes.set(scope, 'pending');
	}

	approveScope(scope: string) {
		this.scopes.set(scope, 'approved');
	}

	rejectScope(scope: string) {
		this.scopes.set(scope, 'rejected');
	}

	/** Whether every scope of the text (separated by spaces) has been approved for the app. */
	mayRequest(scope: string): boolean {
		const approved = [...this.scopes].filter(([, state]) => state === 'approved');
		const names = approved.map(([name]) => name);
		return scopeNames(scope).every((name) => covers(names, name));
	}

	hasClientId(clientId: unknown): boolean {
		return !this.isDeleted && clientId === CLIENT_ID;
	}

	/** Whether this is a redirect URL of the app. */
	mayRedirectTo(url: string): boolean {
		return this.settings.redirectUris.some((known) => matches(known, url));
	}

	/** Issues an authorization code: short-lived, single-use, bound to its redirect URL. */
	issueCode(business: Business, scope: string, redirectUri: string, challenge?: string): string {
		const code = secret('code');
		const expiresAt = this.settings.now() + CODE_LIFETIME_MS;
		this.codes.set(code, { business, scope, redirectUri, challenge, expiresAt });
		return code;
	}

	/** Issues tokens without the browser. */
	issueTokens(business = this.firstBusiness, scope = 'business:read payments'): TokenResponse {
		return this.issue({ business, scope });
	}

	/** Exchanges a code or refresh token for tokens (RFC 6749, 4.1.3 and 6; client credentials in the body, 2.3.1). */
	exchange(body: Record<string, unknown>): TokenResponse {
		if (!this.hasClientId(body.client_id) || body.client_secret !== this.secret) {
			throw new OAuthError('invalid_client', 'The client id or secret is not correct.', 401);
		}
		if (body.grant_type === undefined) throw missing('grant_type');
		if (body.grant_type === 'authorization_code') return this.redeemCode(body);
		if (body.grant_type === 'refresh_token') return this.refresh(body);
		throw new OAuthError(
			'unsupported_grant_type',
			'The grant type must be authorization_code or refresh_token.',
		);
	}

	/** Returns the grant of a valid Bearer token. */
	grantOf(accessToken: string): Grant | undefined {
		const token = this.accessTokens.get(accessToken);
		return token && token.expiresAt > this.settings.now() ? token : undefined;
	}

	/** Revokes all codes and tokens of a business. Default: of every business. */
	revoke(business?: Business) {
		for (const grants of [this.codes, this.accessTokens, this.refreshTokens]) {
			for (const [text, grant] of grants) {
				if (!business || grant.business === business) grants.delete(text);
			}
		}
	}

	/** Creates a new client secret, and revokes the old one and all tokens. */
	regenerateSecret(): string {
		this.secret = secret('secret');
		this.revoke();
		return this.secret;
	}

	deleteApp() {
		this.isDeleted = true;
		this.revoke();
	}

	expireAccessTokens() {
		for (const token of this.accessTokens.values()) token.expiresAt = 0;
	}

	/** With expired access tokens, only another authorization helps. */
	expireRefreshTokens() {
		this.refreshTokens.clear();
	}

	expireCodes() {
		for (const code of this.codes.values()) code.expiresAt = 0;
	}

	private redeemCode(body: Record<string, unknown>): TokenResponse {
		if (typeof body.code !== 'string') throw missing('code');
		if (typeof body.redirect_uri !== 'string') throw missing('redirect_uri');
		const code = this.codes.get(body.code);
		// Any attempt uses the code up.
		this.codes.delete(body.code);
		if (!code || code.expiresAt <= this.settings.now()) {
			throw new OAuthError('invalid_grant', 'The authorization code is not valid any more.');
		}
		if (code.redirectUri !== body.redirect_uri) {
			throw new OAuthError('invalid_grant', 'The redirect_uri is not the one of the code.');
		}
		if (code.challenge !== undefined && code.challenge !== challengeOf(body.code_verifier)) {
			throw new OAuthError('invalid_grant', 'The code_verifier is not the one of the code.');
		}
		return this.issue(code);
	}

	private refresh(body: Record<string, unknown>): TokenResponse {
		const text = body.refresh_token;
		if (typeof text !== 'string') throw missing('refresh_token');
		const grant = this.refreshTokens.get(text);
		if (!grant) throw new OAuthError('invalid_grant', 'The refresh token is not valid any more.');
		if (!this.settings.rotateRefreshTokens) return this.issue(grant, text);
		this.refreshTokens.delete(text);
		return this.issue(grant);
	}

	private issue({ business, scope }: Grant, refreshToken = secret('refresh')): TokenResponse {
		const accessToken = secret('access');
		const expiresAt = this.settings.now() + ACCESS_TOKEN_LIFETIME * 1000;
		this.accessTokens.set(accessToken, { business, scope, expiresAt });
		this.refreshTokens.set(refreshToken, { business, scope });
		return {
			access_token: accessToken,
			refresh_token: refreshToken,
			expires_in: ACCESS_TOKEN_LIFETIME,
			token_type: 'Bearer',
			scope,
		};
	}
}

/** Whether a scope, or its family, was granted: `payments` covers `payments:read`. */
export function covers(granted: readonly string[], needed: string): boolean {
	const family = needed.split(':')[0];
	return granted.some((scope) => scope === needed || scope === family || scope === `${family}:*`);
}

/** Returns the names in a text of scopes separated by spaces. */
export function scopeNames(scope: string): string[] {
	return scope.split(' ').filter((name) => name !== '');
}

/** Whether two URLs match. On loopback, ports may differ (RFC 8252, 7.3). */
function matches(known: string, url: string): boolean {
	if (known === url) return true;
	if (!URL.canParse(known) || !URL.canParse(url)) return false;
	const [a, b] = [new URL(known), new URL(url)];
	const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(a.hostname);
	a.port = b.port;
	return isLoopback && a.href === b.href;
}

/** Returns the challenge of a verifier (RFC 7636, 4.6). */
function challengeOf(verifier: unknown): string {
	return createHash('sha256').update(String(verifier)).digest('base64url');
}

function missing(name: string): OAuthError {
	return new OAuthError('invalid_request', `The ${name} parameter is missing.`);
}

/** Returns a random code or token, so that no test can rely on a fixed one. */
function secret(kind: string): string {
	return `sim_${kind}_${randomBytes(24).toString('base64url')}`;
}
