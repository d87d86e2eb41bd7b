import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';

import { n8nScript, nodeForN8n, runFolder, type Edition } from './install.mjs';
import { withParentGuard } from './lifetime.mjs';
import { freePort } from './ports.mjs';

/** An n8n on loopback. */
export interface N8n {
	/** The URL of the editor. */
	url: string;
	/** Its process, the first one of its group. */
	pid: number;
	/** Waits until n8n is ready. @throws Error when it does not start */
	ready(): Promise<void>;
	/**
	 * Stops n8n and everything that it started.
	 *
	 * @param grace the time before it is killed, in milliseconds; by default more than the 30 s after which
	 * n8n ends itself, as one that is killed reports its executions as crashed
	 */
	stop(grace?: number): Promise<void>;
	/** Kills it, as when its machine fails. */
	kill(): Promise<void>;
}

/** Options of an n8n that is not the newest one in a single process. */
export interface N8nProcess {
	/** The command of n8n with its options, such as `worker`. Default: `start`. */
	command?: string[];
	/** Further environment variables. */
	env?: Record<string, string>;
	/** The version of n8n. Default: the newest. */
	edition?: Edition;
}

/** The time zone of the records of the Payments API: with it, `created_day` is the day that their times show. */
export const inSingapore = { GENERIC_TIMEZONE: 'Asia/Singapore' };

/** Environment variables of the user's own n8n and Node, which this one must not inherit. */
const foreign = /^(N8N_|DB_|EXECUTIONS_|QUEUE_|WEBHOOK_|GENERIC_|CREDENTIALS_|NODE_OPTIONS$)/;

/** Returns the environment variables of this process that n8n inherits. */
export function inheritedEnv(): NodeJS.ProcessEnv {
	const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
	return Object.fromEntries(own);
}

/**
 * Starts n8n without waiting until it is ready.
 *
 * @param userFolder a folder for its settings, database and community packages
 * @param port its port, such as one of `freePort`
 * @param log the file for its output
 * @param process its options; a worker serves its health check at `port`
 */
export async function startN8n(
	userFolder: string,
	port: number,
	log: string,
	{ command = ['start'], env = {}, edition = 'newest' }: N8nProcess = {},
): Promise<N8n> {
	const url = `http://127.0.0.1:${port}`;
	const brokerPort = await freePort();
	const output = createWriteStream(log);
	await new Promise((resolve) => output.once('open', resolve));
	const [file, args] = withParentGuard(nodeForN8n(edition), [n8nScript(edition), ...command]);
	const n8n = execa(file, args, {
		// With a process group of its own, n8n's task runner ends with it.
		detached: true,
		reject: false,
		buffer: false,
		stdin: 'pipe',
		stdout: output,
		stderr: output,
		extendEnv: false,
		env: {
			...inheritedEnv(),
			// Node keeps the compiled code of n8n for the next start.
			NODE_COMPILE_CACHE: path.join(runFolder, 'compiled'),
			N8N_USER_FOLDER: userFolder,
			N8N_PORT: String(port),
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_EDITOR_BASE_URL: url,
			WEBHOOK_URL: url,
			N8N_SECURE_COOKIE: 'false',
			N8N_DIAGNOSTICS_ENABLED: 'false',
			N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
			N8N_TEMPLATES_ENABLED: 'false',
			N8N_PERSONALIZATION_ENABLED: 'false',
			N8N_RUNNERS_BROKER_PORT: String(brokerPort),
			...env,
		},
	});
	let ended = false;
	void n8n.then(() => (ended = true));

	return {
		url,
		// Without one, it has ended, which `ready` reports.
		pid: n8n.pid ?? 0,
		async ready() {
			const deadline = Date.now() + 300_000;
			while (!(await isUp(url, command[0] === 'start'))) {
				if (ended) throw new Error(`n8n ended before it was ready: see ${log}`);
				if (Date.now() > deadline)
					throw new Error(`n8n is not ready after five minutes: see ${log}`);
				await sleep(300);
			}
		},
		async stop(grace = 45_000) {
			if (ended) return;
			signalGroup(n8n.pid, 'SIGTERM');
			await Promise.race([n8n, sleep(grace, undefined, { ref: false })]);
			signalGroup(n8n.pid, 'SIGKILL');
			await n8n;
		},
		async kill() {
			signalGroup(n8n.pid, 'SIGKILL');
			await n8n;
		},
	};
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals) {
	if (pid === undefined) return;
	try {
		process.kill(-pid, signal);
	} catch {
		// The group has already ended.
	}
}

async function isUp(url: string, hasEditor: boolean): Promise<boolean> {
	try {
		// The health check is ready before the API of the editor.
		for (const path of ['/healthz/readiness', ...(hasEditor ? ['/rest/settings'] : [])]) {
			const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(10_000) });
			const isJson = answer.headers.get('content-type')?.includes('json');
			if (!answer.ok || !isJson) return false;
		}
		return true;
	} catch {
		return false;
	}
}
