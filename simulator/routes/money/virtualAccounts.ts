import type { FastifyInstance } from 'fastify';

import type { Business } from '../../domain/business';
import { ApiError, notFound } from '../../errors';
import { cursorPage, pageSize } from '../../http/pagination';
import { addressOf } from '../../records/locations';
import { methodLogo } from '../../records/sample/logos';
import type { VirtualAccount } from '../../records/types';
import type { Service } from '../../service';

interface Query {
	per_page?: number;
	cursor?: string;
}

const PROVIDER = 'dbs_sg';

/** Virtual accounts, newest first (docs/interface.md, Virtual accounts). */
export function virtualAccountRoutes(api: FastifyInstance, { settings }: Service) {
	api.get<{ Querystring: Query }>('/v1/virtual-accounts', ({ query, business }) =>
		cursorPage(
			business.virtualAccounts,
			() => true,
			pageSize(query.per_page, settings),
			query.cursor,
			{},
			'numbers',
		),
	);

	api.post('/v1/virtual-accounts', ({ business }, reply) => {
		const { virtualAccounts } = business;
		if (virtualAccounts.length === settings.virtualAccountMethods)
			throw new ApiError(409, 'Virtual account already exists.');
		const account = newAccount(business, settings.now());
		virtualAccounts.unshift(account);
		return reply.code(201).send({ data: account });
	});

	api.get<{ Params: { id: string } }>('/v1/virtual-accounts/:id', ({ params, business }) => {
		const data = business.virtualAccounts.find(({ id }) => id === params.id.toLowerCase());
		if (!data) throw notFound('Virtual account');
		return { data };
	});
}

/** Returns a virtual account for the next method of the business, of which the first has no number. */
function newAccount(business: Business, now: number): VirtualAccount {
	const { calendar, info, locations, owner, virtualAccounts } = business;
	const { length } = virtualAccounts;
	const method = `${PROVIDER}_virtual_account${length === 0 ? '' : `_${length + 1}`}`;
	const at = calendar.withOffset(now);
	return {
		id: business.newId(),
		name: info.name,
		reference: business.newReference('VA'),
		payment_provider: PROVIDER,
		payment_provider_method: method,
		payment_provider_method_logos: [methodLogo(method)],
		payment_provider_method_main_logo: methodLogo(method),
		supported_currencies: [info.currency],
		transfer_types: ['fast', 'giro'],
		address: addressOf(locations[0]!),
		status: 'active',
		created_by: {
			id: owner.id,
			display_name: `${owner.first_name} ${owner.last_name}`,
			first_name: owner.first_name,
			last_name: owner.last_name,
		},
		created_at: at,
		updated_at: at,
	};
}
