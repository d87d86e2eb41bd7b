import { createHmac } from 'node:crypto';

/**
 * Returns the `hmac` of a callback in hex (docs/interface.md, Callback): of all fields but `hmac`, sorted by
 * name, each name followed by its value. The key is the account's salt.
 */
export function signFields(fields: Record<string, string>, salt: string): string {
	const names = Object.keys(fields)
		.filter((name) => name !== 'hmac')
		.sort();
	return sign(names.map((name) => `${name}${fields[name]}`).join(''), salt);
}

/** Returns the `Hitpay-Signature` of an event in hex (docs/interface.md, Event): of the body as sent. */
export function signBody(body: string, salt: string): string {
	return sign(body, salt);
}

function sign(message: string, key: string): string {
	return createHmac('sha256', key).update(message).digest('hex');
}
