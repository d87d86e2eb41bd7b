/**
 * Shows the nodes in a real n8n: installs n8n and the packed nodes, runs all example workflows against the
 * simulator, and keeps n8n running.
 *
 *   npm run demo            keeps running until Ctrl-C
 *   npm run demo -- --once  ends after the examples: with 0, or with another status and the reason
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import type { IDataObject, INodeExecutionData, IWorkflowBase } from 'n8n-workflow';

import { freePort } from './ports.mjs';
import { startSimulator, type Simulator } from './simulator.mjs';
import { practiceValues, setUpCredentials } from './credentials.mjs';
import { Editor, outputOf, owner, type Execution } from './editor.mjs';
import {
	addInvoice,
	chooseTable,
	declinedSubscription,
	fillInOrders,
	fillInUsage,
	importExample,
	rowsByStatus,
	totalsOf,
} from './examples.mjs';
import { installN8n, installTarball, pack, runFolder } from './install.mjs';
import { withCleanup } from './lifetime.mjs';
import { inSingapore, startN8n } from './n8n.mjs';
import {
	approve,
	createApprovers,
	fillIn,
	sendForged,
	callWebhook,
	sendUnknownEvent,
	payOnPage,
	redeliverLast,
	untilRuns,
} from './notifications.mjs';
import { accountEvents, shopWorkflow } from './workflows.mjs';
import { print } from './print.mjs';
import { waitFor } from './waitFor.mjs';

const CHARGES = 1000;

const { once } = parseArgs({ options: { once: { type: 'boolean', default: false } } }).values;

/** Whether all examples have run: from then on, Ctrl-C is a regular end. */
let isUp = false;

async function demo(onCleanup: (cleanup: () => Promise<unknown>) => void): Promise<void> {
	print('Installing n8n, which takes some minutes the first time');
	const waiting = setInterval(() => print('... still installing'), 30_000);
	await installN8n().finally(() => clearInterval(waiting));

	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-payments-demo-'));
	onCleanup(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

	await mkdir(runFolder, { recursive: true });
	print('Building and packing the nodes');
	const tarball = await pack(path.join(folder, 'tarball'));
	print(`Installing ${path.basename(tarball)} into a fresh n8n`);
	await installTarball(tarball, folder);

	// The newest records are of today, as two of the examples list the last 30 days.
	const anchor = new Date().toISOString();
	const simulator = await startSimulator({ charges: CHARGES, anchor });
	onCleanup(() => simulator.close());
	// Its tax setting can be used for others, as one of the dashboard.
	simulator.addInvoice({ subtotal: 10, amount: 10.9, tax_setting: 'gst-9' });
	print(`The simulator has ${CHARGES} charges: ${simulator.url}`);

	print('Starting n8n');
	const port = await freePort(5678);
	const start = (log: string) =>
		startN8n(folder, port, path.join(runFolder, log), { env: inSingapore });
	let n8n = await start('demo.log');
	onCleanup(() => n8n.stop());
	await n8n.ready();
	print(`n8n is running: ${n8n.url}`);

	const editor = await Editor.setUpOwner(n8n.url);
	const credentials = await setUpCredentials(editor, simulator);
	print('Credentials are set up: the API key is accepted, the OAuth2 account is connected');

	const toCsv = await importExample(editor, 'charges-to-csv.json', credentials);

	await allChargesToCsv(editor, simulator, toCsv);
	await reportPayouts(editor, simulator, credentials);
	await reconcilePayout(editor, simulator, credentials);
	await refundFailedOrders(editor, simulator, credentials);
	await customersToSheet(editor, simulator, credentials);
	await followUpFailedPayments(editor, simulator, credentials);
	await remindOfInvoices(editor, simulator, credentials);
	await billUsage(editor, simulator, credentials);
	await payAndWait(editor, simulator, credentials);
	await approveRefund(editor, simulator, credentials);
	await notifications(editor, simulator, credentials, async () => {
		await n8n.stop();
		n8n = await start('demo-restarted.log');
		await n8n.ready();
	});

	await noSecrets(editor, simulator);

	if (once) return;
	console.log(`
  The editor:  ${n8n.url}
  Email:       ${owner.email}
  Password:    ${owner.password}
${practiceValues(simulator)}
  Ctrl-C stops n8n and the simulator.
`);
	isUp = true;
	await new Promise(() => {});
}

/** A row of the CSV file. */
interface Row {
	id: string;
	created_at: string;
	created_day: string;
}

async function allChargesToCsv(editor: Editor, simulator: Simulator, workflow: IWorkflowBase) {
	print(`Running '${workflow.name}'`);
	const execution = await editor.run(workflow);
	const [file] = itemsOf(execution, 'Make the CSV file');
	const csv = (await editor.download(file?.binary?.data?.id ?? '')).toString();

	const target = path.join(runFolder, 'charges.csv');
	await writeFile(target, csv);
	console.log(`\n${csv.split('\n').slice(0, 6).join('\n')}\n...\n`);

	const rows = parse<Row>(csv, { columns: true, bom: true });
	const same = simulator.records.charges.every(({ id }, index) => rows[index]?.id === id);
	if (rows.length !== CHARGES || !same) {
		throw new Error(
			`The CSV file has ${rows.length} rows, and not the simulator's charges in order`,
		);
	}
	const other = rows.find((row) => !row.created_at.startsWith(row.created_day));
	if (other) throw new Error(`The day of ${other.created_at} is ${other.created_day}`);
	print(`${rows.length} charges in the simulator's order: ${target}`);
}

/** Runs the report of the payouts of the last 30 days, a file with a chart. */
async function reportPayouts(editor: Editor, simulator: Simulator, ids: Record<string, string>) {
	const workflow = await importExample(editor, 'daily-payout-report.json', ids);
	print(`Running '${workflow.name}'`);
	const execution = await editor.run(workflow);
	const [totals] = itemsOf(execution, 'Totals by day and status');
	const [asked] = simulator.requests.filter(({ path: to }) => to === '/v1/payouts');
	const from = String(asked?.query.created_at_from);
	const days = (Date.now() - Date.parse(from)) / 86_400_000;
	if (!(days > 28 && days < 31)) throw new Error(`The report is of the payouts since ${from}`);
	const payouts = simulator.records.payouts.filter(({ created_at }) => created_at >= from);
	const reported = rowsByStatus(totals?.json.rows);
	expectSame('the totals of the payouts', reported, totalsOf(payouts));

	const [file] = itemsOf(execution, 'Make the HTML file');
	const html = await editor.download(file?.binary?.data?.id ?? '');
	if (!html.includes('<rect ')) throw new Error('The report of the payouts has no chart');
	const target = path.join(runFolder, 'payouts.html');
	await writeFile(target, html);
	print(`${payouts.length} payouts, with a chart: ${target}`);
}

/** Writes the sales, fees and refunds of the newest paid payout to a CSV file. */
async function reconcilePayout(editor: Editor, simulator: Simulator, ids: Record<string, string>) {
	const workflow = await importExample(editor, 'payout-reconciliation.json', ids);
	print(`Running '${workflow.name}'`);
	const [file] = itemsOf(await editor.run(workflow), 'Make the CSV file');
	const csv = await editor.download(file?.binary?.data?.id ?? '');
	const rows = parse<IDataObject>(csv, { columns: true, bom: true });
	const payout = simulator.records.payouts.find(({ status }) => status === 'paid')!;
	const amount = String(payout.source_amount);
	expect('the payout', rows.at(-2), { line: 'payout', net: `-${amount}` });
	expect('the difference', rows.at(-1), { line: 'difference', net: '0' });
	const target = path.join(runFolder, 'payout.csv');
	await writeFile(target, csv);
	print(`${rows.length - 2} lines add up to the payout of ${amount}: ${target}`);
}

/** Writes all customers to a data table; a second run adds no rows. */
async function customersToSheet(editor: Editor, simulator: Simulator, ids: Record<string, string>) {
	const file = 'customers-to-crm-sheet.json';
	const workflow = await importExample(editor, file, ids);
	const table = await chooseTable(editor, file, workflow, 'CRM');
	print(`Running '${workflow.name}'`);
	const wanted = simulator.records.customers.map(({ id }) => id).sort();
	for (let i = 0; i < 2; i += 1) {
		const written = itemsOf(await editor.run(workflow), 'Create or update the row');
		expectSame('the rows', written.map(({ json }) => json.customer_id).sort(), wanted);
	}
	const rows = (await editor.tableRows(table)).length;
	expect('the data table', { rows }, { rows: wanted.length });
	print(`${wanted.length} customers in the data table; the second run added none`);
}

/** Writes a message for each failed payment of a subscription, once. */
async function followUpFailedPayments(
	editor: Editor,
	simulator: Simulator,
	ids: Record<string, string>,
) {
	const { id } = await declinedSubscription(simulator, { name: 'Gym membership' }, 49);
	const workflow = await importExample(editor, 'failed-subscription-payments.json', ids);
	print(`Running '${workflow.name}'`);
	const [first, second] = [await editor.run(workflow), await editor.run(workflow)].map((run) =>
		itemsOf(run, 'Message to the customer').map(({ json }) => json),
	);
	expect('the message', first?.[0], { to: 'ann@mail.example', subscription_id: id });
	expect('the messages', { first: first?.length, second: second?.length }, { first: 1, second: 0 });
	print(`A message about the failed payment, once: ${first?.[0]?.subject as string}`);
}

/** Sends an overdue invoice again, once a week. */
async function remindOfInvoices(editor: Editor, simulator: Simulator, ids: Record<string, string>) {
	(await addInvoice(simulator, 'INV-1')).status = 'overdue';
	const workflow = await importExample(editor, 'weekly-reminder-of-overdue-invoices.json', ids);
	print(`Running '${workflow.name}'`);
	const [first, second] = [await editor.run(workflow), await editor.run(workflow)].map((run) =>
		itemsOf(run, 'Reminded or not').map(({ json }) => json),
	);
	expect('the reminder', first?.[0], { invoice_number: 'INV-1', result: 'Reminded' });
	expect(
		'the reminders',
		{ first: first?.length, second: second?.length },
		{ first: 1, second: 0 },
	);
	print('The overdue invoice was sent; the second run of the week sent none');
}

/** Bills usage by a saved payment method; a second run bills nobody. */
async function billUsage(editor: Editor, simulator: Simulator, ids: Record<string, string>) {
	const { id } = simulator.addSubscription({ reference: 'MEMBER-1042' });
	const file = 'monthly-usage-billing.json';
	const workflow = await importExample(editor, file, ids);
	await chooseTable(editor, file, workflow, 'Billed usage');
	await fillInUsage(editor, workflow, [{ reference: 'MEMBER-1042', amount: 12.5 }]);
	print(`Running '${workflow.name}'`);
	for (const result of ['Billed', 'Billed before']) {
		const [row] = itemsOf(await editor.run(workflow), 'Report').map(({ json }) => json);
		expect('the report', row, { reference: 'MEMBER-1042', amount: 12.5, result });
		const amounts = simulator.chargesOf(id).map(({ amount }) => amount);
		expectSame('the charges', amounts, [12.5]);
	}
	print('12.50 SGD charged by the saved payment method; the second run charged nothing');
}

/** Refunds the charges of failed orders over OAuth2; a second run refunds nothing more. */
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
	print(`Running '${workflow.name}' for ${orders.join(', ')}`);
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
	print(`${paid.length} full refunds; the second run made no more`);
}

/** Runs a workflow that waits for a payment, also after a failed one. */
async function payAndWait(editor: Editor, simulator: Simulator, ids: Record<string, string>) {
	const workflow = await importExample(editor, 'payment-request-and-wait.json', ids);
	print(`Running '${workflow.name}'`);
	const { paymentRequests } = simulator.records;
	const before = paymentRequests.length;
	const execution = await editor.start(workflow);
	await waitFor('the payment request', () => paymentRequests.length > before);
	const { id, url } = paymentRequests[0]!;
	await editor.waiting(workflow);
	await payOnPage(url, 'fail');
	await simulator.idle();
	await editor.waiting(workflow);
	print('The payment failed on the checkout page, and the workflow still waits');

	await payOnPage(url);
	const [sent] = itemsOf(await editor.end(execution), 'Send the order');
	expect('the payment request', sent?.json, { id, status: 'completed', paid: true });
	print('Paid on the checkout page, and the workflow continued');
}

/** Requests a refund in one form and approves it in another. */
async function approveRefund(editor: Editor, simulator: Simulator, ids: Record<string, string>) {
	const httpBasicAuth = await createApprovers(editor);
	const workflow = await importExample(editor, 'refund-approval.json', { ...ids, httpBasicAuth });
	await editor.publish(workflow);
	print(`Published '${workflow.name}'`);
	const charge = simulator.records.charges.find(({ status }) => status === 'succeeded')!;
	const refunds = simulator.records.refunds.length;
	await fillIn(`${editor.url}/form/ask-for-a-refund`, charge.id, '1.50', 'Damaged');
	const { id, data } = await editor.waiting(workflow);
	const [message] = outputOf({ data }, 'Message for the approver');
	expect('no refund yet', { made: simulator.records.refunds.length - refunds }, { made: 0 });
	await approve(message?.json.approve_at as string, 'Refund');
	const [refund] = itemsOf(await editor.end(id), 'Refund');
	expect('the refund', refund?.json, { payment_id: charge.id, amount_refunded: 1.5 });
	print(`Requested in a form (${message?.json.text as string}), approved in another, refunded`);
}

/** Checks that payments and refunds start a workflow once, and forged notifications do not. */
async function notifications(
	editor: Editor,
	simulator: Simulator,
	ids: Record<string, string>,
	restart: () => Promise<void>,
) {
	const paidOrder = await importExample(editor, 'paid-order-to-sheet.json', ids);
	const theShop = await editor.importWorkflow(shopWorkflow(ids.paymentsApi ?? ''));
	await editor.publish(paidOrder);
	await editor.publish(theShop);
	print(`Published '${paidOrder.name}' and a shop`);

	const request = await callWebhook(editor.url, 'order', {});
	await payOnPage(request.url as string);
	const [paid] = await untilRuns(editor, paidOrder, 1);
	const [row] = itemsOf(paid!, 'Row for the sheet').map(({ json }) => json);
	expect('the row of the paid order', row, { event: 'payment.completed', amount: 25 });
	print(`Paid on the checkout page, and the workflow ran: ${JSON.stringify(row)}`);

	await callWebhook(editor.url, 'return', { payment_id: row?.payment_id, amount: 25 });
	const [, refunded] = await untilRuns(editor, paidOrder, 2);
	const [back] = itemsOf(refunded!, 'Row for the sheet').map(({ json }) => json);
	expect('the row of the refund', back, { event: 'refund', amount: 25 });
	print(`Refunded, and the workflow ran: ${JSON.stringify(back)}`);

	expect('a forged notification', { status: await sendForged(editor.url) }, { status: 401 });
	print('A forged notification was rejected with 401');
	expect('a repeated one', { status: await redeliverLast(simulator) }, { status: 200 });
	const runs = (await editor.executions(paidOrder)).length;
	expect('the workflow', { runs }, { runs: 2 });
	print('A repeated notification returned 200 and started nothing: still 2 runs');

	expect('news', { status: await sendUnknownEvent(editor.url, simulator.salt) }, { status: 200 });
	const unknown = (await untilRuns(editor, paidOrder, 3)).at(-1)!;
	expect('news', { rows: itemsOf(unknown, 'Row for the sheet').length }, { rows: 0 });
	print('A notification of an unknown event ran the workflow, and added no row');

	print('Restarting n8n, which clears its memory');
	await restart();
	expect('a repeated one', { status: await redeliverLast(simulator) }, { status: 200 });
	const again = (await untilRuns(editor, paidOrder, 4)).at(-1)!;
	const rows = itemsOf(again, 'Row for the sheet').length;
	expect('Remove Duplicates', { rows }, { rows: 0 });
	print("Repeated after the restart: 'Remove Duplicates' passed nothing");

	const everything = await editor.importWorkflow(accountEvents(ids.paymentsApi ?? ''));
	const { webhookEndpoints, requests } = simulator;
	for (let i = 0; i < 10; i += 1) {
		// n8n registers a trigger again only when it has changed.
		const events = i % 2 ? ['charge.created'] : ['charge.created', 'payout.created'];
		for (const { parameters } of everything.nodes) parameters.events = events;
		await editor.publish(await editor.save(everything));
		// n8n registers in the background: the next publish has to wait for it.
		await waitFor(`the trigger to register, publish ${i + 1}`, () => {
			const [endpoint, ...more] = webhookEndpoints;
			return more.length === 0 && endpoint?.event_types.join() === events.join();
		});
	}
	await editor.unpublish(everything);
	await waitFor('the endpoint to be gone', () => webhookEndpoints.length === 0);
	const made = requests.filter(
		({ method, path: to }) => method === 'POST' && to === '/v1/webhook-events',
	).length;
	print(`Ten publishes left one webhook endpoint (created ${made} times), unpublishing left none`);
}

/** Checks that neither n8n's logs nor any execution contain a key, a token or a salt. */
async function noSecrets(editor: Editor, simulator: Simulator) {
	const { clientSecret } = simulator.oauthApp;
	const salts = simulator.webhookEndpoints.map(({ salt }) => salt);
	const secrets = [simulator.apiKey, simulator.salt, clientSecret, 'sim_access_', 'sim_refresh_'];
	const logs = ['demo.log', 'demo-restarted.log'].map((name) => path.join(runFolder, name));
	const kept = [
		...(await Promise.all(logs.map((log) => readFile(log, 'utf8')))),
		...(await editor.everything()),
	];
	if (!kept.some((text) => text.includes('ORD-1042'))) throw new Error('No data was searched');
	for (const secret of [...secrets, ...salts]) {
		if (kept.some((text) => text.includes(secret))) throw new Error('n8n has stored a secret');
	}
	print(
		`No key, token or salt in n8n's logs and in the data of ${kept.length - logs.length} executions`,
	);
}

/** Compares the named fields. @throws Error when a value differs */
function expect(what: string, found: IDataObject | undefined, wanted: IDataObject) {
	for (const [name, value] of Object.entries(wanted)) {
		if (found?.[name] === value) continue;
		throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
	}
}

/** Compares two values. @throws Error when they differ */
function expectSame(what: string, found: unknown, wanted: unknown) {
	if (isDeepStrictEqual(found, wanted)) return;
	throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

/** Returns the output of a node. @throws Error when the execution did not succeed */
function itemsOf(execution: Execution, node: string): INodeExecutionData[] {
	const { status, data } = execution;
	if (status !== 'success') {
		throw new Error(`The execution ended with status ${status}: ${data.resultData.error?.message}`);
	}
	return outputOf(execution, node);
}

const reason = await withCleanup(demo);
if (reason && !isUp) console.error(`\nThe demo did not complete: ${reason}`);
else print('Done');
process.exit(reason && !isUp ? 1 : 0);
