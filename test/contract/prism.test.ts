import { spawn, type ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';

import { examples } from '../../docs/generate/examples';
import { operations } from '../../docs/generate/operations';
import { runAfter, type Ran } from '../../docs/generate/runs';
import type { Api } from '../engine/run';

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
