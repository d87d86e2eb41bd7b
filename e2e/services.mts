import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';

import { installPackages, isRoot } from './debian.mjs';
import type { OnCleanup } from './fixtures.mjs';
import { withParentGuard } from './lifetime.mjs';
import { freePort } from './ports.mjs';

const host = '127.0.0.1';

/** A PostgreSQL on loopback with one database. */
export interface Postgres {
	version: string;
	host: string;
	port: number;
	database: string;
	user: string;
	/** Runs SQL. @returns the rows as lists of strings */
	query(sql: string): Promise<string[][]>;
}

/** A Redis on loopback. */
export interface Redis {
	host: string;
	port: number;
}

/** Installs the services that are missing. @throws Error when that is not possible */
export async function installServices(): Promise<void> {
	const missing: string[] = [];
	if (!postgresProgram('postgres')) missing.push('postgresql');
	if (!redisProgram()) missing.push('redis-server');
	if (!nginxProgram()) missing.push('nginx-light');
	if (missing.length > 0) await installPackages(missing);
}

/**
 * Starts PostgreSQL with its data in a temporary folder.
 *
 * @param log the file for its output
 */
export async function startPostgres(log: string, onCleanup: OnCleanup): Promise<Postgres> {
	const port = await freePort();
	const [database, user] = ['n8n', 'n8n'];
	const owner = await postgresOwner();
	// Other users cannot read inside our temporary folders.
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-payments-postgres-'));
	onCleanup(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	if (owner) await chown(folder, owner.uid, owner.gid);

	const data = path.join(folder, 'data');
	const initdb = ['--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
	await execa(postgresProgram('initdb')!, [...initdb, `--username=${user}`, `--pgdata=${data}`], {
		...owner,
		cwd: folder,
	});
	const psql = async (into: string, sql: string) => {
		const { stdout } = await execa(postgresProgram('psql')!, [
			...['--no-psqlrc', '--quiet', '--tuples-only', '--no-align', '--field-separator=\t'],
			...['--set=ON_ERROR_STOP=1', `--host=${host}`, `--port=${port}`, `--username=${user}`],
			...[`--dbname=${into}`, `--command=${sql}`],
		]);
		return stdout === '' ? [] : stdout.split('\n').map((row) => row.split('\t'));
	};
	const server = await startServer({
		name: 'PostgreSQL',
		file: postgresProgram('postgres')!,
		args: [
			...['-D', data, '-h', host, '-p', String(port)],
			...['-c', 'unix_socket_directories=', '-c', 'max_connections=200'],
		],
		options: { cwd: folder, ...owner },
		// Unlike SIGTERM, it closes open connections.
		endsBy: 'SIGINT',
		log,
		onCleanup,
	});
	await server.ready(() => psql('postgres', 'select 1'));
	await psql('postgres', `create database ${database}`);
	const [[version = ''] = []] = await psql(database, 'show server_version');
	return { version, host, port, database, user, query: async (sql) => await psql(database, sql) };
}

/**
 * Starts Redis without persistence.
 *
 * @param folder its working folder
 * @param log the file for its output
 */
export async function startRedis(
	folder: string,
	log: string,
	onCleanup: OnCleanup,
): Promise<Redis> {
	const port = await freePort();
	const where = ['--bind', host, '--port', String(port), '--dir', folder];
	const server = await startServer({
		name: 'Redis',
		file: redisProgram()!,
		args: [...where, '--save', '', '--appendonly', 'no'],
		options: { cwd: folder },
		endsBy: 'SIGTERM',
		log,
		onCleanup,
	});
	await server.ready(() => connectOnce(port));
	return { host, port };
}

/** An nginx on loopback. */
export interface Nginx {
	url: string;
	/** Counts the requests by upstream address. */
	passedOn(): Promise<Map<string, number>>;
}

/**
 * Starts nginx.
 *
 * @param sites upstreams and a server at port 80, which is replaced by a free port
 * @param log the file for its errors
 */
export async function startNginx(sites: string, log: string, onCleanup: OnCleanup): Promise<Nginx> {
	const port = await freePort();
	// Its workers run as another user, who cannot read inside our temporary folders.
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-payments-nginx-'));
	onCleanup(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	await chmod(folder, 0o755);
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
		(kind) => `${kind}_temp_path ${folder}/${kind};`,
	);
	const access = path.join(folder, 'access.log');
	const config = path.join(folder, 'nginx.conf');
	await writeFile(
		config,
		`daemon off;
		pid ${folder}/pid;
		error_log stderr;
		events {}
		http {
			log_format upstream '$upstream_addr';
			access_log ${access} upstream;
			${temporary.join('\n')}
			${sites.replace('listen 80;', `listen ${host}:${port};`)}
		}`,
	);
	const server = await startServer({
		name: 'nginx',
		file: nginxProgram()!,
		args: ['-p', folder, '-c', config, '-e', 'stderr'],
		options: { cwd: folder },
		endsBy: 'SIGTERM',
		log,
		onCleanup,
	});
	await server.ready(() => connectOnce(port));
	return {
		url: `http://${host}:${port}`,
		async passedOn() {
			const counts = new Map<string, number>();
			for (const address of (await readFile(access, 'utf8')).trim().split('\n')) {
				counts.set(address, (counts.get(address) ?? 0) + 1);
			}
			return counts;
		},
	};
}

interface Server {
	name: string;
	file: string;
	args: string[];
	options: { cwd: string; uid?: number; gid?: number };
	endsBy: NodeJS.Signals;
	log: string;
	onCleanup: OnCleanup;
}

/**
 * Starts a server in a process group of its own: Ctrl-C is for the script, which ends it in turn.
 *
 * @param log the file that its output goes to, whose folder is there
 */
export async function startServer({ name, file, args, options, endsBy, log, onCleanup }: Server) {
	const output = createWriteStream(log);
	await new Promise((resolve) => output.once('open', resolve));
	const server = execa(...withParentGuard(file, args), {
		...options,
		detached: true,
		reject: false,
		buffer: false,
		stdin: 'pipe',
		stdout: output,
		stderr: output,
	});
	let ended = false;
	void server.then(() => (ended = true));
	const stop = async () => {
		server.kill(endsBy);
		await Promise.race([server, sleep(15_000, undefined, { ref: false })]);
		server.kill('SIGKILL');
		await server;
	};
	onCleanup(stop);
	return {
		stop,
		/** Waits until the server can be used. @throws Error when it does not start */
		async ready(use: () => Promise<unknown>) {
			const deadline = Date.now() + 60_000;
			while (!(await works(use))) {
				if (ended) throw new Error(`${name} ended before it was ready: see ${log}`);
				if (Date.now() > deadline) throw new Error(`${name} is not ready: see ${log}`);
				await sleep(100);
			}
		},
	};
}

/** Whether a promise is not rejected. */
async function works(use: () => Promise<unknown>): Promise<boolean> {
	try {
		await use();
		return true;
	} catch {
		return false;
	}
}

/** Returns the user of the PostgreSQL package if this runs as root, which PostgreSQL refuses. */
async function postgresOwner(): Promise<{ uid: number; gid: number } | undefined> {
	if (!isRoot()) return undefined;
	const [uid, gid] = await Promise.all(
		['-u', '-g'].map(async (of) => Number((await execa('id', [of, 'postgres'])).stdout)),
	);
	return { uid: uid!, gid: gid! };
}

/** Finds a program of PostgreSQL; Debian has a folder for each version, of which the newest is used. */
function postgresProgram(name: string): string | undefined {
	const versions = '/usr/lib/postgresql';
	const newestFirst = existsSync(versions)
		? readdirSync(versions).sort((one, other) => Number(other) - Number(one))
		: [];
	const folders = newestFirst.map((version) => path.join(versions, version, 'bin'));
	return program(name, [...folders, '/usr/local/bin', '/usr/bin']);
}

function redisProgram(): string | undefined {
	return program('redis-server', ['/usr/bin', '/usr/local/bin']);
}

function nginxProgram(): string | undefined {
	return program('nginx', ['/usr/sbin', '/usr/local/sbin', '/usr/bin']);
}

function program(name: string, folders: string[]): string | undefined {
	return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/** Connects to a port and disconnects. @throws Error when nothing listens there */
export function connectOnce(port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		const socket = createConnection({ host, port });
		socket.once('error', reject);
		socket.once('connect', () => {
			socket.destroy();
			resolve();
		});
	});
}
