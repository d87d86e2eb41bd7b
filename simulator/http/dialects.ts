import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';

import type { Dialect } from '../dialects';
import { inDialect, otherMethodCodes, type Kind } from '../domain/dialects';
import { ApiError, invalid, invalidFields, sendError, type FieldErrors } from '../errors';
import type { Service } from '../service';

/** A change of a request in a dialect, for requests whose method and path match. */
interface Change {
	dialect: Dialect;
	matches: RegExp;
	apply: (request: FastifyRequest) => void;
}

type Fields = Record<string, unknown>;

const bodyOf = ({ body }: FastifyRequest) => (body ?? {}) as Fields;
const queryOf = ({ query }: FastifyRequest) => query as Fields;

/** Page sizes of the lists that differ from the others (records of the service, row 11). */
const PAGE_SIZES: Record<string, string> = {
	'/v1/invoices': '10',
	'/v1/payment-requests': '10',
	'/v1/product-category': '20',
	'/v1/subscription-plan': '20',
	'/v1/transfers': '10',
};

/** The events for which an endpoint can be registered, in a closed list. */
const closedEvents = [
	'charge.created',
	'charge.updated',
	'payout.created',
	'order.created',
	'order.updated',
	'invoice.created',
	'invoice.updated',
	'transfer.created',
	'transfer.updated',
];

const changes: Change[] = [
	{
		dialect: 'full-updates',
		matches: /^PUT \/v1\/subscription-plan/,
		apply: (request) => needAll(bodyOf(request), ['name', 'cycle', 'amount']),
	},
	{
		dialect: 'full-updates',
		matches: /^PUT \/v1\/payment-requests/,
		apply: (request) => {
			needAll(bodyOf(request), ['amount', 'currency']);
			// An update cannot change these fields.
			for (const name of ['metadata', 'location_id']) delete bodyOf(request)[name];
		},
	},
	{
		dialect: 'no-payment-request-events',
		matches: /^(POST|PUT) \/v1\/webhook-events/,
		apply: (request) => {
			const { event_types: types = [] } = bodyOf(request) as { event_types?: string[] };
			const wrong = types.flatMap((type, index) => {
				const field = `event_types.${index}`;
				return closedEvents.includes(type) ? [] : [[field, [`The selected ${field} is invalid.`]]];
			});
			if (wrong.length > 0) throw invalidFields(Object.fromEntries(wrong) as FieldErrors);
		},
	},
	{
		dialect: 'charge-id-only',
		matches: /^POST \/v1\/refund$/,
		apply: (request) => refuseRefundOf(request, false),
	},
	{
		dialect: 'payment-request-id-only',
		matches: /^POST \/v1\/refund$/,
		apply: (request) => refuseRefundOf(request, true),
	},
	{
		dialect: 'camel-case-page-size',
		matches: /^GET \/v1\/charges$/,
		apply: (request) => {
			const query = queryOf(request);
			delete query.per_page;
			if (query.perPage !== undefined) query.per_page = query.perPage;
		},
	},
	{
		dialect: 'no-metadata-filter',
		matches: /^GET \/v1\/payment-requests$/,
		apply: (request) => delete queryOf(request).metadata,
	},
	{
		dialect: 'per-page-ignored',
		matches: /^GET /,
		apply: (request) => {
			const size = PAGE_SIZES[request.routeOptions.url ?? ''] ?? '25';
			Object.assign(queryOf(request), { per_page: size, perPage: size });
		},
	},
	{
		dialect: 'paid-charges-by-default',
		matches: /^GET \/v1\/charges$/,
		apply: (request) => {
			const query = queryOf(request);
			if (query.status !== undefined || query.statuses !== undefined) return;
			query.statuses = ['success', 'succeeded_manually', 'refunded', 'void'];
		},
	},
	{
		dialect: 'strict-statuses',
		matches: /^GET \/v1\/charges$/,
		apply: (request) => {
			const { statuses = [] } = queryOf(request) as { statuses?: string[] };
			if (!statuses.includes('succeeded')) return;
			throw invalid('statuses', 'The selected statuses is invalid.');
		},
	},
	{
		dialect: 'full-address',
		matches: /^(POST|PUT) \/v1\/payment-requests/,
		apply: (request) => {
			const { address } = bodyOf(request) as { address?: Fields };
			if (!address) return;
			const needed = ['line1', 'city', 'state', 'country', 'postal_code'];
			needAll(
				Object.fromEntries(needed.map((name) => [`address.${name}`, address[name]])),
				needed.map((name) => `address.${name}`),
			);
		},
	},
	{
		dialect: 'no-localhost',
		matches: /^(POST|PUT) /,
		apply: (request) => {
			for (const name of ['webhook', 'redirect_url', 'url']) {
				const url = bodyOf(request)[name];
				if (typeof url !== 'string' || !URL.canParse(url)) continue;
				if (!['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)) continue;
				throw invalid(name, `The ${name} field must be a valid URL.`);
			}
		},
	},
	{
		dialect: 'other-method-codes',
		matches: /^(POST|PUT) \/v1\/payment-requests/,
		apply: (request) => {
			const body = bodyOf(request) as { payment_methods?: string[] };
			const own = Object.fromEntries(
				Object.entries(otherMethodCodes).map(([code, other]) => [other, code]),
			);
			// The code of the other source becomes ours; our code becomes an unknown one.
			body.payment_methods = body.payment_methods?.map(
				(code) => own[code] ?? (code in otherMethodCodes ? `unknown ${code}` : code),
			);
			if (!body.payment_methods) delete body.payment_methods;
		},
	},
	{
		dialect: 'put-customers',
		matches: /^PATCH \/v1\/customers/,
		apply: () => {
			throw Object.assign(new Error('The PATCH method is not supported for this route.'), {
				statusCode: 405,
			});
		},
	},
	{
		dialect: 'customer-phone',
		matches: /^POST \/v1\/customers$/,
		apply: (request) => needAll(bodyOf(request), ['phone_number']),
	},
	{
		dialect: 'strict-saved-methods',
		matches: /^POST \/v1\/recurring-billing$/,
		apply: (request) => {
			const body = bodyOf(request) as Fields & { payment_methods?: string[] };
			if (body.save_payment_method !== 'true') return;
			if (body.payment_methods?.includes('card') ?? true) needAll(body, ['amount']);
			for (const name of ['plan_id', 'times_to_be_charged']) {
				if (name in body) throw invalid(name, `The ${name} field is prohibited.`);
			}
		},
	},
	{
		dialect: 'full-discounts',
		matches: /^(POST|PUT) \/v1\/invoices/,
		apply: (request) => {
			const { stackable_discounts: all = [] } = bodyOf(request) as {
				stackable_discounts?: Fields[];
			};
			for (const one of all) needAll(one, ['name', 'discount', 'percentage_discount', 'order']);
		},
	},
	{
		dialect: 'no-invoice-get',
		matches: /^GET \/v1\/invoices\/:/,
		apply: () => {
			throw new ApiError(405, 'The GET method is not supported for this route.');
		},
	},
	{ dialect: 'no-info', matches: /^GET \/v1\/info$/, apply: refuse },
	{ dialect: 'charges-only', matches: /^GET \/v1\/(info|account-status)$/, apply: refuse },
];

/** The kind of record that a path is about. */
const kinds: Array<[string, Kind]> = [
	['/v1/charges', 'charge'],
	['/v1/invoices', 'invoice'],
	['/v1/orders', 'order'],
	['/v1/payment-requests', 'payment_request'],
	['/v1/payouts', 'payout'],
	['/v1/products', 'product'],
	['/v1/recurring-billing', 'subscription'],
	['/v1/refund', 'refund'],
	['/v1/static_qr', 'static_qr'],
	['/v1/subscription-plan', 'plan'],
	['/v1/balances', 'balance'],
	['/v1/transfers', 'transfer'],
];

/** Adds the changes that the dialects of the settings make in requests, in records and in statuses. */
export function addDialects(app: FastifyInstance, service: Service) {
	const { dialects } = service.settings;
	const speaks = (dialect: Dialect) => dialects.includes(dialect);

	app.addHook('preValidation', (request, _reply, done) => {
		const route = `${request.method} ${request.routeOptions.url ?? ''}`;
		for (const { dialect, matches, apply } of changes) {
			if (speaks(dialect) && matches.test(route)) apply(request);
		}
		done();
	});

	app.addHook('preSerialization', (request, reply, payload, done) => {
		const { url = '' } = request.routeOptions;
		const [, kind] = kinds.find(([path]) => url.startsWith(path)) ?? [];
		if (dialects.length === 0 || kind === undefined || reply.statusCode >= 300) {
			return done(null, payload);
		}
		const isAlone = url.includes(':');
		const convert = (record: object) => inDialect(service, request.business, kind, record, isAlone);
		const { data } = payload as { data?: unknown };
		if (Array.isArray(payload)) return done(null, payload.map(convert));
		const converted = Array.isArray(data)
			? { ...(payload as object), data: data.map(convert) }
			: convert(payload as object);
		done(null, converted);
	});

	app.addHook('onSend', (_request, reply, payload, done) => {
		if (speaks('post-200') && reply.statusCode === 201) reply.code(200);
		done(null, payload);
	});

	app.setErrorHandler((error: FastifyError, request, reply) => {
		const isUnknownRecord = error instanceof ApiError && error.statusCode === 404;
		if (isUnknownRecord && speaks('not-found-422')) {
			return reply.code(422).send({ message: 'No query results for model [App\\Models\\Record].' });
		}
		return sendError(error, request, reply);
	});
}

/** @throws a 422 that names each missing field */
function needAll(fields: Fields, names: string[]) {
	const missing = names.filter((name) => fields[name] === undefined);
	if (missing.length === 0) return;
	throw invalidFields(
		Object.fromEntries(
			missing.map((name) => [name, [`The ${name.replaceAll('_', ' ')} field is required.`]]),
		),
	);
}

function refuseRefundOf({ body, business }: FastifyRequest, isOfCharge: boolean) {
	const { payment_id: id } = (body ?? {}) as { payment_id?: string };
	if (typeof id !== 'string' || (business.charges.get(id) !== undefined) !== isOfCharge) return;
	throw new ApiError(404, 'The payment was not found.');
}

/** Responds as if the path did not exist: no record is meant. */
function refuse() {
	throw Object.assign(new Error('Not Found'), { statusCode: 404 });
}
