import type { FastifyInstance } from 'fastify';

import type { Business } from '../../domain/business';
import { shownStatus } from '../../domain/dialects';
import { notFound } from '../../errors';
import { cursorPage, pageSize, pathOf, withParameter } from '../../http/pagination';
import type { Settings } from '../../options';
import { writePage } from '../../records/jsonCache';
import type { Charge } from '../../records/types';
import type { Service } from '../../service';

interface Query {
	per_page?: number;
	cursor?: string;
	keywords?: string;
	status?: string;
	statuses?: string[];
	location_ids?: string[];
	user_ids?: string[];
	date_from?: string;
	date_to?: string;
	amount_from?: number;
	amount_to?: number;
	payment_request_id?: string;
	customer_id?: string;
	payout_id?: string;
}

/** Charges, newest first (docs/interface.md, GET /v1/charges). */
export function chargeRoutes(api: FastifyInstance, service: Service) {
	api.get<{ Querystring: Query }>('/v1/charges', ({ query, business, url }, reply) => {
		const { data, meta } = cursorPage(
			business.listedCharges,
			filterOf(query, business, service.settings),
			pageSize(query.per_page, service.settings),
			query.cursor,
			{ from: query.date_from, to: query.date_to },
			service.settings.cursors,
		);
		const address = new URL(url, service.url);
		const link = (to: string | number | null) =>
			to === null ? null : withParameter(address, 'cursor', String(to));
		writePage(reply);
		return {
			data,
			links: {
				first: withParameter(address, 'cursor', null),
				// With cursors, the last page is unknown.
				last: null,
				prev: link(meta.prev_cursor),
				next: link(meta.next_cursor),
			},
			meta: { path: pathOf(address), ...meta },
		};
	});

	api.get<{ Params: { id: string } }>('/v1/charges/:id', ({ params, business }) => {
		const charge = business.charges.get(params.id);
		if (!charge) throw notFound('Charge');
		return business.detail(charge);
	});

	api.post<{ Params: { id: string }; Body: { terminal_id: string } }>(
		'/v1/charges/:id/receipt/print',
		({ params, body, business }, reply) => {
			if (!business.charges.get(params.id)) throw notFound('Charge');
			business.readers.print(body.terminal_id);
			return reply.code(204).send();
		},
	);
}

/** Returns whether a charge passes the filters of a query, except those by day. */
function filterOf(
	query: Query,
	business: Business,
	settings: Settings,
): (charge: Charge) => boolean {
	const tests: Array<(charge: Charge) => boolean> = [];
	const { amount_from: minimum, amount_to: maximum } = query;

	const words = lower(query.keywords ?? '')
		.split(/\s+/)
		.filter(Boolean);
	tests.push((charge) => business.isListed(charge));
	if (words.length > 0) {
		tests.push((charge) => words.every((word) => searchable(charge).includes(word)));
	}
	if (query.status !== undefined) {
		tests.push((charge) => shownStatus(charge, settings) === query.status);
	}
	if (query.statuses) {
		// `success` is the filter for the status `succeeded`.
		const wanted = new Set(query.statuses.map((one) => (one === 'success' ? 'succeeded' : one)));
		tests.push((charge) => wanted.has(shownStatus(charge, settings)));
	}
	if (query.location_ids) {
		const wanted = new Set(query.location_ids.map(lower));
		tests.push(({ location }) => wanted.has(location.id));
	}
	if (query.user_ids) {
		const wanted = new Set(query.user_ids.map(lower));
		const users = business.users.filter(
			({ id, number }) => wanted.has(id) || wanted.has(`${number}`),
		);
		const ids = new Set(users.map(({ id }) => id));
		tests.push(({ executor }) => executor !== null && ids.has(executor.id));
	}
	if (minimum !== undefined) tests.push(({ amount }) => amount >= minimum);
	if (maximum !== undefined) tests.push(({ amount }) => amount <= maximum);
	if (query.payment_request_id !== undefined) {
		const wanted = lower(query.payment_request_id);
		tests.push((charge) => charge.payment_request_id === wanted);
	}
	if (query.customer_id !== undefined) {
		const wanted = lower(query.customer_id);
		tests.push((charge) => charge.customer_id === wanted);
	}
	if (query.payout_id !== undefined) {
		const wanted = lower(query.payout_id);
		tests.push((charge) => business.payoutOf.get(charge.id) === wanted);
	}
	return (charge) => tests.every((test) => test(charge));
}

/** Returns the text that `keywords` are searched in (docs/interface.md, GET /v1/charges). */
function searchable({ amount, id, customer, remark }: Charge): string {
	return lower([amount.toFixed(2), id, customer.email, remark].join('\n'));
}

function lower(text: string): string {
	return text.toLowerCase();
}
