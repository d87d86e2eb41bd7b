import { readdir, readFile } from 'node:fs/promises';

/** The unit of times in /proc, in milliseconds: 100 ticks a second on Linux. */
const TICK = 10;

/**
 * Returns the processor time of a process group since its start, in milliseconds. Unlike the time on the clock, it does
 * not depend on what else the machine does.
 *
 * @param group the ID of its first process
 */
export async function processorTime(group: number): Promise<number> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const times = await Promise.all(
		pids.map(async (pid) => {
			// The process may have ended.
			const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
			// proc(5): what follows the name, which may contain spaces, begins with the state.
			const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
			const [, , of, user, system] = [0, 1, 2, 11, 12].map((index) => Number(fields[index]));
			return of === group ? user! + system! : 0;
		}),
	);
	return times.reduce((sum, time) => sum + time, 0) * TICK;
}
