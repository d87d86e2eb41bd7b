/**
 * n8n is stopped in the middle of a bulk of refunds, politely and at once, started again, and the
 * workflow run again: every charge is refunded exactly once.
 *
 *   node --import tsx e2e/stopped.mts
 *
 * Logs stay in e2e/.run/.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startSimulator, type Simulator } from './simulator.mjs';
import { Editor } from './editor.mjs';
import { installN8n, installTarball, pack, runFolder } from './install.mjs';
import { withCleanup } from './lifetime.mjs';
import { freePort, startN8n, type N8n } from './n8n.mjs';

const CHARGES = 100;

/** The day from which on charges are refunded: those that the simulator makes up are older. */
const FROM = '2026-01-01';

const startedAt = Date.now();

function say(text: string) {
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(0).padStart(4);
	console.log(`${seconds} s  ${text}`);
}

/** Lists the charges and refunds all of each, one after the other. */
function refundAll(credential: string): object {
	const payments = (name: string, parameters: object) => ({
		id: name,
		name,
		type: 'n8n-nodes-payments.payments',
		typeVersion: 1,
		position: [0, 0],
		parameters: { ...parameters, options: { maxRequests: 1 } },
		onError: 'continueRegularOutput',
		credentials: { paymentsApi: { id: credential, name: 'Payments account' } },
	});
	const step = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		name: 'Refund all',
		settings: { executionOrder: 'v1' },
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			payments('Charges', {
				resource: 'charge',
				operation: 'getAll',
				returnAll: true,
				filters: { createdFrom: FROM },
			}),
			payments('Refunds', {
				resource: 'refund',
				operation: 'create',
				paymentId: '={{ $json.id }}',
				amount: '={{ $json.amount }}',
			}),
		],
		connections: { Start: step('Charges'), Charges: step('Refunds') },
	};
}

async function stopped(atTheEnd: (cleanup: () => Promise<unknown>) => void): Promise<void> {
	say('Installing n8n, which takes some minutes the first time');
	await installN8n();
	await mkdir(runFolder, { recursive: true });
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-payments-stopped-'));
	atTheEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	await installTarball(await pack(path.join(folder, 'tarball')), folder);

	const simulator = await startSimulator({ latency: 30 });
	atTheEnd(() => simulator.close());

	const port = await freePort(5690);
	let n8n: N8n | undefined;
	atTheEnd(async () => n8n?.stop());
	const start = async (name: string) => {
		n8n = await startN8n(folder, port, path.join(runFolder, `stopped-${name}.log`), {
			// Or it would wait until the bulk is through.
			env: { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1' },
		});
		await n8n.ready();
		return n8n;
	};

	const editor = await Editor.setUpOwner((await start('first')).url);
	const credential = await editor.createCredential('Payments account', 'paymentsApi', {
		environment: 'custom',
		apiUrl: simulator.url,
		apiKey: simulator.apiKey,
	});
	const workflow = await editor.importWorkflow(refundAll(credential));

	for (const [name, end] of Object.entries({
		SIGTERM: () => n8n!.stop(),
		SIGKILL: () => n8n!.kill(),
	})) {
		const already = simulator.records.refunds.length;
		const ids = new Set(
			Array.from({ length: CHARGES }, () => simulator.addCharge({ status: 'succeeded' }).id),
		);
		const made = () => simulator.records.refunds.length - already;
		await editor.start(workflow);
		await until(() => made() >= CHARGES / 4);
		await end();
		const before = made();
		say(`${name} after ${before} of ${CHARGES} refunds`);
		if (before >= CHARGES) throw new Error('The bulk was through already');

		await start(`after-${name}`);
		const { data } = await editor.run(workflow);
		const items = data.resultData.runData.Refunds?.at(-1)?.data?.main?.[0] ?? [];
		const answers = items.map(({ json }) => (json.error as string | undefined) ?? 'refunded');
		check(simulator, ids, already);
		const refunded = answers.filter((answer) => answer === 'refunded').length;
		const known = answers.filter((answer) => /refunded already/.test(answer)).length;
		say(`Run again: ${refunded} refunded, ${known} refunded already, of ${items.length} items`);
		if (refunded !== CHARGES - before || refunded + known !== items.length) {
			throw new Error(`Not every item was answered: ${JSON.stringify(answers)}`);
		}
	}
}

/** @throws Error unless each of these charges was refunded exactly once */
function check(simulator: Simulator, ids: Set<string>, already: number) {
	const refunds = simulator.records.refunds.filter(({ payment_id }) => ids.has(payment_id));
	const charges = new Set(refunds.map(({ payment_id }) => payment_id));
	const added = simulator.records.refunds.length - already;
	if (refunds.length !== ids.size || charges.size !== ids.size || added !== ids.size) {
		throw new Error(`${added} refunds of ${charges.size} charges instead of ${ids.size}`);
	}
}

async function until(isSo: () => boolean) {
	const deadline = Date.now() + 120_000;
	while (!isSo()) {
		if (Date.now() > deadline) throw new Error('The bulk did not begin');
		await sleep(20);
	}
}

const reason = await withCleanup(stopped);
if (reason) console.error(`\nIt did not get to its end: ${reason}`);
process.exit(reason ? 1 : 0);
