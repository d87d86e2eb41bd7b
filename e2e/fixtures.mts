import { expect, test as base, type TestInfo } from '@playwright/test';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { freePort } from './ports.mjs';
import {
	observer,
	startSimulator,
	takeViolations,
	type Simulator,
	type SimulatorOptions,
} from './simulator.mjs';
import { chromium, installChromium } from './chromium.mjs';
import { Editor } from './editor.mjs';
import { installN8n, installTarball, pack, runFolder } from './install.mjs';
import { cleanUp } from './lifetime.mjs';
import { startN8n, type N8n, type N8nProcess } from './n8n.mjs';
import { installServices, startPostgres, type Postgres } from './services.mjs';
import { fillUserFolder } from './userFolder.mjs';

/** A running n8n with the package, whose owner is signed in, and a simulator of the Payments API. */
export interface TestEnvironment {
	n8n: N8n;
	editor: Editor;
	simulator: Simulator;
	/** n8n's user folder. */
	folder: string;
	/** The id of a Payments API credential for the simulator. */
	account: string;
}

/** Registers a cleanup; the last one runs first. */
export type OnCleanup = (cleanup: () => Promise<unknown>) => void;

/** The simulators of this process by the name of their journal. */
const simulators = new Map<string, Simulator>();

/** The logs of this process. */
const logs = new Set<string>();

/** The folders with the logs and journals of failed tests. */
const kept = new Set<string>();

/** Starts a simulator whose journal is kept when a test fails, and which must follow the contract. */
export async function startTestSimulator(
	name: string,
	options: SimulatorOptions,
	onCleanup: OnCleanup,
): Promise<Simulator> {
	const simulator = await startSimulator({ observer, ...options });
	simulators.set(name, simulator);
	onCleanup(async () => {
		simulators.delete(name);
		await simulator.close();
		// Beside the logs.
		await mkdir(runFolder, { recursive: true });
		await keepJournal(name, simulator, runFolder);
	});
	return simulator;
}

async function keepJournal(name: string, { requests, deliveries }: Simulator, folder: string) {
	const journal = JSON.stringify({ requests, deliveries }, null, '\t');
	await writeFile(path.join(folder, `${name}-journal.json`), journal);
}

/** Copies logs and journals of a failed test into its output folder and prints the path. */
async function keepEvidence(testInfo: TestInfo) {
	const folder = testInfo.outputPath();
	if (testInfo.status === testInfo.expectedStatus || kept.has(folder)) return;
	kept.add(folder);
	await mkdir(folder, { recursive: true });
	for (const [name, simulator] of simulators) await keepJournal(name, simulator, folder);
	for (const log of logs) {
		if (existsSync(log)) await copyFile(log, path.join(folder, path.basename(log)));
	}
	console.error(`Logs, screenshots and the simulator's journal: ${folder}`);
}

/** Creates a temporary folder that the cleanup removes. */
export async function temporaryFolder(name: string, onCleanup: OnCleanup): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), `n8n-payments-${name}-`));
	onCleanup(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	return folder;
}

/** Returns the path of a log file, which is kept when a test fails. */
export async function logFile(name: string): Promise<string> {
	await mkdir(runFolder, { recursive: true });
	const log = path.join(runFolder, `${name}.log`);
	logs.add(log);
	return log;
}

type EnvironmentOptions = Pick<N8nProcess, 'edition' | 'env'> &
	Pick<SimulatorOptions, 'latency' | 'charges' | 'seed' | 'anchor' | 'listRefunds'>;

/**
 * Starts a fresh n8n with the tarball installed, and a simulator.
 *
 * @param as options of n8n and of the simulator, which has 1,000 charges by default
 */
export async function setUpEnvironment(
	name: string,
	tarball: string,
	onCleanup: OnCleanup,
	as: EnvironmentOptions = {},
): Promise<TestEnvironment> {
	const { edition, env, charges = 1000, ...more } = as;
	await installN8n(edition);
	const folder = await temporaryFolder(name, onCleanup);
	await fillUserFolder(folder, edition);
	await installTarball(tarball, folder);
	const simulator = await startTestSimulator(name, { charges, ...more }, onCleanup);
	const log = await logFile(name);
	// Never a fixed port: another n8n may be starting beside this one.
	const n8n = await startN8n(folder, await freePort(), log, { edition, env });
	const running = { n8n };
	// A restart replaces it.
	onCleanup(() => running.n8n.stop());
	await n8n.ready();
	const editor = await Editor.setUpOwner(n8n.url);
	const account = await editor.createAccount(simulator);
	return Object.assign(running, { editor, simulator, folder, account });
}

/** Starts n8n at the address that it had, with its user folder. @param log the name of its log */
export async function startAgain(
	environment: TestEnvironment,
	log: string,
	as: Pick<N8nProcess, 'edition' | 'env'> = {},
) {
	const port = Number(new URL(environment.n8n.url).port);
	environment.n8n = await startN8n(environment.folder, port, await logFile(log), as);
	await environment.n8n.ready();
}

interface OfTest {
	/** Keeps logs and journals of a test that fails. */
	evidence: void;
	/** Lets a test fail in which something was not as in the contract. */
	contract: void;
}

interface OfWorker {
	/** Registers a cleanup after all tests of this worker. */
	onCleanup: OnCleanup;
	/** The package as npm would publish it: packed now, or the file in TARBALL. */
	tarball: string;
	/**
	 * The name of the environment's log and journal. Playwright starts a new environment for each name,
	 * and stops it after the tests of the file.
	 */
	environmentName: string;
	/** Options of n8n and of the simulator. */
	environmentOptions: EnvironmentOptions;
	/** The environment that the tests of a file share. */
	environment: TestEnvironment;
	/** A PostgreSQL with an empty database. */
	postgres: Postgres;
}

/** Playwright's test with the environment as a fixture. */
export const test = base.extend<OfTest, OfWorker>({
	onCleanup: [
		async ({}, use) => {
			const cleanups: Array<() => Promise<unknown>> = [];
			await use((cleanup) => cleanups.push(cleanup));
			expect(await cleanUp(cleanups)).toEqual([]);
		},
		{ scope: 'worker', timeout: 120_000 },
	],
	tarball: [
		async ({ onCleanup }, use) => {
			await use(await pack(await temporaryFolder('pack', onCleanup)));
		},
		{ scope: 'worker', timeout: 120_000 },
	],
	environmentName: ['n8n', { scope: 'worker', option: true }],
	environmentOptions: [{}, { scope: 'worker', option: true }],
	environment: [
		async ({ environmentName, environmentOptions, tarball, onCleanup }, use) =>
			await use(await setUpEnvironment(environmentName, tarball, onCleanup, environmentOptions)),
		// The first start may have to install n8n.
		{ scope: 'worker', timeout: 900_000 },
	],
	postgres: [
		async ({ environmentName, onCleanup }, use) => {
			await installServices();
			await use(await startPostgres(await logFile(`${environmentName}-postgres`), onCleanup));
		},
		{ scope: 'worker', timeout: 300_000 },
	],
	launchOptions: [
		async ({}, use) => {
			await installChromium();
			await use(chromium);
		},
		{ scope: 'worker', timeout: 300_000 },
	],
	evidence: [
		async ({}, use, testInfo) => {
			await use();
			await keepEvidence(testInfo);
		},
		{ auto: true },
	],
	contract: [
		async ({}, use) => {
			await use();
			expect(takeViolations()).toEqual([]);
		},
		{ auto: true },
	],
});

/**
 * Registers cleanups that run after the tests of the file or the describe in which this is called.
 *
 * @returns a function that registers a cleanup. The last one runs first
 */
export function cleanUpAfterAll(): OnCleanup {
	const cleanups: Array<() => Promise<unknown>> = [];
	test.afterAll(async ({}, testInfo) => {
		test.setTimeout(120_000);
		// Playwright does not run `evidence` when `beforeAll` has failed.
		await keepEvidence(testInfo);
		expect(await cleanUp(cleanups)).toEqual([]);
		expect(takeViolations()).toEqual([]);
	});
	return (cleanup) => cleanups.push(cleanup);
}

export { expect };
