import type { FastifyInstance } from 'fastify';

import type { Business } from '../../domain/business';
import type { PaymentRequestBody } from '../../domain/paymentRequests';
import { notFound } from '../../errors';
import { numberedPage } from '../../http/pagination';
import type { PaymentRequest } from '../../records/types';
import type { Service } from '../../service';

interface Query {
	per_page?: number;
	current_page?: number;
	search?: string;
	metadata?: Record<string, string>;
	is_default?: number;
}

/** Payment requests (docs/interface.md, Payment requests). */
export function paymentRequestRoutes(api: FastifyInstance, service: Service) {
	const checkoutUrl = (id: string) => `${service.url}/checkout/${id}`;
	const find = (business: Business, id: string): PaymentRequest => {
		const found = business.paymentRequests.get(id);
		if (!found) throw notFound('Payment request');
		return found;
	};

	api.post<{ Body: PaymentRequestBody }>('/v1/payment-requests', ({ body, business }, reply) =>
		reply.code(201).send(business.paymentRequests.create(body, checkoutUrl)),
	);

	api.get<{ Querystring: Query }>('/v1/payment-requests', (request) => {
		const { query, business } = request;
		const words = (query.search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
		const isNarrow = service.settings.dialects.includes('narrow-search');
		const found = business.paymentRequests.items
			.filter((one) => matches(one, words, isNarrow))
			.filter((one) => hasFirst(one, query.metadata))
			// None that was created by a request is a default.
			.filter(() => query.is_default !== 1);
		return numberedPage(found, request, service, 'current_page');
	});

	api.get<{ Params: { id: string } }>('/v1/payment-requests/:id', ({ params, business }) =>
		find(business, params.id),
	);

	api.put<{ Params: { id: string }; Body: Partial<PaymentRequestBody> }>(
		'/v1/payment-requests/:id',
		({ params, body, business }) => {
			const one = find(business, params.id);
			business.paymentRequests.update(one, body);
			return one;
		},
	);

	api.delete<{ Params: { id: string } }>('/v1/payment-requests/:id', ({ params, business }) => {
		business.paymentRequests.delete(find(business, params.id));
		return { success: true };
	});
}

/** Whether the metadata has the first of these pairs. */
function hasFirst({ metadata }: PaymentRequest, pairs: Record<string, string> = {}): boolean {
	const [first] = Object.entries(pairs);
	return !first || metadata?.[first[0]] === first[1];
}

/** Whether every word is in one of the fields that are searched. */
function matches(one: PaymentRequest, words: string[], isNarrow: boolean): boolean {
	const { id, reference_number, purpose, name, email: mail, phone } = one;
	const others = isNarrow ? [] : [purpose, name, phone];
	const searched = [id, reference_number, mail, ...others].join('\n').toLowerCase();
	return words.every((word) => searched.includes(word));
}
