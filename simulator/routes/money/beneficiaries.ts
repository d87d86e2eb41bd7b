import type { FastifyInstance } from 'fastify';

import type { BeneficiaryCreate, BeneficiaryUpdate } from '../../../contract/types';
import type { Business } from '../../domain/business';
import { ApiError, invalidFields, notFound } from '../../errors';
import { numberedPage } from '../../http/pagination';
import { accountFields, bankOf, type Chosen } from '../../records/accountFields';
import type { Beneficiary } from '../../records/types';
import type { Service } from '../../service';

type NewBeneficiary = Partial<BeneficiaryCreate> &
	Pick<
		BeneficiaryCreate,
		'country' | 'currency' | 'transfer_method' | 'holder_type' | 'holder_name'
	>;

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

	api.post<{ Body: Chosen }>('/v1/beneficiaries/schema', ({ body }) => fieldsFor(body));

	api.post<{ Body: NewBeneficiary }>('/v1/beneficiaries', ({ body, business }, reply) => {
		// As an example of the reference, an account in Singapore may have an ID in place of the code.
		const has = (key: string) =>
			valueAt(body, key) !== undefined || (key === 'bank_swift_code' && body.bank_id !== undefined);
		const missing = fieldsFor(body).filter(({ key, required }) => required && !has(key));
		if (missing.length > 0) {
			const texts = missing.map(({ key, title }) => [key, [`The ${title} field is required.`]]);
			throw invalidFields(Object.fromEntries(texts) as Record<string, string[]>);
		}
		const created = newBeneficiary(business, body, service.settings.now());
		business.beneficiaries.unshift(created);
		return reply.code(201).send(created);
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

/** @throws a 422 if there are no such accounts */
function fieldsFor(chosen: Chosen) {
	const lower = Object.entries(chosen).map(([name, value]) => [name, String(value).toLowerCase()]);
	const fields = accountFields(Object.fromEntries(lower) as Chosen);
	if (fields) return fields;
	const texts = ['country', 'transfer_method', 'currency'].map((name) => [
		name,
		[`The selected ${name} is invalid.`],
	]);
	throw new ApiError(
		422,
		'The given data was invalid.',
		Object.fromEntries(texts) as Record<string, string[]>,
	);
}

/** Returns a value of a body, also within an object: `address.city`. */
function valueAt(body: object, key: string): unknown {
	return key
		.split('.')
		.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], body);
}

function newBeneficiary(business: Business, body: NewBeneficiary, now: number): Beneficiary {
	const { bank_id, bank_swift_code = bank_id, account_number = '' } = body;
	const { id, first_name, last_name } = business.owner;
	const at = business.calendar.withOffset(now);
	return {
		...{ id: business.newId(), status: 'approved', country: body.country.toLowerCase() },
		currency: body.currency.toLowerCase(),
		...{ transfer_method: body.transfer_method, transfer_type: body.transfer_type ?? null },
		...{ nickname: body.nickname ?? null, remark: body.remark ?? null },
		...{ holder_name: body.holder_name, holder_type: body.holder_type, account_number },
		...{ bank_name: bankOf(bank_swift_code), bank_id: `${bank_swift_code ?? ''}[7171]` },
		...{ bank_swift_code: bank_swift_code ?? null, bank_branch_code: null },
		...{ email: body.email ?? null, is_favourite: body.is_favourite ?? false },
		created_by: { id, display_name: `${first_name} ${last_name}`, first_name, last_name },
		...{ created_at: at, updated_at: at, deleted_at: null },
	};
}
