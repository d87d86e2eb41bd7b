import { mkdir } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { pipeline } from 'node:stream/promises';
import { createServer as createTlsServer } from 'node:tls';

import { createAuthority } from '../authority.mjs';
import type { OnCleanup } from '../fixtures.mjs';

const host = '127.0.0.1';

/** A network as to a distant API: TLS, and every byte takes its time. */
export interface FarNetwork {
	/** The base URL for n8n. */
	url: string;
	/** The file with the certificate of its authority, for NODE_EXTRA_CA_CERTS. */
	authority: string;
	/** In milliseconds, from the next connection on. */
	roundTrip: number;
	/** How many connections were opened. */
	connections: number;
}

/**
 * Starts a proxy of TCP that delays bytes in both directions, in front of a TLS server, in front of a server.
 *
 * The windows of TCP do not grow slowly as on a real one, which spares candidates that open many connections.
 *
 * @param port of the server
 * @param folder for the keys
 */
export async function startFarNetwork(
	port: number,
	folder: string,
	onCleanup: OnCleanup,
): Promise<FarNetwork> {
	await mkdir(folder, { recursive: true });
	const authority = await createAuthority(folder);
	const pem = await authority.certificate(host);
	const secure = createTlsServer({ ...pem, noDelay: true }, (client) => {
		const server = connect({ host, port, noDelay: true });
		// Clients may close connections at any time.
		pipeline(client, server, client).catch(() => {});
	});
	const securePort = await listen(secure, onCleanup);

	const far = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
		network.connections += 1;
		const { roundTrip } = network;
		const server = connect({ host, port: securePort, noDelay: true, allowHalfOpen: true });
		// The kernel has accepted the connection without a round trip, so the client's first bytes wait for it.
		forward(client, server, roundTrip / 2, performance.now() + roundTrip);
		forward(server, client, roundTrip / 2);
	});
	const farPort = await listen(far, onCleanup);
	const network = {
		url: `https://${host}:${farPort}`,
		authority: authority.file,
		roundTrip: 0,
		connections: 0,
	};
	return network;
}

/**
 * Forwards what a socket receives to another one.
 *
 * @param delay in milliseconds
 * @param begin when the first bytes can be sent at the earliest (`performance.now`)
 */
function forward(from: Socket, to: Socket, delay: number, begin = 0): void {
	const waiting: Array<Buffer | undefined> = [];
	// Each timer forwards what waits longest, so that the order is kept.
	const pass = () => {
		const chunk = waiting.shift();
		if (to.destroyed) return;
		if (chunk) to.write(chunk);
		else to.end();
	};
	const later = (chunk?: Buffer) => {
		waiting.push(chunk);
		setTimeout(pass, delay + Math.max(0, begin - performance.now()));
	};
	from.on('data', later);
	from.on('end', () => later());
	from.on('error', () => to.destroy());
}

/** Starts a server; the cleanup also closes its connections. @returns its port */
async function listen(server: Server, onCleanup: OnCleanup): Promise<number> {
	const sockets = new Set<Socket>();
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
	});
	await new Promise<void>((resolve) => server.listen(0, host, resolve));
	onCleanup(async () => {
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => server.close(resolve));
	});
	return (server.address() as AddressInfo).port;
}
