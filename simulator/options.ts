import { IANAZone } from 'luxon';

/** How a simulator is set up. Everything has a default: `startSimulator()` is enough for most tests. */
export interface SimulatorOptions {
	/** Port on 127.0.0.1; 0 takes a free one. Default 0. */
	port?: number;
	/** Number of charges of the first business. Default 60. */
	charges?: number;
	/** Number of payouts of the first business. Default 40. */
	payouts?: number;
	/** Number of locations of the first business, about a fifth of them inactive. Default 30. */
	locations?: number;
	/**
	 * The same seed gives the same records, byte for byte, and the same draws for faults with a rate.
	 * Default 1.
	 */
	seed?: number;
	/** The moment (ISO 8601) before which all generated records lie. */
	anchor?: string;
	/** Time zone of the business (IANA name). Default Asia/Singapore. */
	timeZone?: string;
	/** Milliseconds added to every answer of the API. Default 0. */
	latency?: number;
	/**
	 * A charge is read from a copy of the data that is up to so many milliseconds behind, drawn anew for each
	 * read. Default 0.
	 */
	readLag?: number;
	/** Whether a charge that is got by its ID lists its refunds (docs/interface.md, Charge). Default false. */
	listRefunds?: boolean;
	/** Largest page of a list. Default 100. */
	maxPerPage?: number;
	/** Whether a larger page is refused (422 on per_page) instead of quietly made smaller. */
	rejectLargePages?: boolean;
	/** Requests in each period for each credential, 0 for no limit. Default 0. */
	rateLimit?: number;
	/** That period in seconds. Default 1. */
	rateLimitPeriod?: number;
	/** Any period (sliding, the default), or one that begins with a request (fixed; simulator/rateLimit.ts). */
	rateLimitWindow?: 'sliding' | 'fixed';
	/**
	 * Whether every answer says X-RateLimit-Limit and X-RateLimit-Remaining, and a 429 X-RateLimit-Reset as well.
	 * Default false.
	 */
	rateLimitHeaders?: boolean;
	/** What Retry-After of a 429 says: how long it is (right, the default), nothing, or always one second. */
	retryAfter?: 'right' | 'none' | 'one';
	/**
	 * What a cursor is: text that names a record (opaque, the default), or the number of records before the page,
	 * so that it moves when records arrive or vanish (numbers).
	 */
	cursors?: 'opaque' | 'numbers';
	/**
	 * What a list says of its pages: all (full, the default), neither how many records nor how many pages
	 * (uncounted), or nothing but where links lead (none).
	 */
	listMeta?: 'full' | 'uncounted' | 'none';
	/** Requests a minute at the token endpoint (docs/interface.md, Limits). Default 90. */
	tokenRateLimit?: number;
	/** Life of an authorization code in seconds. Default 60. */
	codeLifetime?: number;
	/** Life of an access token in seconds. Default one year (docs/interface.md, Limits). */
	accessTokenLifetime?: number;
	/** Whether each refresh gives a new refresh token and ends the old one. Default false. */
	rotateRefreshTokens?: boolean;
	/** Number of businesses the merchant may choose from on the consent page. Default 2. */
	businesses?: number;
	/** Role of the signed-in person. Only owner and admin may authorize. Default owner. */
	role?: Role;
	/** API key of the first business. */
	apiKey?: string;
	/** Salt of the first business's account, the key of its callbacks' signatures. */
	salt?: string;
	/** Format of the notification that a refund's `webhook` receives. Default callback. */
	refundNotification?: 'callback' | 'event';
	/** Whether webhook endpoints may be http on loopback, besides https anywhere. Default true. */
	allowHttpWebhooks?: boolean;
	/** Milliseconds before a notification is sent for the second time. Default 1000. */
	retryDelay?: number;
	/** How many times longer each further wait is than the one before it. Default 2. */
	retryFactor?: number;
	/** How often a notification is sent at most. Default 10. */
	maxTries?: number;
	/** Milliseconds a receiver has for its answer. Default 10000. */
	deliveryTimeout?: number;
	/** Client id of the OAuth app. */
	clientId?: string;
	/** Client secret of the OAuth app. */
	clientSecret?: string;
	/** Redirect addresses of the OAuth app; one on loopback matches with any port (RFC 8252, 7.3). */
	redirectUris?: string[];
	/** The clock, in milliseconds since 1970, also of the header Date. Tests may turn it. Default Date.now. */
	now?: () => number;
}

/** Role of the person who signs in at the dashboard. */
export type Role = 'owner' | 'admin' | 'member';

/** Options with every default filled in. */
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
	// Where n8n takes an authorization code, at any port of this machine.
	redirectUris: [
		'http://localhost:5678/rest/oauth2-credential/callback',
		'http://127.0.0.1:5678/rest/oauth2-credential/callback',
	],
	now: Date.now,
};

/** Fills in the defaults and refuses what makes no sense. */
export function settle(options: SimulatorOptions): Settings {
	const given = Object.entries(options).filter(([, value]) => value !== undefined);
	const settings = { ...defaults, ...(Object.fromEntries(given) as SimulatorOptions) } as Settings;
	for (const [name, least] of leastValues) {
		const value = settings[name] as number;
		if (!Number.isFinite(value) || value < least) {
			throw new RangeError(`${name} must be a number of at least ${least}`);
		}
	}
	for (const name of wholeNumbers) {
		if (!Number.isInteger(settings[name])) throw new RangeError(`${name} must be a whole number`);
	}
	if (settings.port > 65535) throw new RangeError('port must be at most 65535');
	if (!IANAZone.isValidZone(settings.timeZone)) {
		throw new RangeError(`timeZone ${settings.timeZone} is not known`);
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

const wholeNumbers = [
	'port',
	'charges',
	'payouts',
	'locations',
	'seed',
	'maxPerPage',
	'businesses',
	'maxTries',
] as const;

const leastValues: Array<[keyof Settings, number]> = [
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
