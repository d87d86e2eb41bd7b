import type { FastifyInstance } from 'fastify';

import { accountStatus } from '../../records/balances';

/** The connected business's profile and its status, with any scope (docs/interface.md, GET /v1/info). */
export function infoRoutes(api: FastifyInstance) {
	api.get('/v1/info', (request) => request.business.info);
	api.get('/v1/account-status', () => accountStatus);
}
