import type { FastifyInstance } from 'fastify';

import type { BeneficiaryUpdate } from '../../contract/types';
import type { Business } from '../domain/business';
import { notFound } from '../errors';
import { numberedPage } from '../http/pagination';
import type { Beneficiary } from '../records/types';
import type { Service } from '../service';

interface One {
	Params: { id: string };
}

/** Beneficiaries, newest first (docs/interface.md, Beneficiaries). */
export function beneficiaryRoutes(api: FastifyInstance, service: Service) {
	const find = ({ beneficiaries }: Business, id: string): Beneficiary => {
		const found = beneficiaries.find((one) => one.id === id.toLowerCase());
		if (!found) throw notFound('Beneficiary');
		return found;
	};

	api.get<{ Querystring: { query?: string } }>('/v1/beneficiaries', (request) => {
		const words = (request.query.query ?? '').toLowerCase().split(/\s+/);
		const isFound = ({ nickname, holder_name }: Beneficiary) => {
			const text = `${nickname ?? ''}\n${holder_name}`.toLowerCase();
			return words.every((word) => text.includes(word));
		};
		return numberedPage(request.business.beneficiaries.filter(isFound), request, service);
	});

	api.get<One>('/v1/beneficiaries/:id', ({ params, business }) => find(business, params.id));

	api.patch<One & { Body: BeneficiaryUpdate }>(
		'/v1/beneficiaries/:id',
		({ params, body, business }) => {
			const { nickname, remark, is_favourite } = body;
			const changes = Object.entries({ nickname, remark, is_favourite });
			return Object.assign(
				find(business, params.id),
				Object.fromEntries(changes.filter(([, value]) => value !== undefined)),
				{ updated_at: business.calendar.withOffset(service.settings.now()) },
			);
		},
	);

	api.delete<One>('/v1/beneficiaries/:id', ({ params, business }, reply) => {
		const { beneficiaries } = business;
		beneficiaries.splice(beneficiaries.indexOf(find(business, params.id)), 1);
		return reply.code(204).send();
	});
}
