import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONTROL_PREFIX } from './control';
import { hitOf, isFirst, type Fault } from './faults';
import { readBody, type JournalEntry } from './journal';
import { parseQuery } from './query';
import type { Service } from './service';

declare module 'fastify' {
	interface FastifyRequest {
		entry?: JournalEntry;
		fault?: Fault;
	}
}

/**
 * What happens on the way in and out, whatever the route: the journal, latency, and faults. The
 * control endpoint is left alone, so that a test can always talk to the simulator.
 */
export function handleTraffic(app: FastifyInstance, service: Service) {
	const { journal, faults, settings } = service;

	app.decorateRequest('entry');
	app.decorateRequest('fault');

	app.addHook('preParsing', async (request, reply, payload) => {
		const [path = '', query = ''] = request.url.split('?', 2);
		if (isControl(path)) return payload;
		const at = settings.now();
		const raw = await buffer(payload);
		const rawBody = raw.toString();
		request.entry = {
			method: request.method,
			path,
			// Where no route fits, fastify reads the query in a way of its own.
			query: parseQuery(query),
			headers: request.headers,
			body: readBody(rawBody, request.headers['content-type']),
			rawBody,
			at,
		};
		journal.push(request.entry);
		request.fault = faults.take(request.method, path);
		if (request.fault) request.entry.fault = hitOf(request.fault);
		if (settings.latency > 0 && path.startsWith('/v1/')) await sleep(settings.latency);
		await before(request, reply);
		return Readable.from([raw]);
	});

	app.addHook('preSerialization', (request, _reply, payload, done) => {
		if (request.fault?.repeatCursor) repeatCursor(payload, request.query);
		done(null, payload);
	});

	app.addHook('onSend', async (request, reply, payload) => {
		const { entry, fault } = request;
		let answer = payload;
		if (fault && !isFirst(fault)) {
			if (fault.delay) await sleep(fault.delay);
			if (fault.cut === 'middle') {
				// The answer ends before its end.
				reply.header('content-length', Buffer.byteLength(payload as string) + 1000);
				reply.raw.once('finish', () => request.raw.socket.destroy());
				return payload;
			}
			if (fault.cut) {
				request.raw.socket.destroy();
				return payload;
			}
			answer = changeAnswer(fault, reply, payload);
		}
		// Here and not in onResponse: who has the answer may read the journal at once.
		if (entry) entry.status = reply.statusCode;
		return answer;
	});
}

function isControl(path: string): boolean {
	return path === CONTROL_PREFIX || path.startsWith(`${CONTROL_PREFIX}/`);
}

async function before(request: FastifyRequest, reply: FastifyReply) {
	const { fault } = request;
	if (!fault || !isFirst(fault)) return;
	if (fault.delay) await sleep(fault.delay);
	if (fault.cut) {
		reply.hijack();
		request.raw.socket.destroy();
	} else if (fault.status !== undefined) {
		await reply.send(changeAnswer(fault, reply, undefined));
	}
}

function changeAnswer(fault: Fault, reply: FastifyReply, payload: unknown): unknown {
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

function repeatCursor(payload: unknown, query: unknown) {
	const { meta } = payload as { meta?: { next_cursor?: string | null } };
	const { cursor } = query as { cursor?: string };
	if (meta && cursor !== undefined) meta.next_cursor = cursor;
}
