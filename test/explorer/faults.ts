import type { Answer } from './front';

/** The faults of a request (docs/reliability.md). */
export interface Fault {
	name: string;
	/** Answered instead of the service. */
	instead?: Answer;
	/** Answered after the work, in place of the service's answer. */
	after?: Answer;
	/** Lost before the service has it. */
	isLost?: boolean;
	/** The answer is lost. */
	isCut?: boolean;
	/** The work is done so many milliseconds after the connection broke. */
	late?: number;
	/** Read from a copy that is so many milliseconds behind. */
	lag?: number;
	/** The request is processed so many milliseconds later, if the connection is open until then. */
	delay?: number;
	/** Called before the request is processed. */
	meanwhile?: () => void;
	/** Changes the answer. */
	edit?: (answer: Answer) => Answer;
	/** All later reads of its kind fail as well. */
	isForEver?: boolean;
	/** The refund or the charge is pending for a while: whether the charge shows the refund meanwhile, and how it ends. */
	pending?: { isShown: boolean; end: 'succeeded' | 'failed' };
}

export function json(status: number, body: object): Answer {
	return {
		status,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	};
}

export const page: Answer = {
	status: 200,
	headers: { 'content-type': 'text/html' },
	body: '<html><h1>Maintenance</h1></html>',
};

export const forbidden = json(403, { message: 'Your scopes do not allow this.' });
/** In the words of a gateway, which are those of a route that does not exist. */
const notFound = json(404, { message: 'Not Found' });
export const unavailable = json(503, { message: 'Service Unavailable' });
const badGateway: Answer = { ...page, status: 502 };
const refused = json(422, { message: 'The request is refused.', errors: { other: ['Refused.'] } });
const limited: Answer = { ...json(429, { message: 'Too Many Attempts.' }) };

const writes: Fault[] = [
	{ name: 'F1 lost', isLost: true },
	{ name: 'F2 cut', isCut: true },
	{ name: 'F2 page', after: page },
	{ name: 'F2 502', after: badGateway },
	{ name: 'F3 1 s', late: 1_000 },
	{ name: 'F3 19 s', late: 19_000 },
	{ name: '422', instead: refused },
	{ name: '429', instead: limited },
	{ name: 'W 422', after: refused },
	{ name: 'W 404', after: notFound },
];

/** How long a refund or a charge is pending, in milliseconds. */
export const PENDING_MS = 30_000;

const refundWrites: Fault[] = [
	{ name: 'F7 shown, then made', pending: { isShown: true, end: 'succeeded' } },
	{ name: 'F7 shown, then failed', pending: { isShown: true, end: 'failed' } },
	{ name: 'F7 hidden, then made', pending: { isShown: false, end: 'succeeded' } },
	{ name: 'F7 hidden, then failed', pending: { isShown: false, end: 'failed' } },
];

const chargeWrites: Fault[] = [
	{ name: 'F7 then made', pending: { isShown: true, end: 'succeeded' } },
	{ name: 'F7 then failed', pending: { isShown: true, end: 'failed' } },
];

const reads: Fault[] = [
	{ name: 'F4 5 s', lag: 5_000 },
	{ name: 'F4 20 s', lag: 20_000 },
	{ name: 'F5 403', instead: forbidden },
	{ name: 'F5 404', instead: notFound },
	{ name: 'F5 503', instead: unavailable },
	{ name: 'F5 page', instead: page },
	{ name: 'F5 403 for ever', instead: forbidden, isForEver: true },
	{ name: 'F5 404 for ever', instead: notFound, isForEver: true },
	{ name: 'F5 503 for ever', instead: unavailable, isForEver: true },
	{ name: '429', instead: limited },
];

/** A token expired: n8n requests another one, and sends the request again. */
const expired: Fault = { name: '401', instead: json(401, { message: 'Unauthenticated.' }) };

/** The faults of the request of a token. n8n waits for it up to five minutes, longer than the node. */
const tokens: Fault[] = [
	{ name: 'T lost', isLost: true },
	{ name: 'T refused', instead: json(400, { error: 'invalid_grant' }) },
	{ name: 'T 429', instead: limited },
	{ name: 'T 503', instead: unavailable },
	{ name: 'T page', instead: page },
	{ name: 'T 1 min', delay: 60_000 },
	{ name: 'T 4 min', delay: 240_000 },
];

/** Returns whether a request charges a subscription. @param url its path */
export function isCharge(url: string): boolean {
	return url.startsWith('/v1/charge/recurring-billing/');
}

/** Returns what can happen to a request. */
export function faultsOf(method: string, url: string): Fault[] {
	if (method === 'GET') return reads;
	if (url === '/v1/refund') return [...writes, ...refundWrites];
	return isCharge(url) ? [...writes, ...chargeWrites] : writes;
}

/** Returns what can happen to a request with OAuth2. */
export function oAuth2FaultsOf(method: string, url: string): Fault[] {
	if (url === '/v1/open/oauth/token') return tokens;
	return method === 'GET' ? faultsOf(method, url) : [expired, ...faultsOf(method, url)];
}
