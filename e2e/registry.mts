import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createSecureContext } from 'node:tls';
import { execa } from 'execa';
import fastify from 'fastify';
import type { IDataObject } from 'n8n-workflow';

import { createAuthority } from './authority.mjs';
import type { OnCleanup } from './fixtures.mjs';

/** A package registry that answers in place of every host that n8n and its npm request. */
export interface Registry {
	/** The environment variables that direct n8n and its npm here. */
	env: Record<string, string>;
	/** The requests without their hosts, such as `GET /n8n-nodes-payments 200`. */
	asked: string[];
	/** Publishes a tarball as the newest version of its package. */
	publish(tarball: string): Promise<void>;
}

/** A package as the registry stores it. */
interface Shelf {
	manifests: Map<string, IDataObject>;
	tarballs: Map<string, Buffer>;
	latest: string;
}

/**
 * Starts a registry behind an HTTPS proxy. n8n installs from the public registry only, so the proxy answers
 * for every host, with certificates of its own authority. Unknown packages return 404.
 *
 * @param folder for the authority's keys and npm's settings and cache
 */
export async function startRegistry(folder: string, onCleanup: OnCleanup): Promise<Registry> {
	await mkdir(folder, { recursive: true });
	const shelves = new Map<string, Shelf>();
	const asked: string[] = [];
	const authority = await createAuthority(folder);

	const app = fastify({
		forceCloseConnections: true,
		https: {
			SNICallback: (host, done) => {
				authority.certificate(host).then((pem) => done(null, createSecureContext(pem)), done);
			},
		},
	});
	app.addHook('onResponse', async (request, reply) => {
		asked.push(`${request.method} ${request.url} ${reply.statusCode}`);
	});
	app.get<{ Params: { name: string } }>('/:name', (request, reply) => {
		const shelf = shelves.get(request.params.name);
		if (!shelf) return reply.callNotFound();
		const { manifests, latest } = shelf;
		const versions = Object.fromEntries(manifests);
		return reply.send({ name: request.params.name, 'dist-tags': { latest }, versions });
	});
	app.get<{ Params: { name: string; version: string } }>('/:name/:version', (request, reply) => {
		const { name, version } = request.params;
		const shelf = shelves.get(name);
		const found = shelf?.manifests.get(version === 'latest' ? shelf.latest : version);
		return found ? reply.send(found) : reply.callNotFound();
	});
	app.get<{ Params: { name: string; file: string } }>('/:name/-/:file', (request, reply) => {
		const found = shelves.get(request.params.name)?.tarballs.get(request.params.file);
		return found ? reply.type('application/octet-stream').send(found) : reply.callNotFound();
	});
	await app.listen({ host: '127.0.0.1', port: 0 });
	onCleanup(() => app.close());

	const { port } = app.server.address() as AddressInfo;
	const proxy = await startProxy(port, onCleanup);
	const cafile = authority.file;
	return {
		asked,
		env: {
			HTTPS_PROXY: proxy,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: cafile,
			// npm has its own settings for this, and would inherit those of the npm that runs this.
			npm_config_https_proxy: proxy,
			npm_config_noproxy: '127.0.0.1,localhost',
			npm_config_cafile: cafile,
			npm_config_userconfig: path.join(folder, 'npmrc'),
			npm_config_fetch_retries: '0',
			// The user's own npm must not find these packages in its cache.
			npm_config_cache: path.join(folder, 'npm-cache'),
		},
		async publish(tarball) {
			const { stdout } = await execa('tar', ['-xzOf', tarball, 'package/package.json']);
			const manifest = JSON.parse(stdout) as { name: string; version: string };
			const { name, version } = manifest;
			const content = await readFile(tarball);
			const file = `${name}-${version}.tgz`;
			const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
			const shelf = shelves.get(name) ?? { manifests: new Map(), tarballs: new Map(), latest: '' };
			shelf.latest = version;
			shelf.tarballs.set(file, content);
			shelf.manifests.set(version, {
				...manifest,
				// No host has this name; the proxy answers.
				dist: { tarball: `https://registry.invalid/${name}/-/${file}`, integrity },
			});
			shelves.set(name, shelf);
		},
	};
}

/** Starts a proxy whose tunnels all lead to one port. @returns its URL */
async function startProxy(port: number, onCleanup: OnCleanup): Promise<string> {
	const proxy = createServer((_request, response) => response.writeHead(502).end());
	proxy.on('connect', (_request, client) => {
		const target = connect(port, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			// Clients may close connections at any time.
			pipeline(client, target, client).catch(() => {});
		});
		target.on('error', () => client.destroy());
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	onCleanup(() => new Promise((resolve) => proxy.close(resolve)));
	return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
