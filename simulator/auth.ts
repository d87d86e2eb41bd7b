import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Business } from './business';
import { ApiError } from './errors';
import { covers, scopeNames } from './oauth';
import type { Settings } from './options';
import { inSeconds, RateLimit, type Count } from './rateLimit';
import type { Service } from './service';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** The scope a Bearer token needs here, or `any`. Every route of the API names one. */
		scope?: string;
		/** Whether X-PLATFORM-KEY may come along, beside a Bearer token. */
		platformKey?: boolean;
	}
	interface FastifyRequest {
		business: Business;
	}
}

/**
 * Lets a request in by API key or Bearer token (docs/interface.md, Authentication), and says to
 * which business it belongs.
 */
export function authenticate(api: FastifyInstance, service: Service) {
	const { settings } = service;
	const { rateLimit, rateLimitPeriod, rateLimitWindow, rateLimitHeaders } = settings;
	const rule = { limit: rateLimit, period: rateLimitPeriod * 1000, window: rateLimitWindow };
	const limit = new RateLimit(rule, settings.now);

	api.decorateRequest('business');
	api.addHook('onRoute', (route) => {
		if (route.config?.scope === undefined) throw new Error(`${route.url} names no scope`);
	});
	// After the faults, which are the network's, and before validation: strangers learn nothing.
	api.addHook('preParsing', async (request, reply, payload) => {
		const count = limit.take(credentialOf(request));
		if (rateLimit > 0 && rateLimitHeaders) {
			reply.header('x-ratelimit-limit', rateLimit);
			reply.header('x-ratelimit-remaining', count.remaining);
		}
		if (count.wait > 0) throw tooMany(count, settings);
		request.business = admit(request, service);
		refusePlatformKey(request);
		return payload;
	});
}

/** What the service's framework says of a request that is one too many. */
function tooMany({ wait }: Count, { retryAfter, rateLimitHeaders, now }: Settings): ApiError {
	const seconds = inSeconds(wait);
	return new ApiError(429, 'Too Many Requests', undefined, {
		...(retryAfter !== 'none' && { 'retry-after': String(retryAfter === 'right' ? seconds : 1) }),
		...(rateLimitHeaders && {
			'x-ratelimit-reset': String(Math.floor(now() / 1000) + seconds),
		}),
	});
}

/** The platform key belongs to payment requests that are created with a Bearer token, only there. */
function refusePlatformKey({ headers, routeOptions }: FastifyRequest) {
	if (headers['x-platform-key'] === undefined) return;
	if (routeOptions.config.platformKey && headers.authorization !== undefined) return;
	throw new ApiError(
		400,
		'X-PLATFORM-KEY goes only with a Bearer token, and only to create a payment request.',
	);
}

function credentialOf(request: FastifyRequest): string {
	return request.headers.authorization ?? String(request.headers['x-business-api-key'] ?? '');
}

function admit(request: FastifyRequest, service: Service): Business {
	const { authorization } = request.headers;
	// A Bearer token replaces the API key, so where both are sent the token counts.
	if (authorization !== undefined) {
		const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
		const grant = token === undefined ? undefined : service.oauth.grantOf(token);
		if (!grant) throw new ApiError(401, 'Unauthorized: the access token is not valid.');
		const needed = request.routeOptions.config.scope as string;
		if (needed !== 'any' && !covers(scopeNames(grant.scope), needed)) {
			throw new ApiError(403, `Forbidden: the access token lacks the scope ${needed}.`);
		}
		return grant.business;
	}
	const apiKey = request.headers['x-business-api-key'];
	const business = typeof apiKey === 'string' ? service.businessOf(apiKey) : undefined;
	if (!business) throw new ApiError(401, 'Unauthorized: the API key is missing or not valid.');
	return business;
}
