import { apiAddress } from '../credentials/environments';
import { Client, type Exchange, type Secrets } from './client';
import { Findings, type Finding } from './findings';
import { objectOf } from './json';
import { probe, readAll } from './reads';
import { rowsOf, type Row } from './rows';
import { write } from './writes';

export interface Options extends Secrets {
	/** The URL before /v1. */
	url: string;
	/** The text in records that the check creates, changes and deletes. Refused outside the sandbox. */
	mark?: string;
	/** Ends the check; records that it created are deleted before. */
	stop?: AbortSignal;
}

/** The results of the check, without values of records. */
export interface Result {
	byEndpoint: Map<string, Finding>;
	newFields: string[];
	rows: Row[];
	/** Status codes with a Bearer token, by endpoint. */
	bearer: Array<[path: string, status: number]>;
	/** Lists in which a created record may be left. */
	left: string[];
	requests: number;
	isComplete: boolean;
}

/**
 * Compares the Payments API with the contract.
 *
 * @throws Error if the key must not be sent to the URL, or records must not be created there
 */
export async function check(options: Options): Promise<Result> {
	const { url, mark, stop = new AbortController().signal } = options;
	if (!mayHaveKey(url))
		throw new Error('The key is only sent to an https URL, or to this machine.');
	if (mark !== undefined && !mayWrite(url)) throw new Error('--write is for the sandbox only.');
	const client = new Client(url, options, stop);
	const findings = new Findings(client);
	try {
		await readAll(findings);
		await probe(findings, options.accessToken !== undefined);
		if (mark !== undefined) await write(findings, mark, currencyOf(client.exchanges));
	} catch (error) {
		if (!stop.aborted) throw error;
	}
	const { byEndpoint, newFields, left } = findings;
	const bearer = client.exchanges
		.filter(({ request: { as } }) => as === 'token' || as === 'keyAsToken')
		.map(({ request, response }): [string, number] => [request.path, response.status]);
	return {
		byEndpoint,
		newFields: [...newFields],
		rows: rowsOf(client.exchanges),
		bearer,
		left,
		requests: client.exchanges.length,
		isComplete: !stop.aborted,
	};
}

function mayHaveKey(url: string): boolean {
	return URL.canParse(url) && (new URL(url).protocol === 'https:' || isLoopback(url));
}

/** Whether records may be created: in the sandbox, and in the simulator. */
export function mayWrite(url: string): boolean {
	if (!mayHaveKey(url)) return false;
	return new URL(url).origin === apiAddress({ environment: 'sandbox' }) || isLoopback(url);
}

function isLoopback(url: string): boolean {
	return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}

/** Returns the currency of the business in lower case, as far as the profile has it. */
function currencyOf(exchanges: Exchange[]): string {
	const info = exchanges.find(({ request }) => request.path === '/v1/info')?.response.body;
	const { currency } = objectOf(info);
	return typeof currency === 'string' && /^[a-z]{3}$/i.test(currency)
		? currency.toLowerCase()
		: 'sgd';
}
