import { networkCauses } from '../shared/messages/network';

/** Codes of Node.js and OpenSSL by their cause; all other codes mean that the connection was closed. */
const patterns: Array<[RegExp, keyof typeof networkCauses]> = [
	[/^ENOTFOUND$/, 'unknownHost'],
	[/^EAI_/, 'nameLookup'],
	[/^ECONNREFUSED$/, 'refused'],
	[/TIMEDOUT|TIMEOUT|^ECONNABORTED$/, 'timeout'],
	[/^E(HOST|NET)(UNREACH|DOWN)$/, 'noRoute'],
	[/^EPROTO$|^ERR_SSL_/, 'notHttps'],
	[/CERT|UNABLE_TO_VERIFY/, 'certificate'],
];

/** Returns why a connection was not made or ended, by the code of the failure. */
export function networkCause(code: string): keyof typeof networkCauses {
	return patterns.find(([pattern]) => pattern.test(code))?.[1] ?? 'closed';
}

/**
 * Returns whether n8n refused the certificate of the host: then nothing of a request was sent. Other failures of TLS, such as
 * EPROTO, can also end a connection that was in use.
 */
export function isCertificateRefused(code: string): boolean {
	return networkCause(code) === 'certificate';
}
