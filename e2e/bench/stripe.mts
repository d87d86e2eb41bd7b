import path from 'node:path';
import { execa } from 'execa';

import { installPackages } from '../debian.mjs';
import type { AtTheEnd } from '../fixtures.mjs';
import { ChildServer } from './service.mjs';

/** A list as Stripe gives it, for n8n's Stripe node. */
export interface Stripe {
	/** What n8n has to be told so that it finds it; requests to other hosts are not changed by it. */
	env: Record<string, string>;
	restart(options: { charges: number; latency: number }): Promise<void>;
}

/** Prepares it, with a certificate of its own. @param folder where that may lie */
export async function makeStripe(folder: string, atTheEnd: AtTheEnd): Promise<Stripe> {
	const [key, cert] = [path.join(folder, 'stripe.key'), path.join(folder, 'stripe.pem')];
	const host = 'api.stripe.com';
	await execa('openssl', ['version']).catch(async () => await installPackages(['openssl']));
	await execa('openssl', [
		...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'],
		...['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`],
		...['-keyout', key, '-out', cert],
	]);
	const server = await ChildServer.make(atTheEnd);
	return {
		env: {
			HTTPS_PROXY: `http://127.0.0.1:${server.port}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: cert,
		},
		restart: async (options) =>
			await server.restart('e2e/bench/stripeService.mts', { ...options, key, cert }),
	};
}
