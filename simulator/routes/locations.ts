import type { FastifyInstance } from 'fastify';
import { invalid, notFound } from '../errors';
import { numberedPage, pageSize } from '../pagination';
import type { Location } from '../records/types';
import { count, uuid } from '../schemas';
import type { Service } from '../service';

interface Query {
	page?: string;
	per_page?: string;
	keywords?: string;
}

const querystring = {
	type: 'object',
	properties: { page: count, per_page: count, keywords: { type: 'string' } },
} as const;

const params = {
	type: 'object',
	properties: { location: uuid },
} as const;

/** Locations (docs/interface.md, GET /v1/locations and DELETE /v1/locations/{location}). */
export function locationRoutes(api: FastifyInstance, service: Service) {
	api.get<{ Querystring: Query }>(
		'/v1/locations',
		{ schema: { querystring }, config: { scope: 'business:read', errorsAsList: true } },
		({ query, business, url }) => {
			const words = (query.keywords ?? '').toLowerCase().split(/\s+/).filter(Boolean);
			const found = business.locations.filter((location) => fits(location, words));
			const perPage = pageSize(query.per_page, service.settings);
			return numberedPage(found, Number(query.page ?? 1), perPage, new URL(url, service.url));
		},
	);

	api.delete<{ Params: { location: string } }>(
		'/v1/locations/:location',
		{ schema: { params }, config: { scope: 'business:delete', errorsAsList: true } },
		({ params, business }, reply) => {
			const { locations } = business;
			const index = locations.findIndex(({ id }) => id === params.location.toLowerCase());
			const location = locations[index];
			if (!location) throw notFound('Location');
			if (location.active) {
				throw invalid('location', 'The location is active; only an inactive one can be deleted.');
			}
			locations.splice(index, 1);
			return reply.code(204).send();
		},
	);
}

/** Every word is in the name, or the only word is the id. */
function fits({ id, name }: Location, words: string[]): boolean {
	if (words.length === 1 && words[0] === id) return true;
	return words.every((word) => name.toLowerCase().includes(word));
}
