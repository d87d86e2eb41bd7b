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
import type { Execution } from './editor.mjs';
import { expect, test as base } from './fixtures.mjs';
import { projectFolder, runFolder } from './install.mjs';
import { forge, knock, payOnPage, repeatLast, untilRuns } from './notifications.mjs';
import { startQueueMode, type QueueMode } from './queueMode.mjs';
import {
	chain,
	count,
	door,
	eachEventOnce,
	insertRow,
	node,
	payments,
	shop,
	trigger,
} from './workflows.mjs';

/** Notifications in the large burst; each fourth comes twice at once, each fourth again at the end. */
const MANY = 2000;

/** Notifications that come one after the other. */
const FEW = 20;

/** Notifications where a worker ends on the way. */
const SOME = 200;

interface Scene {
	queue: QueueMode;
	counter: Counter;
}

const test = base.extend<object, Scene>({
	queue: [
		async ({ tarball, atTheEnd }, use) => await use(await startQueueMode(tarball, atTheEnd)),
		{ scope: 'worker', timeout: 900_000 },
	],
	counter: [
		async ({ atTheEnd }, use) => await use(await startCounter(atTheEnd)),
		{ scope: 'worker' },
	],
});
// They take turns at the workers.
test.describe.configure({ mode: 'serial' });
test.beforeEach(({ counter }) => counter.reset());

test('money asked for and given back in a worker starts a workflow, once each', async ({
	queue,
}) => {
	const { editor, simulator, account, nginx } = queue;
	const example = await readFile(path.join(projectFolder, 'examples/paid-order-to-sheet.json'));
	const draft = JSON.parse(example.toString()) as IWorkflowBase;
	for (const { credentials } of draft.nodes) {
		if (credentials?.paymentsApi) credentials.paymentsApi.id = account;
	}
	const paidOrder = await editor.importWorkflow(draft);
	await editor.publish(paidOrder);
	await editor.publish(await editor.importWorkflow(shop(account)));
	const request = await knock(nginx.url, 'order', {});
	expect(simulator.records.paymentRequests[0]?.webhook).toBe(`${nginx.url}/webhook/payments`);
	await payOnPage(request.url as string);
	const [paid] = await untilRuns(editor, paidOrder, 1);
	const row = rowOf(paid!);
	expect(row).toMatchObject({ event: 'payment.completed', amount: 25 });

	await knock(nginx.url, 'return', { payment_id: row?.payment_id, amount: 25 });
	const [, refunded] = await untilRuns(editor, paidOrder, 2);
	expect(rowOf(refunded!)).toMatchObject({ event: 'refund', amount: 25 });
	await simulator.idle();
	expect(simulator.deliveries.at(-1)?.url).toBe(`${nginx.url}/webhook/payments?event=refund`);

	expect(await forge(nginx.url)).toBe(401);
	expect(await repeatLast(simulator)).toBe(200);
	expect(await editor.started(paidOrder)).toHaveLength(2);
	await editor.unpublish(paidOrder);
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
		await editor.importWorkflow({ name: 'All charges', ...chain(door('charges'), list, counted) }),
	);
	const begin = Date.now();
	const all = simulator.records.charges.length;
	expect(await knock(nginx.url, 'charges', {})).toMatchObject({
		count_id: all,
		unique_count_id: all,
	});
	say(`${all} charges listed in a worker, answered after ${seconds(Date.now() - begin)}`);
});

test(`of ${MANY} notifications in a burst, duplicates among them, each passes Remove Duplicates once`, async ({
	queue,
	counter,
}) => {
	test.setTimeout(900_000);
	const { nginx, simulator, doors } = queue;
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
	const shares = doors.map((door) => {
		const { host } = new URL(door);
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
	say(`${MANY} notifications in ${answers.times.length} deliveries, ${shares.join(' and ')} tries`);
	say(`all answered after ${seconds(answers.times.at(-1)!)}: ${words(answers)}`);
	say(
		`all ended after ${seconds(ended)}: ${statuses.map((status) => status.join(' ')).join(', ')}`,
	);
	say(`Remove Duplicates remembers ${remembered} of them`);

	expect(statuses).toEqual([['success', String(MANY)]]);
	expect(timesOf(counter)).toEqual({ events: MANY, once: MANY });
	// Both had their share: it is not for want of a second process.
	for (const share of shares) expect(share).toBeGreaterThan(MANY / 4);
});

test('what is delivered again later, to the other webhook process, is held back by Remove Duplicates', async ({
	queue,
	counter,
}) => {
	const { doors, simulator } = queue;
	const workflow = await publish(queue, 'later', [eachEventOnce(), count(counter.url)]);
	const bodies = notifications(FEW, simulator.salt);
	for (const door of doors) {
		for (const body of bodies) {
			await burst([[{ to: `${door}/webhook/later`, body }]]);
			await untilEnded(queue, workflow);
		}
	}
	// Each ran twice, and passed once.
	expect(await untilEnded(queue, workflow)).toEqual([['success', String(2 * FEW)]]);
	expect(timesOf(counter)).toEqual({ events: FEW, once: FEW });
});

test('copies that come to both webhook processes at the same moment are one row of a unique column', async ({
	queue,
	counter,
}) => {
	test.setTimeout(300_000);
	const { doors, simulator, postgres, database } = queue;
	await postgres.query('create table at_once (event_id text primary key)');
	const workflow = await publish(queue, 'at-once', [
		insertRow('at_once', database),
		eachEventOnce(),
		count(counter.url),
	]);
	const bodies = notifications(SOME, simulator.salt);
	await burst(bodies.map((body) => doors.map((door) => ({ to: `${door}/webhook/at-once`, body }))));
	expect(await untilEnded(queue, workflow)).toEqual([['success', String(2 * SOME)]]);
	expect(await postgres.query('select count(*) from at_once')).toEqual([[String(SOME)]]);
	// n8n's Remove Duplicates reads, changes and writes its list without a lock (n8n 2.41.1).
	const { events } = timesOf(counter);
	const passed = [...counter.events.values()].reduce((sum, times) => sum + times, 0);
	expect(events).toBe(SOME);
	say(
		`past nginx, ${SOME} notifications to both processes at once: ${SOME} rows; ${passed} passed Remove Duplicates`,
	);
});

test('a worker that is stopped finishes what it has begun, and the other one does the rest', async ({
	queue,
	counter,
}) => {
	test.setTimeout(300_000);
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

test('a worker that is killed loses nothing: what did not get to its end is delivered again', async ({
	queue,
	counter,
}) => {
	test.setTimeout(300_000);
	const { nginx, simulator, postgres, database } = queue;
	await (await queue.startWorker()).ready();
	await postgres.query('create table killed (event_id text primary key)');
	const work = [count(counter.url), insertRow('killed', database)];
	const workflow = await publish(queue, 'killed', work, { respond: 'finished' });
	// So that the worker has something in its hands at any time.
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
	say(
		`a worker killed: ${statuses.map((status) => status.join(' ')).join(', ')}, ${words(answers)}`,
	);
	// Or it had nothing in its hands, and this showed nothing.
	expect(lost).not.toEqual([]);
	expect(await postgres.query('select count(*) from killed')).toEqual([[String(SOME)]]);
});

/** What the example's last node gave. */
function rowOf({ data }: Execution): IDataObject | undefined {
	return data.resultData.runData['Row for the sheet']?.[0]?.data?.main?.[0]?.[0]?.json;
}

/** Publishes a workflow that starts with a Payments Trigger, and waits until it listens. */
async function publish(
	{ editor, account, doors }: QueueMode,
	name: string,
	next: INode[],
	options: { respond?: string } = {},
): Promise<IWorkflowBase> {
	const workflow = await editor.importWorkflow({
		name,
		...chain(trigger(account, name, options), ...next),
	});
	await editor.publish(workflow);
	await Promise.all(doors.map((door) => untilListening(`${door}/webhook/${name}`)));
	return workflow;
}

/**
 * Waits for the end of a workflow's executions.
 *
 * @returns how many ended how
 * @throws Error when none ends for two minutes
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

/** Waits until the workers are in the middle of it. */
async function untilSomeCame({ events }: Counter) {
	await expect
		.poll(() => events.size, { intervals: [20], timeout: 60_000 })
		.toBeGreaterThan(SOME / 4);
}

/** How many events came, and how many of them came once. */
function timesOf({ events }: Counter) {
	const once = [...events.values()].filter((times) => times === 1).length;
	return { events: events.size, once };
}

/** How many had come by the end of each second. */
function perSecond(times: number[]): number[] {
	const last = Math.ceil(Math.max(...times) / 1000);
	return Array.from({ length: last + 1 }, (_, second) => {
		return times.filter((time) => time <= second * 1000).length;
	});
}

function words({ byAnswer }: Answers): string {
	return [...byAnswer].map(([answer, times]) => `${times} x ${answer}`).join(', ');
}

function seconds(milliseconds: number): string {
	return `${(milliseconds / 1000).toFixed(1)} s`;
}

function say(text: string) {
	console.log(`      ${text}`);
}
