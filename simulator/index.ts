import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { authenticate } from './auth';
import type { Business, Records } from './business';
import { CONTROL_PREFIX, controlRoutes } from './control';
import { sendError } from './errors';
import type { Delivery } from './deliveries';
import type { Fault } from './faults';
import { countFaults, type JournalEntry } from './journal';
import type { OAuthApp, TokenAnswer } from './oauth';
import { settle, type Role, type SimulatorOptions } from './options';
import { parseQuery } from './query';
import type { BusinessInfo, Charge, EndpointWithSalt, Payout } from './records/types';
import { authorizeRoutes } from './routes/authorize';
import { chargeRoutes } from './routes/charges';
import { checkoutRoutes } from './routes/checkout';
import { infoRoutes } from './routes/info';
import { locationRoutes } from './routes/locations';
import { paymentRequestRoutes } from './routes/paymentRequests';
import { payoutRoutes } from './routes/payouts';
import { refundRoutes } from './routes/refunds';
import { staticQrRoutes } from './routes/staticQrs';
import { subscriptionPlanRoutes } from './routes/subscriptionPlans';
import { tokenRoutes } from './routes/token';
import { webhookEventRoutes } from './routes/webhookEvents';
import { Service } from './service';
import { handleTraffic } from './traffic';

export type { Records } from './business';
export type { Delivery } from './deliveries';
export type { Fault, Hit } from './faults';
export type { JournalEntry } from './journal';
export type { OAuthApp, ScopeState, TokenAnswer } from './oauth';
export type { Role, SimulatorOptions } from './options';
export type * from './records/types';

/** Which business tokens are for, and what they allow. */
export interface TokenRequest {
	/** Scopes separated by spaces. Default `business:read payments`. */
	scope?: string;
	/** Id of the business. Default the first one. */
	business?: string;
}

/** A running simulator and the hands on it. */
export interface Simulator {
	/** Its address: API base and dashboard at once. */
	readonly url: string;
	/** API key of the first business. */
	readonly apiKey: string;
	/** Key of the signatures of the first business's callbacks. */
	readonly salt: string;
	readonly businesses: ReadonlyArray<BusinessInfo & { apiKey: string; salt: string }>;
	/** The app as it is now; its secret changes when it is regenerated. */
	readonly oauthApp: OAuthApp;
	/** The first business's records, live, in the service's order. */
	readonly records: Records;
	/** What arrived, oldest first, the control endpoint's own requests left out. */
	readonly requests: readonly JournalEntry[];
	/** How many of them each kind of fault hit, such as `429`, `500 after`, `cut before`. */
	readonly faultCounts: Readonly<Record<string, number>>;
	/** The first business's webhook endpoints with their salts, live, oldest first. */
	readonly webhookEndpoints: readonly EndpointWithSalt[];
	/** Every try to deliver a notification, oldest first. */
	readonly deliveries: readonly Delivery[];

	fault(fault: Fault): void;
	clearFaults(): void;
	/** Forgets faults, journals and notifications under way; records, app and tokens stay. */
	reset(): void;

	/** A new charge of the first business, newest of all unless it says when it was created. */
	addCharge(given?: Partial<Charge>): Charge;
	/** A new payout of the first business, newest of all unless it says when it was created. */
	addPayout(given?: Partial<Payout>): Payout;
	/** A charge of the first business comes to another status; its time of creation stays. */
	changeCharge(id: string, status: Charge['status']): Charge;
	/** A payout of the first business comes to another status. */
	changePayout(id: string, status: Payout['status']): Payout;

	/** The customer pays a payment request, by its first method unless one is named. */
	pay(paymentRequestId: string, method?: string): Charge;
	/** The customer tries to pay a payment request, and it fails. Gives the failed charge. */
	fail(paymentRequestId: string, method?: string): Charge;
	/** Sends a notification (`id` of a delivery) once more, as it was. */
	redeliver(id: string): void;
	/** Resolves when no notification is under way or waits to be repeated. */
	idle(): Promise<void>;

	requestScope(scope: string): void;
	approveScope(scope: string): void;
	rejectScope(scope: string): void;
	/** The merchant, of one business or of all, revokes the app. */
	revoke(business?: string): void;
	/** Gives the new client secret. */
	regenerateSecret(): string;
	deleteApp(): void;
	expireAccessTokens(): void;
	expireRefreshTokens(): void;
	expireCodes(): void;
	/** Tokens without the browser. */
	issueTokens(request?: TokenRequest): TokenAnswer;
	/** Role of the person at the consent page. */
	signInAs(role: Role): void;

	/** Takes the service off the network: open connections are cut, new ones are refused. */
	down(): Promise<void>;
	/** Brings it back at the same address, with all it knew. */
	up(): Promise<void>;
	close(): Promise<void>;
}

/** Starts the payments service of docs/interface.md on 127.0.0.1. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const service = new Service(settle(options));
	const app = await build(service);
	await app.listen({ host: '127.0.0.1', port: service.settings.port });
	const { port } = app.server.address() as AddressInfo;
	service.url = `http://127.0.0.1:${port}`;
	return handle(service, app);
}

async function build(service: Service): Promise<FastifyInstance> {
	const app = fastify({
		forceCloseConnections: true,
		routerOptions: { querystringParser: parseQuery },
		ajv: {
			// A simulator is strict where a test should notice: types are not bent to fit.
			customOptions: {
				allErrors: true,
				coerceTypes: false,
				removeAdditional: false,
				useDefaults: false,
				verbose: true,
			},
		},
	});
	app.setErrorHandler(sendError);
	app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not Found' }));
	acceptEmptyJson(app);
	handleTraffic(app, service);

	await app.register((scope) => authorizeRoutes(scope, service));
	await app.register((scope) => tokenRoutes(scope, service));
	await app.register((scope) => checkoutRoutes(scope, service));
	await app.register((api, _options, done) => {
		authenticate(api, service);
		chargeRoutes(api, service);
		infoRoutes(api);
		locationRoutes(api, service);
		paymentRequestRoutes(api, service);
		payoutRoutes(api, service);
		refundRoutes(api, service);
		staticQrRoutes(api, service);
		subscriptionPlanRoutes(api, service);
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

/** Many clients name a content type even where they send nothing, as with DELETE. */
function acceptEmptyJson(app: FastifyInstance) {
	const parse = app.getDefaultJsonParser('error', 'error');
	app.removeContentTypeParser('application/json');
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
		if (text === '') done(null, {});
		else void parse(request, text as string, done);
	});
}

/** The server under fastify, not fastify itself: an app that was closed does not open again. */
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
	// Rejects with the error when another process took the port meanwhile.
	await once(server, 'listening');
}

function handle(service: Service, app: FastifyInstance): Simulator {
	const { oauth, faults, journal, deliveries } = service;
	const find = (id: string): Business => {
		const found = service.businesses.find(({ info }) => info.id === id);
		if (!found) throw new RangeError(`no business ${id}`);
		return found;
	};
	return {
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
		webhookEndpoints: service.first.webhookEndpoints,
		deliveries: deliveries.journal,
		fault: (fault) => faults.add(fault),
		clearFaults: () => faults.clear(),
		reset: () => service.reset(),
		addCharge: (given) => service.addCharge(given),
		addPayout: (given) => service.addPayout(given),
		changeCharge: (id, status) => service.changeCharge(id, status),
		changePayout: (id, status) => service.changePayout(id, status),
		pay: (id, method) => service.pay(id, method),
		fail: (id, method) => service.fail(id, method),
		redeliver: (id) => deliveries.redeliver(id),
		idle: () => deliveries.idle(),
		requestScope: (scope) => oauth.requestScope(scope),
		approveScope: (scope) => oauth.approveScope(scope),
		rejectScope: (scope) => oauth.rejectScope(scope),
		revoke: (business) => oauth.revoke(business === undefined ? undefined : find(business)),
		regenerateSecret: () => oauth.regenerateSecret(),
		deleteApp: () => oauth.deleteApp(),
		expireAccessTokens: () => oauth.expireAccessTokens(),
		expireRefreshTokens: () => oauth.expireRefreshTokens(),
		expireCodes: () => oauth.expireCodes(),
		issueTokens: ({ scope, business } = {}) =>
			oauth.issueTokens(business === undefined ? undefined : find(business), scope),
		signInAs: (role) => {
			service.role = role;
		},
		down: () => stopListening(app.server),
		up: () => listenAgain(app.server, service),
		close: async () => {
			await deliveries.close();
			await app.close();
		},
	};
}
