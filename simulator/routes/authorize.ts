import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';

import { scopeNames } from '../domain/oauth';
import { consentPage, sendError, sendPage } from '../http/html';
import type { Service } from '../service';

/** An authorization request that waits for the merchant's decision. */
interface PendingAuthorization {
	/** The browser session that opened the page. No other may decide. */
	session: string;
	redirectUri: string;
	scope: string;
	state: string;
	/** Of PKCE, if the app sent one. */
	challenge?: string;
}

const SESSION = 'simulator_session';
const APP_NAME = 'n8n';

/** Query or form. A repeated parameter is a list. */
type Parameters = Partial<Record<string, string | string[]>>;

/** The dashboard's authorization page (docs/interface.md, Authorization flow). */
export async function authorizeRoutes(app: FastifyInstance, service: Service) {
	const { oauth } = service;
	const pending = new Map<string, PendingAuthorization>();

	await app.register(cookie);
	await app.register(formbody);

	app.get<{ Querystring: Parameters }>('/oauth/authorize', (request, reply) => {
		const { client_id, redirect_uri, response_type, state } = request.query;
		// Without a known app and redirect URL, there is no redirect (RFC 6749, 4.1.2.1).
		if (!oauth.hasClientId(client_id)) return sendError(reply, 400, 'The client id is not known.');
		if (typeof redirect_uri !== 'string' || !oauth.mayRedirectTo(redirect_uri)) {
			return sendError(reply, 400, 'The redirect address is not one of this app.');
		}
		const redirectError = (error: string, text: string) =>
			reply.redirect(
				withQuery(redirect_uri, { error, error_description: text, state: textOf(state) }),
			);
		if (response_type !== 'code') {
			return redirectError('unsupported_response_type', 'The response type must be code.');
		}
		if (textOf(state) === undefined)
			return redirectError('invalid_request', 'The state is missing.');
		const requested = scopeNames(textOf(request.query.scope) ?? '');
		const dropsScopes = service.settings.dialects.includes('dropped-scopes');
		const kept = dropsScopes ? requested.filter((name) => oauth.mayRequest(name)) : requested;
		const scope = kept.join(' ') || 'business:read';
		if (!oauth.mayRequest(scope)) {
			return redirectError(
				'invalid_scope',
				`Not every scope of "${scope}" is approved for this app.`,
			);
		}
		if (service.role === 'member') {
			return sendError(reply, 403, 'Only Owners and Admins of a business can authorize an app.');
		}
		const { first_name, last_name } = service.first.owner;
		const session = request.cookies[SESSION] ?? randomBytes(16).toString('hex');
		const requestId = randomBytes(16).toString('hex');
		pending.set(requestId, {
			session,
			redirectUri: redirect_uri,
			scope,
			state: String(state),
			challenge: textOf(request.query.code_challenge),
		});
		reply.setCookie(SESSION, session, { path: '/oauth', httpOnly: true, sameSite: 'lax' });
		return sendPage(
			reply,
			consentPage({
				requestId,
				scopes: scopeNames(scope),
				businesses: service.businesses.map(({ info }) => info),
				app: APP_NAME,
				person: `${first_name} ${last_name} (${service.role})`,
			}),
		);
	});

	app.post<{ Body?: Parameters }>('/oauth/authorize', (request, reply) => {
		const { request: requestId, decision, business: businessId } = request.body ?? {};
		const authorization = pending.get(textOf(requestId) ?? '');
		if (!authorization || authorization.session !== request.cookies[SESSION]) {
			return sendError(reply, 400, 'This page is no longer valid. Start again from the app.');
		}
		if (service.role === 'member') {
			return sendError(reply, 403, 'Only Owners and Admins of a business can authorize an app.');
		}
		const { redirectUri, scope, state, challenge } = authorization;
		if (decision === 'deny') {
			pending.delete(String(requestId));
			return reply.redirect(withQuery(redirectUri, { error: 'access_denied', state }));
		}
		const business = service.businesses.find(({ info }) => info.id === businessId);
		if (decision !== 'authorize' || !business) {
			return sendError(reply, 400, 'Choose one business, then Authorize or Deny.');
		}
		pending.delete(String(requestId));
		const code = oauth.issueCode(business, scope, redirectUri, challenge);
		return reply.redirect(withQuery(redirectUri, { code, state }));
	});
}

function textOf(value: string | string[] | undefined): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

function withQuery(address: string, parameters: Record<string, string | undefined>): string {
	const url = new URL(address);
	for (const [name, value] of Object.entries(parameters)) {
		if (value !== undefined) url.searchParams.set(name, value);
	}
	return url.href;
}
