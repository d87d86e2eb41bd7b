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
		reset: async () => {
			// The second time, garbage that only later collections find is gone.
			for (const pause of [8_000, 4_000]) {
				for (const pid of await pidsOf(folder)) signal(pid);
				await sleep(pause);
			}
			return await largest(folder);
		},
		most: async () => await largest(folder),
	};
}

/** Lets a process look at its memory. One that has ended, such as a task runner, left its file. */
function signal(pid: number) {
	try {
		process.kill(pid, 'SIGUSR2');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

async function pidsOf(folder: string): Promise<number[]> {
	return (await readdir(folder)).map(Number);
}

/** Returns the largest process. */
async function largest(folder: string): Promise<Alive> {
	const found = await Promise.all(
		(await pidsOf(folder)).map(async (pid) => ({
			pid,
			live: Number(await readFile(path.join(folder, String(pid)), 'utf8')),
		})),
	);
	return found.sort((a, b) => b.live - a.live)[0]!;
}
