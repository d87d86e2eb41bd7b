import type { FastifyInstance } from 'fastify';

import { notFound } from '../errors';
import { numberedPage } from '../http/pagination';
import type { Order } from '../records/types';
import type { Service } from '../service';

interface Query {
	keywords?: string;
	statuses?: string[];
	dateFrom?: string;
	dateTo?: string;
	with?: string;
}

/** Orders, newest first (docs/interface.md, GET /v1/orders). */
export function orderRoutes(api: FastifyInstance, service: Service) {
	api.get<{ Querystring: Query }>('/v1/orders', (request) => {
		const { query, business } = request;
		const found = business.orders.filter((order) => matches(order, query));
		const page = numberedPage(found, request, service, 'page', 'perPage');
		const included = (query.with ?? '').split(',');
		return {
			...page,
			data: page.data.map(({ products, charges, ...order }) => ({
				...order,
				...(included.includes('products') && { products }),
				...(included.includes('charges') && { charges }),
			})),
		};
	});

	api.get<{ Params: { id: string } }>('/v1/orders/:id', ({ params, business }) => {
		const order = business.orders.find(({ id }) => id === params.id.toLowerCase());
		if (!order) throw notFound('Order');
		return order;
	});
}

function matches(order: Order, { keywords = '', statuses, dateFrom, dateTo }: Query): boolean {
	const { amount, created_at, id, remark, customer, status } = order;
	const text = [amount.toFixed(2), created_at, id, remark, customer?.name].join('\n').toLowerCase();
	const words = keywords.toLowerCase().split(/\s+/);
	const day = created_at.slice(0, 10);
	return (
		words.every((word) => text.includes(word)) &&
		(statuses?.includes(status) ?? true) &&
		(dateFrom === undefined || day >= dateFrom) &&
		(dateTo === undefined || day <= dateTo)
	);
}
