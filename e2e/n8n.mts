import { createWriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import getPort from 'get-port';

import { n8nScript, nodeForN8n, type Edition } from './install.mjs';
import { leashed } from './lifetime.mjs';

/** An n8n of our own on loopback. */
export interface N8n {
	/** Address of the editor. */
	url: string;
	/** Waits until it answers. @throws Error when it does not come up */
	ready(): Promise<void>;
	/**
	 * Ends n8n and everything that it started.
	 *
	 * @param grace how long it may take over it before it is killed, in milliseconds. Default 15,000
	 */
	stop(grace?: number): Promise<void>;
	/** Ends it at once, as when its machine is gone. */
	kill(): Promise<void>;
}

/** What an n8n is to be, if it is not the one process that does everything. */
export interface N8nProcess {
	/** Of n8n's command line, such as `worker` with its options. Default `start`. */
	command?: string[];
	/** Further settings, by their environment variables. */
	env?: Record<string, string>;
	/** Which of the installed versions. Default the newest. */
	edition?: Edition;
}

/** Settings of an n8n or a Node that the user has already: this one is to be a fresh one. */
const foreign = /^(N8N_|DB_|EXECUTIONS_|QUEUE_|WEBHOOK_|GENERIC_|CREDENTIALS_|NODE_OPTIONS$)/;

/**
 * Starts n8n; it is not up yet when this returns.
 *
 * @param userFolder a folder of its own: settings, database, community packages
 * @param port where it listens; `freePort` finds one
 * @param log the file that its output goes to
 * @param process what it is to be; a worker tells at `port` how it is
 */
export async function startN8n(
	userFolder: string,
	port: number,
	log: string,
	{ command = ['start'], env = {}, edition = 'newest' }: N8nProcess = {},
): Promise<N8n> {
	const url = `http://127.0.0.1:${port}`;
	const brokerPort = await getPort({ host: '127.0.0.1' });
	const output = createWriteStream(log);
	await new Promise((resolve) => output.once('open', resolve));
	const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
	const [file, args] = leashed(nodeForN8n(edition), [n8nScript(edition), ...command]);
	const n8n = execa(file, args, {
		// A process group of its own, so that n8n's task runner ends with it.
		detached: true,
		reject: false,
		buffer: false,
		stdin: 'pipe',
		stdout: output,
		stderr: output,
		extendEnv: false,
		env: {
			...Object.fromEntries(own),
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
		async ready() {
			const deadline = Date.now() + 180_000;
			while (!(await isUp(url, command[0] === 'start'))) {
				if (ended) throw new Error(`n8n ended before it was up: see ${log}`);
				if (Date.now() > deadline) throw new Error(`n8n is not up after three minutes: see ${log}`);
				await sleep(300);
			}
		},
		async stop(grace = 15_000) {
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

/** The wanted port if it is free, another one otherwise. */
export async function freePort(wanted: number): Promise<number> {
	return await getPort({ port: wanted, host: '127.0.0.1' });
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals) {
	if (pid === undefined) return;
	try {
		process.kill(-pid, signal);
	} catch {
		// The whole group is gone already.
	}
}

async function isUp(url: string, hasEditor: boolean): Promise<boolean> {
	try {
		// The health check answers before the editor's own interface does.
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
