import type { FastifyInstance } from 'fastify';

/** The staff of the business, not paged (docs/interface.md, GET /v1/staffs). */
export function staffRoutes(api: FastifyInstance) {
	api.get('/v1/staffs', ({ business }) => business.staff);
}
