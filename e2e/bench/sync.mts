/**
 * Measures the example 'Charges to PostgreSQL: backfill' in a real n8n, and writes the figures into docs/sync.md.
 *
 *   npm run bench:sync                     10,000 to a million charges: about half an hour
 *   npm run bench:sync -- --sizes=100000   these numbers only, without an update
 *   npm run bench:sync -- --parts=queue    this part only: sizes or queue
 */
import { parseArgs } from 'node:util';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { execa } from 'execa';
import { readFile } from 'node:fs/promises';

import { withCleanup } from '../lifetime.mjs';
import { pack, projectFolder, runFolder } from '../install.mjs';
import { watchMemory } from '../liveMemory.mjs';
import { startN8n } from '../n8n.mjs';
import { print } from '../print.mjs';
import { startQueueMode } from '../queueMode.mjs';
import { installServices, startPostgres, type Postgres } from '../services.mjs';
import { createDatabase, importBackfill, totalOfTable, type BackfillSettings } from '../sync.mjs';
import { waitFor } from '../waitFor.mjs';
import type { BareSync } from './bareSync.mjs';
import { setupInWords, setupOf, table, write } from './docs.mjs';
import { setUpEnvironment, type BenchEnvironment } from './environment.mjs';
import { formatted } from './results.mjs';
import { benchFolder, Service } from './service.mjs';

const EXAMPLE = 'charges-to-postgresql-backfill.json';

/** The latency of the simulator, in milliseconds. */
const LATENCY = 20;

/** The charges of the simulator are of three years, up to June 2025. */
const MONTHS = { first: '2022-06', last: '2025-06' };

const SIZES = [10_000, 100_000, 1_000_000];

/** In queue mode. A run takes about 25,000 charges, so that each worker has several. */
const IN_QUEUE_MODE = { charges: 200_000, latency: 100 };

/** As in the example, but that an interrupted month is claimed again after one minute. */
const SETTINGS: BackfillSettings = { firstMonth: MONTHS.first, months: 1, minutes: 1, every: 5 };

const { values } = parseArgs({
	options: {
		sizes: { type: 'string', default: SIZES.join() },
		parts: { type: 'string', default: 'sizes,queue' },
	},
});
const parts = values.parts.split(',');
const sizes = values.sizes.split(',').map(Number);
const isComplete = values.sizes === SIZES.join();

/** The times of a number of charges, in milliseconds. */
interface OfSize {
	charges: number;
	backfill: number;
	bare: number;
	/** The peak of live memory above idle, in MB, and how often n8n was killed. */
	memory?: number;
	kills: number;
}

/** A backfill that can be started. */
interface Backfill {
	postgres: Postgres;
	service: Service;
	editor: BenchEnvironment['editor'];
	account: string;
	database: string;
}

const reason = await withCleanup(async (onCleanup) => {
	await installServices();
	const tarball = await pack(path.join(runFolder, 'tarball'));
	process.env.TARBALL = tarball;
	const figures: Record<string, string> = {};
	if (parts.includes('sizes')) {
		print('Starting n8n');
		const environment = await setUpEnvironment(onCleanup);
		const postgres = await startPostgres(
			path.join(runFolder, 'bench-sync-postgres.log'),
			onCleanup,
		);
		const database = await createDatabase(environment.editor, postgres);
		const measured: OfSize[] = [];
		for (const charges of sizes) {
			measured.push(await measureSize(environment, postgres, database, charges));
		}
		figures.setup = setupInWords(await setupOf(await environment.editor.versions()));
		figures.sizes = sizesTable(measured);
		await environment.n8n.stop();
	}
	if (parts.includes('queue')) {
		const charges = Math.min(IN_QUEUE_MODE.charges, sizes.at(-1)!);
		figures.workers = workersTable(await measureQueueMode(tarball, onCleanup, charges));
	}
	if (!isComplete) return;
	await write('sync.md', await filledIn(figures));
	print('Updated docs/sync.md');
});
if (reason) console.error(`\nThe bench did not complete: ${reason}`);
process.exit(reason ? 1 : 0);

/** Returns docs/sync.md with these parts between their marks. */
async function filledIn(figures: Record<string, string>): Promise<string> {
	let page = await readFile(path.join(projectFolder, 'docs/sync.md'), 'utf8');
	for (const [name, text] of Object.entries(figures)) {
		const marked = new RegExp(`(<!-- measured: ${name} -->).*?(<!-- end -->)`, 's');
		page = page.replace(marked, (_, begin: string, end: string) => [begin, text, end].join('\n\n'));
	}
	return page;
}

/** Runs the script and the example; with the largest number, n8n is killed twice and its memory is sampled. */
async function measureSize(
	environment: BenchEnvironment,
	postgres: Postgres,
	database: string,
	charges: number,
): Promise<OfSize> {
	const { service, account } = environment;
	await service.restart({ charges: 0, history: charges, latency: LATENCY });
	const bare = await runBare(service, postgres);
	print(`${charges} charges, script: ${formatted(bare.milliseconds, 'milliseconds')}`);

	const isLargest = charges === sizes.at(-1);
	const idle = isLargest ? await restart(environment) : undefined;
	const { editor } = environment;
	const backfill = { postgres, service, editor, account, database };
	const kills = isLargest ? 2 : 0;
	const { milliseconds, peak } = await runBackfill(backfill, SETTINGS, async (rows) => {
		let most = 0;
		let current = idle;
		for (let kill = 1; kill <= kills; kill += 1) {
			await waitFor('rows', async () => (await rows()) > (charges * kill) / 3, 3_600_000);
			most = Math.max(most, (await current!.most()).live);
			await environment.n8n.kill();
			print(`Killed n8n at ${await rows()} rows`);
			current = await restart(environment);
		}
		return async () => (current ? Math.max(most, (await current.most()).live) : 0);
	});
	const memory = idle && Math.round((peak - idle.before) / 1_000_000);
	print(
		`${charges} charges, example: ${formatted(milliseconds, 'milliseconds')}, ` +
			`${(milliseconds / bare.milliseconds).toFixed(2)} times the script, ${memory ?? '-'} MB above idle`,
	);
	const { ids, sums } = bare;
	await expectTotal(postgres, { charges, ids, sums });
	return { charges, backfill: milliseconds, bare: bare.milliseconds, memory, kills };
}

/** Starts n8n again with its memory sampled. */
async function restart(environment: BenchEnvironment) {
	await environment.n8n.stop();
	const memory = await watchMemory(environment.folder);
	const port = Number(new URL(environment.n8n.url).port);
	const log = path.join(runFolder, 'bench-sync.log');
	environment.n8n = await startN8n(environment.folder, port, log, { env: memory.env });
	await environment.n8n.ready();
	return { most: () => memory.most(), before: (await memory.reset()).live };
}

/** Runs the script without n8n, in a database of its own. */
async function runBare({ url, apiKey }: Service, postgres: Postgres): Promise<BareSync> {
	await postgres.query('drop database if exists bare');
	await postgres.query('create database bare');
	const script = path.join(benchFolder, 'bareSync.mts');
	const { first, last } = MONTHS;
	const { port, user } = postgres;
	const { stdout } = await execa(
		process.execPath,
		['--import', 'tsx', script, url, apiKey, first, last, String(port), 'bare', user],
		{ cwd: projectFolder },
	);
	await postgres.query('drop database bare');
	return JSON.parse(stdout) as BareSync;
}

/**
 * Runs the example from an empty table until all months are read.
 *
 * @param meanwhile what happens in between. Returns a function that is called at the end
 */
async function runBackfill(
	backfill: Backfill,
	settings: BackfillSettings,
	meanwhile?: (rows: () => Promise<number>) => Promise<() => Promise<number>>,
): Promise<{ milliseconds: number; peak: number }> {
	const { postgres, editor, account, database } = backfill;
	await postgres.query('drop table if exists charges, charge_months');
	const ids = { paymentsApi: account, postgres: database };
	const workflow = await importBackfill(editor, EXAMPLE, ids, settings);
	await editor.run(workflow);
	const number = async (of: string) =>
		Number((await postgres.query(`select count(*) from ${of}`))[0]![0]);
	const begin = performance.now();
	await editor.publish(workflow);
	const atTheEnd = await meanwhile?.(async () => await number('charges'));
	const isRead = async () => (await number('charge_months where read_at is null')) === 0;
	await waitFor('all months to be read', isRead, 3_600_000);
	const milliseconds = performance.now() - begin;
	const peak = (await atTheEnd?.()) ?? 0;
	await editor.unpublish(workflow);
	return { milliseconds, peak };
}

/** @throws Error when the table is not what the service has */
async function expectTotal(postgres: Postgres, wanted: object) {
	const found = await totalOfTable(postgres);
	if (isDeepStrictEqual(found, wanted)) {
		print(`All ${found.charges} charges once, in order, with the same sums`);
		return;
	}
	throw new Error(`The table has ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

/** The times with each number of workers, in milliseconds. */
interface InQueueMode {
	charges: number;
	one: number;
	two: number;
}

/** Measures the example in queue mode: two workers with two months at the same time, one worker with one. */
async function measureQueueMode(
	tarball: string,
	onCleanup: (cleanup: () => Promise<unknown>) => void,
	charges: number,
): Promise<InQueueMode> {
	print('Starting n8n in queue mode');
	const { editor, postgres, database, workers } = await startQueueMode(tarball, onCleanup);
	const service = await Service.make(onCleanup);
	const { latency } = IN_QUEUE_MODE;
	const account = await editor.createAccount(service);
	const backfill = { postgres, service, editor, account, database };
	const run = async (months: number) => {
		const { milliseconds } = await runBackfill(backfill, { ...SETTINGS, months });
		print(`${charges} charges, ${months} workers: ${formatted(milliseconds, 'milliseconds')}`);
		return milliseconds;
	};
	// Both workers have loaded everything before the first measurement.
	await service.restart({ charges: 0, history: 10_000 });
	await runBackfill(backfill, { ...SETTINGS, months: 2 });
	await service.restart({ charges: 0, history: charges, latency });
	const two = await run(2);
	const { charges: rows } = await totalOfTable(postgres);
	if (rows !== charges) throw new Error(`${rows} rows of ${charges} charges`);
	await workers[1]!.stop();
	const one = await run(1);
	print(`Two workers are ${(one / two).toFixed(2)} times as fast as one`);
	return { charges, one, two };
}

function sizesTable(measured: OfSize[]): string {
	return table([
		['Charges', 'This example', 'Script without n8n', 'Ratio', 'Memory above idle', 'n8n killed'],
		...measured.map(({ charges, backfill, bare, memory, kills }) => [
			charges.toLocaleString('en'),
			formatted(backfill, 'milliseconds'),
			formatted(bare, 'milliseconds'),
			(backfill / bare).toFixed(2),
			memory === undefined ? '' : `${memory} MB`,
			kills === 0 ? '' : `${kills} times`,
		]),
	]);
}

function workersTable({ charges, one, two }: InQueueMode): string {
	return table([
		[`${charges.toLocaleString('en')} charges in queue mode`, 'Time', 'As fast as with one'],
		['One worker, one month at the same time', formatted(one, 'milliseconds'), '1'],
		[
			'Two workers, two months at the same time',
			formatted(two, 'milliseconds'),
			(one / two).toFixed(2),
		],
	]);
}
