import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INode, IWorkflowBase } from 'n8n-workflow';

import {
	burst,
	notifications,
	startCounter,
	untilListening,
	type Answers,
	type Counter,
} from './burst.mjs';
import { lineChart } from './chart.mjs';
import { outputOf, type Execution } from './editor.mjs';
import { expect, test as base } from './fixtures.mjs';
import { projectFolder, runFolder } from './install.mjs';
import { sendForged, callWebhook, payOnPage, redeliverLast, untilRuns } from './notifications.mjs';
import { startQueueMode, type QueueMode } from './queueMode.mjs';
import {
	chain,
	count,
	webhook,
	eachEventOnce,
	insertRow,
	node,
	payments,
	shopWorkflow,
	trigger,
} from './workflows.mjs';
import { printIndented } from './print.mjs';

/**
 * Notifications in the large burst; every fourth comes twice at once, another fourth again at the end. The chart of
 * docs/scaling.md has more: Remove Duplicates reads and writes its whole list for each, so the time is quadratic.
 */
const MANY = process.env.FIGURES ? 2000 : 200;

/** Notifications that are sent one after the other. */
const FEW = 20;

/** Notifications during which a worker stops. */
const SOME = 200;

interface QueueFixtures {
	queue: QueueMode;
	counter: Counter;
}

const test = base.extend<object, QueueFixtures>({
	queue: [
		async ({ tarball, onCleanup }, use) => await use(await startQueueMode(tarball, onCleanup)),
		{ scope: 'worker', timeout: 900_000 },
	],
	counter: [
		async ({ onCleanup }, use) => await use(await startCounter(onCleanup)),
		{ scope: 'worker' },
	],
});
// The tests share the workers.
test.describe.configure({ mode: 'serial' });
test.beforeEach(({ counter }) => counter.reset());

test('a payment and a refund in a worker start a workflow once each', async ({ queue }) => {
	const { editor, simulator, account, nginx } = queue;
	const example = await readFile(path.join(projectFolder, 'examples/paid-order-to-sheet.json'));
	const draft = JSON.parse(example.toString()) as IWorkflowBase;
	for (const { credentials } of draft.nodes) {
		if (credentials?.paymentsApi) credentials.paymentsApi.id = account;
	}
	const paidOrder = await editor.importWorkflow(draft);
	await editor.publish(paidOrder);
	await editor.publish(await editor.importWorkflow(shopWorkflow(account)));
	const request = await callWebhook(nginx.url, 'order', {});
	expect(simulator.records.paymentRequests[0]?.webhook).toBe(`${nginx.url}/webhook/payments`);
	await payOnPage(request.url as string);
	const [paid] = await untilRuns(editor, paidOrder, 1);
	const row = rowOf(paid!);
	expect(row).toMatchObject({ event: 'payment.completed', amount: 25 });

	await callWebhook(nginx.url, 'return', { payment_id: row?.payment_id, amount: 25 });
	const [, refunded] = await untilRuns(editor, paidOrder, 2);
	expect(rowOf(refunded!)).toMatchObject({ event: 'refund', amount: 25 });
	await simulator.idle();
	expect(simulator.deliveries.at(-1)?.url).toBe(`${nginx.url}/webhook/payments?event=refund`);

	expect(await sendForged(nginx.url)).toBe(401);
	expect(await redeliverLast(simulator)).toBe(200);
	expect(await editor.started(paidOrder)).toHaveLength(2);
	await editor.unpublish(paidOrder);
});

test('an execution that waits for a payment continues in a worker', async ({ queue }) => {
	const { editor, simulator, account, nginx } = queue;
	const wait = payments('Create and Wait', account, {
		resource: 'paymentRequest',
		operation: 'createAndWait',
		amount: 25,
		currency: 'SGD',
		email: 'ann@example.com',
	});
	const workflow = await editor.importWorkflow({
		name: 'Wait',
		...chain(webhook('wait'), wait, node('After', 'n8n-nodes-base.noOp', 1, {})),
	});
	await editor.publish(workflow);
	const answered = callWebhook(nginx.url, 'wait', {}).catch(() => {});
	await editor.waiting(workflow);
	const { id, url } = simulator.records.paymentRequests[0]!;
	await payOnPage(url);
	const [ended] = await untilRuns(editor, workflow, 1);
	expect(outputOf(ended!, 'After')[0]!.json).toMatchObject({ id, paid: true });
	await answered;
});

test('a worker lists 10,000 charges', async ({ queue }) => {
	const { editor, account, nginx, simulator } = queue;
	const number = (aggregation: string) => ({ aggregation, field: 'id' });
	const list = payments('Get all charges', account, {
		resource: 'charge',
		operation: 'getAll',
		returnAll: true,
		filters: {},
	});
	const counted = node('Count them', 'n8n-nodes-base.summarize', 1.1, {
		fieldsToSummarize: { values: [number('count'), number('countUnique')] },
	});
	await editor.publish(
		await editor.importWorkflow({
			name: 'All charges',
			...chain(webhook('charges'), list, counted),
		}),
	);
	const begin = Date.now();
	const all = simulator.records.charges.length;
	expect(await callWebhook(nginx.url, 'charges', {})).toMatchObject({
		count_id: all,
		unique_count_id: all,
	});
	printIndented(`${all} charges listed in a worker, answered after ${seconds(Date.now() - begin)}`);
});

test(`each of ${MANY} notifications in a burst with duplicates passes Remove Duplicates once`, async ({
	queue,
	counter,
}) => {
	test.setTimeout(900_000);
	const { nginx, simulator, webhookUrls } = queue;
	const workflow = await publish(queue, 'burst', [eachEventOnce(), count(counter.url)]);
	const to = `${nginx.url}/webhook/burst`;
	const bodies = notifications(MANY, simulator.salt);
	const deliveries = bodies.map((body, index) => {
		const one = { to, body };
		return index % 4 === 0 ? [one, one] : [one];
	});
	const later = bodies.filter((_, index) => index % 4 === 1).map((body) => [{ to, body }]);
	const before = await nginx.passedOn();

	const begin = Date.now();
	const answers = await burst([...deliveries, ...later]);
	const statuses = await untilEnded(queue, workflow);
	const ended = Date.now() - begin;

	const after = await nginx.passedOn();
	const shares = webhookUrls.map((url) => {
		const { host } = new URL(url);
		return (after.get(host) ?? 0) - (before.get(host) ?? 0);
	});
	const chart = lineChart({
		title: `${MANY} notifications in ${answers.times.length} deliveries`,
		counted: 'Until then',
		lines: {
			'Deliveries answered': perSecond(answers.times),
			'Events that passed Remove Duplicates': perSecond(counter.times.map((time) => time - begin)),
		},
	});
	await writeFile(path.join(runFolder, 'scaling.svg'), chart);
	if (process.env.FIGURES) {
		await writeFile(path.join(projectFolder, 'docs/images/scaling.svg'), chart);
	}
	const [[remembered] = []] = await queue.postgres.query(
		`select json_array_length(value::json -> 'data') from processed_data
			where "workflowId" = '${workflow.id}'`,
	);
	printIndented(
		`${MANY} notifications in ${answers.times.length} deliveries, ${shares.join(' and ')} tries`,
	);
	printIndented(`all answered after ${seconds(answers.times.at(-1)!)}: ${words(answers)}`);
	printIndented(
		`all ended after ${seconds(ended)}: ${statuses.map((status) => status.join(' ')).join(', ')}`,
	);
	printIndented(`Remove Duplicates remembers ${remembered} of them`);

	expect(statuses).toEqual([['success', String(MANY)]]);
	expect(timesOf(counter)).toEqual({ events: MANY, once: MANY });
	// Both webhook processes had their share.
	for (const share of shares) expect(share).toBeGreaterThan(MANY / 4);
});

test('Remove Duplicates holds back what is delivered again later to the other webhook process', async ({
	queue,
	counter,
}) => {
	const { webhookUrls, simulator } = queue;
	const workflow = await publish(queue, 'later', [eachEventOnce(), count(counter.url)]);
	const bodies = notifications(FEW, simulator.salt);
	for (const url of webhookUrls) {
		for (const body of bodies) {
			await burst([[{ to: `${url}/webhook/later`, body }]]);
			await untilEnded(queue, workflow);
		}
	}
	// Each started two executions and passed once.
	expect(await untilEnded(queue, workflow)).toEqual([['success', String(2 * FEW)]]);
	expect(timesOf(counter)).toEqual({ events: FEW, once: FEW });
});

test('copies that reach both webhook processes at the same time are one row in a unique column', async ({
	queue,
	counter,
}) => {
	const { webhookUrls, simulator, postgres, database } = queue;
	await postgres.query('create table at_once (event_id text primary key)');
	const workflow = await publish(queue, 'at-once', [
		insertRow('at_once', database),
		eachEventOnce(),
		count(counter.url),
	]);
	const bodies = notifications(SOME, simulator.salt);
	await burst(
		bodies.map((body) => webhookUrls.map((url) => ({ to: `${url}/webhook/at-once`, body }))),
	);
	expect(await untilEnded(queue, workflow)).toEqual([['success', String(2 * SOME)]]);
	expect(await postgres.query('select count(*) from at_once')).toEqual([[String(SOME)]]);
	// n8n's Remove Duplicates updates its list without a lock (n8n 2.41.1).
	const { events } = timesOf(counter);
	const passed = [...counter.events.values()].reduce((sum, times) => sum + times, 0);
	expect(events).toBe(SOME);
	printIndented(
		`past nginx, ${SOME} notifications to both processes at once: ${SOME} rows; ${passed} passed Remove Duplicates`,
	);
});

test('a stopped worker finishes its executions, and the other worker runs the rest', async ({
	queue,
	counter,
}) => {
	const { nginx, simulator } = queue;
	const workflow = await publish(queue, 'stopped', [count(counter.url)]);
	counter.delay = 500;
	const to = `${nginx.url}/webhook/stopped`;
	const stop = async () => {
		await untilSomeCame(counter);
		await queue.workers.at(-1)!.stop(60_000);
	};
	await Promise.all([
		burst(notifications(SOME, simulator.salt).map((body) => [{ to, body }])),
		stop(),
	]);
	expect(await untilEnded(queue, workflow)).toEqual([['success', String(SOME)]]);
	expect(timesOf(counter)).toEqual({ events: SOME, once: SOME });
});

test('a killed worker loses nothing: unfinished events are delivered again', async ({
	queue,
	counter,
}) => {
	const { nginx, simulator, postgres, database } = queue;
	await (await queue.startWorker()).ready();
	await postgres.query('create table killed (event_id text primary key)');
	const work = [count(counter.url), insertRow('killed', database)];
	const workflow = await publish(queue, 'killed', work, { respond: 'finished' });
	// The worker is busy at any time.
	counter.delay = 500;
	const to = `${nginx.url}/webhook/killed`;
	const kill = async () => {
		await untilSomeCame(counter);
		await queue.workers.at(-1)!.kill();
	};
	const [answers] = await Promise.all([
		burst(notifications(SOME, simulator.salt).map((body) => [{ to, body }])),
		kill(),
	]);
	const statuses = await untilEnded(queue, workflow);
	const lost = statuses.filter(([status]) => status !== 'success');
	printIndented(
		`a worker killed: ${statuses.map((status) => status.join(' ')).join(', ')}, ${words(answers)}`,
	);
	// Otherwise the worker was idle, and the test showed nothing.
	expect(lost).not.toEqual([]);
	expect(await postgres.query('select count(*) from killed')).toEqual([[String(SOME)]]);
});

/** Returns the output of the example's last node. */
function rowOf(execution: Execution): IDataObject | undefined {
	return outputOf(execution, 'Row for the sheet')[0]?.json;
}

/** Publishes a workflow with a Payments Trigger and waits until it is registered. */
async function publish(
	{ editor, account, webhookUrls }: QueueMode,
	name: string,
	next: INode[],
	options: { respond?: string } = {},
): Promise<IWorkflowBase> {
	const workflow = await editor.importWorkflow({
		name,
		...chain(trigger(account, name, options), ...next),
	});
	await editor.publish(workflow);
	await Promise.all(webhookUrls.map((url) => untilListening(`${url}/webhook/${name}`)));
	return workflow;
}

/**
 * Waits for the end of a workflow's executions.
 *
 * @returns the number of executions by status
 * @throws Error when none has ended for two minutes
 */
async function untilEnded({ postgres }: QueueMode, { id, name }: IWorkflowBase) {
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
		if (Date.now() - changedAt > 120_000) throw new Error(`'${name}' does not end: ${now}`);
		await sleep(200);
	}
}

/** Waits until the workers are busy. */
async function untilSomeCame({ events }: Counter) {
	await expect.poll(() => events.size, { intervals: [20] }).toBeGreaterThan(SOME / 4);
}

/** Counts the events, and those that were counted once. */
function timesOf({ events }: Counter) {
	const once = [...events.values()].filter((times) => times === 1).length;
	return { events: events.size, once };
}

/** Returns the running count at the end of each second. */
function perSecond(times: number[]): number[] {
	const last = Math.ceil(Math.max(...times) / 1000);
	return Array.from({ length: last + 1 }, (_, second) => {
		return times.filter((time) => time <= second * 1000).length;
	});
}

function words({ byResponse }: Answers): string {
	return [...byResponse].map(([response, times]) => `${times} x ${response}`).join(', ');
}

function seconds(milliseconds: number): string {
	return `${(milliseconds / 1000).toFixed(1)} s`;
}
