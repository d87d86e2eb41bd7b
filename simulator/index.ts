import Ajv from 'ajv';
import fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { FORM, readForm } from '../contract/form';
import type { Business, Records } from './domain/business';
import type { OAuth, OAuthApp, TokenResponse } from './domain/oauth';
import type { Fault } from './faults/faults';
import { countFaults, type JournalEntry } from './faults/journal';
import { authenticate } from './http/auth';
import { followContract } from './http/contract';
import { addDialects } from './http/dialects';
import { CONTROL_PREFIX, addHooks } from './http/hooks';
import { parseQuery } from './http/query';
import { toSettings, type Role, type SimulatorOptions } from './options';
import type { BusinessInfo, Charge, EndpointWithSalt } from './records/types';
import { authorizeRoutes } from './routes/authorize';
import { infoRoutes } from './routes/business/info';
import { locationRoutes } from './routes/business/locations';
import { readerPages, readerRoutes } from './routes/business/readers';
import { staffRoutes } from './routes/business/staffs';
import { webhookEventRoutes } from './routes/business/webhookEvents';
import { checkoutRoutes } from './routes/checkout';
import { controlRoutes } from './routes/control';
import { customerPages } from './routes/customerPages';
import { balanceRoutes } from './routes/money/balances';
import { beneficiaryRoutes } from './routes/money/beneficiaries';
import { chargeRoutes } from './routes/money/charges';
import { payoutRoutes } from './routes/money/payouts';
import { refundRoutes } from './routes/money/refunds';
import { transferRoutes } from './routes/money/transfers';
import { virtualAccountRoutes } from './routes/money/virtualAccounts';
import { customerRoutes } from './routes/sales/customers';
import { invoiceRoutes } from './routes/sales/invoices';
import { orderRoutes } from './routes/sales/orders';
import { paymentRequestRoutes } from './routes/sales/paymentRequests';
import { productRoutes } from './routes/sales/products';
import { staticQrRoutes } from './routes/sales/staticQrs';
import { subscriptionPlanRoutes } from './routes/sales/subscriptionPlans';
import { subscriptionRoutes } from './routes/sales/subscriptions';
import { tokenRoutes } from './routes/token';
import { Service } from './service';
import type { Deliveries, Delivery } from './webhooks/deliveries';

export type { Records } from './domain/business';
export type { Delivery } from './webhooks/deliveries';
export type { Fault, Hit } from './faults/faults';
export type { JournalEntry } from './faults/journal';
export type { OAuthApp, ScopeState, TokenResponse } from './domain/oauth';
export type { Observer } from './observer';
export type { Role, SimulatorOptions } from './options';
export type * from './records/types';

/** The grant that `issueTokens` issues tokens for. */
export interface TokenRequest {
	/** Scopes, separated by spaces. Default: `business:read payments`. */
	scope?: string;
	/** ID of the business. Default: the first one. */
	business?: string;
}

const ofService = [
	...(['addCharge', 'addCustomer', 'addInvoice', 'addOrder', 'addPayout'] as const),
	...(['addSubscription', 'addTransfer', 'attachMethod', 'detachMethod', 'pay', 'fail'] as const),
	...(['changeCharge', 'changeInvoice', 'changeOrder', 'changePayout'] as const),
	...(['changeSubscription', 'changeTransfer', 'renew', 'reset'] as const),
];
const ofOAuth = [
	...(['requestScope', 'approveScope', 'rejectScope', 'regenerateSecret', 'deleteApp'] as const),
	...(['expireAccessTokens', 'expireRefreshTokens', 'expireCodes'] as const),
];

/** Returns the methods of an object, to be called without it. */
function methodsOf<T extends object, K extends keyof T>(of: T, names: readonly K[]): Pick<T, K> {
	const bound = names.map((name) => [name, (of[name] as (...args: never) => unknown).bind(of)]);
	return Object.fromEntries(bound) as Pick<T, K>;
}

/** A running simulator, and the methods that control it in process. */
export interface Simulator
	extends
		Pick<Service, (typeof ofService)[number]>,
		Pick<OAuth, (typeof ofOAuth)[number]>,
		Pick<FastifyInstance, 'inject'>,
		Pick<Deliveries, 'idle' | 'redeliver'> {
	/** Base URL of the API and of the dashboard. */
	readonly url: string;
	/** API key of the first business. */
	readonly apiKey: string;
	/** Salt of the first business, by which callbacks are signed. */
	readonly salt: string;
	readonly businesses: ReadonlyArray<BusinessInfo & { apiKey: string; salt: string }>;
	/** The app as it is now. Its secret changes when it is regenerated. */
	readonly oauthApp: OAuthApp;
	/** Records of the first business, live, in the order in which the API lists them. */
	readonly records: Records;
	/** Requests that arrived, oldest first, without those to the control API. */
	readonly requests: readonly JournalEntry[];
	/** How many requests each kind of fault hit, such as `429`, `500 after`, `cut before`. */
	readonly faultCounts: Readonly<Record<string, number>>;
	/** Webhook endpoints of the first business with their salts, live, oldest first. */
	readonly webhookEndpoints: readonly EndpointWithSalt[];
	/** Every attempt to deliver a notification, oldest first. */
	readonly deliveries: readonly Delivery[];

	/** Adds a webhook endpoint to the first business. */
	addWebhookEndpoint: Business['addWebhookEndpoint'];
	/** Returns the charges of a subscription of the first business, oldest first. */
	chargesOf(id: string): Charge[];
	/** Makes the next refund of the first business a pending one. @param isShown whether its charge shows it meanwhile */
	pendNextRefund(isShown: boolean): void;
	/** Ends a refund of the first business that is pending. */
	endRefund(id: string, status: 'succeeded' | 'failed'): void;
	fault(fault: Fault): void;
	clearFaults(): void;

	/** Revokes the app, as the merchant of one business does. Default: all merchants. */
	revoke(business?: string): void;
	/** Issues tokens without the browser. */
	issueTokens(request?: TokenRequest): TokenResponse;
	/** Sets the role of the person on the consent page. */
	signInAs(role: Role): void;

	/** Closes the port: open connections are cut, new ones are refused. */
	down(): Promise<void>;
	/** Listens again at the same address, with all records. */
	up(): Promise<void>;
	close(): Promise<void>;
}

/** Starts the Payments API of docs/interface.md on 127.0.0.1. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const service = new Service(toSettings(options));
	const app = await build(service);
	await app.listen({ host: '127.0.0.1', port: service.settings.port });
	const { port } = app.server.address() as AddressInfo;
	service.url = `http://127.0.0.1:${port}`;
	return simulatorOf(service, app);
}

/** Validates the bodies of the control API. Tests start a thousand simulators, and compiling is slow. */
const controlBodies = new Ajv({
	allErrors: true,
	verbose: true,
	meta: false,
	validateSchema: false,
});

async function build(service: Service): Promise<FastifyInstance> {
	const app = fastify({
		forceCloseConnections: true,
		// A value in a path may be as long as one in a body.
		routerOptions: { querystringParser: parseQuery, maxParamLength: 5_000 },
	});
	app.setValidatorCompiler<object>(({ schema }) => controlBodies.compile(schema));
	app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not Found' }));
	acceptEmptyJson(app);
	acceptForms(app);
	addHooks(app, service);
	addDialects(app, service);

	await app.register((scope) => authorizeRoutes(scope, service));
	await app.register((scope) => tokenRoutes(scope, service));
	await app.register((scope) => checkoutRoutes(scope, service));
	await app.register((scope) => customerPages(scope, service));
	await app.register((scope) => readerPages(scope, service));
	await app.register((api, _options, done) => {
		followContract(api);
		authenticate(api, service);
		balanceRoutes(api, service);
		beneficiaryRoutes(api, service);
		chargeRoutes(api, service);
		customerRoutes(api, service);
		infoRoutes(api);
		invoiceRoutes(api, service);
		locationRoutes(api, service);
		orderRoutes(api, service);
		paymentRequestRoutes(api, service);
		payoutRoutes(api, service);
		productRoutes(api, service);
		readerRoutes(api, service);
		refundRoutes(api, service);
		staffRoutes(api);
		staticQrRoutes(api, service);
		subscriptionPlanRoutes(api, service);
		transferRoutes(api, service);
		subscriptionRoutes(api, service);
		virtualAccountRoutes(api, service);
		webhookEventRoutes(api, service);
		done();
	});
	await app.register(
		(scope, _options, done) => {
			controlRoutes(scope, service);
			done();
		},
		{ prefix: CONTROL_PREFIX },
	);
	return app;
}

/** Many clients send a content type without a body, as with DELETE. */
function acceptEmptyJson(app: FastifyInstance) {
	const parse = app.getDefaultJsonParser('error', 'error');
	app.removeContentTypeParser('application/json');
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
		if (text === '') done(null, {});
		else void parse(request, text as string, done);
	});
}

function acceptForms(app: FastifyInstance) {
	app.addContentTypeParser(FORM, { parseAs: 'string' }, ({ headers }, text, done) => {
		done(null, readForm(text as string, headers['content-type']!));
	});
}

/** Closes the server below fastify: an app that was closed cannot listen again. */
async function stopListening(server: Server) {
	if (!server.listening) return;
	const closed = once(server, 'close');
	server.close();
	server.closeAllConnections();
	await closed;
}

async function listenAgain(server: Server, { url }: Service) {
	if (server.listening) return;
	const { hostname, port } = new URL(url);
	server.listen({ host: hostname, port: Number(port) });
	// Rejects if another process has taken the port.
	await once(server, 'listening');
}

function simulatorOf(service: Service, app: FastifyInstance): Simulator {
	const { oauth, faults, journal, deliveries } = service;
	const businessOf = (id: string | undefined): Business | undefined => {
		const found = service.businesses.find(({ info }) => info.id === id);
		if (id !== undefined && !found) throw new RangeError(`There is no business ${id}`);
		return found;
	};
	return {
		...methodsOf(service, ofService),
		...methodsOf(oauth, ofOAuth),
		...methodsOf(deliveries, ['idle', 'redeliver']),
		url: service.url,
		apiKey: service.settings.apiKey,
		salt: service.settings.salt,
		get businesses() {
			return service.businesses.map(({ info, apiKey, salt }) => ({ ...info, apiKey, salt }));
		},
		get oauthApp() {
			return oauth.app;
		},
		get records() {
			return service.first.records;
		},
		requests: journal,
		get faultCounts() {
			return countFaults(journal);
		},
		get webhookEndpoints() {
			return service.first.webhookEndpoints;
		},
		deliveries: deliveries.journal,
		addWebhookEndpoint: (body) => service.first.addWebhookEndpoint(body),
		chargesOf: (id) => service.first.chargesOf(id),
		pendNextRefund: (isShown) => service.first.refunds.pendNext(isShown),
		endRefund: (id, status) => service.first.refunds.end(id, status),
		fault: (fault) => faults.add(fault),
		clearFaults: () => faults.clear(),
		revoke: (business) => oauth.revoke(businessOf(business)),
		issueTokens: ({ scope, business } = {}) => oauth.issueTokens(businessOf(business), scope),
		signInAs: (role) => {
			service.role = role;
		},
		inject: app.inject.bind(app),
		down: () => stopListening(app.server),
		up: () => listenAgain(app.server, service),
		close: async () => {
			await deliveries.close();
			await app.close();
		},
	};
}
