import type { FastifyInstance } from 'fastify';
import { cursorPage, pageSize } from '../pagination';
import { count, cursor, day, payoutStatus } from '../schemas';
import type { Service } from '../service';

interface Query {
	status?: string;
	created_at_from?: string;
	created_at_to?: string;
	per_page?: string;
	cursor?: string;
}

const querystring = {
	type: 'object',
	properties: {
		status: payoutStatus,
		created_at_from: day,
		created_at_to: day,
		per_page: count,
		cursor,
	},
} as const;

/** Payouts, newest first (docs/interface.md, GET /v1/payouts). */
export function payoutRoutes(api: FastifyInstance, { settings }: Service) {
	api.get<{ Querystring: Query }>(
		'/v1/payouts',
		{ schema: { querystring }, config: { scope: 'business:read' } },
		({ query, business }) =>
			cursorPage(
				business.payouts.items,
				(payout) => {
					// created_at is written in business time, so its first ten letters are the day there.
					const created = payout.created_at.slice(0, 10);
					return (
						(query.status === undefined || payout.status === query.status) &&
						(query.created_at_from === undefined || created >= query.created_at_from) &&
						(query.created_at_to === undefined || created <= query.created_at_to)
					);
				},
				pageSize(query.per_page, settings),
				query.cursor,
			),
	);
}
