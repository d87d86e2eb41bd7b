import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import type { OnCleanup } from './fixtures.mjs';
import { startHttpServer } from './httpServer.mjs';
import { Random } from './simulator.mjs';

/**
 * The share of requests that meets each fate. With "before" the service never receives the request; with
 * all others it has processed it.
 */
const shares = [
	// Without Retry-After.
	['429 before', 0.08],
	['cut before', 0.03],
	['cut after', 0.05],
	['502 after', 0.05],
	// Half of the response, with the Content-Length of the whole.
	['truncated', 0.015],
	// Half of the response with a matching Content-Length: only the JSON shows that it is incomplete.
	['shortened', 0.015],
	// A maintenance page with status 200.
	['HTML before', 0.01],
	['HTML after', 0.01],
	['slow', 0.04],
	['passed', 0.7],
] as const;

export type Fate = (typeof shares)[number][0];

/** The delay of a slow response, in milliseconds. */
const DELAY = 2_500;

const page = '<!DOCTYPE html><html><body><h1>Down for maintenance</h1></body></html>';

/** Headers of one connection, not of the message (RFC 9110, 7.6.1). */
const ofConnection = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding'];

/** A request that the proxy received. */
export interface Passage {
	method: string;
	/** The first ID in its URL or, without one, in its body. */
	record: string;
	fate: Fate;
}

/** An unreliable network between n8n and the simulator. */
export interface BadNetwork {
	/** The base URL for n8n. */
	url: string;
	/** The requests, oldest first. */
	passages: readonly Passage[];
}

/**
 * Starts a proxy that breaks some of the requests and responses.
 *
 * @param service the base URL of the simulator
 * @param seed determines the fate of the nth request of a method for a record, independent of their
 *   order
 */
export async function startBadNetwork(
	service: string,
	seed: number,
	onCleanup: OnCleanup,
): Promise<BadNetwork> {
	const passages: Passage[] = [];
	const next = (method: string, record: string): Fate => {
		const before = passages.filter((one) => one.method === method && one.record === record);
		return new Random(seed, `${method} ${record} ${before.length}`).weighted(shares);
	};
	const { url, close } = await startHttpServer((request, response) => {
		const handle = async () => {
			const { method = 'GET', url = '/' } = request;
			const body = await buffer(request);
			const record = firstId(url) ?? firstId(body.toString()) ?? '';
			const fate = next(method, record);
			passages.push({ method, record, fate });
			await pass(fate, `${service}${url}`, request, body, response);
		};
		// The simulator or n8n has closed the connection.
		handle().catch(() => request.socket.destroy());
	});
	onCleanup(close);
	return { url, passages };
}

function firstId(text: string): string | undefined {
	return /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(text)?.[0].toLowerCase();
}

async function pass(
	fate: Fate,
	to: string,
	request: IncomingMessage,
	body: Buffer,
	response: ServerResponse,
) {
	const answer = fate.endsWith('before') ? undefined : await forward(to, request, body);
	switch (fate) {
		case '429 before':
			return json(response, 429, { message: 'Too Many Attempts.' });
		case 'cut before':
		case 'cut after':
			return request.socket.destroy();
		case '502 after':
			return html(response, 502, '<html><body><h1>502 Bad Gateway</h1></body></html>');
		case 'HTML before':
		case 'HTML after':
			return html(response, 200, page);
	}
	const { status, headers, content } = answer!;
	const half = content.subarray(0, content.length / 2);
	switch (fate) {
		case 'truncated':
			response.writeHead(status, { ...headers, 'content-length': content.length });
			return response.write(half, () => request.socket.destroy());
		case 'shortened':
			return response.writeHead(status, { ...headers, 'content-length': half.length }).end(half);
		case 'slow':
			await sleep(DELAY);
	}
	response.writeHead(status, { ...headers, 'content-length': content.length }).end(content);
}

/** Forwards a request to the simulator. */
async function forward(to: string, { method, headers }: IncomingMessage, body: Buffer) {
	const answer = await fetch(to, {
		method,
		headers: ofMessage(Object.entries(headers) as Array<[string, string]>),
		body: body.length > 0 ? new Uint8Array(body) : undefined,
		redirect: 'manual',
	});
	return {
		status: answer.status,
		headers: ofMessage([...answer.headers]),
		content: Buffer.from(await answer.arrayBuffer()),
	};
}

function ofMessage(headers: Array<[string, string]>): Record<string, string> {
	return Object.fromEntries(headers.filter(([name]) => !ofConnection.includes(name)));
}

function json(response: ServerResponse, status: number, body: object) {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function html(response: ServerResponse, status: number, body: string) {
	response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
}
