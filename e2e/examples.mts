import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { IWorkflowBase } from 'n8n-workflow';

import type { Editor } from './editor.mjs';
import { projectFolder } from './install.mjs';
import type { Payout } from './simulator.mjs';

const folder = path.join(projectFolder, 'examples');

/** The files of examples/. */
export async function exampleFiles(): Promise<string[]> {
	return (await readdir(folder)).sort();
}

/** Where a file of examples/ is. */
export function exampleFile(file: string): string {
	return path.join(folder, file);
}

/** A workflow of examples/, as it is there. */
export async function readExample(file: string): Promise<IWorkflowBase> {
	return JSON.parse(await readFile(exampleFile(file), 'utf8')) as IWorkflowBase;
}

/**
 * Saves a workflow of examples/ with the credentials chosen, as a user does after the import.
 *
 * @param ids of the credentials by their types; with OAuth2 only, the user chooses that
 */
export async function importExample(
	editor: Editor,
	file: string,
	{ paymentsApi, paymentsOAuth2Api }: { paymentsApi?: string; paymentsOAuth2Api?: string },
): Promise<IWorkflowBase> {
	const workflow = await readExample(file);
	for (const node of workflow.nodes.filter(({ credentials }) => credentials)) {
		if (paymentsApi) {
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

/** Puts order numbers into 'Failed orders', in whose place a user puts a node of their own. */
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

/** What the payout report is to say: how many payouts there were, and their amounts, by status. */
export function totalsOf(payouts: Array<Pick<Payout, 'status' | 'currency' | 'amount'>>) {
	const totals: Record<string, { payouts: number; amount: number }> = {};
	for (const { status, currency, amount } of payouts) {
		const total = (totals[`${status} ${currency}`] ??= { payouts: 0, amount: 0 });
		total.payouts += 1;
		total.amount = Number((total.amount + amount).toFixed(2));
	}
	return totals;
}

/** What the payout report says, without the days: its totals by status. */
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
