import type { FastifyInstance } from 'fastify';

import { invalid, notFound } from '../../errors';
import { numberedPage } from '../../http/pagination';
import type { Location } from '../../records/types';
import type { Service } from '../../service';

interface Query {
	page?: number;
	per_page?: number;
	keywords?: string;
}

/** Locations (docs/interface.md, GET /v1/locations and DELETE /v1/locations/{location}). */
export function locationRoutes(api: FastifyInstance, service: Service) {
	api.get<{ Querystring: Query }>(
		'/v1/locations',
		{ config: { errorsAsList: true } },
		(request) => {
			const { query, business } = request;
			const words = (query.keywords ?? '').toLowerCase().split(/\s+/).filter(Boolean);
			const found = business.locations.filter((location) => matches(location, words));
			return numberedPage(found, request, service);
		},
	);

	api.delete<{ Params: { location: string } }>(
		'/v1/locations/:location',
		{ config: { errorsAsList: true } },
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

/** Whether every word is in the name, or the only word is the ID. */
function matches({ id, name }: Location, words: string[]): boolean {
	if (words.length === 1 && words[0] === id) return true;
	return words.every((word) => name.toLowerCase().includes(word));
}
