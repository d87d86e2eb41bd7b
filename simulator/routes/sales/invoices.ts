import type { FastifyInstance } from 'fastify';

import type { Business } from '../../domain/business';
import type { InvoiceBody } from '../../domain/invoices';
import { notFound } from '../../errors';
import { numberedPage } from '../../http/pagination';
import type { Invoice } from '../../records/types';
import type { Service } from '../../service';

interface Query {
	customer_email?: string;
	status?: Invoice['status'];
	reference?: string;
}

/** Invoices (docs/interface.md, Invoices). */
export function invoiceRoutes(api: FastifyInstance, service: Service) {
	const urlOf = (id: string) => `${service.url}/invoices/${id}`;
	const find = (business: Business, id: string): Invoice => {
		const found = business.invoices.get(id);
		if (!found) throw notFound('Invoice');
		return found;
	};

	api.post<{ Body: InvoiceBody }>('/v1/invoices', ({ body, business }, reply) => {
		const created = business.invoices.create(body, urlOf);
		service.notifications.invoice(business, 'created', created);
		return reply.code(201).send(created);
	});

	api.get<{ Querystring: Query }>('/v1/invoices', (request) => {
		const { customer_email, status, reference } = request.query;
		const found = request.business.invoices.items.filter(
			(one) =>
				(customer_email === undefined || one.customer_email === customer_email) &&
				(status === undefined || one.status === status) &&
				(reference === undefined || one.reference === reference),
		);
		return numberedPage(found, request, service);
	});

	api.get<{ Params: { id: string } }>('/v1/invoices/:id', ({ params, business }) =>
		find(business, params.id),
	);

	api.put<{ Params: { id: string }; Body: InvoiceBody }>(
		'/v1/invoices/:id',
		({ params, body, business }) => {
			const one = find(business, params.id);
			business.invoices.update(one, body);
			service.notifications.invoice(business, 'updated', one);
			return one;
		},
	);

	api.delete<{ Params: { id: string } }>('/v1/invoices/:id', ({ params, business }, reply) => {
		business.invoices.delete(find(business, params.id));
		return reply.code(204).send();
	});
}
