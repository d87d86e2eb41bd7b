import { IANAZone } from 'luxon';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

import { dialectNames } from './dialects';
import type { Observer } from './observer';

const count = () => z.number().int().min(0);
const milliseconds = () => z.number().finite().min(0);

const schema = z.object({
	/** Port on 127.0.0.1; 0 for any free port. */
	port: count().max(65535).default(0),
	/** Number of charges of the first business. */
	charges: count().default(60),
	/**
	 * Number of charges of the three years before those of `charges`. Lists of charges show them, and nothing else
	 * does: they are computed for each page, so that a million of them need no memory.
	 */
	history: count().default(0),
	/** Number of payouts of the first business. */
	payouts: count().default(40),
	/** Number of orders of the first business. */
	orders: count().default(40),
	/** Number of products of the first business. There is a category for each five. */
	products: count().min(1).default(30),
	/** Number of transfers of the first business. */
	transfers: count().default(12),
	/** Number of payment methods of which each business can have a virtual account. */
	virtualAccountMethods: count().min(1).default(1),
	/** Number of locations of the first business, about a fifth of them inactive. */
	locations: count().min(1).default(30),
	/**
	 * Seed of all random numbers. The same seed leads to the same records, and to the same choices of faults
	 * with a rate.
	 */
	seed: z.number().int().default(1),
	/** Time (ISO 8601) before which all generated records were created. */
	anchor: z.string().datetime({ offset: true }).default('2025-06-30T22:00:00+08:00'),
	/** Time zone of the business (IANA name). */
	timeZone: z
		.string()
		.refine((name) => IANAZone.isValidZone(name), 'unknown')
		.default('Asia/Singapore'),
	/** Milliseconds added to every response of the API. */
	latency: milliseconds().default(0),
	/**
	 * Maximum replication lag in milliseconds: a single charge is read from a copy of the data that is up to
	 * this old, at random for each read.
	 */
	readLag: milliseconds().default(0),
	/** Whether a single charge lists its refunds (docs/interface.md, Charge). */
	listRefunds: z.boolean().default(false),
	/** Maximum page size of a list. */
	maxPerPage: count().min(1).default(100),
	/** Whether a larger page size is refused (422 on per_page) instead of reduced. */
	rejectLargePages: z.boolean().default(false),
	/** Requests per period for each credential; 0 for no limit. */
	rateLimit: z.number().finite().min(0).default(0),
	/** That period, in seconds. */
	rateLimitPeriod: z.number().finite().min(0.001).default(1),
	/** How periods are counted (simulator/http/rateLimit.ts). */
	rateLimitWindow: z.enum(['sliding', 'fixed']).default('sliding'),
	/**
	 * Whether every response has X-RateLimit-Limit and X-RateLimit-Remaining, and a 429 X-RateLimit-Reset as
	 * well.
	 */
	rateLimitHeaders: z.boolean().default(false),
	/** Retry-After of a 429: the right time (right), none, or always one second (one). */
	retryAfter: z.enum(['right', 'none', 'one']).default('right'),
	/**
	 * The content of a cursor: the position of a record (opaque), or the number of records before the page
	 * (numbers). With numbers, pages shift when records are added or deleted.
	 */
	cursors: z.enum(['opaque', 'numbers']).default('opaque'),
	/**
	 * Which meta a list has: all (full), all but the numbers of records and pages (uncounted), or none, so that
	 * only links lead to other pages (none).
	 */
	listMeta: z.enum(['full', 'uncounted', 'none']).default('full'),
	/** Requests per minute at the token endpoint (docs/interface.md, Limits). */
	tokenRateLimit: count().default(90),
	/** Whether each refresh returns a new refresh token and revokes the old one. */
	rotateRefreshTokens: z.boolean().default(false),
	/** Number of businesses to choose from on the consent page. */
	businesses: count().min(1).default(2),
	/** Role of the person who is signed in to the dashboard. Only owner and admin may authorize. */
	role: z.enum(['owner', 'admin', 'member']).default('owner'),
	/** API key of the first business. */
	apiKey: z.string().default('simulator-api-key'),
	/** Salt of the first business, by which callbacks are signed. */
	salt: z.string().default('simulator-salt'),
	/** Format of the notification that a refund's `webhook` receives. */
	refundNotification: z.enum(['callback', 'event']).default('callback'),
	/** Whether webhook endpoints may be http on loopback, besides https anywhere. */
	allowHttpWebhooks: z.boolean().default(true),
	/** Milliseconds before a notification is sent for the second time. */
	retryDelay: milliseconds().default(1000),
	/** Factor by which each wait is longer than the one before it. */
	retryFactor: z.number().finite().min(1).default(2),
	/** Maximum number of attempts to deliver a notification; 0 to deliver none. */
	maxTries: count().default(10),
	/** Milliseconds that a receiver has to respond. */
	deliveryTimeout: milliseconds().min(1).default(10_000),
	/** Client secret of the OAuth app. */
	clientSecret: z.string().default('simulator-client-secret'),
	/**
	 * Redirect URLs of the OAuth app: by default, n8n's own callback. Those on loopback match with any port
	 * (RFC 8252, 7.3).
	 */
	redirectUris: z
		.array(z.string())
		.default([
			'http://localhost:5678/rest/oauth2-credential/callback',
			'http://127.0.0.1:5678/rest/oauth2-credential/callback',
		]),
	/** The source to follow, where sources differ (simulator/dialects.ts). */
	dialects: z.array(z.enum(dialectNames)).readonly().default([]),
	/** Returns the time in milliseconds since 1970. */
	now: z.custom<() => number>().default(() => Date.now),
	/** Lets milliseconds pass; with a response, its client waits meanwhile. */
	sleep: z
		.custom<(time: number, response?: ServerResponse) => Promise<unknown>>()
		.default(
			() => (time: number, response?: ServerResponse) =>
				sleep(time, undefined, { ref: response !== undefined }),
		),
	/** Sees the requests, responses and notifications. */
	observer: z.custom<Observer>().default({}),
});

/** Options of a simulator. All have defaults: `startSimulator()` is enough for most tests. */
export type SimulatorOptions = z.input<typeof schema>;

/** Options with all defaults. */
export type Settings = z.output<typeof schema>;

export type Role = Settings['role'];

/** Adds the defaults. @throws RangeError about an option that is out of range */
export function toSettings(options: SimulatorOptions): Settings {
	const { data, error } = schema.safeParse(options);
	if (data) return inDialects(data);
	const [{ path, message } = { path: [], message: '' }] = error.issues;
	throw new RangeError(`${path.join('.')}: ${message}`);
}

/** Sets the options that are dialects, too. */
function inDialects(settings: Settings): Settings {
	if (settings.dialects.includes('new-refresh-tokens')) settings.rotateRefreshTokens = true;
	if (settings.dialects.includes('rate-limit-headers')) {
		Object.assign(settings, { rateLimit: 3000, rateLimitPeriod: 60, rateLimitHeaders: true });
	}
	return settings;
}
