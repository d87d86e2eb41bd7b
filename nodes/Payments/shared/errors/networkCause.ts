import { networkCauses } from '../messages/network';

/** Codes of Node.js and OpenSSL by their cause; all others mean that the connection was closed. */
const patterns: Array<[RegExp, keyof typeof networkCauses]> = [
	[/^ENOTFOUND$/, 'unknownHost'],
	[/^EAI_/, 'nameLookup'],
	[/^ECONNREFUSED$/, 'refused'],
	[/TIMEDOUT|TIMEOUT|^ECONNABORTED$/, 'timeout'],
	[/^E(HOST|NET)(UNREACH|DOWN)$/, 'noRoute'],
	[/CERT|UNABLE_TO_VERIFY|ERR_TLS_/, 'certificate'],
	[/^EPROTO$|^ERR_SSL_/, 'notHttps'],
];

/** Returns why a connection was not made or ended, by the code of the failure. */
export function networkCause(code: string): keyof typeof networkCauses {
	return patterns.find(([pattern]) => pattern.test(code))?.[1] ?? 'closed';
}

/** Returns whether a failure ended the handshake of HTTPS, before which nothing of a request is sent. */
export function isHandshakeFailure(code: string): boolean {
	return ['certificate', 'notHttps'].includes(networkCause(code));
}
