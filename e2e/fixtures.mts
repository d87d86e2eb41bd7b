import { expect, test as base, type TestInfo } from '@playwright/test';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startSimulator, type Simulator, type SimulatorOptions } from './simulator.mjs';
import { chromium, installChromium } from './chromium.mjs';
import { Editor } from './editor.mjs';
import { installN8n, installTarball, pack, runFolder } from './install.mjs';
import { cleanUp } from './lifetime.mjs';
import { freePort, startN8n, type N8n, type N8nProcess } from './n8n.mjs';

/** A running n8n with the package in it, whose owner is signed in, and a simulator of the service. */
export interface Stage {
	n8n: N8n;
	editor: Editor;
	simulator: Simulator;
	/** n8n's user folder. */
	folder: string;
	/** The id of a Payments API credential for the simulator. */
	account: string;
}

/** Registers what is to be done at the end; the last one is done first. */
export type AtTheEnd = (cleanup: () => Promise<unknown>) => void;

/** The simulators of this process, by the name that their journal is kept under. */
const simulators = new Map<string, Simulator>();

/** The logs of this process. */
const logs = new Set<string>();

/** The folders that logs and journals were kept in. */
const kept = new Set<string>();

/** Starts a simulator whose journal is kept when a test does not pass. */
export async function simulate(
	name: string,
	options: SimulatorOptions,
	atTheEnd: AtTheEnd,
): Promise<Simulator> {
	const simulator = await startSimulator(options);
	simulators.set(name, simulator);
	atTheEnd(async () => {
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

/** Keeps logs and journals of a test that did not pass, and says where. */
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

/** Makes a folder that is gone at the end. */
export async function temporaryFolder(name: string, atTheEnd: AtTheEnd): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), `n8n-payments-${name}-`));
	atTheEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	return folder;
}

/** The file that the output of something goes to; it is kept when a test does not pass. */
export async function logFile(name: string): Promise<string> {
	await mkdir(runFolder, { recursive: true });
	const log = path.join(runFolder, `${name}.log`);
	logs.add(log);
	return log;
}

/**
 * Sets a stage: a fresh n8n with the tarball in it, and a simulator.
 *
 * @param as what n8n is to be; how long the simulator thinks, how many charges it has (1,000), its seed
 */
export async function setStage(
	name: string,
	tarball: string,
	atTheEnd: AtTheEnd,
	as: Pick<N8nProcess, 'edition' | 'env'> &
		Pick<SimulatorOptions, 'latency' | 'charges' | 'seed'> = {},
): Promise<Stage> {
	const { edition, env, charges = 1000, ...more } = as;
	await installN8n(edition);
	const folder = await temporaryFolder(name, atTheEnd);
	await installTarball(tarball, folder);
	const simulator = await simulate(name, { charges, ...more }, atTheEnd);
	const log = await logFile(name);
	// Any port: n8n takes a while before it listens, and others may want the same one meanwhile.
	const n8n = await startN8n(folder, await freePort(0), log, { edition, env });
	atTheEnd(() => n8n.stop());
	await n8n.ready();
	const editor = await Editor.setUpOwner(n8n.url);
	const account = await editor.createAccount(simulator);
	return { n8n, editor, simulator, folder, account };
}

interface OfTest {
	/** Keeps logs and journals of a test that does not pass. */
	evidence: void;
}

interface OfWorker {
	/** Registers what is to be done when all tests of this process are through. */
	atTheEnd: AtTheEnd;
	/** The package as npm would publish it: packed now, or the file that TARBALL names. */
	tarball: string;
	/**
	 * What the stage's log and journal are called. Files with names of their own have stages of their
	 * own: Playwright ends what a file shares with no other when its tests are through.
	 */
	stageName: string;
	/** An n8n that the tests share. */
	stage: Stage;
}

/** Playwright's test, with what our tests are played on. */
export const test = base.extend<OfTest, OfWorker>({
	atTheEnd: [
		async ({}, use) => {
			const cleanups: Array<() => Promise<unknown>> = [];
			await use((cleanup) => cleanups.push(cleanup));
			expect(await cleanUp(cleanups)).toEqual([]);
		},
		{ scope: 'worker', timeout: 120_000 },
	],
	tarball: [
		async ({ atTheEnd }, use) => {
			await use(process.env.TARBALL ?? (await pack(await temporaryFolder('pack', atTheEnd))));
		},
		{ scope: 'worker', timeout: 120_000 },
	],
	stageName: ['n8n', { scope: 'worker', option: true }],
	stage: [
		async ({ stageName, tarball, atTheEnd }, use) =>
			await use(await setStage(stageName, tarball, atTheEnd)),
		// n8n may have to be installed first.
		{ scope: 'worker', timeout: 900_000 },
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
});

/**
 * For what lives as long as the tests of a file or of a describe, where this is called.
 *
 * @returns registers what is to be done after them; the last one is done first
 */
export function afterTheseTests(): AtTheEnd {
	const cleanups: Array<() => Promise<unknown>> = [];
	test.afterAll(async ({}, testInfo) => {
		test.setTimeout(120_000);
		// Playwright does not set up `evidence` when `beforeAll` failed.
		await keepEvidence(testInfo);
		expect(await cleanUp(cleanups)).toEqual([]);
	});
	return (cleanup) => cleanups.push(cleanup);
}

export { expect };
