import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { request as send } from 'undici';

import { endpointOf } from '../../contract/contract';
import { FORM, writeForm } from '../../contract/form';
import type { Records, Simulator, SimulatorOptions } from '../../simulator';
import { onlyAnswers } from '../contract/observer';
import * as used from '../useSimulator';

/** A response. */
export interface SimulatorResponse<T = Record<string, never>> {
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

/** Returns the fields that a 422 is about; else the status. */
export function fieldsRefused({ status, json }: SimulatorResponse<object>): string[] | number {
	return status === 422 ? Object.keys((json as Failure).errors) : status;
}

/** Expects a response with this status. */
export async function answered<T extends { status: number }>(status: number, sent: Promise<T>) {
	const response = await sent;
	expect(response.status).toBe(status);
	return response;
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

/** Starts a simulator for the tests of a file, and resets it before each. Their requests may be wrong. */
export function useSimulator(options?: SimulatorOptions): Simulator {
	return used.useSimulator({ observer: onlyAnswers, ...options });
}

/** The same, one for each test. */
export function useFreshSimulator(options?: SimulatorOptions): Simulator {
	return used.useFreshSimulator({ observer: onlyAnswers, ...options });
}

/** Starts a simulator that stops after the test file. */
export async function start(options?: SimulatorOptions): Promise<Simulator> {
	const simulator = await used.startSimulator({ observer: onlyAnswers, ...options });
	running.push(simulator);
	return simulator;
}

/** A request that a receiver of notifications received. */
export interface Received {
	/** Path and query. */
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

/**
 * Starts a receiver of notifications that stops after the test file. It responds with these status codes in
 * turn, then with 200. With 0, it does not respond.
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
	/** Sent as JSON, or as the endpoint has it: as a form that may have files. */
	body?: unknown;
	/** Sent as a form. */
	form?: Record<string, string>;
	/** Sent with the API key unless false. */
	key?: boolean;
}

/** Sends a request over HTTP. Redirects are not followed. */
export async function call<T = Record<string, never>>(
	simulator: Pick<Simulator, 'url' | 'apiKey'>,
	method: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'PATCH',
	path: string,
	{ headers = {}, body, form, key = true }: Request = {},
): Promise<SimulatorResponse<T>> {
	const multipart = form ? undefined : formFor(method, path, body);
	const type = multipart?.type ?? (form ? 'application/x-www-form-urlencoded' : 'application/json');
	const sent =
		multipart?.body ?? (form ? new URLSearchParams(form).toString() : JSON.stringify(body));
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

/** Returns a body as a form if that is how the endpoint has it. */
export function formFor(method: string, path: string, body: unknown) {
	const isForm = endpointOf(method, path)?.requestBody?.content[FORM] !== undefined;
	return isForm && body ? writeForm(body) : undefined;
}

export function get<T>(simulator: Simulator, path: string, request?: Request) {
	return call<T>(simulator, 'GET', path, request);
}

export function post<T>(simulator: Simulator, path: string, body?: unknown) {
	return call<T>(simulator, 'POST', path, { body });
}

/** Returns options of a request with a Bearer token instead of the API key. */
export function bearer(token: string): Request {
	return { key: false, headers: { authorization: `Bearer ${token}` } };
}

/** Reads all pages of a list with cursors. */
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

/** The records of each list, in its order. */
export const kinds: Record<string, keyof Records> = {
	'/v1/beneficiaries': 'beneficiaries',
	'/v1/charges': 'charges',
	'/v1/customers': 'customers',
	'/v1/invoices': 'invoices',
	'/v1/locations': 'locations',
	'/v1/orders': 'orders',
	'/v1/payment-requests': 'paymentRequests',
	'/v1/payouts': 'payouts',
	'/v1/product-category': 'categories',
	'/v1/products': 'products',
	'/v1/recurring-billing': 'subscriptions',
	'/v1/static_qr': 'staticQrs',
	'/v1/subscription-plan': 'plans',
	'/v1/transfers': 'transfers',
	'/v1/virtual-accounts': 'virtualAccounts',
};

/** Returns all records of a list of the first business. */
export const recordsOf = ({ records }: Simulator, path: string) =>
	records[kinds[path]!] as unknown as Array<{ id: string }>;

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
