import { isOutcomeUnknown, readFailure } from '../../nodes/Payments/errors/httpFailure';
import { networkCause } from '../../nodes/Payments/errors/networkCause';
import { isRetryable } from '../../nodes/Payments/transport/queue/retry';

test.each([
	['ENOTFOUND', 'unknownHost'],
	['EAI_AGAIN', 'nameLookup'],
	['ECONNREFUSED', 'refused'],
	['ETIMEDOUT', 'timeout'],
	['ECONNABORTED', 'timeout'],
	['EHOSTUNREACH', 'noRoute'],
	['ENETDOWN', 'noRoute'],
	['CERT_HAS_EXPIRED', 'certificate'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
	['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
	['EPROTO', 'notHttps'],
	['ECONNRESET', 'closed'],
	['ERR_BAD_RESPONSE', 'closed'],
])('the code %s means %s', (code, cause) => {
	expect(networkCause(code)).toBe(cause);
});

test('after CERT_HAS_EXPIRED nothing was sent, and trying again is of no use', () => {
	const failure = readFailure({ code: 'CERT_HAS_EXPIRED' });
	expect(failure.notConnected).toBe(true);
	expect(isOutcomeUnknown(failure, 'POST')).toBe(false);
	expect(isRetryable(failure, 'GET')).toBe(false);
	expect(isRetryable(failure, 'POST')).toBe(false);
});

test.each([
	'EPROTO',
	'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
	'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
])('%s may end a connection in use, so the outcome of a write is not known', (code) => {
	const failure = readFailure({ code });
	expect(failure.notConnected).toBe(false);
	expect(isOutcomeUnknown(failure, 'POST')).toBe(true);
	expect(isRetryable(failure, 'POST')).toBe(false);
});
