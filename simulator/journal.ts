import type { IncomingHttpHeaders } from 'node:http';
import { nameOf, type Hit } from './faults';

/** A request that arrived. */
export interface JournalEntry {
	method: string;
	path: string;
	/** Parsed; names in brackets are lists. */
	query: Record<string, unknown>;
	headers: IncomingHttpHeaders;
	/** Parsed as its content type says; undefined when there was none or it does not parse. */
	body: unknown;
	rawBody: string;
	/** When it arrived, milliseconds since 1970. */
	at: number;
	/** Status code of the answer; undefined while there is none, and when the connection was cut. */
	status?: number;
	/** The fault that hit it, if one did. */
	fault?: Hit;
}

/** How many requests each kind of fault hit, by its name. */
export function countFaults(journal: readonly JournalEntry[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { fault } of journal) {
		if (!fault) continue;
		const name = nameOf(fault);
		counts[name] = (counts[name] ?? 0) + 1;
	}
	return counts;
}

const secretHeaders = ['x-business-api-key', 'authorization', 'cookie', 'x-platform-key'];
const secretFields = ['client_secret', 'access_token', 'refresh_token', 'code'];
const MASK = '***';

/** An entry as it may be shown to other processes: without credentials. */
export function masked(entry: JournalEntry): JournalEntry {
	const headers = { ...entry.headers };
	for (const name of secretHeaders) if (headers[name] !== undefined) headers[name] = MASK;
	const body = maskFields(entry.body);
	return {
		...entry,
		query: maskFields(entry.query) as Record<string, unknown>,
		headers,
		body,
		// Only a body that holds a secret, or that does not parse, differs from what arrived.
		rawBody: body === entry.body && body !== undefined ? entry.rawBody : entry.rawBody && MASK,
	};
}

function maskFields(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	const found = secretFields.filter((name) => name in value);
	if (found.length === 0) return value;
	return { ...value, ...Object.fromEntries(found.map((name) => [name, MASK])) };
}

/** Parses a body for the journal alone, so that it is there even if the request is refused unread. */
export function readBody(rawBody: string, contentType = ''): unknown {
	if (rawBody === '') return undefined;
	if (contentType.includes('application/x-www-form-urlencoded')) {
		return Object.fromEntries(new URLSearchParams(rawBody));
	}
	try {
		return JSON.parse(rawBody) as unknown;
	} catch {
		return undefined;
	}
}
