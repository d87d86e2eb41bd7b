import { setTimeout as sleep } from 'node:timers/promises';

import { endpointOf } from '../contract/contract';
import { FORM, writeForm } from '../contract/form';

/** How a request authenticates. */
export type Credential = 'key' | 'token' | 'keyAsToken' | 'wrongKey';

export interface ApiRequest {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** As in the contract, with a name in braces. */
	path: string;
	/** Replaces the name in braces. */
	id?: string;
	query?: Record<string, string>;
	/** Sent as JSON, or as a form if the contract has one. */
	body?: object;
	/** Default `key`. */
	as?: Credential;
	/** Whether it is sent even after the check was stopped. */
	evenIfStopped?: boolean;
}

export interface ApiResponse {
	status: number;
	/** The headers that report the rate limit. */
	limits: Record<string, string>;
	/** Undefined if it is not JSON; null without a body. */
	body: unknown;
}

/** A request and its response. */
export interface Exchange {
	request: ApiRequest;
	response: ApiResponse;
}

export interface Secrets {
	apiKey: string;
	/** Of an OAuth2 app. */
	accessToken?: string;
}

const WRONG_KEY = 'verify-live-wrong-key';
const MAX_ATTEMPTS = 3;
/** Milliseconds. */
const MAX_WAIT = 60_000;
const TIMEOUT = 30_000;

/** Sends requests to one host, one at a time, and records them with their responses. */
export class Client {
	readonly exchanges: Exchange[] = [];

	/**
	 * @param url the URL before /v1
	 * @param stop ends the check: nothing more is sent
	 */
	constructor(
		private readonly url: string,
		private readonly secrets: Secrets,
		readonly stop: AbortSignal,
	) {}

	/**
	 * Sends a request. It is repeated only after a 429, which means that nothing was done. Redirects are not followed:
	 * the key stays with its host.
	 *
	 * @throws Error if there is no response
	 */
	async send(request: ApiRequest): Promise<ApiResponse> {
		const signal = request.evenIfStopped ? undefined : this.stop;
		for (let attempt = 1; ; attempt++) {
			signal?.throwIfAborted();
			const response = await this.sendOnce(request);
			if (response.status !== 429 || attempt === MAX_ATTEMPTS) {
				this.exchanges.push({ request, response });
				return response;
			}
			await sleep(waitOf(response), undefined, { signal });
		}
	}

	private async sendOnce({ method, path, id = '', query, body, as }: ApiRequest) {
		const place = path.replace(/\{.+\}/, encodeURIComponent(id));
		const search = query ? `?${new URLSearchParams(query).toString()}` : '';
		const { requestBody } = endpointOf(method, path) ?? {};
		const form = body && requestBody?.content[FORM] ? writeForm(body) : undefined;
		const response = await fetch(this.url.replace(/\/+$/, '') + place + search, {
			method,
			headers: {
				accept: 'application/json',
				...(body && { 'content-type': form?.type ?? 'application/json' }),
				...this.credential(as),
			},
			body: form?.body ?? (body && JSON.stringify(body)),
			redirect: 'manual',
			signal: AbortSignal.timeout(TIMEOUT),
		});
		const { status, headers } = response;
		const limits = [...headers].filter(([name]) => /^(x-ratelimit-.*|retry-after)$/.test(name));
		return { status, limits: Object.fromEntries(limits), body: parse(await response.text()) };
	}

	private credential(as: Credential = 'key'): Record<string, string> {
		const { apiKey, accessToken } = this.secrets;
		if (as === 'token') return { authorization: `Bearer ${accessToken}` };
		if (as === 'keyAsToken') return { authorization: `Bearer ${apiKey}` };
		return { 'x-business-api-key': as === 'key' ? apiKey : WRONG_KEY };
	}
}

/** Returns how long to wait after a 429, in milliseconds. */
function waitOf({ limits }: ApiResponse): number {
	const reset = Number(limits['x-ratelimit-reset']) * 1000 - Date.now();
	const wait = Number(limits['retry-after']) * 1000 || reset || 10_000;
	return Math.min(Math.max(wait, 1000), MAX_WAIT);
}

function parse(text: string): unknown {
	if (text === '') return null;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
