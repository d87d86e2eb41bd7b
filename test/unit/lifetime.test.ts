import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The demo's promise to leave nothing behind, with real processes and signals. The script stands
 * for the demo: its file is there as long as it has not cleaned up, which takes a moment.
 */
const script = `
	import { rmSync, writeFileSync } from 'node:fs';
	import { setTimeout as sleep } from 'node:timers/promises';
	import { withCleanup } from './e2e/lifetime.mts';
	const reason = await withCleanup(async (atTheEnd) => {
		writeFileSync(process.env.FILE, '');
		atTheEnd(async () => { await sleep(300); rmSync(process.env.FILE); });
		atTheEnd(() => Promise.reject(new Error('a cleanup that throws')));
		console.log('up');
		if (process.env.THROW) throw new Error('half-way');
		await new Promise(() => setInterval(() => {}, 1000));
	});
	console.log(reason);
	process.exit(3);
`;

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'lifetime-'));
});
afterAll(() => rm(folder, { recursive: true }));

const node = [process.execPath, '--import', 'tsx', '--input-type=module', '--eval', script];

function start(name: string, command: string[], env: NodeJS.ProcessEnv = {}) {
	const file = path.join(folder, name);
	const [program = '', ...args] = command;
	const child = spawn(program, args, {
		env: { ...process.env, ...env, FILE: file },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const up = async () => {
		while (!output.includes('up')) await sleep(20);
		expect(existsSync(file)).toBe(true);
	};
	return { child, file, up, output: () => output };
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
	'cleans up after %s, also when it comes again and again',
	async (signal) => {
		const { child, file, up, output } = start(signal, node);
		await up();
		for (let i = 0; i < 3; i += 1) {
			child.kill(signal);
			await sleep(50);
		}
		expect(await once(child, 'exit')).toEqual([3, null]);
		expect(existsSync(file)).toBe(false);
		expect(output()).toContain(`interrupted by ${signal}; cleaning up: a cleanup that throws`);
	},
);

test('cleans up after work that throws half-way, and says why', async () => {
	const { child, file, output } = start('throws', node, { THROW: 'yes' });
	await once(child, 'exit');
	expect(existsSync(file)).toBe(false);
	expect(output()).toContain('half-way');
});

test('cleans up when the process that started it is gone', async () => {
	const starter = `require('child_process').spawn(process.argv[1], process.argv.slice(2), { stdio: 'inherit' })`;
	const { child, file, up } = start('orphan', [process.execPath, '--eval', starter, '--', ...node]);
	await up();
	child.kill('SIGKILL');
	const deadline = Date.now() + 10_000;
	while (existsSync(file) && Date.now() < deadline) await sleep(50);
	expect(existsSync(file)).toBe(false);
});
