import { IANAZone } from 'luxon';

/** Options of a simulator. All have defaults: `startSimulator()` is enough for most tests. */
export interface SimulatorOptions {
	/** Port on 127.0.0.1; 0 for any free port. Default 0. */
	port?: number;
	/** Number of charges of the first business. Default 60. */
	charges?: number;
	/** Number of payouts of the first business. Default 40. */
	payouts?: number;
	/** Number of locations of the first business, about a fifth of them inactive. Default 30. */
	locations?: number;
	/**
	 * Seed of all random numbers. The same seed leads to the same records, and to the same choices of faults
	 * with a rate. Default 1.
	 */
	seed?: number;
	/** Time (ISO 8601) before which all generated records were created. */
	anchor?: string;
	/** Time zone of the business (IANA name). Default Asia/Singapore. */
	timeZone?: string;
	/** Milliseconds added to every response of the API. Default 0. */
	latency?: number;
	/**
	 * Maximum replication lag in milliseconds: a single charge is read from a copy of the data that is up to
	 * this old, at random for each read. Default 0.
	 */
	readLag?: number;
	/** Whether a single charge lists its refunds (docs/interface.md, Charge). Default false. */
	listRefunds?: boolean;
	/** Maximum page size of a list. Default 100. */
	maxPerPage?: number;
	/** Whether a larger page size is refused (422 on per_page) instead of reduced. */
	rejectLargePages?: boolean;
	/** Requests per period for each credential; 0 for no limit. Default 0. */
	rateLimit?: number;
	/** That period, in seconds. Default 1. */
	rateLimitPeriod?: number;
	/** How periods are counted (simulator/http/rateLimit.ts). Default sliding. */
	rateLimitWindow?: 'sliding' | 'fixed';
	/**
	 * Whether every response has X-RateLimit-Limit and X-RateLimit-Remaining, and a 429 X-RateLimit-Reset as
	 * well. Default false.
	 */
	rateLimitHeaders?: boolean;
	/** Retry-After of a 429: the right time (right, the default), none, or always one second (one). */
	retryAfter?: 'right' | 'none' | 'one';
	/**
	 * What a cursor contains: the position of a record (opaque, the default), or the number of records before
	 * the page (numbers). With numbers, pages shift when records are added or deleted.
	 */
	cursors?: 'opaque' | 'numbers';
	/**
	 * Which meta a list has: all (full, the default), all but the numbers of records and pages (uncounted), or
	 * none, so that only links lead to other pages (none).
	 */
	listMeta?: 'full' | 'uncounted' | 'none';
	/** Requests per minute at the token endpoint (docs/interface.md, Limits). Default 90. */
	tokenRateLimit?: number;
	/** Lifetime of an authorization code in seconds. Default 60. */
	codeLifetime?: number;
	/** Lifetime of an access token in seconds. Default one year (docs/interface.md, Limits). */
	accessTokenLifetime?: number;
	/** Whether each refresh returns a new refresh token and revokes the old one. Default false. */
	rotateRefreshTokens?: boolean;
	/** Number of businesses to choose from on the consent page. Default 2. */
	businesses?: number;
	/** Role of the signed-in person. Only owner and admin may authorize. Default owner. */
	role?: Role;
	/** API key of the first business. */
	apiKey?: string;
	/** Salt of the first business, by which callbacks are signed. */
	salt?: string;
	/** Format of the notification that a refund's `webhook` receives. Default callback. */
	refundNotification?: 'callback' | 'event';
	/** Whether webhook endpoints may be http on loopback, besides https anywhere. Default true. */
	allowHttpWebhooks?: boolean;
	/** Milliseconds before a notification is sent for the second time. Default 1000. */
	retryDelay?: number;
	/** Factor by which each wait is longer than the one before it. Default 2. */
	retryFactor?: number;
	/** Maximum number of attempts to deliver a notification. Default 10. */
	maxTries?: number;
	/** Milliseconds that a receiver has to respond. Default 10000. */
	deliveryTimeout?: number;
	/** Client ID of the OAuth app. */
	clientId?: string;
	/** Client secret of the OAuth app. */
	clientSecret?: string;
	/** Redirect URLs of the OAuth app. Those on loopback match with any port (RFC 8252, 7.3). */
	redirectUris?: string[];
	/** Returns the time in milliseconds since 1970. Default Date.now. */
	now?: () => number;
	/** In process: sees what the simulator receives and sends. */
	observer?: Observer;
}

/** Sees what the simulator receives and sends, without the control API. */
export interface Observer {
	/** Called for every request, before anything is done with it. */
	request?(request: ObservedRequest): void;
	/** Called for every response of a route, before a fault changes it. */
	response?(request: ObservedRequest, response: ObservedResponse): void;
	/** Called once for every notification. */
	notification?(notification: ObservedNotification): void;
}

export interface ObservedRequest {
	/** In capitals. */
	method: string;
	/** Path and query. */
	url: string;
	headers: Record<string, string | string[] | undefined>;
	/** As it was sent. */
	body: string;
}

export interface ObservedResponse {
	status: number;
	contentType?: string;
	/** As it was sent; empty for none. */
	body: string;
}

export interface ObservedNotification {
	/** Such as `charge.created`. */
	event: string;
	headers: Record<string, string>;
	body: string;
}

/** Role of the person who is signed in to the dashboard. */
export type Role = 'owner' | 'admin' | 'member';

/** Options with all defaults. */
export type Settings = Required<SimulatorOptions>;

const YEAR = 365 * 24 * 60 * 60;

const defaults: Settings = {
	port: 0,
	charges: 60,
	payouts: 40,
	locations: 30,
	seed: 1,
	anchor: '2025-06-30T22:00:00+08:00',
	timeZone: 'Asia/Singapore',
	latency: 0,
	readLag: 0,
	listRefunds: false,
	maxPerPage: 100,
	rejectLargePages: false,
	rateLimit: 0,
	rateLimitPeriod: 1,
	rateLimitWindow: 'sliding',
	rateLimitHeaders: false,
	retryAfter: 'right',
	cursors: 'opaque',
	listMeta: 'full',
	tokenRateLimit: 90,
	codeLifetime: 60,
	accessTokenLifetime: YEAR,
	rotateRefreshTokens: false,
	businesses: 2,
	role: 'owner',
	apiKey: 'simulator-api-key',
	salt: 'simulator-salt',
	refundNotification: 'callback',
	allowHttpWebhooks: true,
	retryDelay: 1000,
	retryFactor: 2,
	maxTries: 10,
	deliveryTimeout: 10_000,
	clientId: 'simulator-client-id',
	clientSecret: 'simulator-client-secret',
	// n8n's own callback. On loopback, every port matches.
	redirectUris: [
		'http://localhost:5678/rest/oauth2-credential/callback',
		'http://127.0.0.1:5678/rest/oauth2-credential/callback',
	],
	now: Date.now,
	observer: {},
};

/** Adds the defaults. @throws RangeError about an option that is out of range */
export function toSettings(options: SimulatorOptions): Settings {
	const set = Object.entries(options).filter(([, value]) => value !== undefined);
	const settings = { ...defaults, ...(Object.fromEntries(set) as SimulatorOptions) } as Settings;
	for (const [name, minimum] of minimums) {
		const value = settings[name] as number;
		if (!Number.isFinite(value) || value < minimum) {
			throw new RangeError(`${name} must be a number of ${minimum} or more`);
		}
	}
	for (const name of integers) {
		if (!Number.isInteger(settings[name])) throw new RangeError(`${name} must be an integer`);
	}
	if (settings.port > 65535) throw new RangeError('port must be 65535 or less');
	if (!IANAZone.isValidZone(settings.timeZone)) {
		throw new RangeError(`timeZone ${settings.timeZone} is unknown`);
	}
	if (Number.isNaN(Date.parse(settings.anchor))) {
		throw new RangeError('anchor must be an ISO 8601 date-time');
	}
	for (const [name, values] of Object.entries(choices)) {
		if (!values.includes(settings[name as keyof typeof choices])) {
			throw new RangeError(`${name} must be ${values.join(' or ')}`);
		}
	}
	return settings;
}

const choices = {
	refundNotification: ['callback', 'event'],
	rateLimitWindow: ['sliding', 'fixed'],
	retryAfter: ['right', 'none', 'one'],
	cursors: ['opaque', 'numbers'],
	listMeta: ['full', 'uncounted', 'none'],
};

const integers = [
	'port',
	'charges',
	'payouts',
	'locations',
	'seed',
	'maxPerPage',
	'businesses',
	'maxTries',
] as const;

const minimums: Array<[keyof Settings, number]> = [
	['port', 0],
	['charges', 0],
	['payouts', 0],
	['locations', 1],
	['latency', 0],
	['readLag', 0],
	['maxPerPage', 1],
	['rateLimit', 0],
	['rateLimitPeriod', 0.001],
	['tokenRateLimit', 0],
	['codeLifetime', 0],
	['accessTokenLifetime', 0],
	['businesses', 1],
	['retryDelay', 0],
	['retryFactor', 1],
	['maxTries', 1],
	['deliveryTimeout', 1],
];
