import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { hitOf, isBefore, type Fault } from '../faults/faults';
import { readBody, type JournalEntry } from '../faults/journal';
import type { ObservedRequest } from '../observer';
import type { Settings } from '../options';
import type { Service } from '../service';
import { parseQuery } from './query';

/** Where other processes control the simulator. The Payments API has no such path. */
export const CONTROL_PREFIX = '/_control';

declare module 'fastify' {
	interface FastifyRequest {
		entry?: JournalEntry;
		fault?: Fault;
	}
}

/**
 * Adds the journal, latency and faults to all routes but the control API, so that a test can always
 * control the simulator.
 */
export function addHooks(app: FastifyInstance, service: Service) {
	const { journal, faults, settings } = service;
	const open = new Set<JournalEntry>();

	app.decorateRequest('entry');
	app.decorateRequest('fault');

	app.addHook('preParsing', async (request, reply, payload) => {
		const [path = '', query = ''] = request.url.split('?', 2);
		if (isControl(path) || request.headers[LATE]) return payload;
		const at = settings.now();
		const raw = await buffer(payload);
		const rawBody = raw.toString();
		request.entry = {
			method: request.method,
			path,
			// Without a matching route, fastify does not use the query parser that was set.
			query: parseQuery(query),
			headers: request.headers,
			body: readBody(rawBody, request.headers['content-type']),
			rawBody,
			at,
			open: open.size + 1,
		};
		const { entry } = request;
		journal.push(entry);
		open.add(entry);
		reply.raw.once('close', () => open.delete(entry));
		settings.observer.request?.(observed(request));
		request.fault = faults.take(request.method, path);
		if (request.fault) request.entry.fault = hitOf(request.fault);
		request.fault?.meanwhile?.();
		if (settings.latency > 0 && path.startsWith('/v1/'))
			await settings.sleep(settings.latency, reply.raw);
		if (request.fault?.late !== undefined) processLater(service, request, raw, request.fault.late);
		await failBefore(request, reply, settings);
		return Readable.from([raw]);
	});

	app.addHook('preSerialization', (request, _reply, payload, done) => {
		reduceMeta(payload, settings.listMeta);
		if (request.fault?.repeatCursor) repeatCursor(payload, request.query);
		done(null, payload);
	});

	app.addHook('onSend', async (request, reply, payload) => {
		const { entry, fault } = request;
		let body = payload;
		const isFault = fault !== undefined && isBefore(fault);
		if (entry && !isFault) {
			settings.observer.response?.(observed(request), {
				status: reply.statusCode,
				contentType: reply.getHeader('content-type') as string | undefined,
				body: textOf(payload),
			});
		}
		if (fault && !isFault) {
			if (fault.delay) await settings.sleep(fault.delay, reply.raw);
			if (fault.cut === 'middle') {
				// Of a stream, fastify keeps the announced length, before which the connection ends.
				reply.header('content-length', Buffer.byteLength(payload as string));
				const sent = async () => await settings.sleep(10, reply.raw);
				return Readable.from(halfOf(payload as string, sent, request.raw.socket));
			}
			if (fault.cut) {
				request.raw.socket.destroy();
				return payload;
			}
			body = changeResponse(fault, reply, payload);
		}
		if (!reply.hasHeader('date')) reply.header('date', new Date(settings.now()).toUTCString());
		// Not in onResponse: a client that has the response may read the journal at once.
		if (entry) {
			entry.status = reply.statusCode;
			open.delete(entry);
		}
		return body;
	});
}

/** Yields a half of a text, then cuts the connection. @param sent waits until the half is sent */
async function* halfOf(text: string, sent: () => Promise<unknown>, socket: Socket) {
	yield text.slice(0, text.length / 2);
	await sent();
	socket.destroy();
}

function observed({ method, url, headers, entry }: FastifyRequest): ObservedRequest {
	return { method, url, headers, body: entry?.rawBody ?? '' };
}

function textOf(payload: unknown): string {
	return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : '';
}

function isControl(path: string): boolean {
	return path === CONTROL_PREFIX || path.startsWith(`${CONTROL_PREFIX}/`);
}

/** Marks the request that the simulator sends itself to process a request after its response. */
const LATE = 'x-simulator-late';

/** Processes a request after its response, as an API does behind a gateway that timed out. */
function processLater(
	{ url, settings }: Service,
	request: FastifyRequest,
	raw: Buffer,
	time: number,
) {
	const { method, headers } = request;
	const forwarded = ['authorization', 'content-type', 'x-business-api-key'].flatMap((name) =>
		typeof headers[name] === 'string' ? [[name, headers[name]] as [string, string]] : [],
	);
	const body = raw.length > 0 ? raw : undefined;
	void settings
		.sleep(time)
		.then(() => fetch(url + request.url, { method, headers: [...forwarded, [LATE, 'true']], body }))
		// The simulator may have been closed.
		.catch(() => {});
}

async function failBefore(request: FastifyRequest, reply: FastifyReply, settings: Settings) {
	const { fault } = request;
	if (!fault || !isBefore(fault)) return;
	if (fault.delay) await settings.sleep(fault.delay, reply.raw);
	if (fault.cut) {
		reply.hijack();
		request.raw.socket.destroy();
	} else if (fault.status !== undefined) {
		await reply.send(changeResponse(fault, reply, undefined));
	}
}

function changeResponse(fault: Fault, reply: FastifyReply, payload: unknown): unknown {
	if (fault.status !== undefined) reply.code(fault.status);
	if (typeof fault.body === 'function') {
		const change = fault.body as (body: string) => string | Buffer;
		reply.removeHeader('content-length');
		payload = change(Buffer.from((payload ?? '') as string).toString());
	} else if (fault.status !== undefined || fault.body !== undefined) {
		const body = fault.body ?? { message: 'A fault of the simulator' };
		reply.removeHeader('content-length');
		reply.type(typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json');
		payload = typeof body === 'string' ? body : JSON.stringify(body);
	}
	reply.headers(fault.headers ?? {});
	return payload;
}

/** Removes meta of a list (simulator/options.ts, listMeta). */
function reduceMeta(payload: unknown, listMeta: Settings['listMeta']) {
	const { data, meta } = (payload ?? {}) as { data?: unknown; meta?: Record<string, unknown> };
	if (listMeta === 'full' || !Array.isArray(data) || !meta) return;
	if (listMeta === 'none') delete (payload as { meta?: unknown }).meta;
	for (const name of ['total', 'last_page', 'links']) delete meta[name];
}

function repeatCursor(payload: unknown, query: unknown) {
	const { meta } = payload as { meta?: { next_cursor?: string | null } };
	const { cursor } = query as { cursor?: string };
	if (meta && cursor !== undefined) meta.next_cursor = cursor;
}
