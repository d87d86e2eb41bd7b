import type { Endpoint } from '../contract/contract';
import type { ApiRequest, ApiResponse, Client } from './client';
import { compare, endpointOf } from './differences';

/** The results of the check of an endpoint. */
export interface Finding {
	result: 'agrees' | 'differs' | 'not reachable';
	/** Paths of fields with the difference, or why it is not reachable. */
	details: string[];
}

/** Sends requests, compares the responses with the contract, and collects the differences by endpoint. */
export class Findings {
	readonly byEndpoint = new Map<string, Finding>();
	readonly newFields = new Set<string>();
	/** Lists in which a created record may be left. */
	readonly left: string[] = [];

	constructor(readonly client: Client) {}

	/**
	 * Sends a request and compares the response.
	 *
	 * @param wanted the status codes that the request is meant to have
	 * @param prefix the name of the request, if it is not the usual one
	 * @returns undefined if there is no response
	 */
	async check(request: ApiRequest, wanted = /^2/, prefix = ''): Promise<ApiResponse | undefined> {
		const endpoint = endpointOf(request.method, request.path);
		const response = await this.send(request);
		if (!response || response.status === 429) {
			this.addUnreachable(
				endpoint,
				response ? 'status 429, after several attempts' : 'no response',
			);
			return undefined;
		}
		const { differences, newFields } = compare(endpoint, wanted, response);
		this.add(
			endpoint,
			differences.map((text) => prefix + text),
		);
		for (const field of newFields) this.newFields.add(`${nameOf(endpoint)}: ${field}`);
		return response;
	}

	/** Adds differences; without any, the endpoint agrees so far. */
	add(endpoint: Endpoint, differences: string[]) {
		const found = this.byEndpoint.get(nameOf(endpoint));
		const before = found?.result === 'differs' ? found.details : [];
		const details = [...new Set([...before, ...differences])];
		const result = details.length > 0 ? 'differs' : 'agrees';
		this.byEndpoint.set(nameOf(endpoint), { result, details });
	}

	/** Adds why there is no response. After an earlier response, this is a difference. */
	addUnreachable(endpoint: Endpoint, reason: string) {
		if (this.byEndpoint.has(nameOf(endpoint))) this.add(endpoint, [reason]);
		else this.byEndpoint.set(nameOf(endpoint), { result: 'not reachable', details: [reason] });
	}

	/** Sends a request. @returns undefined if there is no response */
	async send(request: ApiRequest): Promise<ApiResponse | undefined> {
		try {
			return await this.client.send(request);
		} catch (error) {
			if (this.client.stop.aborted && !request.evenIfStopped) throw error;
			return undefined;
		}
	}
}

/** Returns the name of an endpoint in the report. */
export function nameOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
	return `${method} ${path}`;
}
