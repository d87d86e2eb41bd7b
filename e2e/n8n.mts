import { createWriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import getPort from 'get-port';

import { n8nScript, nodeForN8n } from './install.mjs';

/** A running n8n of our own, closed to the world outside. */
export interface N8n {
	/** Address of the editor. */
	url: string;
	/** Ends n8n and everything that it started. */
	stop(): Promise<void>;
}

/**
 * Starts n8n on loopback and waits until it answers.
 *
 * @param userFolder a folder of its own: settings, database, community packages
 * @param wantedPort taken if it is free, another one otherwise
 * @param log the file that its output goes to
 * @throws Error with the end of the log when it does not come up
 */
export async function startN8n(userFolder: string, wantedPort: number, log: string): Promise<N8n> {
	const port = await getPort({ port: wantedPort, host: '127.0.0.1' });
	const url = `http://127.0.0.1:${port}`;
	const output = createWriteStream(log);
	await new Promise((resolve) => output.once('open', resolve));
	const n8n = execa(nodeForN8n(), [n8nScript, 'start'], {
		// A process group of its own, so that n8n's task runner ends with it.
		detached: true,
		reject: false,
		buffer: false,
		stdin: 'ignore',
		stdout: output,
		stderr: output,
		env: {
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
			N8N_RUNNERS_BROKER_PORT: String(await getPort({ host: '127.0.0.1' })),
		},
	});
	let ended = false;
	void n8n.then(() => (ended = true));

	const stop = async () => {
		const signal = (name: NodeJS.Signals) => {
			try {
				process.kill(-n8n.pid!, name);
			} catch {
				// The whole group is gone already.
			}
		};
		signal('SIGTERM');
		await Promise.race([n8n, sleep(15_000)]);
		signal('SIGKILL');
		await n8n;
	};

	const deadline = Date.now() + 180_000;
	while (!(await isUp(url))) {
		if (ended || Date.now() > deadline) {
			await stop();
			throw new Error(`n8n ${ended ? 'ended' : 'did not come up in three minutes'}: see ${log}`);
		}
		await sleep(300);
	}
	return { url, stop };
}

async function isUp(url: string): Promise<boolean> {
	try {
		// healthz answers before the editor's API does.
		const health = await fetch(`${url}/healthz/readiness`);
		const settings = await fetch(`${url}/rest/settings`);
		return health.ok && settings.headers.get('content-type')?.includes('json') === true;
	} catch {
		return false;
	}
}
