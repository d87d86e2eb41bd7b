import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { requests } from '../shared/messages/requests';
import { InvalidResponseError } from './invalidResponse';

/** The secret fields of both credentials; n8n keeps tokens in `oauthTokenData`. */
const secretFields = [
	'apiKey',
	'clientSecret',
	'endpointSalt',
	'platformKey',
	'webhookSalt',
	'access_token',
	'refresh_token',
];

/** The text in place of a secret. */
const REDACTED = '[hidden]';

/** Characters (choice): shorter secrets occur in ordinary words, in a record of any business. */
const MIN_LENGTH_IN_MESSAGES = 6;

/** Characters in records (choice): in any number of records, no coincidence is likely to be redacted. */
const MIN_LENGTH_IN_RECORDS = 12;

/** Characters (choice): a value with so many of a secret in a row may be that secret, cut or with a typing error. */
const MIN_PART = 12;

/** The maximum depth of a record (choice): a charge has 4 levels, and no more if the business grows. */
const MAX_DEPTH = 100;

/** Names that every object inherits: no record has such a field, so they are removed. */
const unsafeNames = new Set(['__proto__', 'toString', 'valueOf']);

/** Finds secrets in texts. */
interface SecretPattern {
	pattern: RegExp;
	/** The length of the shortest match. */
	minLength: number;
}

/**
 * Redacts the secrets of a credential where a response repeats them: in any case, and as URLs, forms, JSON and
 * Base64 encode them.
 */
export class Secrets {
	private readonly secrets = new Set<string>();
	private patterns: { messages?: SecretPattern; records?: SecretPattern } = {};

	constructor(credential: ICredentialDataDecryptedObject = {}) {
		const tokens = credential.oauthTokenData as IDataObject | undefined;
		const values: IDataObject = { ...tokens, ...credential };
		for (const field of secretFields) this.add(values[field]);
	}

	/** Adds the token that n8n signed a request with: n8n may have renewed it meanwhile. */
	addTokenOf(headers: IDataObject = {}) {
		const { Authorization: header = '' } = headers;
		if (typeof header === 'string') this.add(/^Bearer (.+)$/.exec(header)?.[1]);
	}

	/** Returns a message without secrets. */
	redact(text: string): string {
		this.patterns.messages ??= patternFor(this.secrets, MIN_LENGTH_IN_MESSAGES);
		return redactText(text, this.patterns.messages);
	}

	/**
	 * Returns whether a text that was entered may be a secret or a part of one: cut, in any case, or divided by blanks or
	 * characters that are not shown.
	 */
	resembles(text: string): boolean {
		const entered = compact(text);
		return [...this.secrets].map(compact).some((secret) => {
			const length = Math.min(secret.length, MIN_PART);
			if (length < MIN_LENGTH_IN_MESSAGES || entered.length < length) return false;
			const starts = Array.from({ length: secret.length - length + 1 }, (_, start) => start);
			return starts.some((start) => entered.includes(secret.slice(start, start + length)));
		});
	}

	/**
	 * Removes secrets and unsafe names from the data of a response, in place.
	 *
	 * @throws InvalidResponseError if it is nested too deep
	 */
	redactIn<T>(data: T): T {
		this.patterns.records ??= patternFor(this.secrets, MIN_LENGTH_IN_RECORDS);
		return redactValue(data, this.patterns.records, 0) as T;
	}

	private add(value: unknown) {
		const secret = ['string', 'number'].includes(typeof value) ? String(value).trim() : '';
		if (secret === '' || this.secrets.has(secret)) return;
		this.secrets.add(secret);
		this.patterns = {};
	}
}

/** Returns a text in lower case, without blanks and characters that are not shown. */
function compact(text: string): string {
	return text.replace(/[\s\p{C}]+/gu, '').toLowerCase();
}

function patternFor(secrets: Set<string>, minLength: number): SecretPattern {
	const forms = [...secrets].filter(({ length }) => length >= minLength).flatMap(encodingsOf);
	// The longest first, since one form may be the beginning of another.
	forms.sort((one, other) => other.length - one.length);
	return {
		// Without a secret, the pattern matches nothing.
		pattern: new RegExp(forms.map(escapeForm).join('|') || '(?!)', 'gi'),
		minLength: Math.min(...forms.map(({ length }) => length)),
	};
}

/** Returns how a secret may be encoded. */
function encodingsOf(secret: string): string[] {
	const inJson = JSON.stringify(secret).slice(1, -1);
	const inUrl = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, ''));
	return [
		...new Set([
			secret,
			inJson,
			inJson.replaceAll('/', '\\/'),
			inUrl,
			inUrl.replaceAll('%20', '+'),
			...inBase64(secret),
		]),
	];
}

/**
 * Returns a secret within Base64 of a longer text, such as `user:secret`: as 3 bytes become 4 characters, a secret has
 * three forms. Characters that depend on the text around it are left out.
 */
function inBase64(secret: string): string[] {
	return [0, 1, 2].map((before) => {
		const bytes = Buffer.from(' '.repeat(before) + secret);
		const text = bytes.toString('base64');
		return text.slice(Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3));
	});
}

/** Escapes a form for a pattern. Base64 for URLs has - and _ instead of + and /. */
function escapeForm(form: string): string {
	return form
		.replace(/[\\^$.*?()[\]{}|]/g, '\\$&')
		.replaceAll('+', '[+-]')
		.replaceAll('/', '[/_]');
}

function redactText(text: string, { pattern, minLength }: SecretPattern): string {
	return text.length < minLength ? text : text.replace(pattern, REDACTED);
}

/** Redacts a value in place. Written for speed: a list of 100,000 charges has three million values. */
function redactValue(value: unknown, pattern: SecretPattern, depth: number): unknown {
	if (typeof value === 'string') return redactText(value, pattern);
	if (typeof value !== 'object' || value === null) return value;
	if (depth === MAX_DEPTH) throw new InvalidResponseError(requests.tooDeep);
	const fields = value as Record<string, unknown>;
	for (const name in fields) {
		const field = fields[name];
		if (typeof field === 'string') {
			if (field.length >= pattern.minLength) fields[name] = redactText(field, pattern);
		} else if (typeof field === 'object' && field !== null) {
			redactValue(field, pattern, depth + 1);
		}
		if (unsafeNames.has(name)) {
			delete fields[name];
		} else if (name.length >= pattern.minLength) {
			rename(fields, name, redactText(name, pattern));
		}
	}
	return value;
}

function rename(fields: Record<string, unknown>, name: string, newName: string) {
	if (newName === name) return;
	fields[newName] = fields[name];
	delete fields[name];
}
