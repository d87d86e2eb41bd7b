import type { FastifyInstance } from 'fastify';

/** The connected business's profile and its status, with any scope (docs/interface.md, GET /v1/info). */
export function infoRoutes(api: FastifyInstance) {
	api.get('/v1/info', (request) => request.business.info);
	api.get('/v1/account-status', () => ({
		bank_account_status: 'verified',
		verification: { overall_status: 'verified' },
		payment_providers: {},
	}));
}
