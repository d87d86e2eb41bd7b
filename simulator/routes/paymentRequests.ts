import type { FastifyInstance } from 'fastify';

import type { Business } from '../domain/business';
import type { PaymentRequestBody } from '../domain/paymentRequests';
import { notFound } from '../errors';
import { numberedPage } from '../http/pagination';
import { count, email, textFlag, uuid, webAddress } from '../http/schemas';
import { requestMethods, type PaymentRequest } from '../records/types';
import type { Service } from '../service';

interface Query {
	per_page?: string;
	current_page?: string;
	search?: string;
}

const querystring = {
	type: 'object',
	properties: { per_page: count, current_page: count, search: { type: 'string' } },
} as const;

const text = { type: 'string', description: 'must be a text' } as const;

const upTo255 = {
	type: 'string',
	maxLength: 255,
	description: 'must be a text of at most 255 characters',
} as const;

const properties = {
	amount: { type: 'number', minimum: 0.3, description: 'must be a number of at least 0.3' },
	currency: {
		type: 'string',
		pattern: '^[A-Za-z]{3}$',
		description: 'must be a currency code of three letters',
	},
	payment_methods: {
		type: 'array',
		minItems: 1,
		items: { type: 'string', enum: requestMethods },
	},
	name: text,
	email,
	phone: text,
	purpose: upTo255,
	reference_number: upTo255,
	redirect_url: {
		...webAddress,
		maxLength: 1028,
		description: 'must be an http or https URL of at most 1028 characters',
	},
	webhook: webAddress,
	allow_repeated_payments: textFlag,
	send_email: textFlag,
	send_sms: textFlag,
	add_admin_fee: textFlag,
	expiry_date: {
		type: 'string',
		pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$',
		description: 'must be a date and time (YYYY-MM-DD HH:mm:ss)',
	},
	expires_after: {
		type: 'string',
		pattern: '^[1-9]\\d{0,3} (min|minute|hour|day)s?$',
		description: 'must be a time like 5 minutes, 30 mins, 2 hours or 7 days',
	},
	generate_qr: { type: 'boolean', description: 'must be true or false' },
	location_id: uuid,
	staff_id: uuid,
	address: {
		type: 'object',
		description: 'must be an object of texts',
		properties: {
			line1: text,
			line2: text,
			city: text,
			state: text,
			country: text,
			postal_code: text,
		},
	},
	metadata: {
		type: 'object',
		maxProperties: 50,
		description: 'must be an object of at most 50 pairs',
		additionalProperties: {
			type: 'string',
			maxLength: 500,
			description: 'must hold texts of at most 500 characters',
		},
	},
} as const;

const createBody = { type: 'object', required: ['amount', 'currency'], properties } as const;
const updateBody = { type: 'object', properties } as const;

/** Payment requests (docs/interface.md, Payment requests). */
export function paymentRequestRoutes(api: FastifyInstance, service: Service) {
	const checkoutUrl = (id: string) => `${service.url}/checkout/${id}`;
	const find = (business: Business, id: string): PaymentRequest => {
		const found = business.paymentRequests.get(id);
		if (!found) throw notFound('Payment request');
		return found;
	};

	api.post<{ Body: PaymentRequestBody }>(
		'/v1/payment-requests',
		{ schema: { body: createBody }, config: { scope: 'payments:create', platformKey: true } },
		({ body, business }, reply) =>
			reply.code(201).send(business.paymentRequests.create(body, checkoutUrl)),
	);

	api.get<{ Querystring: Query }>(
		'/v1/payment-requests',
		{ schema: { querystring }, config: { scope: 'payments:read' } },
		(request) => {
			const { query, business } = request;
			const words = (query.search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
			const isNarrow = service.settings.dialects.includes('narrow-search');
			const found = business.paymentRequests.items.filter((one) => matches(one, words, isNarrow));
			return numberedPage(found, request, service, 'current_page');
		},
	);

	api.get<{ Params: { id: string } }>(
		'/v1/payment-requests/:id',
		{ config: { scope: 'payments:read' } },
		({ params, business }) => find(business, params.id),
	);

	api.put<{ Params: { id: string }; Body: Partial<PaymentRequestBody> }>(
		'/v1/payment-requests/:id',
		{ schema: { body: updateBody }, config: { scope: 'payments:update' } },
		({ params, body, business }) => {
			const one = find(business, params.id);
			business.paymentRequests.update(one, body);
			return one;
		},
	);

	api.delete<{ Params: { id: string } }>(
		'/v1/payment-requests/:id',
		{ config: { scope: 'payments:delete' } },
		({ params, business }) => {
			business.paymentRequests.delete(find(business, params.id));
			return { success: true };
		},
	);
}

/** Whether every word is in one of the fields that are searched. */
function matches(one: PaymentRequest, words: string[], isNarrow: boolean): boolean {
	const { id, reference_number, purpose, name, email: mail, phone } = one;
	const others = isNarrow ? [] : [purpose, name, phone];
	const searched = [id, reference_number, mail, ...others].join('\n').toLowerCase();
	return words.every((word) => searched.includes(word));
}
