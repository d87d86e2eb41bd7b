import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { IDataObject } from 'n8n-workflow';

import type { TestEnvironment } from './fixtures.mjs';

/** The panel that searches nodes. */
function nodePanel(page: Page): Locator {
	return page.getByTestId('node-creator');
}

/** Opens a workflow with a manual trigger, and the panel for its next node. */
export async function openNodePanel(page: Page): Promise<Locator> {
	await page.goto('/workflow/new');
	await page.getByTestId('canvas-add-button').click();
	// The panel lists it under this name only until one searches.
	await nodePanel(page).getByText('Trigger manually').click();
	await page.getByTestId('node-creator-plus-button').click();
	return nodePanel(page);
}

/** Adds a Payments node that is found by words, by the name of its action. @returns its details view */
export async function addPayments(page: Page, words: string, action: string): Promise<Locator> {
	const panel = await openNodePanel(page);
	await search(page, words);
	await panel.getByTestId('node-creator-item-name').getByText('Payments', { exact: true }).click();
	await panel.getByText(action, { exact: true }).click();
	const view = page.getByTestId('ndv');
	await view.getByTestId('node-credentials-select').click();
	await page
		.getByRole('option', { name: 'Payments account HitPay Payments API', exact: true })
		.click();
	return view;
}

/** Types into the panel's search. */
export async function search(page: Page, words: string): Promise<void> {
	await page.getByTestId('node-creator-search-bar').fill(words);
}

/** A node of a workflow: name, type, parameters, and further properties such as `onError`. */
export type Step = [name: string, type: string, parameters: IDataObject, more?: IDataObject];

/**
 * Saves a chain of nodes with the API key credential and opens the workflow.
 */
export async function openWorkflow(
	page: Page,
	environment: TestEnvironment,
	...steps: Step[]
): Promise<void> {
	const credentials = { paymentsApi: { id: environment.account, name: 'Payments account' } };
	const nodes = steps.map(([name, type, parameters, more], index) => ({
		id: randomUUID(),
		name,
		type,
		typeVersion: 1,
		position: [index * 220, 0],
		parameters,
		...(type.startsWith('n8n-nodes-payments.') && { credentials, webhookId: randomUUID() }),
		...more,
	}));
	const connections = Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name }, index) => [
				nodes[index]!.name,
				{ main: [[{ node: name, type: 'main', index: 0 }]] },
			]),
	);
	const workflow = { name: 'Orders', nodes, connections, settings: { executionOrder: 'v1' } };
	const { id } = await environment.editor.importWorkflow(workflow);
	await page.goto(`/workflow/${id}`);
}

/** A node on the canvas. */
export function nodeOnCanvas(page: Page, name: string): Locator {
	return page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
}

/** Opens a node of the canvas. @returns its details view */
export async function openNode(page: Page, name: string): Promise<Locator> {
	await nodeOnCanvas(page, name).dblclick();
	return page.getByTestId('ndv');
}

/** Opens a drop-down. @returns its options */
export async function openList(scope: Locator, parameter: string): Promise<Locator> {
	const input = scope.getByTestId(`parameter-input-${parameter}`);
	const options = scope.page().getByRole('option');
	await input.click();
	// A click opens nothing while n8n still loads the options.
	const opened = options.first().waitFor({ timeout: 3_000 });
	await opened.catch(() => input.click());
	return options;
}

/** Chooses an option of a drop-down by its name. */
export async function choose(scope: Locator, parameter: string, name: string): Promise<void> {
	const options = await openList(scope, parameter);
	await options.filter({ has: scope.page().getByText(name, { exact: true }) }).click();
}

/** Returns the names of options without their descriptions. */
export async function namesOf(options: Locator): Promise<Array<string | undefined>> {
	return (await options.allInnerTexts()).map((text) => text.split('\n')[0]);
}

/** Runs the open node and shows its output as a table. @returns the rows */
export async function execute(view: Locator): Promise<Locator> {
	await view.getByTestId('node-execute-button').click();
	const output = view.getByTestId('output-panel');
	await output.getByTestId('radio-button-table').click();
	return output.locator('tbody').getByRole('row');
}

/** Opens the form of a new credential. */
export async function newCredential(page: Page, type: string): Promise<Locator> {
	await page.goto('/home/credentials/create');
	await page.getByTestId('new-credential-type-select').click();
	await page.keyboard.type('Payments');
	await page.getByRole('option', { name: type, exact: true }).click();
	await page.getByTestId('new-credential-type-button').click();
	return page.getByTestId('editCredential-modal');
}

/** Fills in the fields of a credential by parameter name. */
export async function fillIn(form: Locator, values: Record<string, string>): Promise<void> {
	for (const [parameter, value] of Object.entries(values)) {
		await form.getByTestId(`parameter-input-${parameter}`).locator('input').fill(value);
	}
}

/** Enters and saves a new API key credential for a custom environment. @returns its form */
export async function saveApiKey(page: Page, values: Record<string, string>): Promise<Locator> {
	const form = await newCredential(page, 'HitPay Payments API');
	await choose(form, 'environment', 'Custom');
	await fillIn(form, values);
	await save(form);
	return form;
}

/** Saves a credential, which also tests it. */
export async function save(form: Locator): Promise<void> {
	await form.getByTestId('credential-save-button').click();
}
