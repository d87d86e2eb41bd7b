import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { IDataObject, INode } from 'n8n-workflow';

import { Editor } from '../editor.mjs';
import type { AtTheEnd } from '../fixtures.mjs';
import { installN8n, installTarball, pack, runFolder } from '../install.mjs';
import { freePort, startN8n, type N8n } from '../n8n.mjs';
import { knock } from '../notifications.mjs';
import { chain, door } from '../workflows.mjs';
import { Service } from './service.mjs';
import { makeStripe, type Stripe } from './stripe.mjs';

/** An n8n with all contenders in it, and the service that they ask. */
export interface Stage {
	n8n: N8n;
	editor: Editor;
	service: Service;
	stripe: Stripe;
	/** The id of a Payments API credential for the service. */
	account: string;
	/** The id of a Stripe credential for the list as Stripe gives it. */
	stripeAccount: string;
	/** n8n's user folder. */
	folder: string;
}

/** Sets the stage: the package as npm would publish it, or as the file that TARBALL names. */
export async function setStage(atTheEnd: AtTheEnd): Promise<Stage> {
	await installN8n();
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-payments-bench-'));
	atTheEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	const tarball = process.env.TARBALL ?? (await pack(path.join(folder, 'tarball')));
	await installTarball(tarball, folder);
	const service = await Service.make(atTheEnd);
	const stripe = await makeStripe(folder, atTheEnd);
	await mkdir(runFolder, { recursive: true });
	const log = path.join(runFolder, 'bench.log');
	const n8n = await startN8n(folder, await freePort(0), log, { env: stripe.env });
	const running = { n8n };
	// The memory case starts others in its place.
	atTheEnd(() => running.n8n.stop());
	await n8n.ready();
	const editor = await Editor.setUpOwner(n8n.url);
	const account = await editor.createAccount(service);
	const stripeAccount = await editor.createCredential('Stripe account', 'stripeApi', {
		secretKey: 'sk_test_bench',
	});
	return Object.assign(running, { editor, service, stripe, stripeAccount, account, folder });
}

/**
 * Publishes a workflow that is started from outside, and answers with what its last node gives. What goes
 * through it is not kept in n8n's database, as for any workflow of this size.
 *
 * @returns starts it with a body
 */
export async function publish(
	{ editor, n8n }: Pick<Stage, 'editor' | 'n8n'>,
	name: string,
	...nodes: INode[]
): Promise<(body?: object) => Promise<IDataObject>> {
	await publishAsIs(editor, name, door(name), ...nodes);
	return async (body = {}) => await knock(n8n.url, name, body);
}

/** Publishes a workflow of these nodes alone. */
export async function publishAsIs(editor: Editor, name: string, ...nodes: INode[]): Promise<void> {
	const workflow = chain(...nodes);
	const settings = { ...workflow.settings, saveDataSuccessExecution: 'none' };
	await editor.publish(await editor.importWorkflow({ name, ...workflow, settings }));
}

/** @returns what came of something, and how long it took, in milliseconds */
export async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
	const begin = performance.now();
	const result = await work();
	return [result, performance.now() - begin];
}
