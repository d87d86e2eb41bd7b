import { spawn, type ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';

import { answerViolations } from '../../contract/check';
import * as contract from '../../contract/contract';
import type { Endpoint, Parameter } from '../../contract/contract';
import { examples } from '../../docs/generate/examples';
import { operations } from '../../docs/generate/operations';
import { runAfter, type Ran } from '../../docs/generate/runs';
import type { Api } from '../engine/run';
import { call, useSimulator } from '../simulator/helpers';
import { bodiesOf, PAYMENT_ID, useExamples, type Json } from './examples';

/*
 * Prism, a mock server that others wrote, serves the contract: it validates requests, and answers with the examples. It
 * remembers nothing, so the examples of the contract fit each other and those of docs/generate/examples.ts.
 */

let prism: Api;
let server: ChildProcess;
let ended: Promise<unknown>;

beforeAll(async () => {
	const root = path.join(__dirname, '../..');
	const main = path.join(root, 'node_modules/@stoplight/prism-cli/dist/index.js');
	const options = ['mock', '--port', '0', '--errors', path.join(root, 'contract/openapi.json')];
	server = spawn(process.execPath, [main, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
	ended = once(server, 'exit');
	let output = '';
	server.stdout!.on('data', (chunk) => (output += String(chunk)));
	const listening = /listening on (\S+)\s/;
	while (!listening.test(output)) await once(server.stdout!, 'data');
	prism = { url: listening.exec(output)![1]!, apiKey: 'key' };
});

afterAll(async () => {
	server.kill();
	await ended;
});

describe('the node with Prism', () => {
	let answers = 0;
	let violations: unknown[] = [];
	const note = (message: unknown) => {
		const { headers } = (message as { response: IncomingMessage }).response;
		answers += 1;
		if (headers['sl-violations']) violations.push(headers['sl-violations']);
	};
	beforeEach(() => void (violations = []));
	beforeAll(() => subscribe('http.client.response.finish', note));
	afterAll(() => void unsubscribe('http.client.response.finish', note));

	/** Each once: a record that this process created is not new for the node. */
	const runs = new Map<string, Ran>();
	const run = async (name: string): Promise<Ran> => {
		const after = examples[name]?.after;
		const before = after ? (await run(after)).items : [];
		const ran = runs.get(name) ?? (await runAfter(prism, name, before));
		runs.set(name, ran);
		return ran;
	};

	// It answers every creation of a payment request with one record, which is not new the second time.
	const others = [...operations.keys()].filter(
		(name) => !name.endsWith('Create and Wait for Payment'),
	);

	test.each(others)('%s works, and is as in the contract', async (name) => {
		// It throws what the node does.
		expect((await run(name)).items).not.toEqual([]);
		expect(violations).toEqual([]);
		expect(answers).toBeGreaterThan(0);
	});
});

describe('the simulator answers like Prism', () => {
	const simulator = useSimulator({
		charges: 30,
		payouts: 5,
		locations: 20,
		listRefunds: true,
	});
	const pathOf = useExamples(simulator);

	/** Fields that the examples of payment requests and charges have, but not each of these. */
	const optional = ['payments', 'qr_code_data', 'target_id', 'target_type'];

	type Sent = NonNullable<Parameters<typeof call>[3]>;

	/** Sends the same to both, and compares the answers. @returns those, first the simulator's */
	async function compare({ method }: Endpoint, url: string, sent: Sent = {}) {
		const send = async (api: Api, headers?: Record<string, string>) => {
			const answer = await call<Json>(api, method as 'GET', url, { ...sent, headers });
			const type = answer.text && String(answer.headers['content-type']).split(';')[0];
			const { status, text: body } = answer;
			expect(answerViolations({ method, url }, { status, contentType: type, body })).toEqual([]);
			return { ...answer, type, isRefused: answer.headers['sl-violations'] !== undefined };
		};
		const own = await send(simulator);
		// For what is created, the contract has a 200 as well, which some records show.
		const theirs = await send(prism, own.status === 201 ? { prefer: 'code=201' } : undefined);
		expect([url, theirs.status, theirs.type]).toEqual([url, own.status, own.type]);
		// Prism answers with a failure for the same reason: it finds the request wrong.
		expect([url, theirs.isRefused]).toEqual([url, own.status >= 400]);
		return [own, theirs] as const;
	}

	/** The names of the fields of a record, or of the first one of a list. */
	function fieldsOf({ json }: { json?: Json }): string[] {
		const [record = {}] = [json?.data ?? json].flat();
		return Object.keys(record);
	}

	const all = contract.endpoints
		.filter(({ operationId }) => operationId !== 'exchangeToken')
		.map((one) => [`${one.method} ${one.path}`, one] as const);

	test.each(all)('to %s', async (_, one) => {
		const bodies = bodiesOf(one);
		for (const body of bodies.length > 0 ? bodies : [undefined]) {
			const [own, theirs] = await compare(one, await pathOf(one), { body });
			expect(own.status).toBeLessThan(300);
			expect([...optional, ...fieldsOf(own)]).toEqual(expect.arrayContaining(fieldsOf(theirs)));
		}
	});

	test('to an exchange of a refresh token, as JSON and as a form', async () => {
		const one = contract.endpointOf('POST', '/v1/open/oauth/token')!;
		const { clientId: client_id, clientSecret: client_secret } = simulator.oauthApp;
		const { refresh_token } = simulator.issueTokens();
		const values = { ...bodiesOf(one)[0], client_id, client_secret, refresh_token };
		for (const body of [{ body: values }, { form: values as Record<string, string> }]) {
			const [own, theirs] = await compare(one, one.path, { key: false, ...body });
			expect([own.status, fieldsOf(own).sort()]).toEqual([200, fieldsOf(theirs).sort()]);
		}
	});

	test.each(all)('to %s without a key', async (_, one) => {
		const [own] = await compare(one, await pathOf(one), { key: false });
		expect(own.status).toBe(401);
	});

	// Prism does not validate the lists of forms.
	const withJson = all.filter(([, one]) => one.requestBody?.content['application/json']);
	test.each(withJson)('to %s with a wrong type', async (_, one) => {
		for (const body of bodiesOf(one)) {
			for (const name of Object.keys(body)) {
				const wrong = { ...body, [name]: [[]] };
				const [own] = await compare(one, await pathOf(one), { body: wrong });
				expect([name, own.status]).toEqual([name, 422]);
			}
		}
	});

	/** A value that fits a parameter, and one that does not, if there is one. */
	function valuesOf({ schema }: Parameter): [string, string?] {
		const { type, format, pattern, enum: values, items } = contract.all(schema);
		// Prism does not validate the parameters whose names end in [].
		if (items) return [valuesOf({ schema: items } as Parameter)[0]];
		if (values) return [String(values[0]), '-'];
		if (format) return [format === 'date' ? '2026-03-01' : PAYMENT_ID, '-'];
		return type === 'string' && !pattern ? ['a'] : ['1', '-'];
	}

	// Cursors come from an answer: test/simulator has those. Prism does not validate objects.
	const parameters = all.flatMap(([, one]) =>
		one.all
			.filter(({ in: place, name, style }) => place === 'query' && name !== 'cursor' && !style)
			.map((parameter) => [one.path, parameter.name, one, parameter] as const),
	);
	test.each(parameters)('to %s with %s', async (list, name, one, parameter) => {
		const statuses = valuesOf(parameter).map(async (value = '') => {
			const query = new URLSearchParams({ [name]: value }).toString();
			return (await compare(one, `${list.replace('{provider}', 'adyen')}?${query}`))[0].status;
		});
		expect([[200], [200, 422]]).toContainEqual(await Promise.all(statuses));
	});
});
