import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { NoData } from './answer';
import { credentialType } from './credential';
import { runOf } from './run';
import type { Context } from './types';

/** The fields of both credentials that nobody may read; n8n keeps tokens in `oauthTokenData`. */
const fields = [
	'apiKey',
	'clientSecret',
	'endpointSalt',
	'platformKey',
	'webhookSalt',
	'access_token',
	'refresh_token',
];

/** What stands in place of a secret. */
const HIDDEN = '[hidden]';

/** A shorter secret would be found in words that only look like it; in characters (choice). */
const SHORTEST_IN_WORDS = 6;

/** The same in records, where hiding what only looks like it would falsify data (choice). */
const SHORTEST_IN_RECORDS = 12;

/** Nothing that the service gives is nested deeper: a charge is nested 4 deep (choice). */
const DEEPEST = 100;

/** No record has fields with these names, which decide how an object behaves; they are left out. */
const harmful = new Set(['__proto__', 'toString', 'valueOf']);

/** Finds secrets in texts. */
interface Search {
	pattern: RegExp;
	/** How long the shortest text with a secret in it is. */
	shortest: number;
}

/**
 * The secrets of a credential, and what hides them where the service repeats them: as they are, in upper
 * or lower case, and as they are written in addresses, forms, JSON and Base64.
 */
export class Secrets {
	private readonly known = new Set<string>();
	private searches: { words?: Search; records?: Search } = {};

	constructor(credential: ICredentialDataDecryptedObject = {}) {
		const tokens = credential.oauthTokenData as IDataObject | undefined;
		const values: IDataObject = { ...tokens, ...credential };
		for (const field of fields) this.add(values[field]);
	}

	/** Adds the token that n8n signed a request with: n8n renews tokens by itself. */
	addTokenOf(headers: IDataObject = {}) {
		const { Authorization: header = '' } = headers;
		if (typeof header === 'string') this.add(/^Bearer (.+)$/.exec(header)?.[1]);
	}

	/** A text of the service without secrets. */
	hide(text: string): string {
		this.searches.words ??= searchFor(this.known, SHORTEST_IN_WORDS);
		return hidden(text, this.searches.words);
	}

	/**
	 * An answer of the service without secrets and without harmful names, in place.
	 *
	 * @throws NoData when it is nested deeper than anything that the service gives
	 */
	hideIn<T>(answer: T): T {
		this.searches.records ??= searchFor(this.known, SHORTEST_IN_RECORDS);
		return hiddenIn(answer, this.searches.records, 0) as T;
	}

	private add(value: unknown) {
		const secret = typeof value === 'string' ? value.trim() : '';
		if (secret === '' || this.known.has(secret)) return;
		this.known.add(secret);
		this.searches = {};
	}
}

/** The secrets of the node's credential, read once for all items of a run: n8n takes the first item's, too. */
export async function secretsOfRun(context: Context): Promise<Secrets> {
	return await (runOf(context).secrets ??= read(context));
}

async function read(context: Context): Promise<Secrets> {
	return new Secrets(
		await context.getCredentials<ICredentialDataDecryptedObject>(credentialType(context)),
	);
}

function searchFor(secrets: Set<string>, shortest: number): Search {
	const forms = [...secrets].filter(({ length }) => length >= shortest).flatMap(formsOf);
	// The longest first: one may be the beginning of another.
	forms.sort((one, other) => other.length - one.length);
	return {
		// Without a secret it finds nothing.
		pattern: new RegExp(forms.map(escaped).join('|') || '(?!)', 'gi'),
		shortest: Math.min(...forms.map(({ length }) => length)),
	};
}

/** How a secret may be written. */
function formsOf(secret: string): string[] {
	const inJson = JSON.stringify(secret).slice(1, -1);
	const inAddress = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, ''));
	return [
		...new Set([
			secret,
			inJson,
			inJson.replaceAll('/', '\\/'),
			inAddress,
			inAddress.replaceAll('%20', '+'),
			...inBase64(secret),
		]),
	];
}

/**
 * A secret within something in Base64, such as `user:secret`. There are three ways to write it: 3 bytes
 * become 4 characters. Those that depend on what stands around it are left out.
 */
function inBase64(secret: string): string[] {
	return [0, 1, 2].map((before) => {
		const bytes = Buffer.from(' '.repeat(before) + secret);
		const text = bytes.toString('base64');
		return text.slice(Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3));
	});
}

/** As part of a pattern. Base64 for addresses has - and _ in place of + and /. */
function escaped(form: string): string {
	return form
		.replace(/[\\^$.*?()[\]{}|]/g, '\\$&')
		.replaceAll('+', '[+-]')
		.replaceAll('/', '[/_]');
}

function hidden(text: string, { pattern, shortest }: Search): string {
	return text.length < shortest ? text : text.replace(pattern, HIDDEN);
}

/** Written for speed: a list of 100,000 charges has three million values. */
function hiddenIn(value: unknown, search: Search, depth: number): unknown {
	if (typeof value === 'string') return hidden(value, search);
	if (typeof value !== 'object' || value === null) return value;
	if (depth === DEEPEST) {
		throw new NoData('The Payments API returned data that is nested too deep');
	}
	const parts = value as Record<string, unknown>;
	for (const name in parts) {
		const part = parts[name];
		if (typeof part === 'string') {
			if (part.length >= search.shortest) parts[name] = hidden(part, search);
		} else if (typeof part === 'object' && part !== null) {
			hiddenIn(part, search, depth + 1);
		}
		if (harmful.has(name)) {
			delete parts[name];
		} else if (name.length >= search.shortest) {
			rename(parts, name, hidden(name, search));
		}
	}
	return value;
}

function rename(parts: Record<string, unknown>, name: string, safe: string) {
	if (safe === name) return;
	parts[safe] = parts[name];
	delete parts[name];
}
