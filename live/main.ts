import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';

import { apiAddress } from '../credentials/environments';
import { check, mayWrite } from './check';
import { reportOf } from './report';

const HELP = `Compares the Payments API with contract/openapi.yaml: docs/live-check.md.

npm run verify:live -- [options]

  --environment <name>  sandbox (the default) or production
  --url <url>           another host, such as that of the simulator
  --write               also create, change and delete records: only in the sandbox
  --report <file>       where the report goes (live-report.md)

The API key is read from PAYMENTS_API_KEY, or entered; it is never an argument. PAYMENTS_ACCESS_TOKEN is optional.
`;

async function main() {
	const values = readOptions();
	if (!values) return;
	const { environment, url = apiAddress({ environment })!, report: file } = values;
	// Before anybody enters a key.
	if (values.write && !mayWrite(url)) throw new Error('--write is for the sandbox only.');
	const { PAYMENTS_API_KEY, PAYMENTS_ACCESS_TOKEN } = process.env;
	const apiKey = (PAYMENTS_API_KEY || (await enterKey())).trim();
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM']) {
		process.once(signal, () => {
			console.error('Stopping. What was created is deleted first.');
			stop.abort();
		});
	}
	const mark = values.write ? `verify-live-${randomBytes(4).toString('hex')}` : undefined;
	const result = await check({
		url,
		apiKey,
		accessToken: PAYMENTS_ACCESS_TOKEN || undefined,
		mark,
		stop: stop.signal,
	});
	const { version } = JSON.parse(readFileSync(path.join(__dirname, '../package.json'), 'utf8')) as {
		version: string;
	};
	const text = reportOf(result, values.url ? 'another host' : environment, version);
	writeFileSync(file, text);
	console.log(`${text}\nThe report is in ${file}.`);
	if (result.left.length > 0) console.log(`Look for ${mark} in the dashboard, and delete it.`);
	const isFine = [...result.byEndpoint.values()].every((one) => one.result !== 'differs');
	process.exitCode = isFine && result.isComplete && result.left.length === 0 ? 0 : 1;
}

/** Reads the command line. Undefined if it asks for help. @throws Error without the text of an argument */
function readOptions() {
	try {
		const { values } = parseArgs({
			options: {
				environment: { type: 'string', default: 'sandbox' },
				url: { type: 'string' },
				write: { type: 'boolean' },
				report: { type: 'string', default: 'live-report.md' },
				help: { type: 'boolean' },
			},
		});
		if (!values.help && /^(sandbox|production)$/.test(values.environment)) return values;
	} catch {
		// It may contain a key.
		throw new Error(`An argument is unknown.\n\n${HELP}`);
	}
	console.log(HELP);
	return undefined;
}

/** Asks for the API key without showing it. */
async function enterKey(): Promise<string> {
	if (!process.stdin.isTTY) throw new Error('Set PAYMENTS_API_KEY.');
	process.stdout.write('API key (it is not shown): ');
	const output = new Writable({ write: (_chunk, _encoding, done) => done() });
	const terminal = createInterface({
		input: process.stdin,
		output,
		terminal: true,
		historySize: 0,
	});
	const key = await terminal.question('');
	terminal.close();
	console.log();
	return key;
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
