import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { execa } from 'execa';

import { installPackages } from './debian.mjs';

/** A certificate and its private key, as PEM. */
export interface Certificate {
	cert: Buffer;
	key: Buffer;
}

/** A certificate authority for one run. A process trusts it if NODE_EXTRA_CA_CERTS names `file`. */
export interface Authority {
	/** The file with its own certificate. */
	file: string;
	/** Returns the certificate of a host name or an IP address. */
	certificate(host: string): Promise<Certificate>;
}

/** Creates a certificate authority. @param folder for its certificates and keys */
export async function createAuthority(folder: string): Promise<Authority> {
	const made = new Map<string, Promise<Certificate>>();
	const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	if (!existsSync('/usr/bin/openssl')) await installPackages(['openssl']);
	const openssl = (...args: string[]) =>
		execa('openssl', ['req', '-x509', '-days', '2', ...key, ...args], { cwd: folder });
	await openssl('-subj', '/CN=Test authority', '-keyout', 'ca.key', '-out', 'ca.pem');
	const make = async (host: string): Promise<Certificate> => {
		const name = `subjectAltName=${isIP(host) ? 'IP' : 'DNS'}:${host}`;
		const files = ['-keyout', `${host}.key`, '-out', `${host}.pem`];
		const subject = ['-subj', '/CN=Test host', '-addext', name];
		await openssl('-CA', 'ca.pem', '-CAkey', 'ca.key', ...subject, ...files);
		const [hostKey, cert] = await Promise.all([
			readFile(path.join(folder, `${host}.key`)),
			readFile(path.join(folder, `${host}.pem`)),
		]);
		return { key: hostKey, cert };
	};
	return {
		file: path.join(folder, 'ca.pem'),
		certificate(host) {
			if (!made.has(host)) made.set(host, make(host));
			return made.get(host)!;
		},
	};
}
