import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = resolve(__dirname, '../..');

function run(...args: string[]) {
	return spawn(process.execPath, ['--import', 'tsx', 'simulator/main.ts', ...args], { cwd: ROOT });
}

describe('npm run simulator', () => {
	test('prints its options', async () => {
		const help = await text(run('--help').stdout);
		const options =
			'port charges payouts seed latency max-per-page rate-limit-period rate-limit-window ' +
			'rate-limit-headers retry-after cursors list-meta salt refund-notification retry-delay ' +
			'retry-factor max-tries delivery-timeout https-webhooks';
		for (const option of options.split(' ')) {
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
		const response = await fetch(`${url}/v1/charges`, { headers: { 'X-BUSINESS-API-KEY': key } });
		expect(((await response.json()) as { data: unknown[] }).data).toHaveLength(5);
		child.kill('SIGTERM');
		expect(await once(child, 'exit')).toEqual([0, null]);
	});

	test.each([
		['--charges=-1'],
		['--nonsense'],
		['--port=http'],
		['--max-tries=-1'],
		['--refund-notification=fax'],
		['--retry-after=soon'],
	])('refuses %s', async (arg) => {
		const child = run(arg);
		const exit = once(child, 'exit');
		const message = await text(child.stderr);
		expect(await exit).toEqual([1, null]);
		expect(message.trim().split('\n').length).toBe(1);
	});
});
