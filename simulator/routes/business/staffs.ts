import type { FastifyInstance } from 'fastify';

import { notFound } from '../../errors';

/** The staff of the business, not paged (docs/interface.md, GET /v1/staffs). */
export function staffRoutes(api: FastifyInstance) {
	api.get('/v1/staffs', ({ business }) => business.staff);

	api.get<{ Params: { id: string } }>('/v1/staffs/:id', ({ params, business }) => {
		const found = business.staff.find(({ id }) => id === params.id.toLowerCase());
		if (!found) throw notFound('Staff');
		return found;
	});
}
