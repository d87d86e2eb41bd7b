import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { getLocations } from '../../nodes/Payments/listSearch/business/locations';
import type { Fault } from '../../simulator';
import { endpointFor, everyOperation, ready, useExamples } from './everyOperation';
import { contextOf, openList } from './openList';
import { startPoller } from './polling/poller';
import { apiKeyOf, oAuth2Of, runPayments } from './run';
import { secretsIn, secretsInAll } from './secrets';
import { deliver, serviceEvent, startTrigger } from './trigger/trigger';

/* A service that repeats what it was sent: nobody is to read a key, a token or a salt in what comes of it. */

/** With characters that are written otherwise in addresses, JSON and Base64. */
const KEY = 'Key-7f/3A+9c "0d"\\e4=';
const PLATFORM_KEY = 'platform-key-8b1f/2C';
const WEBHOOK_SALT = 'webhook-salt-44aa';
const ENDPOINT_SALT = 'endpoint-salt-91c';
const typedIn = [PLATFORM_KEY, WEBHOOK_SALT, ENDPOINT_SALT];

const simulator = useExamples({ apiKey: KEY });

/** The scopes of an app that may do everything that the node offers. */
const SCOPES =
	'business:read business:create business:update business:delete commerce customer payments';

const salts = { webhookSalt: WEBHOOK_SALT, endpointSalt: ENDPOINT_SALT };
const withKey = () => apiKeyOf(simulator, salts);
const withOAuth2 = () => ({
	paymentsOAuth2Api: {
		...oAuth2Of(simulator, SCOPES).paymentsOAuth2Api,
		...salts,
		platformKey: PLATFORM_KEY,
	},
});
const credentials = [
	['an API key', withKey, 'raw'],
	['OAuth2', withOAuth2, 'simplified'],
] as const;

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** All the ways in which a service may write a secret that it knows. */
function waysOf(secret: string): string[] {
	return [
		secret,
		secret.toUpperCase(),
		secret.toLowerCase(),
		`X-BUSINESS-API-KEY: ${secret}\r\nAccept: */*`,
		`{"headers":{"authorization":"Bearer ${secret}"}}`,
		JSON.stringify({ key: secret }),
		JSON.stringify({ key: secret }).replaceAll('/', '\\/'),
		`https://api.example.com/?key=${encodeURIComponent(secret)}&x=1`,
		`key=${new URLSearchParams({ secret }).toString()}`,
		base64(secret),
		Buffer.from(secret).toString('base64url'),
		`Basic ${base64(`user:${secret}`)}`,
		`Basic ${base64(`${secret}:`)}`,
		base64(`Bearer ${secret}`),
	];
}

/** The secrets of a credential that a service has: those in the request, and those of the account. */
function known(): string[] {
	const headers = simulator.requests.at(-1)?.headers ?? {};
	const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
	const own = token ? [token, PLATFORM_KEY, simulator.oauthApp.clientSecret] : [KEY];
	return [...own, WEBHOOK_SALT, ENDPOINT_SALT];
}

const everyWay = () => known().flatMap(waysOf);

/** An answer that repeats secrets in its words. */
const refusal = () =>
	JSON.stringify({
		message: `Not with ${everyWay().join(' | ')}`,
		errors: {
			...Object.fromEntries(everyWay().map((way) => [way, ['is wrong']])),
			headers: everyWay(),
			more: [{ deep: everyWay() }],
		},
		request: { headers: Object.fromEntries(everyWay().map((way, at) => [`h${at}`, way])) },
	});

/** Repeats secrets in the texts of an answer, in new fields, and in the names of fields. */
function repeated(body: string): string {
	if (body === '') return body;
	const add = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(add);
		if (typeof value !== 'object' || value === null) return value;
		const parts = Object.entries(value).map(([name, part]) => [name, add(part)]);
		return {
			...(Object.fromEntries(parts) as object),
			remark: everyWay().join(' | '),
			name: `For ${everyWay().join()}`,
			purpose: known()[0],
			description: everyWay(),
			debug: { ...Object.fromEntries(everyWay().map((way) => [way, { [way]: [way] }])) },
		};
	};
	return JSON.stringify(add(JSON.parse(body)));
}

const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 503];

/** One or the other, in turn: with each, it would take minutes. */
const credentialFor = (name: string) =>
	credentials[everyOperation.indexOf(name) % credentials.length]!;

test.each(everyOperation)('%s shows no secret that comes in records', async (name) => {
	const [, given, output] = credentialFor(name);
	const { parameters, items } = await ready(simulator, name, { output });
	// An update also sends fields that it reads, which would be too long.
	const { method } = endpointFor(name);
	simulator.fault({ method: method === 'PUT' ? method : undefined, times: 99, body: repeated });
	const result = await runPayments({ parameters, items, credentials: given() });
	expect(result.error).toBeUndefined();
	expect(result.items.length).toBeGreaterThan(0);
	expect(secretsIn(result, simulator, typedIn)).toEqual([]);
});

test.each(everyOperation)('%s shows no secret that comes with an error', async (name) => {
	const { parameters, items } = await ready(simulator, name, { options: { maxTries: 1 } });
	const [, given] = credentialFor(name);
	const status = statuses[everyOperation.indexOf(name) % statuses.length];
	for (const onError of ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const) {
		simulator.fault({ path: '/v1', times: Infinity, status, body: refusal });
		const result = await runPayments({
			parameters,
			items,
			credentials: given(),
			node: { onError },
		});
		simulator.reset();
		expect([result.error, ...result.items, ...result.failed].some(Boolean)).toBe(true);
		expect(secretsIn(result, simulator, typedIn)).toEqual([]);
	}
});

describe.each(credentials)('with %s', (_, given) => {
	const hidden = (
		fault: Fault,
		parameters: INodeParameters = { resource: 'info', operation: 'get' },
	) => {
		simulator.fault(fault);
		return runPayments({ parameters, credentials: given() });
	};

	test('says everything else, with what is hidden marked as such', async () => {
		const body = () => JSON.stringify({ message: `The key ${known()[0]} is odd.` });
		const { error } = await hidden({ status: 422, body });
		expect(error?.message).toBe('The key [hidden] is odd.');
	});

	test('hides it within a text of a record, and nothing else', async () => {
		const record = (secret: string) => ({
			id: 'b1',
			name: `For ${secret}.`,
			amount: 12.5,
			list: [secret, null, true, { [`is ${secret}`]: 'x' }],
		});
		const { items } = await hidden({ body: () => JSON.stringify(record(known()[0]!)) });
		expect(items[0]?.json).toEqual(record('[hidden]'));
	});

	test('shows no secret in a list to choose from, nor in what went wrong with it', async () => {
		simulator.fault({ times: Infinity, body: repeated });
		const charges = await openList('searchCharges')(given());
		const locations = await getLocations.call(contextOf(given()));
		expect(locations.length).toBeGreaterThan(20);
		simulator.clearFaults();
		simulator.fault({ times: Infinity, status: 422, body: refusal });
		const thrown = await openList('searchCharges')(given()).catch((error: unknown) => error);
		expect(thrown).toHaveProperty('description');
		expect(secretsInAll([charges, locations, thrown], simulator, typedIn)).toEqual([]);
	});

	test('shows no secret in what a poll starts with, remembers, or fails with', async () => {
		const poller = startPoller(given(), { event: 'newCharge', output: 'raw' });
		simulator.fault({ times: Infinity, body: repeated });
		await poller.publish();
		simulator.addCharge();
		await poller.poll();
		expect(poller.runs).toHaveLength(1);
		simulator.clearFaults();
		simulator.fault({ times: Infinity, status: 500, body: refusal });
		await poller.poll();
		expect(poller.failed).toHaveLength(1);
		const { runs, failed, saved } = poller;
		expect(secretsInAll([runs, failed, saved], simulator, typedIn)).toEqual([]);
	});

	test.each(['account', 'link'])('shows no secret when it registers: %s', async (mode) => {
		const parameters = { mode, amount: 10, currency: 'SGD', purpose: 'Workshop' };
		const trigger = await startTrigger({ credentials: given(), parameters });
		try {
			simulator.fault({ method: 'POST', times: Infinity, body: repeated });
			const state = await trigger.publish();
			expect(state).toHaveProperty('id');
			const thrown: unknown[] = [];
			for (const method of ['GET', 'DELETE']) {
				simulator.clearFaults();
				simulator.fault({ method, times: Infinity, status: 403, body: refusal });
				await trigger.unpublish().catch((error: unknown) => thrown.push(error));
			}
			expect(thrown).toHaveLength(2);
			const { staleSalt, ...rest } = state;
			expect(staleSalt ?? '').not.toContain(ENDPOINT_SALT);
			expect(secretsInAll([rest, thrown], simulator, typedIn)).toEqual([]);
		} finally {
			simulator.reset();
			await trigger.unpublish();
			await trigger.close();
		}
	});

	test('shows no secret in what a notification starts with', async () => {
		// Without a salt, the service is asked.
		const asked: Record<string, ICredentialDataDecryptedObject> = given();
		for (const typed of Object.values(asked)) typed.endpointSalt = '';
		const parameters = {
			mode: 'account',
			events: ['charge.created'],
			options: { includeCharge: true },
		};
		const trigger = await startTrigger({ credentials: asked, parameters });
		try {
			const message = serviceEvent('charge.created', simulator.addCharge());
			simulator.fault({ times: Infinity, body: repeated });
			const { status, text } = await deliver(trigger, message);
			expect(status).toBe(200);
			expect(trigger.started[0]).toHaveProperty('charge');
			const others = typedIn.filter((secret) => secret !== ENDPOINT_SALT);
			expect(secretsInAll([trigger.started, text], simulator, others)).toEqual([]);
		} finally {
			await trigger.close();
		}
	});
});

test('a token that n8n renewed on the way is hidden as well', async () => {
	const given = withOAuth2();
	simulator.expireAccessTokens();
	simulator.fault({ path: '/v1/info', skip: 1, times: Infinity, status: 422, body: refusal });
	const { error, run } = await runPayments({
		parameters: { resource: 'info', operation: 'get' },
		credentials: given,
	});
	expect(error?.message).toMatch(/^Not with .*\[hidden\]/);
	expect(simulator.requests.filter(({ path }) => path === '/v1/open/oauth/token')).toHaveLength(1);
	expect(secretsIn({ error, run } as never, simulator, typedIn)).toEqual([]);

	simulator.reset();
	simulator.expireAccessTokens();
	simulator.fault({ path: '/v1/info', skip: 1, body: repeated });
	const result = await runPayments({
		parameters: { resource: 'info', operation: 'get' },
		credentials: given,
	});
	expect(result.items).toHaveLength(1);
	expect(secretsIn(result, simulator, typedIn)).toEqual([]);
});

test('what is too short to be a secret is no reason to hide words', async () => {
	const short = apiKeyOf(simulator, { webhookSalt: 'a', endpointSalt: 'salt1' });
	const parameters = { resource: 'info', operation: 'get' };
	simulator.fault({ status: 422, body: { message: 'A salt1 is a salt.' } });
	const { error } = await runPayments({ parameters, credentials: short });
	expect(error?.message).toBe('A salt1 is a salt.');

	// In a record, what only looks like a short one is data.
	const digits = apiKeyOf(simulator, { webhookSalt: '20260301' });
	const body = { id: 'b1', reference: 'ORD-20260301-7' };
	simulator.fault({ status: 200, body });
	const { items } = await runPayments({ parameters, credentials: digits });
	expect(items[0]?.json).toEqual(body);
});
