import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { IWorkflowBase } from 'n8n-workflow';

import type { Editor } from './editor.mjs';
import { projectFolder } from './install.mjs';
import type { Invoice, Payout, Simulator, Subscription } from './simulator.mjs';

const folder = path.join(projectFolder, 'examples');

/** The files of examples/. */
export async function exampleFiles(): Promise<string[]> {
	return (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
}

/** The path of a file of examples/. */
export function exampleFile(file: string): string {
	return path.join(folder, file);
}

/** The path of a file of examples/tables/. */
export function tableFile(file: string): string {
	return path.join(folder, 'tables', file);
}

/** Reads a workflow of examples/. */
export async function readExample(file: string): Promise<IWorkflowBase> {
	return JSON.parse(await readFile(exampleFile(file), 'utf8')) as IWorkflowBase;
}

/**
 * Saves a workflow of examples/ with the credentials chosen, as a user does after the import.
 *
 * @param ids the credentials by type; OAuth2 is used when there is no API key
 * @param others those of n8n's own nodes
 */
export async function importExample(
	editor: Editor,
	file: string,
	{
		paymentsApi,
		paymentsOAuth2Api,
		...others
	}: { paymentsApi?: string; paymentsOAuth2Api?: string; [type: string]: string | undefined },
): Promise<IWorkflowBase> {
	const workflow = await readExample(file);
	for (const node of workflow.nodes.filter(({ credentials }) => credentials)) {
		const [type = '', { name } = { name: '' }] = Object.entries(node.credentials!)[0] ?? [];
		if (type !== 'paymentsApi') {
			node.credentials = { [type]: { id: others[type]!, name } };
		} else if (paymentsApi) {
			node.credentials = { paymentsApi: { id: paymentsApi, name: 'Payments account' } };
		} else {
			node.parameters.authentication = 'oAuth2';
			node.credentials = {
				paymentsOAuth2Api: { id: paymentsOAuth2Api!, name: 'Payments account (OAuth2)' },
			};
		}
	}
	return await editor.importWorkflow(workflow);
}

/** Sends a request to the simulator, as the dashboard or another client does. @throws Error when it is refused */
export async function post({ url, apiKey }: Simulator, to: string, body: object): Promise<void> {
	const answer = await fetch(`${url}${to}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'x-business-api-key': apiKey },
		body: JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(`${to} returned ${answer.status}: ${await answer.text()}`);
}

/** Adds a subscription whose card was declined. */
export async function declinedSubscription(
	simulator: Simulator,
	body: Parameters<Simulator['addSubscription']>[0],
	amount: number,
): Promise<Subscription> {
	const added = simulator.addSubscription(body);
	simulator.attachMethod(added.id, 'card', '0002');
	await post(simulator, `/v1/charge/recurring-billing/${added.id}`, { amount, currency: 'SGD' });
	return added;
}

/** Adds an invoice of last year. @returns its live record */
export async function addInvoice(simulator: Simulator, invoice_number: string): Promise<Invoice> {
	await post(simulator, '/v1/invoices', {
		invoice_number,
		auto_invoice_number: '0',
		invoice_date: '2025-01-02',
		due_date: '2025-02-01',
		currency: 'SGD',
		payment_by: 'amount',
		amount: 120,
		subtotal: 120,
		customer: { name: 'Ann Tan', email: 'ann@mail.example' },
	});
	return simulator.records.invoices[0]!;
}

/** Puts order numbers into 'Failed orders', which users replace by a node of their own. */
export async function fillInOrders(
	editor: Editor,
	workflow: IWorkflowBase,
	orders: unknown[],
): Promise<void> {
	const node = workflow.nodes.find(({ name }) => name === 'Failed orders')!;
	const items = orders.map((order_number) => ({ json: { order_number } }));
	node.parameters.jsCode = `return ${JSON.stringify(items)};`;
	await editor.save(workflow);
}

/** The usage of a customer in a month. */
export interface Usage {
	reference: unknown;
	/** Major units. */
	amount: unknown;
	currency?: string;
}

/** Puts usage into 'Usage of the month', which users replace by a node of their own. */
export async function fillInUsage(
	editor: Editor,
	workflow: IWorkflowBase,
	usage: Usage[],
): Promise<void> {
	const node = workflow.nodes.find(({ name }) => name === 'Usage of the month')!;
	const items = usage.map((one) => ({ json: { currency: 'SGD', ...one } }));
	node.parameters.jsCode = `return ${JSON.stringify(items)};`;
	await editor.save(workflow);
}

/** The files of the data tables, by the file of the example. */
const tables: Record<string, string> = {
	'alert-when-no-events-arrive.json': 'received-events.csv',
	'customers-to-crm-sheet.json': 'customers.csv',
	'monthly-usage-billing.json': 'billed-usage.csv',
};

/** Creates the data table of an example and chooses it, as its note asks for. @returns the id of the table */
export async function chooseTable(
	editor: Editor,
	file: string,
	workflow: IWorkflowBase,
	tableName = file,
): Promise<string> {
	const table = await editor.importTable(tableName, tableFile(tables[file]!));
	for (const { type, parameters } of workflow.nodes) {
		if (!type.endsWith('.dataTable')) continue;
		parameters.dataTableId = { __rl: true, mode: 'list', value: table };
	}
	await editor.save(workflow);
	return table;
}

/** Counts payouts and sums their amounts by status: the expected payout report. */
export function totalsOf(payouts: Array<Pick<Payout, 'status' | 'currency' | 'amount'>>) {
	const totals: Record<string, { payouts: number; amount: number }> = {};
	for (const { status, currency, amount } of payouts) {
		const total = (totals[`${status} ${currency}`] ??= { payouts: 0, amount: 0 });
		total.payouts += 1;
		total.amount = Number((total.amount + amount).toFixed(2));
	}
	return totals;
}

/** Sums the rows of a payout report by status. */
export function rowsByStatus(rows: unknown): ReturnType<typeof totalsOf> {
	const totals: ReturnType<typeof totalsOf> = {};
	for (const { status, currency, payouts, amount } of rows as PayoutRow[]) {
		const total = (totals[`${status} ${currency}`] ??= { payouts: 0, amount: 0 });
		total.payouts += payouts;
		total.amount = Number((total.amount + amount).toFixed(2));
	}
	return totals;
}

/** A row of 'Totals by day and status'. */
export interface PayoutRow {
	day: string;
	status: string;
	currency: string;
	payouts: number;
	amount: number;
}
