import type { FastifyInstance } from 'fastify';

import { notFound } from '../../errors';
import { cursorPage, pageSize } from '../../http/pagination';
import { accountStatus } from '../../records/balances';
import type { Service } from '../../service';

interface Query {
	created_at_from?: string;
	created_at_to?: string;
	per_page?: number;
	cursor?: string;
}

/** Balances, not paged, and their transactions, newest first (docs/interface.md, Balances). */
export function balanceRoutes(api: FastifyInstance, { settings }: Service) {
	api.get('/v1/balances', ({ business }) => business.balances);

	api.get<{ Params: { provider: string }; Querystring: Query }>(
		'/v1/balances/:provider/transactions',
		({ params: { provider }, query, business }) => {
			if (!Object.hasOwn(accountStatus.payment_providers, provider)) throw notFound('Provider');
			const { data, meta } = cursorPage(
				business.transactionsOf(provider),
				() => true,
				pageSize(query.per_page, settings),
				query.cursor,
				{ from: query.created_at_from, to: query.created_at_to },
				settings.cursors,
			);
			return {
				data: data.map(({ transaction }) => transaction),
				meta: { per_page: String(meta.per_page), next_cursor: meta.next_cursor },
			};
		},
	);
}
