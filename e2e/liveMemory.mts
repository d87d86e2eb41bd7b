import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What is alive in the largest of an n8n's processes: the others are its task runner. */
export interface Alive {
	pid: number;
	/** In bytes, at most since it was looked at anew. */
	live: number;
}

/** Looks at the memory of an n8n, every few seconds (liveMemory.cjs). */
export interface LiveMemory {
	/** What the n8n is to be started with. */
	env: Record<string, string>;
	/** Forgets what was before. @returns what is alive now */
	anew(): Promise<Alive>;
	most(): Promise<Alive>;
}

/** @param within a folder in which what is seen may be kept */
export async function watchMemory(within: string): Promise<LiveMemory> {
	const folder = await mkdtemp(path.join(within, 'live-'));
	const look = path.join(import.meta.dirname, 'liveMemory.cjs');
	return {
		env: { LIVE_MEMORY: folder, NODE_OPTIONS: `--require ${look}` },
		anew: async () => await largest(folder, 'SIGUSR2'),
		most: async () => await largest(folder),
	};
}

/** @param signal is sent to all processes first */
async function largest(folder: string, signal?: 'SIGUSR2'): Promise<Alive> {
	const pids = (await readdir(folder)).map(Number);
	if (signal) for (const pid of pids) process.kill(pid, signal);
	await sleep(8_000);
	const found = await Promise.all(
		pids.map(async (pid) => ({
			pid,
			live: Number(await readFile(path.join(folder, String(pid)), 'utf8')),
		})),
	);
	return found.sort((a, b) => b.live - a.live)[0]!;
}
