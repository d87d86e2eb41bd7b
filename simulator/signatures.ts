import { createHmac } from 'node:crypto';

/**
 * `hmac` of a callback (docs/interface.md, Callback): over every field but `hmac`, sorted by name,
 * each name directly followed by its value, with the account's salt as the key. In hex.
 */
export function signFields(fields: Record<string, string>, salt: string): string {
	const names = Object.keys(fields)
		.filter((name) => name !== 'hmac')
		.sort();
	return sign(names.map((name) => `${name}${fields[name]}`).join(''), salt);
}

/** `Hitpay-Signature` of an event (docs/interface.md, Event): over the body as it is sent. In hex. */
export function signBody(body: string, salt: string): string {
	return sign(body, salt);
}

function sign(message: string, key: string): string {
	return createHmac('sha256', key).update(message).digest('hex');
}
