/**
 * A list as api.stripe.com gives it, of the simulator's charges, for n8n's Stripe node, whose address is
 * fixed: behind a proxy that leads nowhere else, in a process of its own.
 *
 *   stripeService.mts --port=N --charges=N --latency=MS --key=FILE --cert=FILE
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { startSimulator } from '../simulator.mjs';

/** Stripe's own default, and the most that it gives. */
const [DEFAULT_LIMIT, MOST] = [10, 100];

const string = { type: 'string', default: '' } as const;
const { values } = parseArgs({
	options: { port: string, charges: string, latency: string, key: string, cert: string },
});

const simulator = await startSimulator({ charges: Number(values.charges) });
const { charges } = simulator.records;
await simulator.close();
const places = new Map(charges.map(({ id }, index) => [id, index]));

const service = createTlsServer(
	{ key: await readFile(values.key), cert: await readFile(values.cert) },
	(request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '', 'https://api.stripe.com');
		void sleep(Number(values.latency)).then(() => {
			response.setHeader('content-type', 'application/json');
			if (pathname !== '/v1/charges') {
				response.writeHead(404).end('{}');
				return;
			}
			const limit = Math.min(MOST, Number(searchParams.get('limit') ?? DEFAULT_LIMIT));
			const after = searchParams.get('starting_after');
			const start = after === null ? 0 : places.get(after)! + 1;
			const data = charges.slice(start, start + limit);
			const has_more = start + limit < charges.length;
			response.end(JSON.stringify({ object: 'list', url: pathname, has_more, data }));
		});
	},
);

const proxy = createServer((_request, response) => response.writeHead(403).end());
proxy.on('connect', ({ url }, socket) => {
	socket.on('error', () => socket.destroy());
	if (url !== 'api.stripe.com:443') {
		socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
		return;
	}
	socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
	service.emit('connection', socket);
});
proxy.listen(Number(values.port), '127.0.0.1');
