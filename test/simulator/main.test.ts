import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { post, receive, start } from './helpers';

const ROOT = resolve(__dirname, '../..');

function run(...args: string[]) {
	return spawn(process.execPath, ['--import', 'tsx', 'simulator/main.ts', ...args], { cwd: ROOT });
}

describe('npm run simulator', () => {
	test('prints its options', async () => {
		const help = await text(run('--help').stdout);
		for (const option of ['port', 'charges', 'list-meta', 'https-webhooks']) {
			expect(help).toContain(`--${option} `);
		}
	});

	test('prints its URL and credentials, serves, and stops on a signal', async () => {
		const child = run('--port', '0', '--charges', '5', '--salt', 'pepper');
		let output = '';
		child.stdout.on('data', (chunk) => (output += String(chunk)));
		while (!output.includes('Ctrl+C')) await once(child.stdout, 'data');
		const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] as string;
		const key = /API key +(\S+)/.exec(output)?.[1] as string;
		expect(output).toContain(`${url}/_control`);
		expect(output).toMatch(/client secret +\S+/);
		expect(output).toMatch(/Salt +pepper\n/);
		const listed = async (path: string) => {
			const response = await fetch(url + path, { headers: { 'X-BUSINESS-API-KEY': key } });
			return ((await response.json()) as { data: unknown[] }).data;
		};
		expect(await listed('/v1/charges')).toHaveLength(5);
		// The only place where a user finds the ID of a tax setting.
		const taxed = { subtotal: 10, amount: 10.9, tax_setting: 'gst-9' };
		expect(await listed('/v1/invoices')).toMatchObject([taxed]);
		child.kill('SIGTERM');
		expect(await once(child, 'exit')).toEqual([0, null]);
	});

	test('sends an event to a trigger, and prints its response', async () => {
		const simulator = await start();
		const receiver = await receive(200, 404);
		const { port } = new URL(simulator.url);
		const send = (...args: string[]) => run('send', ...args, '--port', port);
		const url = `${receiver.url}/hook?token=secret`;
		const args = ['payout.created', '--to', url, '--dialect', 'text-amounts'];
		expect(await text(send(...args).stdout)).toBe(
			`payout.created to ${receiver.url}/hook: 200 ok\n`,
		);
		expect(receiver.got[0]!.body).toMatch(/"amount":"[\d,.]+"/);
		const refused = send('payment_request.completed', '--to', url);
		expect(await once(refused, 'exit')).toEqual([1, null]);
		expect(receiver.got[1]!.body).toContain('status=completed&');
	});

	test('names the registered events if none is the one to send', async () => {
		const simulator = await start();
		const endpoint = { name: 'A', url: 'http://localhost/a', event_types: ['charge.created'] };
		await post(simulator, '/v1/webhook-events', endpoint);
		const { port } = new URL(simulator.url);
		const child = run('send', 'payout.created', '--port', port);
		expect(await text(child.stderr)).toContain('those for others are charge.created. To get it,');
	});

	test.each([
		[[], /^No webhook endpoint is registered for payout.created/],
		[['--format', 'callback'], /^The format field must be event/],
		[['--dialect', 'latin'], /^The dialects field must be one of/],
		[['--port', '1'], /^No simulator runs at/],
	])('sends nothing with %j, and says why', async (args, reason) => {
		const { port } = new URL((await start()).url);
		const child = run('send', 'payout.created', '--port', port, ...args);
		expect(await text(child.stderr)).toMatch(reason);
	});

	test.each([['--charges=-1'], ['--nonsense'], ['--port=http']])('refuses %s', async (arg) => {
		const child = run(arg);
		const exit = once(child, 'exit');
		const message = await text(child.stderr);
		expect(await exit).toEqual([1, null]);
		expect(message.trim().split('\n').length).toBe(1);
	});
});
