import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Business } from '../domain/business';
import { covers, scopeNames } from '../domain/oauth';
import { ApiError } from '../errors';
import type { Settings } from '../options';
import type { Service } from '../service';
import { scopeOf } from './contract';
import { inSeconds, RateLimit, type Count } from './rateLimit';

declare module 'fastify' {
	interface FastifyRequest {
		business: Business;
	}
}

/**
 * Authenticates requests by API key or Bearer token (docs/interface.md, Authentication), and sets their
 * `business`.
 */
export function authenticate(api: FastifyInstance, service: Service) {
	const { settings } = service;
	const { rateLimit, rateLimitPeriod, rateLimitWindow, rateLimitHeaders } = settings;
	const rule = { limit: rateLimit, period: rateLimitPeriod * 1000, window: rateLimitWindow };
	const limit = new RateLimit(rule, settings.now);

	api.decorateRequest('business');
	// After the faults, and before validation: without a credential, there is nothing to find out.
	api.addHook('preParsing', async (request, reply, payload) => {
		const count = limit.take(credentialOf(request));
		if (rateLimit > 0 && rateLimitHeaders) {
			reply.header('x-ratelimit-limit', rateLimit);
			reply.header('x-ratelimit-remaining', count.remaining);
		}
		if (count.wait > 0) throw tooManyRequests(count, settings);
		request.business = businessFor(request, service);
		checkPlatformKey(request, settings.dialects.includes('platform-key-with-api-key'));
		return payload;
	});
}

/** Returns a 429 as the framework of the Payments API sends it. */
function tooManyRequests(
	{ wait }: Count,
	{ retryAfter, rateLimitHeaders, now }: Settings,
): ApiError {
	const seconds = inSeconds(wait);
	return new ApiError(429, 'Too Many Requests', undefined, {
		...(retryAfter !== 'none' && { 'retry-after': String(retryAfter === 'right' ? seconds : 1) }),
		...(rateLimitHeaders && {
			'x-ratelimit-reset': String(Math.floor(now() / 1000) + seconds),
		}),
	});
}

/** Refuses the platform key except to create a payment request with a Bearer token. */
function checkPlatformKey({ headers, routeOptions }: FastifyRequest, withApiKey: boolean) {
	if (headers['x-platform-key'] === undefined) return;
	const { all } = routeOptions.config.endpoint!;
	const isKnown = all.some(({ name }) => name === 'X-PLATFORM-KEY');
	if (isKnown && (withApiKey || headers.authorization !== undefined)) return;
	throw new ApiError(
		400,
		'X-PLATFORM-KEY goes only with a Bearer token, and only to create a payment request.',
	);
}

function credentialOf(request: FastifyRequest): string {
	return request.headers.authorization ?? String(request.headers['x-business-api-key'] ?? '');
}

function businessFor(request: FastifyRequest, service: Service): Business {
	const { authorization } = request.headers;
	// If both are sent, the Bearer token replaces the API key.
	if (authorization !== undefined) {
		const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
		const grant = token === undefined ? undefined : service.oauth.grantOf(token);
		if (!grant) throw new ApiError(401, 'Unauthorized: the access token is not valid.');
		const needed = scopeOf(request.routeOptions.config.endpoint!);
		if (needed !== 'any' && !covers(scopeNames(grant.scope), needed)) {
			throw new ApiError(403, `Forbidden: the access token lacks the scope ${needed}.`);
		}
		return grant.business;
	}
	const apiKey = request.headers['x-business-api-key'];
	const business = typeof apiKey === 'string' ? service.businessOf(apiKey) : undefined;
	if (!business && service.settings.dialects.includes('wrong-key-403')) {
		throw new ApiError(403, 'Invalid business api key');
	}
	if (!business) throw new ApiError(401, 'Unauthorized: the API key is missing or not valid.');
	return business;
}
