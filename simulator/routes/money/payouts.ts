import type { FastifyInstance } from 'fastify';

import { cursorPage, pageSize } from '../../http/pagination';
import { writePage } from '../../records/jsonCache';
import type { Service } from '../../service';

interface Query {
	status?: string;
	created_at_from?: string;
	created_at_to?: string;
	per_page?: number;
	cursor?: string;
}

/** Payouts, newest first (docs/interface.md, GET /v1/payouts). */
export function payoutRoutes(api: FastifyInstance, { settings }: Service) {
	api.get<{ Querystring: Query }>('/v1/payouts', ({ query, business }, reply) => {
		const page = cursorPage(
			business.payouts.items,
			({ status }) => query.status === undefined || status === query.status,
			pageSize(query.per_page, settings),
			query.cursor,
			{ from: query.created_at_from, to: query.created_at_to },
			settings.cursors,
		);
		writePage(reply);
		return page;
	});
}
