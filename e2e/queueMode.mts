import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { Editor } from './editor.mjs';
import { logFile, startTestSimulator, temporaryFolder, type OnCleanup } from './fixtures.mjs';
import { installN8n, installTarball, projectFolder } from './install.mjs';
import { startN8n, type N8n, type N8nProcess } from './n8n.mjs';
import {
	installServices,
	startNginx,
	startPostgres,
	startRedis,
	type Nginx,
	type Postgres,
	type Redis,
} from './services.mjs';
import { freePort } from './ports.mjs';
import type { Simulator } from './simulator.mjs';

const CHARGES = 10_000;

/** The concurrency of a worker. */
const CONCURRENCY = 5;

/** The time for which executions of a killed worker count as running, in milliseconds; n8n's default is 60,000. */
const LOCK = 15_000;

/** n8n in queue mode: main, workers, webhook processes, and the services that they share. */
export interface QueueMode {
	editor: Editor;
	simulator: Simulator;
	postgres: Postgres;
	nginx: Nginx;
	/** The URLs of the webhook processes. */
	webhookUrls: string[];
	/** Two at first. */
	workers: N8n[];
	startWorker(): Promise<N8n>;
	/** The id of the Payments credential. */
	account: string;
	/** The id of the credential for the Postgres node. */
	database: string;
}

/** Starts n8n as described in docs/scaling.md, with a shorter LOCK, and its own PostgreSQL, Redis and nginx. */
export async function startQueueMode(tarball: string, onCleanup: OnCleanup): Promise<QueueMode> {
	await installServices();
	await installN8n();
	const folder = await temporaryFolder('queue', onCleanup);
	await installTarball(tarball, folder);
	const postgres = await startPostgres(await logFile('queue-postgres'), onCleanup);
	const redis = await startRedis(folder, await logFile('queue-redis'), onCleanup);
	const simulator = await startTestSimulator('queue', { charges: CHARGES }, onCleanup);

	const ports = { main: await freePort(), webhooks: [await freePort(), await freePort()] };
	const webhookUrls = ports.webhooks.map((port) => `http://127.0.0.1:${port}`);
	const nginx = await startNginx(
		await nginxConfig(ports.main, ports.webhooks),
		await logFile('queue-nginx'),
		onCleanup,
	);

	const env = queueModeEnv(postgres, redis, nginx.url);
	const all: N8n[] = [];
	onCleanup(() => Promise.all(all.map((n8n) => n8n.stop())));
	const start = async (name: string, port: number, { command, env: own }: N8nProcess) => {
		const log = await logFile(`queue-${name}`);
		const n8n = await startN8n(folder, port, log, { command, env: { ...env, ...own } });
		all.push(n8n);
		return n8n;
	};

	const main = await start('main', ports.main, {});
	// It creates the tables for the others.
	await main.ready();
	const workers: N8n[] = [];
	const startWorker = async () => {
		const name = `worker-${workers.length + 1}`;
		const port = await freePort();
		const command = ['worker', `--concurrency=${CONCURRENCY}`];
		const own = { QUEUE_HEALTH_CHECK_PORT: String(port) };
		const worker = await start(name, port, { command, env: own });
		workers.push(worker);
		return worker;
	};
	await startWorker();
	await startWorker();
	for (const [index, port] of ports.webhooks.entries()) {
		await start(`webhook-${index + 1}`, port, { command: ['webhook'] });
	}
	await Promise.all(all.map((n8n) => n8n.ready()));

	const editor = await Editor.setUpOwner(main.url);
	const account = await editor.createAccount(simulator);
	const { host, port, database, user } = postgres;
	const login = { host, port, database, user, password: '', ssl: 'disable' };
	const databaseId = await editor.createCredential('Database', 'postgres', login);
	return {
		...{ editor, simulator, postgres, nginx, webhookUrls, workers, startWorker },
		...{ account, database: databaseId },
	};
}

/** Returns the environment variables of all processes. */
function queueModeEnv(postgres: Postgres, redis: Redis, webhooks: string): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('base64'),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: postgres.host,
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: postgres.database,
		DB_POSTGRESDB_USER: postgres.user,
		DB_POSTGRESDB_PASSWORD: '',
		QUEUE_BULL_REDIS_HOST: redis.host,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		QUEUE_WORKER_LOCK_DURATION: String(LOCK),
		QUEUE_WORKER_LOCK_RENEW_TIME: String(LOCK / 3),
		QUEUE_WORKER_STALLED_INTERVAL: String(LOCK / 3),
		WEBHOOK_URL: webhooks,
	};
}

/** Returns the nginx configuration of docs/scaling.md with the ports of this run. */
async function nginxConfig(main: number, [first, second]: number[]): Promise<string> {
	const page = await readFile(path.join(projectFolder, 'docs/scaling.md'), 'utf8');
	const shown = /```nginx\n([^]*?)```/.exec(page)?.[1];
	if (!shown) throw new Error('docs/scaling.md shows no configuration of nginx');
	return shown
		.replaceAll('n8n-main:5678', `127.0.0.1:${main}`)
		.replaceAll('n8n-webhook-1:5678', `127.0.0.1:${first}`)
		.replaceAll('n8n-webhook-2:5678', `127.0.0.1:${second}`);
}
