import type { FastifyInstance } from 'fastify';

import { contract, type Schema } from '../../contract/contract';
import type { Business } from '../domain/business';
import { ApiError } from '../errors';
import type { Fault } from '../faults/faults';
import { masked } from '../faults/journal';
import type { Role } from '../options';
import type { Service } from '../service';
import { testEventRoutes } from './testEvents';

const faultSchema = {
	type: 'object',
	additionalProperties: false,
	properties: {
		method: { type: 'string' },
		path: { type: 'string' },
		times: { type: 'integer', minimum: 1 },
		rate: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
		skip: { type: 'integer', minimum: 0 },
		status: { type: 'integer', minimum: 200, maximum: 599 },
		headers: { type: 'object', additionalProperties: { type: 'string' } },
		body: {},
		delay: { type: 'number', minimum: 0 },
		cut: { type: 'string', enum: ['before', 'after', 'middle'] },
		when: { type: 'string', enum: ['before', 'after'] },
		late: { type: 'number', minimum: 0 },
		repeatCursor: { type: 'boolean' },
	},
} as const;

const scopeBody = {
	type: 'object',
	required: ['scope'],
	properties: { scope: { type: 'string', minLength: 1 } },
} as const;

const roleBody = {
	type: 'object',
	required: ['role'],
	properties: { role: { type: 'string', enum: ['owner', 'admin', 'member'] } },
} as const;

const statusBody = (status: Schema | undefined) => ({
	type: 'object',
	additionalProperties: false,
	required: ['status'],
	properties: { status: { type: 'string', enum: status!.enum } },
});
const { ChargeStatus, InvoiceStatus, Payout, Transfer } = contract.components.schemas;

const orderStatus: Schema = { enum: ['completed', 'sent', 'draft', 'expired', 'canceled'] };

/** For each kind: the method that adds a record, the one that changes its status, and the statuses. */
const kinds = {
	charges: ['addCharge', 'changeCharge', ChargeStatus],
	payouts: ['addPayout', 'changePayout', Payout!.properties!.status],
	transfers: ['addTransfer', 'changeTransfer', Transfer!.properties!.status],
	invoices: ['addInvoice', 'changeInvoice', InvoiceStatus],
	orders: ['addOrder', 'changeOrder', orderStatus],
} as const;

/** The control API: the methods of `Simulator`, as JSON over HTTP. */
export function controlRoutes(app: FastifyInstance, service: Service) {
	const { faults, journal, oauth, deliveries } = service;
	const business = (id: unknown): Business => {
		if (id === undefined) return service.first;
		const found = service.businesses.find((one) => one.info.id === id);
		if (!found) throw new ApiError(404, 'There is no such business.');
		return found;
	};

	app.get('/', () => ({
		businesses: service.businesses.map(({ info }) => info),
		scopes: oauth.app.scopes,
		requests: journal.length,
	}));

	app.post<{ Body: Fault }>('/faults', { schema: { body: faultSchema } }, (request, reply) => {
		faults.add(request.body);
		return reply.code(201).send(request.body);
	});
	app.delete('/faults', (_request, reply) => {
		faults.clear();
		return reply.code(204).send();
	});

	app.get('/requests', () => journal.map(masked));
	app.delete('/requests', (_request, reply) => {
		journal.length = 0;
		return reply.code(204).send();
	});
	app.post('/reset', (_request, reply) => {
		service.reset();
		return reply.code(204).send();
	});

	app.get<{ Params: { kind: string }; Querystring: { business?: string } }>(
		'/records/:kind',
		({ params, query }) => {
			const found = Object.entries(business(query.business).records);
			const [, records] = found.find(([kind]) => kind === params.kind) ?? [];
			if (!records) throw new ApiError(404, 'There are no such records.');
			return records as object[];
		},
	);

	for (const [kind, [add, change, statuses]] of Object.entries(kinds)) {
		app.post(`/${kind}`, ({ body }, reply) => reply.code(201).send(service[add](body as never)));
		app.patch<{ Params: { id: string }; Body: { status: never } }>(
			`/${kind}/:id`,
			{ schema: { body: statusBody(statuses) } },
			({ params, body }) => service[change](params.id, body.status),
		);
	}

	for (const verb of ['pay', 'fail'] as const) {
		app.post<{ Params: { id: string }; Body?: { method?: string } }>(
			`/payment-requests/:id/${verb}`,
			(request) => service[verb](request.params.id, request.body?.method),
		);
	}

	app.post<{ Params: { id: string }; Body?: { method?: string; last4?: string } }>(
		'/subscriptions/:id/attach',
		({ params, body }) => service.attachMethod(params.id, body?.method, body?.last4),
	);

	app.post<{ Params: { id: string } }>('/subscriptions/:id/detach', ({ params }) =>
		service.detachMethod(params.id),
	);

	// The real dashboard shows these salts; the simulator has none.
	app.get<{ Querystring: { business?: string } }>('/salt', (request) => ({
		salt: business(request.query.business).salt,
	}));
	app.get<{ Querystring: { business?: string } }>(
		'/webhook-endpoints',
		(request) => business(request.query.business).webhookEndpoints,
	);
	app.get('/deliveries', () => deliveries.journal);
	app.delete('/deliveries', (_request, reply) => {
		deliveries.clear();
		return reply.code(204).send();
	});
	app.post<{ Params: { id: string } }>('/deliveries/:id/redeliver', (request, reply) => {
		if (!deliveries.has(request.params.id))
			throw new ApiError(404, 'There is no such notification.');
		deliveries.redeliver(request.params.id);
		return reply.code(202).send({ id: request.params.id });
	});
	testEventRoutes(app, service);
	app.get('/idle', async (_request, reply) => {
		await deliveries.idle();
		return reply.code(204).send();
	});

	for (const verb of ['request', 'approve', 'reject'] as const) {
		app.post<{ Body: { scope: string } }>(
			`/oauth/${verb}-scope`,
			{ schema: { body: scopeBody } },
			({ body }) => {
				oauth[`${verb}Scope`](body.scope);
				return { scopes: oauth.app.scopes };
			},
		);
	}

	for (const [path, change] of [
		['revoke', () => oauth.revoke()],
		['delete-app', () => oauth.deleteApp()],
		['expire-access-tokens', () => oauth.expireAccessTokens()],
		['expire-refresh-tokens', () => oauth.expireRefreshTokens()],
		['expire-codes', () => oauth.expireCodes()],
	] as const) {
		app.post(`/oauth/${path}`, (_request, reply) => {
			change();
			return reply.code(204).send();
		});
	}

	// The control API may return secrets: its callers run the simulator.
	app.post('/oauth/regenerate-secret', () => ({ client_secret: oauth.regenerateSecret() }));
	app.post<{ Body?: { scope?: string; business?: string } }>('/oauth/tokens', (request) =>
		oauth.issueTokens(business(request.body?.business), request.body?.scope),
	);
	app.post<{ Body: { role: Role } }>(
		'/oauth/role',
		{ schema: { body: roleBody } },
		(request, reply) => {
			service.role = request.body.role;
			return reply.code(204).send();
		},
	);
}
