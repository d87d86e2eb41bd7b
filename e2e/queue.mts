/**
 * The nodes where one process of n8n ends: a real n8n in queue mode, with main, two workers and two
 * webhook processes, on a PostgreSQL and a Redis of its own. Shows that what is asked for in a worker
 * notifies the trigger, and counts what gets through when every notification comes twice at once,
 * and when a worker is killed.
 *
 *   node --import tsx e2e/queue.mts              everything, with bursts of 200 notifications
 *   node --import tsx e2e/queue.mts row kill     only these scenes
 *     --burst 2000                               larger bursts
 *     --workers 1 --concurrency 1                executions one after the other
 *     --tarball FILE                             a packed package, instead of building one
 *
 * Logs stay in e2e/.run/.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { IDataObject, INode, IWorkflowBase } from 'n8n-workflow';

import { startSimulator, type Simulator } from './simulator.mjs';
import { signFields } from './simulator.mjs';
import { Editor, type Execution } from './editor.mjs';
import { installN8n, installTarball, pack, projectFolder, runFolder } from './install.mjs';
import { withCleanup } from './lifetime.mjs';
import { freePort, startN8n, type N8n, type N8nProcess } from './n8n.mjs';
import { forge, knock, payOnPage, repeatLast, shop, untilRuns } from './notifications.mjs';
import {
	installServices,
	startPostgres,
	startRedis,
	type Postgres,
	type Redis,
} from './services.mjs';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		burst: { type: 'string', default: '200' },
		workers: { type: 'string', default: '2' },
		concurrency: { type: 'string', default: '5' },
		tarball: { type: 'string' },
	},
});
const [BURST, WORKERS, CONCURRENCY] = [values.burst, values.workers, values.concurrency].map(
	(text) => {
		if (!/^[1-9]\d*$/.test(text)) throw new Error(`${text} is no number of at least 1`);
		return Number(text);
	},
) as [number, number, number];

const CHARGES = 10_000;

/** Notifications that are being delivered at the same time; with two copies, that is eight deliveries. */
const AT_ONCE = 4;

/** How long a killed worker's executions stand as running, in milliseconds; n8n's default is 60,000. */
const LOCK = 15_000;

const startedAt = Date.now();

type AtTheEnd = (cleanup: () => Promise<unknown>) => void;

/** All that runs. */
interface Stage {
	editor: Editor;
	simulator: Simulator;
	postgres: Postgres;
	/** Of the Payments credential. */
	account: string;
	/** Of the credential for the Postgres node. */
	database: string;
	/** Where webhooks are answered: by each webhook process in turn, as behind a load balancer. */
	base: string;
	/** The webhook processes themselves. */
	doors: string[];
	workers: N8n[];
	counter: Counter;
}

function say(text: string) {
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(0).padStart(4);
	console.log(`${seconds} s  ${text}`);
}

const scenes: Record<string, (stage: Stage) => Promise<void>> = {
	notify,
	list: bigList,
	later: laterByRemoveDuplicates,
	duplicates: onceByRemoveDuplicates,
	door: onceBehindOneDoor,
	row: onceByRow,
	kill: killOneWorker,
};

async function queue(atTheEnd: AtTheEnd): Promise<void> {
	const chosen = positionals.length > 0 ? positionals : Object.keys(scenes);
	const unknown = chosen.filter((name) => !scenes[name]);
	if (unknown.length > 0) throw new Error(`There is no scene ${unknown.join(', ')}`);
	const stage = await setUp(atTheEnd);
	for (const name of chosen) await scenes[name]!(stage);
	say('Stopping everything');
}

async function setUp(atTheEnd: AtTheEnd): Promise<Stage> {
	await installServices();
	say('Installing n8n, which takes some minutes the first time');
	await installN8n();

	await mkdir(runFolder, { recursive: true });
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-payments-queue-'));
	atTheEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	const tarball = values.tarball ?? (await pack(path.join(folder, 'tarball')));
	await installTarball(path.resolve(tarball), folder);

	const postgres = await startPostgres(log('postgres'), atTheEnd);
	const redis = await startRedis(folder, log('redis'), atTheEnd);
	const simulator = await startSimulator({ charges: CHARGES });
	atTheEnd(() => simulator.close());
	const counter = await startCounter();
	atTheEnd(() => counter.stop());
	say(`PostgreSQL ${postgres.version}, Redis, and a simulator with ${CHARGES} charges are up`);

	const doorPorts = [await freePort(5701), await freePort(5702)];
	const doors = doorPorts.map((port) => `http://127.0.0.1:${port}`);
	const balancer = await startBalancer(doors);
	atTheEnd(() => balancer.stop());

	const env = environment(postgres, redis, balancer.url);
	// Those that are just being started have to end as well.
	const all: Array<Promise<N8n>> = [];
	let isEnding = false;
	atTheEnd(async () => {
		isEnding = true;
		await Promise.all(all.map(async (n8n) => await (await n8n).stop()));
	});
	const start = async (name: string, port: number, { command, env: own }: N8nProcess) => {
		if (isEnding) throw new Error('Too late to start anything');
		const n8n = startN8n(folder, port, log(name), { command, env: { ...env, ...own } });
		all.push(n8n);
		return await n8n;
	};
	const main = await start('main', await freePort(5700), {});
	// It makes the tables, which the others need.
	await main.ready();
	const workers: N8n[] = [];
	for (let i = 1; i <= WORKERS; i += 1) {
		const port = await freePort(5710 + i);
		const command = ['worker', `--concurrency=${CONCURRENCY}`];
		const own = { QUEUE_HEALTH_CHECK_PORT: String(port) };
		workers.push(await start(`worker-${i}`, port, { command, env: own }));
	}
	for (const [index, port] of doorPorts.entries()) {
		await start(`webhook-${index + 1}`, port, { command: ['webhook'] });
	}
	await Promise.all(all.map(async (n8n) => await (await n8n).ready()));
	say(`n8n is up: main, ${WORKERS} workers with ${CONCURRENCY} at once, 2 webhook processes`);

	const editor = await Editor.setUpOwner(main.url);
	const account = await editor.createCredential('Payments account', 'paymentsApi', {
		environment: 'custom',
		apiUrl: simulator.url,
		apiKey: simulator.apiKey,
		webhookSalt: simulator.salt,
	});
	const database = await editor.createCredential('Database', 'postgres', {
		host: postgres.host,
		port: postgres.port,
		database: postgres.database,
		user: postgres.user,
		password: '',
		ssl: 'disable',
	});
	return {
		...{ editor, simulator, postgres, account, database, counter },
		...{ base: balancer.url, doors, workers },
	};
}

/** What all processes of the queue mode have in common. */
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

function log(name: string): string {
	return path.join(runFolder, `queue-${name}.log`);
}

/** Money that arrives and goes back, asked for in a worker, starts a workflow in a worker: once. */
async function notify({ editor, simulator, base, account }: Stage) {
	const example = await readFile(path.join(projectFolder, 'examples/paid-order-to-sheet.json'));
	const draft = JSON.parse(example.toString()) as IWorkflowBase;
	for (const { credentials } of draft.nodes) {
		if (credentials?.paymentsApi) credentials.paymentsApi.id = account;
	}
	const paidOrder = await editor.importWorkflow(draft);
	await editor.publish(paidOrder);
	await editor.publish(await editor.importWorkflow(shop(account)));

	const request = await knock(base, 'order', {});
	expect('the address of the payment request', simulator.records.paymentRequests[0]?.webhook, {
		is: `${base}/webhook/payments`,
	});
	await payOnPage(request.url as string);
	const [paid] = await untilRuns(editor, paidOrder, 1);
	const row = rowOf(paid!);
	expect('the event of the payment', row?.event, { is: 'payment.completed' });
	say(`Asked for in a worker, paid, and the workflow ran: ${JSON.stringify(row)}`);

	await knock(base, 'return', { payment_id: row?.payment_id, amount: 25 });
	const [, refunded] = await untilRuns(editor, paidOrder, 2);
	expect('the event of the refund', rowOf(refunded!)?.event, { is: 'refund' });
	expect('the address of the refund', simulator.deliveries.at(-1)?.url, {
		is: `${base}/webhook/payments?event=refund`,
	});
	say(`Refunded in a worker, and the workflow ran: ${JSON.stringify(rowOf(refunded!))}`);

	expect('a forged notification', await forge(base), { is: 401 });
	expect('a repeated one', await repeatLast(simulator), { is: 200 });
	say('A forged notification was answered with 401, a repeated one with 200');
	await editor.unpublish(paidOrder);
}

/** What the example's last node gave. @throws Error when the execution did not succeed */
function rowOf({ status, data }: Execution): IDataObject | undefined {
	const { error, runData } = data.resultData;
	if (status !== 'success') throw new Error(`It ended with ${status}: ${error?.message}`);
	return runData['Row for the sheet']?.[0]?.data?.main?.[0]?.[0]?.json;
}

async function bigList({ editor, simulator, base, account }: Stage) {
	const all = simulator.records.charges.length;
	const count = (aggregation: string) => ({ aggregation, field: 'id' });
	const nodes = chain(
		{
			...node('charges', 'n8n-nodes-base.webhook', 2, {
				httpMethod: 'POST',
				path: 'charges',
				responseMode: 'lastNode',
			}),
			webhookId: 'door-charges',
		},
		payments('Get all charges', account, {
			resource: 'charge',
			operation: 'getAll',
			returnAll: true,
			filters: {},
		}),
		node('Count them', 'n8n-nodes-base.summarize', 1.1, {
			fieldsToSummarize: { values: [count('count'), count('countUnique')] },
		}),
	);
	await editor.publish(await editor.importWorkflow({ name: 'All charges', ...nodes }));
	const begin = Date.now();
	const counted = await knock(base, 'charges', {});
	expect('the number of charges', counted.count_id, { is: all });
	expect('the number of different charges', counted.unique_count_id, { is: all });
	say(`A worker got all ${all} charges, answered after ${seconds(Date.now() - begin)}`);
}

/**
 * n8n's Remove Duplicates reads what it remembers, and writes it back; what another execution does in
 * between, it does not see. So this counts, and demands exactness only where executions come one
 * after the other.
 */
async function onceByRemoveDuplicates(stage: Stage) {
	const { counter, postgres } = stage;
	const workflow = await listenForNew(stage, 'Once by Remove Duplicates', 'seen');
	await burst(stage, workflow, { to: stage.doors.map((door) => [door, 'seen']) });
	const [[remembered] = []] = await postgres.query(
		`select json_array_length(value::json -> 'data') from processed_data
			where "workflowId" = '${workflow.id}'`,
	);
	say(`  ${through(counter)}; it remembers ${remembered} of them`);
	await sayFailures(stage, workflow);
	if (WORKERS * CONCURRENCY === 1) expectExactly('Remove Duplicates', counter);
	await fullMemory(stage, workflow);
}

/**
 * What is delivered again a while later, as the service does after a lost answer, is known to Remove
 * Duplicates, whichever of the processes the two deliveries came to and ran in.
 */
async function laterByRemoveDuplicates(stage: Stage) {
	const { counter, doors, simulator } = stage;
	const workflow = await listenForNew(stage, 'Delivered again later', 'later');
	const [first = '', second = ''] = doors.map((door) => `${door}/webhook/later`);
	await Promise.all([first, second].map(untilListening));
	const bodies = callbacks(BURST, simulator.salt);
	for (const address of [first, second]) {
		for (const body of bodies) {
			await deliver(address, body, new Map());
			await untilEnded(stage, workflow);
		}
	}
	say(`  Each delivered to one webhook process, and later to the other: ${through(counter)}`);
	await sayFailures(stage, workflow);
	expectExactly('Remove Duplicates', counter);
}

/** With as many events as Remove Duplicates remembers by default, it lets none through any more. */
async function fullMemory(stage: Stage, workflow: IWorkflowBase) {
	await stage.postgres.query(
		`update processed_data set value = (
				select json_build_object('mode', 'entries', 'data', json_agg(md5(i::text)))::text
				from generate_series(1, 10000) i
			) where "workflowId" = '${workflow.id}'`,
	);
	const before = stage.counter.events.size;
	const [body = ''] = callbacks(1, stage.simulator.salt);
	await deliver(`${stage.base}/webhook/seen`, body, new Map());
	await untilEnded(stage, workflow);
	const got = stage.counter.events.size - before;
	say(`  With 10000 events remembered, ${got} of 1 new ones got through`);
	await sayFailures(stage, workflow);
}

/**
 * A webhook process remembers by itself what it took in, so that a copy starts nothing if it comes to
 * the same one. Only where the sender gave up waiting, the event is started again.
 */
async function onceBehindOneDoor(stage: Stage) {
	const { counter, doors } = stage;
	const [door = ''] = doors;
	const workflow = await listenForNew(stage, 'Once behind one webhook process', 'door');
	await burst(stage, workflow, {
		to: [
			[door, 'door'],
			[door, 'door'],
		],
	});
	say(`  ${through(counter)}`);
	await sayFailures(stage, workflow);
	expectExactly('One webhook process', counter);
}

/** A workflow that goes on with an event only where Remove Duplicates, as in the examples, lets it. */
async function listenForNew(stage: Stage, name: string, triggerPath: string) {
	return await listen(stage, name, triggerPath, [
		{
			...node('Each event once', 'n8n-nodes-base.removeDuplicates', 2, {
				operation: 'removeItemsSeenInPreviousExecutions',
				dedupeValue: '={{ $json.eventId }}',
				options: {},
			}),
			// Of the first two executions at once, one fails to make the memory.
			retryOnFail: true,
		},
		count(stage.counter, '={{ $json.eventId }}'),
	]);
}

/** A row with a unique key is one, however many executions insert it at the same time. */
async function onceByRow(stage: Stage) {
	const { counter, doors } = stage;
	const workflow = await listenForRows(stage, 'row');
	await burst(stage, workflow, { to: doors.map((door) => [door, 'row']) });
	say(`  ${through(counter)}`);
	await sayFailures(stage, workflow);
	expectExactly('A unique row', counter);
	expect('the number of rows', await rows(stage, 'row'), { is: BURST });
}

/**
 * A worker that ends without a word. What waits in the queue is for the other one. What was running in
 * it is given up by n8n, which then shows it as failed: an event may be missing only for that.
 */
async function killOneWorker(stage: Stage) {
	const { counter, postgres, base } = stage;
	const victim = stage.workers.at(-1);
	if (WORKERS < 2 || !victim) return say('No worker is killed, since there is only one');
	const workflow = await listenForRows(stage, 'kill');
	// So that a worker has something in its hands at any time.
	counter.delay = 1000;
	const kill = async () => {
		while ((await rows(stage, 'kill')) < BURST / 4) await sleep(50);
		await victim.kill();
		const [[waiting] = []] = await postgres.query(
			`select count(*) from execution_entity
				where "workflowId" = '${workflow.id}' and status in ('new', 'running')`,
		);
		say(`Killed one worker of ${WORKERS} with ${waiting} executions to do`);
	};
	await Promise.all([burst(stage, workflow, { to: [[base, 'kill']] }), kill()]);
	say(`  ${await rows(stage, 'kill')} rows; ${through(counter)}`);
	const failed = await sayFailures(stage, workflow);
	const missing = BURST - counter.events.size;
	if (missing > failed) throw new Error(`${missing} are missing, and n8n shows only ${failed}`);
}

/** Says which executions did not succeed, by their error. @returns how many */
async function sayFailures({ postgres, editor }: Stage, { id }: IWorkflowBase): Promise<number> {
	const failed = await postgres.query(
		`select id from execution_entity
			where "workflowId" = '${id}' and status <> 'success' order by id`,
	);
	const byError = new Map<string, number>();
	for (const [execution = ''] of failed) {
		const { status, data } = await editor.end(execution);
		tally(byError, data.resultData.error?.message ?? status);
	}
	for (const [error, times] of byError) say(`  ${times} failed: ${error}`);
	return failed.length;
}

function tally(counts: Map<string, number>, name: string) {
	counts.set(name, (counts.get(name) ?? 0) + 1);
}

const events = 'paid_events';

/** A workflow that goes on with an event only where its row was new. */
async function listenForRows(stage: Stage, triggerPath: string): Promise<IWorkflowBase> {
	const { postgres, counter, database } = stage;
	const table = `${events}_${triggerPath}`;
	await postgres.query(`create table ${table} (event_id text primary key)`);
	return await listen(stage, `Once by a row (${triggerPath})`, triggerPath, [
		{
			...node('A row for each event', 'n8n-nodes-base.postgres', 2.6, {
				resource: 'database',
				operation: 'insert',
				schema: { __rl: true, mode: 'name', value: 'public' },
				table: { __rl: true, mode: 'name', value: table },
				columns: {
					mappingMode: 'defineBelow',
					value: { event_id: '={{ $json.eventId }}' },
					matchingColumns: [],
					schema: [{ id: 'event_id', displayName: 'event_id', type: 'string', required: true }],
				},
				options: { skipOnConflict: true },
			}),
			credentials: { postgres: { id: database, name: 'Database' } },
		},
		// Where the row was there already, the node gives an item that only says `success`.
		node('Only new rows', 'n8n-nodes-base.filter', 2.2, {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
				combinator: 'and',
				conditions: [
					{
						id: 'new',
						leftValue: '={{ $json.event_id }}',
						rightValue: '',
						operator: { type: 'string', operation: 'exists', singleValue: true },
					},
				],
			},
			options: {},
		}),
		count(counter, '={{ $json.event_id }}'),
	]);
}

async function rows({ postgres }: Stage, triggerPath: string): Promise<number> {
	const [[number] = []] = await postgres.query(`select count(*) from ${events}_${triggerPath}`);
	return Number(number);
}

/** Publishes a workflow that starts with a Payments Trigger. */
async function listen(
	{ editor, account, counter }: Stage,
	name: string,
	triggerPath: string,
	next: INode[],
): Promise<IWorkflowBase> {
	const trigger = {
		...payments('Payments Trigger', account, {
			mode: 'requests',
			path: triggerPath,
			events: ['payment.completed', 'refund'],
			verification: 'automatic',
			options: {},
		}),
		type: 'n8n-nodes-payments.paymentsTrigger',
		webhookId: randomUUID(),
	};
	const workflow = await editor.importWorkflow({ name, ...chain(trigger, ...next) });
	await editor.publish(workflow);
	counter.reset();
	return workflow;
}

/** A node of a workflow, as small as it can be. */
function node(name: string, type: string, typeVersion: number, parameters: IDataObject): INode {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters } as INode;
}

function payments(name: string, account: string, parameters: IDataObject): INode {
	return {
		...node(name, 'n8n-nodes-payments.payments', 1, parameters),
		credentials: { paymentsApi: { id: account, name: 'Payments account' } },
	};
}

/** Tells the counter of an event that got through. */
function count({ url }: Counter, eventId: string): INode {
	return node('Count it', 'n8n-nodes-base.httpRequest', 4.2, {
		method: 'POST',
		url,
		sendBody: true,
		contentType: 'json',
		bodyParameters: { parameters: [{ name: 'eventId', value: eventId }] },
		options: {},
	});
}

/** Nodes that follow one another. */
function chain(...nodes: INode[]) {
	const connections = nodes.slice(1).map((next, index) => {
		return [nodes[index]!.name, { main: [[{ node: next.name, type: 'main', index: 0 }]] }];
	});
	return {
		nodes,
		connections: Object.fromEntries(connections) as IWorkflowBase['connections'],
		settings: { executionOrder: 'v1' },
	};
}

/** Signed notifications of different payments, as the service makes them. */
function callbacks(number: number, salt: string): string[] {
	return Array.from({ length: number }, (_, index) => {
		const fields = {
			payment_id: randomUUID(),
			payment_request_id: randomUUID(),
			phone: '',
			amount: '25.00',
			currency: 'SGD',
			status: 'completed',
			reference_number: `ORD-${index}`,
		};
		return new URLSearchParams({ ...fields, hmac: signFields(fields, salt) }).toString();
	});
}

/**
 * Delivers notifications of many payments, and waits for the end of all that this started.
 *
 * @param to where each of them goes, at the same moment: addresses of webhooks, and the path there
 */
async function burst(
	stage: Stage,
	workflow: IWorkflowBase,
	{ to }: { to: Array<[base: string, triggerPath: string]> },
): Promise<void> {
	const addresses = to.map(([base, triggerPath]) => `${base}/webhook/${triggerPath}`);
	await Promise.all(addresses.map(untilListening));
	const answers = new Map<string, number>();
	const next = callbacks(BURST, stage.simulator.salt).values();
	const begin = Date.now();
	const some = async () => {
		for (const body of next) {
			await Promise.all(addresses.map((address) => deliver(address, body, answers)));
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, some));
	const answered = Date.now() - begin;
	const statuses = await untilEnded(stage, workflow);
	const ended = Date.now() - begin;
	const executions = statuses.reduce((sum, [, times]) => sum + Number(times), 0);
	const said = [...answers].map(([answer, times]) => `${times} x ${answer}`).join(', ');
	const how = statuses.map(([status, times]) => `${times} ${status}`).join(', ');
	const copies = to.length > 1 ? 'twice at once' : 'once';
	say(`'${workflow.name}': ${BURST} notifications, each delivered ${copies}`);
	say(`  All answered after ${seconds(answered)}: ${said}`);
	say(`  All ended after ${seconds(ended)}: ${executions} executions, ${how}`);
}

/** n8n registers webhooks a moment after the workflow was published. */
async function untilListening(address: string) {
	const deadline = Date.now() + 30_000;
	while (!(await post(address, 'hmac=made+up')).startsWith('401')) {
		if (Date.now() > deadline) throw new Error(`Nobody listens at ${address}`);
		await sleep(100);
	}
}

/**
 * Delivers a notification as the service does: again, until a 2xx comes.
 *
 * @param answers counts all answers on the way
 * @throws Error when a 2xx does not come
 */
async function deliver(address: string, body: string, answers: Map<string, number>) {
	let answer = '';
	for (let tries = 0; tries < 30; tries += 1) {
		if (tries > 0) await sleep(500);
		answer = await post(address, body);
		tally(answers, answer);
		if (answer.startsWith('2')) return;
	}
	throw new Error(`A notification was not taken in thirty tries: ${answer}`);
}

/** @returns the status and its message, or why there was no answer */
async function post(address: string, body: string): Promise<string> {
	try {
		const answer = await fetch(address, {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body,
			// As patient as the service (docs/interface.md, Deliveries).
			signal: AbortSignal.timeout(10_000),
		});
		const text = await answer.text();
		const message = /"message":\s*"([^"]*)"/.exec(text)?.[1] ?? text;
		return `${answer.status} ${message.slice(0, 60)}`;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/**
 * Waits for the end of a workflow's executions.
 *
 * @returns how many ended how
 * @throws Error when none ends for three minutes
 */
async function untilEnded({ postgres }: Stage, { id, name }: IWorkflowBase) {
	let before = '';
	let changedAt = Date.now();
	for (;;) {
		const statuses = await postgres.query(
			`select status, count(*) from execution_entity where "workflowId" = '${id}'
				group by status order by status`,
		);
		if (statuses.every(([status]) => !['new', 'running'].includes(status!))) return statuses;
		const now = JSON.stringify(statuses);
		if (now !== before) [before, changedAt] = [now, Date.now()];
		if (Date.now() - changedAt > 180_000) throw new Error(`'${name}' does not end: ${now}`);
		await sleep(200);
	}
}

/** Counts what gets through a workflow. */
interface Counter {
	url: string;
	/** How often each event came. */
	events: Map<string, number>;
	/** How long it takes over its answer, in milliseconds; who is gone by then is not counted. */
	delay: number;
	reset(): void;
	stop(): Promise<void>;
}

async function startCounter(): Promise<Counter> {
	const events = new Map<string, number>();
	const server = createServer((request, response) => {
		void textOf(request).then(async (text) => {
			await sleep(counter.delay);
			if (response.destroyed) return;
			const { eventId } = JSON.parse(text) as { eventId: string };
			tally(events, eventId);
			response.setHeader('content-type', 'application/json').end('{}');
		});
	});
	const counter = { ...(await listenOn(server)), events, delay: 0, reset: () => events.clear() };
	return counter;
}

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}

/** Passes requests on to each address in turn, as a load balancer does. */
async function startBalancer(addresses: string[]) {
	let turn = 0;
	const server = createServer((request, response) => {
		const address = addresses[turn++ % addresses.length]!;
		const { method, headers, url = '/' } = request;
		const onward = httpRequest(new URL(url, address), { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => {
			if (!response.headersSent) response.writeHead(502);
			response.end();
		});
		request.pipe(onward);
	});
	return await listenOn(server);
}

async function listenOn(server: ReturnType<typeof createServer>) {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function through({ events: counted }: Counter): string {
	const times = [...counted.values()];
	const doubled = times.filter((one) => one > 1).length;
	const all = times.reduce((sum, one) => sum + one, 0);
	return `${all} got through for ${BURST} events (${doubled} of them more than once, ${BURST - times.length} not at all)`;
}

function expectExactly(what: string, counter: Counter) {
	const times = [...counter.events.values()];
	if (times.length === BURST && times.every((one) => one === 1)) return;
	throw new Error(`${what} did not let each event through once: ${through(counter)}`);
}

/** @throws Error when something is not as it should be */
function expect(what: string, found: unknown, { is }: { is: unknown }) {
	if (found === is) return;
	throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(is)}`);
}

function seconds(milliseconds: number): string {
	return `${(milliseconds / 1000).toFixed(1)} s`;
}

const reason = await withCleanup(queue);
if (reason) console.error(`\nQueue mode did not get to its end: ${reason}\nLogs: ${runFolder}`);
else say('Done');
process.exit(reason ? 1 : 0);
