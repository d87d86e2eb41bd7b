import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { useFreshSimulator } from '../useSimulator';

const root = path.join(__dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'live-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `npm run verify:live` without npm. */
async function run(
	args: string[],
	env: Record<string, string> = {},
	onStart?: (child: ChildProcess) => void,
) {
	const child = spawn(process.execPath, ['--import', 'tsx', 'live/main.ts', ...args], {
		cwd: root,
		env: { PATH: process.env.PATH, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	onStart?.(child);
	const exit = once(child, 'exit');
	const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
	const [status] = (await exit) as [number];
	return { status, output, errors };
}

const simulator = useFreshSimulator();

test('npm run verify:live prints the report and writes it', async () => {
	const report = path.join(folder, 'report.md');
	const { status, output, errors } = await run(['--url', simulator.url, '--report', report], {
		PAYMENTS_API_KEY: simulator.apiKey,
	});
	expect({ status, errors }).toEqual({ status: 0, errors: '' });
	const written = readFileSync(report, 'utf8');
	expect(output).toContain(written);
	expect(written).toMatch(/GET \/v1\/charges +\| agrees/);
	expect(output).not.toContain(simulator.apiKey);
});

test('it fails if something differs', async () => {
	simulator.fault({ path: '/v1/staffs', status: 404, body: { message: 'No.' } });
	const report = path.join(folder, 'other.md');
	const { status, output } = await run(['--url', simulator.url, '--report', report], {
		PAYMENTS_API_KEY: simulator.apiKey,
	});
	expect(status).toBe(1);
	expect(output).toMatch(/GET \/v1\/staffs +\| differs +\| status 404/);
});

const withKey = { PAYMENTS_API_KEY: 'my-secret' };
test.each([
	[['--api-key', 'my-secret'], {}, /PAYMENTS_API_KEY/],
	[['my-secret'], {}, /PAYMENTS_API_KEY/],
	// There is no terminal to ask on.
	[['--url', 'http://127.0.0.1:1'], {}, /^Set PAYMENTS_API_KEY\.\n$/],
	[['--environment', 'production', '--write'], withKey, /^--write is for the sandbox only\.\n$/],
])('%j is refused, and sends nothing', async (args, env, reason) => {
	const { status, output, errors } = await run(args, env);
	expect([status, errors]).toEqual([1, expect.stringMatching(reason)]);
	expect(output + errors).not.toContain('my-secret');
});

test('--help prints the options', async () => {
	const { status, output } = await run(['--help']);
	expect(status).toBe(0);
	for (const name of ['environment', 'url', 'write', 'report'])
		expect(output).toContain(`--${name} `);
});

test('Ctrl-C stops it; what was created is deleted', async () => {
	const report = path.join(folder, 'stopped.md');
	const args = ['--url', simulator.url, '--report', report, '--write'];
	const env = { PAYMENTS_API_KEY: simulator.apiKey };
	const { status, output } = await run(args, env, (child) =>
		simulator.fault({
			method: 'POST',
			path: '/v1/payment-requests',
			delay: 500,
			meanwhile: () => child.kill('SIGINT'),
		}),
	);
	expect(status).toBe(1);
	expect(output).toContain('The check was stopped before its end.');
	expect(simulator.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
	expect(simulator.requests.at(-1)?.method).toBe('DELETE');
	expect(simulator.records.paymentRequests).toEqual([]);
});
