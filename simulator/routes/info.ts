import type { FastifyInstance } from 'fastify';

/** The connected business's profile, with any scope (docs/interface.md, GET /v1/info). */
export function infoRoutes(api: FastifyInstance) {
	api.get('/v1/info', (request) => request.business.info);
}
