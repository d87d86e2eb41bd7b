import { endpoints, type Endpoint } from '../contract/contract';
import type { Findings } from './findings';
import { idOf, objectOf, recordsOf, type Json } from './json';

/** An ID that no record has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const MAX_PAGE_SIZE = 10;

/** Reads every GET endpoint of the contract: two pages of each list, one record, and one that does not exist. */
export async function readAll(findings: Findings) {
	const reads = endpoints.filter(({ method }) => method === 'GET');
	const records = new Map<string, Json[]>();
	for (const endpoint of reads.filter(({ path }) => !path.includes('{'))) {
		records.set(endpoint.path, await readList(findings, endpoint));
	}
	for (const endpoint of reads.filter(({ path }) => path.includes('{'))) {
		await readOne(findings, endpoint, records);
	}
}

/** @returns the records of the first page; none if it is no list */
async function readList(findings: Findings, endpoint: Endpoint): Promise<Json[]> {
	const request = { method: 'GET', path: endpoint.path } as const;
	const first = await findings.check(request);
	const records = recordsOf(first?.body);
	const parameters = endpoint.all.map(({ name }) => name);
	const sizeName = ['per_page', 'perPage'].find((name) => parameters.includes(name));
	if (!sizeName || records.length < 2) return records;

	const size = String(Math.min(Math.floor(records.length / 2), MAX_PAGE_SIZE));
	const query = { [sizeName]: size };
	const page = await findings.check({ ...request, query });
	const next = nextPage(page?.body, parameters);
	if (!next) return records;
	const second = await findings.check({ ...request, query: { ...query, ...next } });
	if (!second) return records;
	const ids = [page, second]
		.flatMap((one) => recordsOf(one?.body))
		.flatMap((one) => idOf(one) ?? []);
	if (new Set(ids).size < ids.length) findings.add(endpoint, ['two pages have a record twice']);
	return records;
}

async function readOne(findings: Findings, endpoint: Endpoint, records: Map<string, Json[]>) {
	const { path } = endpoint;
	const request = { method: 'GET', path } as const;
	const [parent = '', ...others] = path.split(/\/\{\w+\}/);
	// Refunds have no list: some charges have theirs.
	const listed = path.startsWith('/v1/refund/') ? refundsOf(findings) : records.get(parent);
	const refunded = listed?.find(({ status }) => /refunded/.test(String(status)));
	const isOfProvider = path.startsWith('/v1/balances/{provider}/');
	const id = isOfProvider ? providerOf(findings) : idOf(refunded ?? listed?.[0]);
	if ((others.join('') !== '' && !isOfProvider) || id === undefined) {
		findings.addUnreachable(endpoint, 'no record to read');
		return;
	}
	await findings.check({ ...request, id });
	await findings.check({ ...request, id: UNKNOWN_ID }, /^(404|422)$/, 'an unknown ID: ');
}

const charges = { method: 'GET', path: '/v1/charges' } as const;

/** Requests that show how the API treats unusual parameters (docs/dialects.md). */
export const probes = {
	perPage: { ...charges, query: { perPage: '2' } },
	failed: { ...charges, query: { per_page: '1', 'statuses[]': 'failed' } },
	metadata: {
		method: 'GET',
		path: '/v1/payment-requests',
		query: { per_page: '1', 'metadata[n8n]': 'none' },
	},
	succeeded: { ...charges, query: { per_page: '1', 'statuses[]': 'succeeded' } },
} as const;

/** Sends the probes and other credentials. @param hasToken whether there is an access token */
export async function probe(findings: Findings, hasToken: boolean) {
	const query = { per_page: '1' };
	await findings.check({ ...charges, query, as: 'wrongKey' }, /^40[13]$/, 'a wrong key: ');
	for (const { method, path } of endpoints) {
		if (!hasToken || method !== 'GET' || path.includes('{')) continue;
		await findings.check({ method, path, as: 'token' }, /^2/, 'Bearer: ');
	}
	if (!hasToken) await findings.send({ method: 'GET', path: '/v1/info', as: 'keyAsToken' });
	for (const request of Object.values(probes)) await findings.send(request);
}

function refundsOf({ client }: Findings): Json[] {
	return client.exchanges.flatMap(({ response }) => recordsOf(objectOf(response.body).refunds));
}

/** Returns the first payment provider of the account. */
function providerOf({ client }: Findings): string | undefined {
	const status = client.exchanges.find(({ request }) => request.path === '/v1/account-status');
	const providers = objectOf(objectOf(status?.response.body).payment_providers);
	return Object.keys(providers)
		.map((id) => idOf({ id }))
		.find(Boolean);
}

/** Returns the query of the page after the first one; undefined if there is none. */
function nextPage(body: unknown, parameters: string[]): Record<string, string> | undefined {
	const { next_cursor: cursor, last_page: last } = objectOf(objectOf(body).meta);
	if (typeof cursor === 'string' || typeof cursor === 'number') return { cursor: String(cursor) };
	const name = ['page', 'current_page'].find((one) => parameters.includes(one));
	const hasMore =
		typeof last === 'number' ? last > 1 : Boolean(objectOf(objectOf(body).links).next);
	return name && hasMore ? { [name]: '2' } : undefined;
}
