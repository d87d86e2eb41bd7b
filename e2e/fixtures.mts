import { test as base } from '@playwright/test';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startSimulator, type Simulator, type SimulatorOptions } from './simulator.mjs';
import { chromium, installChromium } from './chromium.mjs';
import { Editor } from './editor.mjs';
import { installN8n, installTarball, pack, runFolder } from './install.mjs';
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
	});
	return simulator;
}

/** Makes a folder that is gone at the end. */
export async function temporaryFolder(name: string, atTheEnd: AtTheEnd): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), `n8n-payments-${name}-`));
	atTheEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	return folder;
}

/** The file that the output of something goes to; it stays behind. */
export async function logFile(name: string): Promise<string> {
	await mkdir(runFolder, { recursive: true });
	return path.join(runFolder, `${name}.log`);
}

/** Sets a stage: a fresh n8n with the tarball in it, and a simulator with 1,000 charges. */
export async function setStage(
	name: string,
	tarball: string,
	atTheEnd: AtTheEnd,
	{ edition, env }: Pick<N8nProcess, 'edition' | 'env'> = {},
): Promise<Stage> {
	await installN8n(edition);
	const folder = await temporaryFolder(name, atTheEnd);
	await installTarball(tarball, folder);
	const simulator = await simulate(name, { charges: 1000 }, atTheEnd);
	const log = await logFile(name);
	const n8n = await startN8n(folder, await freePort(5678), log, { edition, env });
	atTheEnd(() => n8n.stop());
	await n8n.ready();
	const editor = await Editor.setUpOwner(n8n.url);
	const account = await editor.createCredential('Payments account', 'paymentsApi', {
		environment: 'custom',
		apiUrl: simulator.url,
		apiKey: simulator.apiKey,
		webhookSalt: simulator.salt,
	});
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
	/** An n8n that the tests share. */
	stage: Stage;
}

/** Playwright's test, with what our tests are played on. */
export const test = base.extend<OfTest, OfWorker>({
	atTheEnd: [
		async ({}, use) => {
			const cleanups: Array<() => Promise<unknown>> = [];
			try {
				await use((cleanup) => cleanups.push(cleanup));
			} finally {
				while (cleanups.length > 0) await cleanups.pop()!();
			}
		},
		{ scope: 'worker', timeout: 120_000 },
	],
	tarball: [
		async ({ atTheEnd }, use) => {
			await use(process.env.TARBALL ?? (await pack(await temporaryFolder('pack', atTheEnd))));
		},
		{ scope: 'worker', timeout: 120_000 },
	],
	stage: [
		async ({ tarball, atTheEnd }, use) => await use(await setStage('n8n', tarball, atTheEnd)),
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
			if (testInfo.status === testInfo.expectedStatus) return;
			const folder = testInfo.outputPath();
			await mkdir(folder, { recursive: true });
			for (const [name, { requests, deliveries }] of simulators) {
				const journal = JSON.stringify({ requests, deliveries }, null, '\t');
				await writeFile(path.join(folder, `${name}-journal.json`), journal);
			}
			const files = await readdir(runFolder).catch(() => []);
			for (const log of files.filter((file) => file.endsWith('.log'))) {
				await copyFile(path.join(runFolder, log), path.join(folder, log));
			}
			console.error(`Logs, screenshots and the simulator's journal: ${folder}`);
		},
		{ auto: true },
	],
});

export { expect } from '@playwright/test';
