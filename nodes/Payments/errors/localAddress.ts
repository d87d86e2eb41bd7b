/** Names without a dot or of a local network, and the loopback, private and link-local addresses of IPv4 and IPv6. */
const LOCAL_HOST =
	/^([^.:]+|.+\.(localhost|local|internal)|(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168)\.[\d.]+|\[(::1?|f[cd].+|fe80:.+)\])$/;

/** Returns whether a value is a web address that the internet does not reach. */
function isLocal(value: unknown): boolean {
	if (typeof value !== 'string' || !/^https?:/i.test(value) || !URL.canParse(value)) return false;
	return LOCAL_HOST.test(new URL(value).hostname);
}

/** Returns whether one of the values of a request is a web address that the internet does not reach. */
export function hasLocalAddress(values: object = {}): boolean {
	return Object.values(values).some(isLocal);
}
