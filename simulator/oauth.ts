import { randomBytes } from 'node:crypto';
import type { Business } from './business';
import type { Settings } from './options';

/** State of a scope that has been requested for the app (docs/interface.md, States). */
export type ScopeState = 'pending' | 'approved' | 'rejected';

/** The platform's app, as its owner sees it at the dashboard. */
export interface OAuthApp {
	readonly clientId: string;
	/** The current secret; regenerating it changes this. */
	readonly clientSecret: string;
	readonly redirectUris: readonly string[];
	/** Scopes that have been requested, and how far each is. */
	readonly scopes: Readonly<Record<string, ScopeState>>;
	readonly deleted: boolean;
}

/** An answer of the token endpoint (RFC 6749, 5.1). */
export interface TokenAnswer {
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
	expiresAt: number;
}

interface AccessToken extends Grant {
	expiresAt: number;
}

/** Delegated access: the app, its scopes, and the codes and tokens that are out. */
export class OAuth {
	private secret: string;
	private gone = false;
	private readonly scopes = new Map<string, ScopeState>();
	private readonly codes = new Map<string, Code>();
	private readonly accessTokens = new Map<string, AccessToken>();
	private readonly refreshTokens = new Map<string, Grant>();

	constructor(
		private readonly settings: Settings,
		private readonly firstBusiness: Business,
	) {
		this.secret = settings.clientSecret;
		// A new app holds business:read only; the simulator's has had `payments` approved already.
		this.scopes.set('business:read', 'approved');
		this.scopes.set('payments', 'approved');
	}

	get app(): OAuthApp {
		return {
			clientId: this.settings.clientId,
			clientSecret: this.secret,
			redirectUris: this.settings.redirectUris,
			scopes: Object.fromEntries(this.scopes),
			deleted: this.gone,
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
	mayAsk(scope: string): boolean {
		const approved = [...this.scopes].filter(([, state]) => state === 'approved');
		const names = approved.map(([name]) => name);
		return scopeNames(scope).every((name) => covers(names, name));
	}

	knows(clientId: unknown): boolean {
		return !this.gone && clientId === this.settings.clientId;
	}

	/** Whether the app may be returned to at this address. */
	mayReturnTo(address: string): boolean {
		return this.settings.redirectUris.some((known) => sameAddress(known, address));
	}

	/** Issues an authorization code: short-lived, single-use, bound to its redirect address. */
	issueCode(business: Business, scope: string, redirectUri: string): string {
		const code = secret('code');
		const expiresAt = this.settings.now() + this.settings.codeLifetime * 1000;
		this.codes.set(code, { business, scope, redirectUri, expiresAt });
		return code;
	}

	/** Tokens without the browser, for tests. */
	issueTokens(business = this.firstBusiness, scope = 'business:read payments'): TokenAnswer {
		return this.answer({ business, scope });
	}

	/** The token endpoint (RFC 6749, 4.1.3 and 6; client credentials in the body, 2.3.1). */
	exchange(body: Record<string, unknown>): TokenAnswer {
		if (!this.knows(body.client_id) || body.client_secret !== this.secret) {
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

	/** Whom a Bearer token stands for, if it is valid. */
	grantOf(accessToken: string): Grant | undefined {
		const token = this.accessTokens.get(accessToken);
		return token && token.expiresAt > this.settings.now() ? token : undefined;
	}

	/** The merchant revokes the app: its tokens end at once. Without a business, every merchant does. */
	revoke(business?: Business) {
		for (const grants of [this.codes, this.accessTokens, this.refreshTokens]) {
			for (const [text, grant] of grants) {
				if (!business || grant.business === business) grants.delete(text);
			}
		}
	}

	/** Makes a new client secret; the old one and all tokens end. */
	regenerateSecret(): string {
		this.secret = secret('secret');
		this.revoke();
		return this.secret;
	}

	deleteApp() {
		this.gone = true;
		this.revoke();
	}

	expireAccessTokens() {
		for (const token of this.accessTokens.values()) token.expiresAt = 0;
	}

	/** With expired access tokens, what makes a second authorization necessary. */
	expireRefreshTokens() {
		this.refreshTokens.clear();
	}

	expireCodes() {
		for (const code of this.codes.values()) code.expiresAt = 0;
	}

	private redeemCode(body: Record<string, unknown>): TokenAnswer {
		if (typeof body.code !== 'string') throw missing('code');
		if (typeof body.redirect_uri !== 'string') throw missing('redirect_uri');
		const code = this.codes.get(body.code);
		// Whatever comes of this try, the code has been used.
		this.codes.delete(body.code);
		if (!code || code.expiresAt <= this.settings.now()) {
			throw new OAuthError('invalid_grant', 'The authorization code is not valid any more.');
		}
		if (code.redirectUri !== body.redirect_uri) {
			throw new OAuthError('invalid_grant', 'The redirect_uri is not the one of the code.');
		}
		return this.answer(code);
	}

	private refresh(body: Record<string, unknown>): TokenAnswer {
		const text = body.refresh_token;
		if (typeof text !== 'string') throw missing('refresh_token');
		const grant = this.refreshTokens.get(text);
		if (!grant) throw new OAuthError('invalid_grant', 'The refresh token is not valid any more.');
		if (!this.settings.rotateRefreshTokens) return this.answer(grant, text);
		this.refreshTokens.delete(text);
		return this.answer(grant);
	}

	private answer({ business, scope }: Grant, refreshToken = secret('refresh')): TokenAnswer {
		const accessToken = secret('access');
		const lifetime = this.settings.accessTokenLifetime;
		const expiresAt = this.settings.now() + lifetime * 1000;
		this.accessTokens.set(accessToken, { business, scope, expiresAt });
		this.refreshTokens.set(refreshToken, { business, scope });
		return {
			access_token: accessToken,
			refresh_token: refreshToken,
			expires_in: lifetime,
			token_type: 'Bearer',
			scope,
		};
	}
}

/** Whether one of the scopes held is the needed one or its family: `payments` holds `payments:read`. */
export function covers(held: readonly string[], needed: string): boolean {
	const family = needed.split(':')[0];
	return held.some((scope) => scope === needed || scope === family || scope === `${family}:*`);
}

/** The names in a text of scopes separated by spaces. */
export function scopeNames(scope: string): string[] {
	return scope.split(' ').filter((name) => name !== '');
}

/** Equal, or equal but for the port when on loopback, where ports are free (RFC 8252, 7.3). */
function sameAddress(known: string, given: string): boolean {
	if (known === given) return true;
	if (!URL.canParse(known) || !URL.canParse(given)) return false;
	const [a, b] = [new URL(known), new URL(given)];
	const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(a.hostname);
	a.port = b.port;
	return loopback && a.href === b.href;
}

function missing(name: string): OAuthError {
	return new OAuthError('invalid_request', `The ${name} parameter is missing.`);
}

/** Codes and tokens are real secrets even here, so that nothing can rely on guessing them. */
function secret(kind: string): string {
	return `sim_${kind}_${randomBytes(24).toString('base64url')}`;
}
