import type { FastifyInstance } from 'fastify';

import type { Business } from '../../domain/business';
import { invalid, notFound } from '../../errors';
import type { EndpointWithSalt, WebhookEndpoint } from '../../records/types';
import type { Service } from '../../service';

type Body = Pick<WebhookEndpoint, 'name' | 'url' | 'event_types'>;

/** Webhook endpoints (docs/interface.md, Webhook endpoints). */
export function webhookEventRoutes(api: FastifyInstance, { settings }: Service) {
	const now = (business: Business) => business.calendar.withoutOffset(settings.now());
	const find = (business: Business, id: string): EndpointWithSalt => {
		const found = business.webhookEndpoints.find((one) => one.id === id.toLowerCase());
		if (!found) throw notFound('Webhook endpoint');
		return found;
	};
	const check = (url: string | undefined) => {
		if (url !== undefined && !mayReceive(url, settings.allowHttpWebhooks)) {
			throw invalid('url', 'The url field must be an https URL.');
		}
	};

	api.get('/v1/webhook-events', ({ business }) => business.webhookEndpoints.map(withoutSalt));

	api.post<{ Body: Body }>('/v1/webhook-events', ({ body, business }, reply) => {
		check(body.url);
		return reply.code(201).send(withoutSalt(business.addWebhookEndpoint(body)));
	});

	api.get<{ Params: { id: string } }>('/v1/webhook-events/:id', ({ params, business }) =>
		withoutSalt(find(business, params.id)),
	);

	api.put<{ Params: { id: string }; Body: Partial<Body> }>(
		'/v1/webhook-events/:id',
		({ params, body, business }) => {
			const endpoint = find(business, params.id);
			check(body.url);
			endpoint.name = body.name ?? endpoint.name;
			endpoint.url = body.url ?? endpoint.url;
			endpoint.event_types = body.event_types ?? endpoint.event_types;
			endpoint.updated_at = now(business);
			return withoutSalt(endpoint);
		},
	);

	api.delete<{ Params: { id: string } }>(
		'/v1/webhook-events/:id',
		({ params, business }, reply) => {
			const { webhookEndpoints } = business;
			webhookEndpoints.splice(webhookEndpoints.indexOf(find(business, params.id)), 1);
			return reply.code(204).send();
		},
	);
}

/** Returns an endpoint without its salt, which only the dashboard shows. */
function withoutSalt(endpoint: EndpointWithSalt): WebhookEndpoint {
	const { id, business_id, name, url, event_types, created_at, updated_at } = endpoint;
	return { id, business_id, name, url, event_types, created_at, updated_at };
}

function mayReceive(url: string, allowHttp: boolean): boolean {
	if (!URL.canParse(url)) return false;
	const { protocol, hostname } = new URL(url);
	if (protocol === 'https:') return true;
	return allowHttp && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
