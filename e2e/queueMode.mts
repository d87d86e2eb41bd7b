import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { Editor } from './editor.mjs';
import { logFile, simulate, temporaryFolder, type AtTheEnd } from './fixtures.mjs';
import { installN8n, installTarball, projectFolder } from './install.mjs';
import { freePort, startN8n, type N8n, type N8nProcess } from './n8n.mjs';
import {
	installServices,
	startNginx,
	startPostgres,
	startRedis,
	type Nginx,
	type Postgres,
	type Redis,
} from './services.mjs';
import type { Simulator } from './simulator.mjs';

const CHARGES = 10_000;

/** Executions that a worker runs at the same time. */
const CONCURRENCY = 5;

/** How long a killed worker's executions stand as running, in milliseconds; n8n's default is 60,000. */
const LOCK = 15_000;

/** All that runs in queue mode: main, workers, webhook processes, and what they share. */
export interface QueueMode {
	editor: Editor;
	simulator: Simulator;
	postgres: Postgres;
	nginx: Nginx;
	/** The webhook processes' own addresses. */
	doors: string[];
	/** Two at first. */
	workers: N8n[];
	startWorker(): Promise<N8n>;
	/** The id of the Payments credential. */
	account: string;
	/** The id of the credential for the Postgres node. */
	database: string;
}

/** Starts n8n as docs/scaling.md says, but for the shorter LOCK, on a PostgreSQL, a Redis and an nginx of its own. */
export async function startQueueMode(tarball: string, atTheEnd: AtTheEnd): Promise<QueueMode> {
	await installServices();
	await installN8n();
	const folder = await temporaryFolder('queue', atTheEnd);
	await installTarball(tarball, folder);
	const postgres = await startPostgres(await logFile('queue-postgres'), atTheEnd);
	const redis = await startRedis(folder, await logFile('queue-redis'), atTheEnd);
	const simulator = await simulate('queue', { charges: CHARGES }, atTheEnd);

	const ports = { main: await freePort(0), doors: [await freePort(0), await freePort(0)] };
	const doors = ports.doors.map((port) => `http://127.0.0.1:${port}`);
	const nginx = await startNginx(
		await nginxConfig(ports.main, ports.doors),
		await logFile('queue-nginx'),
		atTheEnd,
	);

	const env = environment(postgres, redis, nginx.url);
	const all: N8n[] = [];
	atTheEnd(() => Promise.all(all.map((n8n) => n8n.stop())));
	const start = async (name: string, port: number, { command, env: own }: N8nProcess) => {
		const log = await logFile(`queue-${name}`);
		const n8n = await startN8n(folder, port, log, { command, env: { ...env, ...own } });
		all.push(n8n);
		return n8n;
	};

	const main = await start('main', ports.main, {});
	// It makes the tables, which the others need.
	await main.ready();
	const workers: N8n[] = [];
	const startWorker = async () => {
		const name = `worker-${workers.length + 1}`;
		const port = await freePort(0);
		const command = ['worker', `--concurrency=${CONCURRENCY}`];
		const own = { QUEUE_HEALTH_CHECK_PORT: String(port) };
		const worker = await start(name, port, { command, env: own });
		workers.push(worker);
		return worker;
	};
	await startWorker();
	await startWorker();
	for (const [index, port] of ports.doors.entries()) {
		await start(`webhook-${index + 1}`, port, { command: ['webhook'] });
	}
	await Promise.all(all.map((n8n) => n8n.ready()));

	const editor = await Editor.setUpOwner(main.url);
	const account = await editor.createAccount(simulator);
	const { host, port, database, user } = postgres;
	const login = { host, port, database, user, password: '', ssl: 'disable' };
	const databaseId = await editor.createCredential('Database', 'postgres', login);
	return {
		...{ editor, simulator, postgres, nginx, doors, workers, startWorker },
		...{ account, database: databaseId },
	};
}

/** What all processes have in common. */
function environment(postgres: Postgres, redis: Redis, webhooks: string): Record<string, string> {
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

/** The configuration that docs/scaling.md shows, with the addresses of this machine. */
async function nginxConfig(main: number, [first, second]: number[]): Promise<string> {
	const page = await readFile(path.join(projectFolder, 'docs/scaling.md'), 'utf8');
	const shown = /```nginx\n([^]*?)```/.exec(page)?.[1];
	if (!shown) throw new Error('docs/scaling.md shows no configuration of nginx');
	return shown
		.replaceAll('n8n-main:5678', `127.0.0.1:${main}`)
		.replaceAll('n8n-webhook-1:5678', `127.0.0.1:${first}`)
		.replaceAll('n8n-webhook-2:5678', `127.0.0.1:${second}`);
}
