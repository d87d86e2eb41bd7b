import type { IncomingHttpHeaders } from 'node:http';

import { FORM, readForm } from '../../contract/form';
import { nameOf, type Hit } from './faults';

/** A request that arrived. */
export interface JournalEntry {
	method: string;
	path: string;
	/** Parsed. Names in brackets are lists. */
	query: Record<string, unknown>;
	headers: IncomingHttpHeaders;
	/** Parsed by its content type. Undefined if there was none, or if it does not parse. */
	body: unknown;
	rawBody: string;
	/** When it arrived, milliseconds since 1970. */
	at: number;
	/** How many requests had no response yet, this one included. */
	open: number;
	/** Status code of the response. Undefined while there is none, or if the connection was cut. */
	status?: number;
	/** The fault that hit it, if any. */
	fault?: Hit;
}

/** Counts how many requests each kind of fault hit. */
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

/** Returns an entry without credentials, to show to other processes. */
export function masked(entry: JournalEntry): JournalEntry {
	const headers = { ...entry.headers };
	for (const name of secretHeaders) if (headers[name] !== undefined) headers[name] = MASK;
	const body = maskFields(entry.body);
	return {
		...entry,
		query: maskFields(entry.query) as Record<string, unknown>,
		headers,
		body,
		// A body that does not parse is masked too: it may contain a secret.
		rawBody: body === entry.body && body !== undefined ? entry.rawBody : entry.rawBody && MASK,
	};
}

function maskFields(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	const secrets = secretFields.filter((name) => name in value);
	if (secrets.length === 0) return value;
	return { ...value, ...Object.fromEntries(secrets.map((name) => [name, MASK])) };
}

/** Parses a body for the journal, which also has requests that are refused before they are parsed. */
export function readBody(rawBody: string, contentType = ''): unknown {
	if (rawBody === '') return undefined;
	if (contentType.includes('application/x-www-form-urlencoded')) {
		return Object.fromEntries(new URLSearchParams(rawBody));
	}
	if (contentType.startsWith(FORM)) return readForm(rawBody, contentType);
	try {
		return JSON.parse(rawBody) as unknown;
	} catch {
		return undefined;
	}
}
