import type { FastifyInstance } from 'fastify';

import { contract, type Schema } from '../../contract/contract';
import type { Business } from '../domain/business';
import { ApiError } from '../errors';
import type { Fault } from '../faults/faults';
import { masked } from '../faults/journal';
import type { Role } from '../options';
import type { Charge, Invoice, Order, Payout, Transfer } from '../records/types';
import type { Service } from '../service';

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

const {
	ChargeStatus,
	InvoiceStatus,
	Payout: PayoutRecord,
	Transfer: TransferRecord,
} = contract.components.schemas;
const statusBody = (status: Schema | undefined) => ({
	type: 'object',
	additionalProperties: false,
	required: ['status'],
	properties: { status: { type: 'string', enum: status!.enum } },
});
const statusBodies = {
	charge: statusBody(ChargeStatus),
	payout: statusBody(PayoutRecord!.properties!.status),
	transfer: statusBody(TransferRecord!.properties!.status),
	invoice: statusBody(InvoiceStatus),
	order: statusBody({ enum: ['completed', 'sent', 'draft', 'expired', 'canceled'] }),
};

const recordKinds = [
	'charges',
	'customers',
	'payouts',
	'locations',
	'refunds',
	'plans',
	'staticQrs',
	'paymentRequests',
	'invoices',
	'orders',
	'products',
	'categories',
	'transfers',
	'subscriptions',
] as const;

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

	app.get<{ Params: { kind: (typeof recordKinds)[number] }; Querystring: { business?: string } }>(
		'/records/:kind',
		(request) => {
			if (!recordKinds.includes(request.params.kind)) {
				throw new ApiError(404, `The kind must be one of ${recordKinds.join(', ')}.`);
			}
			return business(request.query.business).records[request.params.kind];
		},
	);
	app.post<{ Body?: Partial<Charge> }>('/charges', (request, reply) =>
		reply.code(201).send(service.addCharge(request.body)),
	);
	app.post<{ Body?: Partial<Payout> }>('/payouts', (request, reply) =>
		reply.code(201).send(service.addPayout(request.body)),
	);
	app.post<{ Body?: Partial<Transfer> }>('/transfers', (request, reply) =>
		reply.code(201).send(service.addTransfer(request.body)),
	);
	app.post<{ Body?: Partial<Order> }>('/orders', (request, reply) =>
		reply.code(201).send(service.addOrder(request.body)),
	);
	app.patch<{ Params: { id: string }; Body: Pick<Charge, 'status'> }>(
		'/charges/:id',
		{ schema: { body: statusBodies.charge } },
		({ params, body }) => service.changeCharge(params.id, body.status),
	);
	app.patch<{ Params: { id: string }; Body: Pick<Payout, 'status'> }>(
		'/payouts/:id',
		{ schema: { body: statusBodies.payout } },
		({ params, body }) => service.changePayout(params.id, body.status),
	);

	app.patch<{ Params: { id: string }; Body: Pick<Transfer, 'status'> }>(
		'/transfers/:id',
		{ schema: { body: statusBodies.transfer } },
		({ params, body }) => service.changeTransfer(params.id, body.status),
	);
	app.patch<{ Params: { id: string }; Body: Pick<Invoice, 'status'> }>(
		'/invoices/:id',
		{ schema: { body: statusBodies.invoice } },
		({ params, body }) => service.changeInvoice(params.id, body.status),
	);
	app.patch<{ Params: { id: string }; Body: Pick<Order, 'status'> }>(
		'/orders/:id',
		{ schema: { body: statusBodies.order } },
		({ params, body }) => service.changeOrder(params.id, body.status),
	);

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
	app.get('/idle', async (_request, reply) => {
		await deliveries.idle();
		return reply.code(204).send();
	});

	const scopeRoute = (path: string, change: (scope: string) => void) =>
		app.post<{ Body: { scope: string } }>(path, { schema: { body: scopeBody } }, (request) => {
			change(request.body.scope);
			return { scopes: oauth.app.scopes };
		});
	scopeRoute('/oauth/request-scope', (scope) => oauth.requestScope(scope));
	scopeRoute('/oauth/approve-scope', (scope) => oauth.approveScope(scope));
	scopeRoute('/oauth/reject-scope', (scope) => oauth.rejectScope(scope));

	const oauthRoute = (path: string, change: () => void) =>
		app.post(path, (_request, reply) => {
			change();
			return reply.code(204).send();
		});
	oauthRoute('/oauth/revoke', () => oauth.revoke());
	oauthRoute('/oauth/delete-app', () => oauth.deleteApp());
	oauthRoute('/oauth/expire-access-tokens', () => oauth.expireAccessTokens());
	oauthRoute('/oauth/expire-refresh-tokens', () => oauth.expireRefreshTokens());
	oauthRoute('/oauth/expire-codes', () => oauth.expireCodes());

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
