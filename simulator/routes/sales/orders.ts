import type { FastifyInstance } from 'fastify';

import type { OrderCreate, OrderUpdate } from '../../../contract/types';
import type { Business } from '../../domain/business';
import { notFound } from '../../errors';
import { numberedPage } from '../../http/pagination';
import { addressOf } from '../../records/locations';
import type { Order } from '../../records/types';
import type { Service } from '../../service';

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

	const find = ({ orders }: Business, id: string): Order => {
		const order = orders.find((one) => one.id === id.toLowerCase());
		if (!order) throw notFound('Order');
		return order;
	};

	api.post<{ Body: OrderCreate }>('/v1/orders', ({ body, business }, reply) => {
		const order = business.addOrder({ ...fresh, ...changesOf(business, body) });
		service.notifications.order(business, 'created', order);
		return reply.code(201).send(order);
	});

	api.get<{ Params: { id: string } }>('/v1/orders/:id', ({ params, business }) =>
		find(business, params.id),
	);

	api.patch<{ Params: { id: string }; Body: OrderUpdate }>(
		'/v1/orders/:id',
		({ params, body, business }) => {
			const found = find(business, params.id);
			const order = Object.assign(found, changesOf(business, body, found));
			order.updated_at = business.calendar.withOffset(service.settings.now());
			service.notifications.order(business, 'updated', order);
			return order;
		},
	);

	api.delete<{ Params: { id: string } }>('/v1/orders/:id', ({ params, business }, reply) => {
		business.orders.splice(business.orders.indexOf(find(business, params.id)), 1);
		return reply.code(204).send();
	});
}

/** The fields of a new order that no request sets. */
const fresh: Partial<Order> = { customer: null, line_items: [], products: [], status: 'draft' };

/** Returns the fields of an order that a request changes. The total is that of the request, or stays. */
function changesOf(business: Business, body: OrderUpdate, order?: Order): Partial<Order> {
	const { channel, currency, remark } = body;
	const customer = business.customers.find(({ id }) => id === body.customer_id);
	const location = business.locations.find(({ id }) => id === body.location_id);
	const { amount = order?.amount ?? 0 } = body;
	const { discount_amount: total_discount_amount = order?.total_discount_amount ?? 0 } = body;
	const changes: Partial<Order> = {
		...{ amount, channel, remark, total_discount_amount },
		currency: currency?.toLowerCase(),
		customer: customer && {
			name: customer.name ?? '',
			email: customer.email,
			phone_number: customer.phone_number ?? '',
		},
		location: location && { id: location.id, name: location.name, address: addressOf(location) },
		subtotal: amount + total_discount_amount,
	};
	const given = Object.entries(changes).filter(([, value]) => value !== undefined);
	return Object.fromEntries(given);
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
