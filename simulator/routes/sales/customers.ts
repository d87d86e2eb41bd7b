import type { FastifyInstance } from 'fastify';

import type { Business } from '../../domain/business';
import { notFound } from '../../errors';
import { cursorPage, numberedPage, pageSize } from '../../http/pagination';
import { blankCustomer } from '../../records/customers';
import type { Customer } from '../../records/types';
import type { Service } from '../../service';

type Body = { email: string } & Partial<
	Omit<Customer, 'id' | 'email' | 'created_at' | 'updated_at'>
>;

interface Query {
	page?: number;
	per_page?: number;
	cursor?: string;
	keywords?: string;
}

/** Customers, newest first (docs/interface.md, Customers). */
export function customerRoutes(api: FastifyInstance, service: Service) {
	const { settings } = service;
	const now = (business: Business) => business.calendar.withOffset(settings.now());
	const find = (business: Business, id: string): Customer => {
		const found = business.customers.find((one) => one.id === id.toLowerCase());
		if (!found) throw notFound('Customer');
		return found;
	};

	api.post<{ Body: Body }>('/v1/customers', ({ body, business }, reply) => {
		const at = now(business);
		const id = business.newId();
		const customer = { id, ...blankCustomer, ...fieldsOf(body), created_at: at, updated_at: at };
		business.customers.unshift(customer as Customer);
		return reply.code(201).send(customer);
	});

	api.get<{ Querystring: Query }>('/v1/customers', (request) => {
		const { query, business } = request;
		const words = (query.keywords ?? '').toLowerCase().split(/\s+/).filter(Boolean);
		const keep = (customer: Customer) => words.every((word) => searchable(customer).includes(word));
		if (settings.dialects.includes('numbered-customer-list')) {
			return numberedPage(business.customers.filter(keep), request, service);
		}
		const size = pageSize(query.per_page, settings);
		const isByNumber = settings.dialects.includes('shown-customer-cursors');
		const cursor = isByNumber ? String(((query.page ?? 1) - 1) * size) : query.cursor;
		return cursorPage(business.customers, keep, size, cursor, {}, 'numbers');
	});

	api.get<{ Params: { id: string } }>('/v1/customers/:id', ({ params, business }) =>
		find(business, params.id),
	);

	api.patch<{ Params: { id: string }; Body: Partial<Body> }>(
		'/v1/customers/:id',
		({ params, body, business }) =>
			Object.assign(find(business, params.id), fieldsOf(body), { updated_at: now(business) }),
	);

	// Replaces the customer: the most that PUT can mean.
	api.put<{ Params: { id: string }; Body: Body }>(
		'/v1/customers/:id',
		({ params, body, business }) =>
			Object.assign(find(business, params.id), blankCustomer, fieldsOf(body), {
				updated_at: now(business),
			}),
	);

	api.delete<{ Params: { id: string } }>('/v1/customers/:id', ({ params, business }, reply) => {
		const { customers } = business;
		customers.splice(customers.indexOf(find(business, params.id)), 1);
		return reply.code(204).send();
	});
}

/** Returns the fields of a body that a customer has. */
function fieldsOf(body: Partial<Body>): Partial<Body> {
	const known = ['email', ...Object.keys(blankCustomer)];
	return Object.fromEntries(Object.entries(body).filter(([name]) => known.includes(name)));
}

/** Returns the text that `keywords` are searched in. */
function searchable({ name, email, phone_number }: Customer): string {
	return [name, email, phone_number].join('\n').toLowerCase();
}
