import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

import { OAuthError } from '../domain/oauth';
import { inSeconds, RateLimit } from '../http/rateLimit';
import type { Service } from '../service';

/** The token endpoint, form or JSON (docs/interface.md, Token endpoint). */
export async function tokenRoutes(app: FastifyInstance, { oauth, settings }: Service) {
	const limit = new RateLimit({ limit: settings.tokenRateLimit, period: 60_000 }, settings.now);

	await app.register(formbody);

	app.post<{ Body?: Record<string, unknown> }>('/v1/open/oauth/token', (request, reply) => {
		// RFC 6749, 5.1: responses with tokens must not be cached.
		reply.header('cache-control', 'no-store');
		const body = request.body ?? {};
		const { wait } = limit.take(String(body.client_id));
		if (wait > 0) {
			return reply
				.code(429)
				.header('retry-after', String(inSeconds(wait)))
				.send({ message: 'Too Many Requests' });
		}
		try {
			return reply.send(oauth.exchange(body));
		} catch (error) {
			if (!(error instanceof OAuthError)) throw error;
			return reply
				.code(error.statusCode)
				.send({ error: error.error, error_description: error.message });
		}
	});
}
