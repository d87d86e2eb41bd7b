import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The live memory of n8n's largest process; the others are its task runner. */
export interface Alive {
	pid: number;
	/** The peak in bytes since the last reset. */
	live: number;
}

/** Samples the memory of an n8n every few seconds (liveMemory.cjs). */
export interface LiveMemory {
	/** The environment variables to start n8n with. */
	env: Record<string, string>;
	/** Resets the peak. @returns the live memory now */
	reset(): Promise<Alive>;
	most(): Promise<Alive>;
}

/** @param within a folder for the samples */
export async function watchMemory(within: string): Promise<LiveMemory> {
	const folder = await mkdtemp(path.join(within, 'live-'));
	const look = path.join(import.meta.dirname, 'liveMemory.cjs');
	return {
		env: { LIVE_MEMORY: folder, NODE_OPTIONS: `--require ${look}` },
		reset: async () => await largest(folder, 'SIGUSR2'),
		most: async () => await largest(folder),
	};
}

/** Returns the largest process. @param signal is sent to all processes first */
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
