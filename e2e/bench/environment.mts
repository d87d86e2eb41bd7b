import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { IDataObject, INode, IWorkflowBase } from 'n8n-workflow';

import { Editor } from '../editor.mjs';
import type { OnCleanup } from '../fixtures.mjs';
import { installN8n, installTarball, pack, runFolder } from '../install.mjs';
import { startN8n, type N8n } from '../n8n.mjs';
import { callWebhook } from '../notifications.mjs';
import { freePort } from '../ports.mjs';
import { chain, webhook } from '../workflows.mjs';
import { startFarNetwork, type FarNetwork } from './farNetwork.mjs';
import { processorTime } from './processorTime.mjs';
import { benchFolder, Service } from './service.mjs';

/** The API that the candidates request. */
export interface Api {
	url: string;
	apiKey: string;
	/** The ID of a Payments API credential for it. */
	account: string;
}

/** An n8n with all candidates, and the simulator that they request. */
export interface BenchEnvironment {
	n8n: N8n;
	editor: Editor;
	service: Service;
	/** The ID of a Payments API credential for the simulator. */
	account: string;
	/** The same simulator behind a high latency. */
	far: FarNetwork & Api;
	/** n8n's user folder. */
	folder: string;
}

/** Starts n8n with the package: packed now, or the file in TARBALL. */
export async function setUpEnvironment(onCleanup: OnCleanup): Promise<BenchEnvironment> {
	await installN8n();
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-payments-bench-'));
	onCleanup(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	const tarball = await pack(path.join(folder, 'tarball'));
	await installTarball(tarball, folder);
	await installLimit(folder);
	const service = await Service.make(onCleanup);
	const keys = path.join(folder, 'authority');
	const network = await startFarNetwork(service.port, keys, onCleanup);
	await mkdir(runFolder, { recursive: true });
	const log = path.join(runFolder, 'bench.log');
	const env = { NODE_EXTRA_CA_CERTS: network.authority };
	const n8n = await startN8n(folder, await freePort(), log, { env });
	const running = { n8n };
	// `restartN8n` replaces `n8n`.
	onCleanup(() => running.n8n.stop());
	await n8n.ready();
	const editor = await Editor.setUpOwner(n8n.url);
	const account = await editor.createAccount(service);
	const { apiKey, salt } = service;
	const far = Object.assign(network, {
		apiKey,
		account: await editor.createAccount({ url: network.url, apiKey, salt }),
	});
	return Object.assign(running, { editor, service, account, far, folder });
}

/** Replaces n8n by a fresh one. @param env further environment variables */
export async function restartN8n(
	environment: BenchEnvironment,
	env: Record<string, string> = {},
): Promise<void> {
	const port = Number(new URL(environment.n8n.url).port);
	await environment.n8n.stop();
	environment.n8n = await startN8n(environment.folder, port, path.join(runFolder, 'bench-2.log'), {
		env,
	});
	await environment.n8n.ready();
}

/** Installs the empty nodes beside this package. They have no dependencies, so copying is enough. */
async function installLimit(folder: string): Promise<void> {
	const modules = path.join(folder, '.n8n', 'nodes', 'node_modules');
	await cp(path.join(benchFolder, 'limit'), path.join(modules, 'n8n-nodes-limit'), {
		recursive: true,
	});
}

/**
 * Publishes a workflow with a webhook that responds with the output of the last node. n8n does not store
 * its data, as is usual at this size.
 *
 * @returns a function that starts it with a request body
 */
export async function publish(
	{ editor, n8n }: Pick<BenchEnvironment, 'editor' | 'n8n'>,
	name: string,
	...nodes: INode[]
): Promise<(body?: object) => Promise<IDataObject>> {
	await publishAsIs(editor, name, webhook(name), ...nodes);
	return async (body = {}) => await callWebhook(n8n.url, name, body);
}

const publishedByName = new Map<string, IWorkflowBase>();

/** Publishes a workflow that consists of these nodes, in place of an earlier one with the name: a case may be measured again. */
export async function publishAsIs(editor: Editor, name: string, ...nodes: INode[]): Promise<void> {
	const workflow = chain(...nodes);
	const settings = { ...workflow.settings, saveDataSuccessExecution: 'none' };
	const earlier = publishedByName.get(name);
	// n8n refuses a second webhook with the path of the first.
	if (earlier) await editor.unpublish(earlier);
	const imported = await editor.importWorkflow({ name, ...workflow, settings });
	await editor.publish(imported);
	publishedByName.set(name, imported);
}

/** Measures some work. @returns its result, and the time on the clock in milliseconds */
export async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
	const begin = performance.now();
	const result = await work();
	return [result, performance.now() - begin];
}

/** Measures some work of n8n. @returns its result, and n8n's processor time in milliseconds */
export async function processed<T>(
	{ n8n }: BenchEnvironment,
	work: () => Promise<T>,
): Promise<[T, number]> {
	const before = await processorTime(n8n.pid);
	const result = await work();
	return [result, (await processorTime(n8n.pid)) - before];
}
