import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { request as send } from 'undici';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../simulator';

/** An answer as tests look at it. */
export interface Answer<T = Record<string, never>> {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	text: string;
	json: T;
}

export interface Page<T> {
	data: T[];
	meta: { per_page: number; next_cursor: string | null; prev_cursor: string | null };
}

export interface Failure {
	message: string;
	errors: Record<string, string[]>;
}

const running: Simulator[] = [];
const receivers: Server[] = [];

afterAll(async () => {
	await Promise.all(running.splice(0).map((simulator) => simulator.close()));
	for (const server of receivers.splice(0)) {
		server.close();
		server.closeAllConnections();
	}
});

/** Starts a simulator that ends with the test file. */
export async function start(options?: SimulatorOptions): Promise<Simulator> {
	const simulator = await startSimulator(options);
	running.push(simulator);
	return simulator;
}

/** What a receiver of notifications got. */
export interface Received {
	/** Path and query. */
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

/**
 * A receiver of notifications that ends with the test file. It answers with the given status codes
 * in turn, then with 200; 0 leaves the request without an answer.
 */
export async function receive(...answers: number[]): Promise<{ url: string; got: Received[] }> {
	const got: Received[] = [];
	const server = createServer((request, response) => {
		void readText(request).then((body) => {
			got.push({ url: request.url ?? '', headers: request.headers, body });
			const status = answers.shift() ?? 200;
			if (status !== 0) response.writeHead(status, { location: '/elsewhere' }).end('ok');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	receivers.push(server);
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}

interface Request {
	headers?: Record<string, string>;
	/** Sent as JSON. */
	body?: unknown;
	/** Sent as a form. */
	form?: Record<string, string>;
	/** Sent with the API key unless false. */
	key?: boolean;
}

/** One real request over HTTP; redirects are not followed. */
export async function call<T = Record<string, never>>(
	simulator: Simulator,
	method: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH',
	path: string,
	{ headers = {}, body, form, key = true }: Request = {},
): Promise<Answer<T>> {
	const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
	const sent = form ? new URLSearchParams(form).toString() : JSON.stringify(body);
	const response = await send(new URL(path, simulator.url), {
		method,
		headers: {
			...(key ? { 'X-BUSINESS-API-KEY': simulator.apiKey } : {}),
			...(sent === undefined ? {} : { 'content-type': type }),
			...headers,
		},
		body: sent,
	});
	const text = await response.body.text();
	const isJson = String(response.headers['content-type']).includes('json');
	return {
		status: response.statusCode,
		headers: response.headers,
		text,
		json: (isJson ? JSON.parse(text) : undefined) as T,
	};
}

export function get<T>(simulator: Simulator, path: string, request?: Request) {
	return call<T>(simulator, 'GET', path, request);
}

export function post<T>(simulator: Simulator, path: string, body?: unknown) {
	return call<T>(simulator, 'POST', path, { body });
}

/** A call with a Bearer token in place of the API key. */
export function bearer(token: string): Request {
	return { key: false, headers: { authorization: `Bearer ${token}` } };
}

/** All pages of a cursor list, one after the other. */
export async function walk<T>(simulator: Simulator, path: string): Promise<T[][]> {
	const pages: T[][] = [];
	let cursor: string | null = null;
	do {
		const join: string = path.includes('?') ? '&' : '?';
		const next: string = cursor === null ? path : `${path}${join}cursor=${cursor}`;
		const { json } = await get<Page<T>>(simulator, next);
		pages.push(json.data);
		cursor = json.meta.next_cursor;
	} while (cursor !== null);
	return pages;
}

/** Field names and types of a table of docs/interface.md; `|` means or, `?` more is allowed. */
export type Table = Record<string, string>;

/** What of a record does not fit its table: fields missing, unknown, or of another type. */
export function misfits(record: object, table: Table): string[] {
	const values = record as Record<string, unknown>;
	const wrong = Object.entries(table)
		.filter(([field, types]) => !types.split('|').some((type) => isOf(type, values[field])))
		.map(([field, types]) => `${field} is not ${types}: ${JSON.stringify(values[field])}`);
	const unknown = Object.keys(values).filter((field) => !(field in table));
	return [...wrong, ...unknown.map((field) => `${field} is not in the table`)];
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function isOf(type: string, value: unknown): boolean {
	const text = typeof value === 'string' ? value : '';
	switch (type) {
		case 'uuid':
			return UUID.test(text);
		case 'currency':
			return /^[a-z]{3}$/.test(text);
		case 'decimal':
			return /^\d+\.\d+$/.test(text);
		case 'date':
			return /^\d{4}-\d\d-\d\d$/.test(text);
		case 'offset-time':
			return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(text);
		case 'utc-time':
			return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text);
		case 'local-time':
			return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text);
		case 'null':
			return value === null;
		case 'array':
			return Array.isArray(value);
		case 'object':
			return typeof value === 'object' && value !== null && !Array.isArray(value);
		default:
			return typeof value === type;
	}
}
