/**
 * The main job in a real n8n: installs what is missing, installs the packed nodes the way n8n does,
 * runs all six example workflows against the simulator, and stays up for a look around.
 *
 *   npm run demo            until Ctrl-C
 *   npm run demo -- --once  ends after the job: 0, or another number and the reason
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import type { IDataObject, INodeExecutionData, IWorkflowBase } from 'n8n-workflow';

import { startSimulator, type Simulator } from './simulator.mjs';
import { authorize } from './consent.mjs';
import { Editor, owner, type Execution } from './editor.mjs';
import { fillInOrders, importExample, rowsByStatus, totalsOf } from './examples.mjs';
import { installN8n, installTarball, pack, runFolder } from './install.mjs';
import { withCleanup } from './lifetime.mjs';
import { freePort, startN8n } from './n8n.mjs';
import { fillIn, forge, knock, news, payOnPage, repeatLast, untilRuns } from './notifications.mjs';
import { accountEvents, shop } from './workflows.mjs';

const CHARGES = 1000;

const { once } = parseArgs({ options: { once: { type: 'boolean', default: false } } }).values;

const startedAt = Date.now();

/** Whether all is done and the demo only stays up: then Ctrl-C is its good end. */
let isUp = false;

function say(text: string) {
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(0).padStart(4);
	console.log(`${seconds} s  ${text}`);
}

async function demo(atTheEnd: (cleanup: () => Promise<unknown>) => void): Promise<void> {
	say('Installing n8n, which takes some minutes the first time');
	const waiting = setInterval(() => say('... still installing'), 30_000);
	await installN8n().finally(() => clearInterval(waiting));

	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-payments-demo-'));
	atTheEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

	await mkdir(runFolder, { recursive: true });
	say('Building and packing the nodes');
	const tarball = await pack(path.join(folder, 'tarball'));
	say(`Installing ${path.basename(tarball)} into a fresh n8n`);
	await installTarball(tarball, folder);

	// The newest records are of today: two of the examples look at the last 30 days.
	const anchor = new Date().toISOString();
	const simulator = await startSimulator({ charges: CHARGES, anchor });
	atTheEnd(() => simulator.close());
	say(`The simulator has ${CHARGES} charges: ${simulator.url}`);

	say('Starting n8n');
	const port = await freePort(5678);
	let n8n = await startN8n(folder, port, path.join(runFolder, 'demo.log'));
	atTheEnd(() => n8n.stop());
	await n8n.ready();
	say(`n8n is up: ${n8n.url}`);

	const editor = await Editor.setUpOwner(n8n.url);
	const credentials = await setUpCredentials(editor, simulator);
	say("Credentials are set up: the API key's test is green, the OAuth2 account is connected");

	const toCsv = await importExample(editor, 'charges-to-csv.json', credentials);

	await allChargesToCsv(editor, simulator, toCsv);
	await reportPayouts(editor, simulator, credentials);
	await refundFailedOrders(editor, simulator, credentials);
	await payAndWait(editor, simulator, credentials);
	await approveRefund(editor, simulator, credentials);
	await notifications(editor, simulator, credentials, async () => {
		await n8n.stop();
		n8n = await startN8n(folder, port, path.join(runFolder, 'demo-restarted.log'));
		await n8n.ready();
	});

	await noSecrets(editor, simulator);

	if (once) return;
	console.log(`
  The editor:  ${n8n.url}
  Email:       ${owner.email}
  Password:    ${owner.password}

  Ctrl-C ends n8n and the simulator.
`);
	isUp = true;
	await new Promise(() => {});
}

/** Makes both credentials as a user would. @returns their ids by type */
async function setUpCredentials(editor: Editor, simulator: Simulator) {
	const environment = {
		environment: 'custom',
		apiUrl: simulator.url,
	};
	const key = { ...environment, apiKey: simulator.apiKey, webhookSalt: simulator.salt };
	const paymentsApi = await editor.createCredential('Payments account', 'paymentsApi', key);
	const test = await editor.testCredential(paymentsApi, 'Payments account', 'paymentsApi', key);
	if (test.status !== 'OK') throw new Error(`The API key was not accepted: ${test.message}`);

	const { clientId, clientSecret } = simulator.oauthApp;
	const paymentsOAuth2Api = await editor.createCredential(
		'Payments account (OAuth2)',
		'paymentsOAuth2Api',
		{
			...environment,
			dashboardUrl: simulator.url,
			clientId,
			clientSecret,
			scope: 'business:read payments',
		},
	);
	await editor.connect(paymentsOAuth2Api, authorize);
	return { paymentsApi, paymentsOAuth2Api };
}

async function allChargesToCsv(editor: Editor, simulator: Simulator, workflow: IWorkflowBase) {
	say(`Running '${workflow.name}'`);
	const execution = await editor.run(workflow);
	const [file] = itemsOf(execution, 'Make the CSV file');
	const csv = (await editor.download(file?.binary?.data?.id ?? '')).toString();

	const target = path.join(runFolder, 'charges.csv');
	await writeFile(target, csv);
	console.log(`\n${csv.split('\n').slice(0, 6).join('\n')}\n...\n`);

	const rows = parse<{ id: string }>(csv, { columns: true, bom: true });
	const same = simulator.records.charges.every(({ id }, index) => rows[index]?.id === id);
	if (rows.length !== CHARGES || !same) {
		throw new Error(
			`The CSV file has ${rows.length} rows, and not the simulator's charges in order`,
		);
	}
	say(`${rows.length} charges, in the simulator's order: ${target}`);
}

/** The payouts of the last 30 days in a file with a chart. */
async function reportPayouts(editor: Editor, simulator: Simulator, ids: Record<string, string>) {
	const workflow = await importExample(editor, 'daily-payout-report.json', ids);
	say(`Running '${workflow.name}'`);
	const execution = await editor.run(workflow);
	const [totals] = itemsOf(execution, 'Totals by day and status');
	const [asked] = simulator.requests.filter(({ path: to }) => to === '/v1/payouts');
	const from = String(asked?.query.created_at_from);
	const days = (Date.now() - Date.parse(from)) / 86_400_000;
	if (!(days > 28 && days < 31)) throw new Error(`The report is of the payouts since ${from}`);
	const payouts = simulator.records.payouts.filter(({ created_at }) => created_at >= from);
	const told = rowsByStatus(totals?.json.rows);
	expectSame('the totals of the payouts', told, totalsOf(payouts));

	const [file] = itemsOf(execution, 'Make the HTML file');
	const html = await editor.download(file?.binary?.data?.id ?? '');
	if (!html.includes('<rect ')) throw new Error('The report of the payouts has no chart');
	const target = path.join(runFolder, 'payouts.html');
	await writeFile(target, html);
	say(`${payouts.length} payouts, with a chart: ${target}`);
}

/** Refunds the payments of orders that failed, over OAuth2: a second night refunds nothing more. */
async function refundFailedOrders(
	editor: Editor,
	simulator: Simulator,
	{ paymentsOAuth2Api }: Record<string, string>,
) {
	const file = 'nightly-refund-of-failed-orders.json';
	const workflow = await importExample(editor, file, { paymentsOAuth2Api });
	const { charges, refunds } = simulator.records;
	const paid = charges.filter(({ status }) => status === 'succeeded').slice(0, 3);
	const [failed] = charges.filter(({ status }) => status === 'failed');
	const orders = [...paid, failed!].map((charge) => charge.order_reference_number);
	await fillInOrders(editor, workflow, orders);
	say(`Running '${workflow.name}' for ${orders.join(', ')}`);
	const before = refunds.length;
	for (const night of ['Refunded', 'Refunded before']) {
		const rows = itemsOf(await editor.run(workflow), 'Report').map(({ json }) => json);
		const results = rows.map(({ order_number, result }) => [order_number, result]);
		const wanted = paid.map(({ order_reference_number: order }) => [order, night]);
		wanted.push([failed!.order_reference_number, 'Not refunded']);
		expectSame('the report', results.sort(), wanted.sort());
		const made = refunds.slice(0, refunds.length - before);
		expectSame(
			'the refunds',
			made.map(({ payment_id, amount_refunded }) => `${payment_id}: ${amount_refunded}`).sort(),
			paid.map(({ id, amount }) => `${id}: ${amount}`).sort(),
		);
	}
	say(`${paid.length} refunds of whole charges; the second night made no more`);
}

/** A workflow that waits for its money: a payment that fails leads back to waiting, a good one on. */
async function payAndWait(editor: Editor, simulator: Simulator, ids: Record<string, string>) {
	const workflow = await importExample(editor, 'payment-request-and-wait.json', ids);
	say(`Running '${workflow.name}'`);
	const { paymentRequests } = simulator.records;
	const before = paymentRequests.length;
	const execution = await editor.start(workflow);
	await until('the payment request', () => paymentRequests.length > before);
	const { id, url } = paymentRequests[0]!;
	await payOnPage(url, 'fail');
	const lookedUp = () =>
		simulator.requests.some(({ path: to }) => to === `/v1/payment-requests/${id}`);
	await until('the workflow to look it up', lookedUp);
	await editor.waiting(workflow);
	say('A payment that failed on the checkout page, and the workflow waits again');

	await payOnPage(url);
	const { data, ...ended } = await editor.end(execution);
	const runs = data.resultData.runData['Look it up at the service'] ?? [];
	const [first, second, ...more] = runs.map((run) => run.data?.main?.[0]?.[0]?.json.status);
	const wanted = { first: 'failed', second: 'completed', more: 0 };
	expect('looking it up', { first, second, more: more.length }, wanted);
	const [sent] = itemsOf({ data, ...ended }, 'Send the order');
	expect('the payment request', sent?.json, { id, status: 'completed' });
	say('Paid on the checkout page, and the workflow went on');
}

/** Somebody asks for a refund in a form, somebody else approves it in another one. */
async function approveRefund(editor: Editor, simulator: Simulator, ids: Record<string, string>) {
	const workflow = await importExample(editor, 'refund-approval.json', ids);
	await editor.publish(workflow);
	say(`Published '${workflow.name}'`);
	const charge = simulator.records.charges.find(({ status }) => status === 'succeeded')!;
	const refunds = simulator.records.refunds.length;
	await fillIn(`${editor.url}/form/ask-for-a-refund`, charge.id, '1.50', 'Damaged');
	const { id, data } = await editor.waiting(workflow);
	const [message] = data.resultData.runData['Message for the approver']?.[0]?.data?.main?.[0] ?? [];
	expect('no refund yet', { made: simulator.records.refunds.length - refunds }, { made: 0 });
	await fillIn(message?.json.approve_at as string, 'Refund');
	const [refund] = itemsOf(await editor.end(id), 'Refund');
	expect('the refund', refund?.json, { payment_id: charge.id, amount_refunded: 1.5 });
	say(`Asked for in a form (${message?.json.text as string}), approved in another, refunded`);
}

/** Money that arrives and goes back starts a workflow: once, and only when it is true. */
async function notifications(
	editor: Editor,
	simulator: Simulator,
	ids: Record<string, string>,
	restart: () => Promise<void>,
) {
	const paidOrder = await importExample(editor, 'paid-order-to-sheet.json', ids);
	const theShop = await editor.importWorkflow(shop(ids.paymentsApi ?? ''));
	await editor.publish(paidOrder);
	await editor.publish(theShop);
	say(`Published '${paidOrder.name}' and a shop`);

	const request = await knock(editor.url, 'order', {});
	await payOnPage(request.url as string);
	const [paid] = await untilRuns(editor, paidOrder, 1);
	const [row] = itemsOf(paid!, 'Row for the sheet').map(({ json }) => json);
	expect('the row of the paid order', row, { event: 'payment.completed', amount: 25 });
	say(`Paid on the checkout page, and the workflow ran: ${JSON.stringify(row)}`);

	await knock(editor.url, 'return', { payment_id: row?.payment_id, amount: 25 });
	const [, refunded] = await untilRuns(editor, paidOrder, 2);
	const [back] = itemsOf(refunded!, 'Row for the sheet').map(({ json }) => json);
	expect('the row of the refund', back, { event: 'refund', amount: 25 });
	say(`Refunded, and the workflow ran: ${JSON.stringify(back)}`);

	expect('a forged notification', { status: await forge(editor.url) }, { status: 401 });
	say('A forged notification was refused with 401');
	expect('a repeated one', { status: await repeatLast(simulator) }, { status: 200 });
	const runs = (await editor.executions(paidOrder)).length;
	expect('the workflow', { runs }, { runs: 2 });
	say('A repeated notification was answered with 200 and started nothing: still 2 runs');

	expect('news', { status: await news(editor.url, simulator.salt) }, { status: 200 });
	const unknown = (await untilRuns(editor, paidOrder, 3)).at(-1)!;
	expect('news', { rows: itemsOf(unknown, 'Row for the sheet').length }, { rows: 0 });
	say('A kind of notification that nobody knows ran the workflow, and made no row');

	say('Restarting n8n, which then remembers nothing of its own');
	await restart();
	expect('a repeated one', { status: await repeatLast(simulator) }, { status: 200 });
	const again = (await untilRuns(editor, paidOrder, 4)).at(-1)!;
	const rows = itemsOf(again, 'Row for the sheet').length;
	expect('Remove Duplicates', { rows }, { rows: 0 });
	say("Repeated after the restart: 'Remove Duplicates' let nothing through");

	const everything = await editor.importWorkflow(accountEvents(ids.paymentsApi ?? ''));
	const { webhookEndpoints, requests } = simulator;
	for (let i = 0; i < 10; i += 1) {
		// n8n registers again only what has changed.
		const events = i % 2 ? ['charge.created'] : ['charge.created', 'payout.created'];
		for (const { parameters } of everything.nodes) parameters.events = events;
		await editor.publish(await editor.save(everything));
		// n8n registers in the background: the next publish is to come after it.
		await until(`the trigger to register, publish ${i + 1}`, () => {
			const [endpoint, ...more] = webhookEndpoints;
			return more.length === 0 && endpoint?.event_types.join() === events.join();
		});
	}
	await editor.unpublish(everything);
	await until('the endpoint to be gone', () => webhookEndpoints.length === 0);
	const made = requests.filter(
		({ method, path: to }) => method === 'POST' && to === '/v1/webhook-events',
	).length;
	say(`Ten publishes left one webhook endpoint (made ${made} times), unpublishing none`);
}

/** @throws Error when it does not become true in 20 seconds */
async function until(what: string, isTrue: () => boolean) {
	const deadline = Date.now() + 20_000;
	while (!isTrue()) {
		if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
		await sleep(50);
	}
}

/** Neither n8n's logs nor the data of any execution hold a key, a token or a salt. */
async function noSecrets(editor: Editor, simulator: Simulator) {
	const { clientSecret } = simulator.oauthApp;
	const salts = simulator.webhookEndpoints.map(({ salt }) => salt);
	const secrets = [simulator.apiKey, simulator.salt, clientSecret, 'sim_access_', 'sim_refresh_'];
	const logs = ['demo.log', 'demo-restarted.log'].map((name) => path.join(runFolder, name));
	const kept = [
		...(await Promise.all(logs.map((log) => readFile(log, 'utf8')))),
		...(await editor.everything()),
	];
	if (!kept.some((text) => text.includes('ORD-1042')))
		throw new Error('Nothing was looked through');
	for (const secret of [...secrets, ...salts]) {
		if (kept.some((text) => text.includes(secret))) throw new Error('A secret was left in n8n');
	}
	say(
		`No key, token or salt in n8n's logs and in the data of ${kept.length - logs.length} executions`,
	);
}

/** @throws Error when a value is not there as it should be */
function expect(what: string, found: IDataObject | undefined, wanted: IDataObject) {
	for (const [name, value] of Object.entries(wanted)) {
		if (found?.[name] === value) continue;
		throw new Error(`${what} gave ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
	}
}

/** @throws Error when something is not exactly as it should be */
function expectSame(what: string, found: unknown, wanted: unknown) {
	if (isDeepStrictEqual(found, wanted)) return;
	throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

/** What a node gave in an execution. @throws Error when the execution did not succeed */
function itemsOf({ status, data }: Execution, node: string): INodeExecutionData[] {
	const { error, runData } = data.resultData;
	if (status !== 'success') {
		throw new Error(`The execution ended with ${status}: ${error?.message}`);
	}
	return runData[node]?.[0]?.data?.main?.[0] ?? [];
}

const reason = await withCleanup(demo);
if (reason && !isUp) console.error(`\nThe demo did not get to its end: ${reason}`);
else say('Done');
process.exit(reason && !isUp ? 1 : 0);
