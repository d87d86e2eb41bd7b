/** docs/sync.md, step by step, by clicking in the editor; it leaves pictures in e2e/.run/sync-by-hand. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';

import { expect, test } from './browser.mjs';
import { exampleFile, post } from './examples.mjs';
import { projectFolder, runFolder } from './install.mjs';
import { choose, fillIn, nodeOnCanvas, openNode, save } from './panel.mjs';
import type { Postgres } from './services.mjs';
import { totalOf, totalOfTable } from './sync.mjs';

const BACKFILL = 'Charges to PostgreSQL: backfill';
const KEEP_IN_SYNC = 'Charges to PostgreSQL: keep in sync';
const MANUAL = "When clicking 'Execute workflow'";

test.use({
	environmentName: 'sync-by-hand',
	environmentOptions: { charges: 300, anchor: new Date().toISOString() },
	// n8n's own: after 'New workflow', and for a node of which it has no example.
	expectedErrors: /injectNDVStore\(\) was accessed|\/publication-status\)$|\/schemas\/.*\.json\)$/,
});

test('docs/sync.md does what it says, followed by clicking', async ({
	page,
	environment: { account, editor, simulator },
	postgres,
}) => {
	const { charges } = simulator.records;
	const withCharges = monthsOf(charges);
	let months: string[] = [];

	await test.step('1: both credentials are created, and n8n tests them', async () => {
		// The user of the page has no credential yet.
		await page.request.delete(`/rest/credentials/${account}`);
		await page.goto('/');
		const hitPay = await newCredential(page, 'HitPay Payments API');
		await choose(hitPay, 'environment', 'Custom');
		await fillIn(hitPay, { apiUrl: simulator.url, apiKey: simulator.apiKey });
		await save(hitPay);
		await expect(hitPay.getByText('Connection tested successfully')).toBeVisible();
		await page.keyboard.press('Escape');

		const database = await newCredential(page, 'Postgres');
		const { host, port, database: name, user } = postgres;
		await fillIn(database, { host, database: name, user, port: String(port) });
		await expect(inputOf(database, 'ssl')).toHaveValue('Disable');
		await database.getByTestId('credential-name').click();
		await page.keyboard.type('Database');
		await page.keyboard.press('Enter');
		await save(database);
		await expect(database.getByText('Connection tested successfully')).toBeVisible();
		await picture(page, '1-credential');
		await page.keyboard.press('Escape');
		await expect(database).toBeHidden();
	});

	await test.step('2 and 3: both files are imported, and their executions are not saved', async () => {
		for (const file of ['keep-in-sync', 'backfill']) {
			await importFile(page, `charges-to-postgresql-${file}.json`);
			await selectInMenu(page, 'Settings');
			const executions = page.getByTestId('workflow-settings-save-success-executions');
			// If n8n imports the setting one day, the step can go.
			await expect(executions.getByRole('combobox')).toHaveValue('Default - Save');
			await executions.click();
			await page.getByRole('option', { name: 'Do not save', exact: true }).click();
			await picture(page, `3-${file}`);
			const settings = page.getByRole('dialog');
			await settings.getByRole('button', { name: 'Save', exact: true }).click();
			await expect(settings).toBeHidden();
		}
	});

	await test.step('4 to 6: credentials are checked, and the months are opened', async () => {
		await openFromOverview(page, KEEP_IN_SYNC);
		await checkCredentials(page, {
			'When a charge changes': 'HitPay Payments account',
			'New charges that it missed': 'HitPay Payments account',
			'Get the charge': 'HitPay Payments account',
			'Write the rows': 'Database',
		});
		await openFromOverview(page, BACKFILL);
		await checkCredentials(page, {
			'Get the charges of the month': 'HitPay Payments account',
			'Make the tables and open the months': 'Database',
			'Claim the newest open month': 'Database',
			'Write the rows': 'Database',
			'The month is read': 'Database',
		});
		expect(withCharges.length).toBeGreaterThan(3);
		await enterFirstMonth(page, withCharges.at(-1)!);

		// The case that the page warns of.
		await expect(page.getByTestId('execute-workflow-button')).toContainText('Every 5 seconds');
		await openMonths(page);
		await picture(page, '6-opened');
		months = await column(postgres, 'month');
		// Up to tomorrow: at the turn of a month, one more.
		expect(months.slice(-withCharges.length)).toEqual(withCharges);
		expect(months.length).toBeLessThan(withCharges.length + 2);
		expect(await column(postgres, 'read_at')).toEqual(months.map(() => ''));
	});

	await test.step('7 and 8: both are published, every month is read, and the checks agree', async () => {
		await openFromOverview(page, KEEP_IN_SYNC);
		await publish(page);
		await expect.poll(() => simulator.webhookEndpoints.length).toBe(1);
		await openFromOverview(page, BACKFILL);
		await publish(page);
		await picture(page, '7-published');

		const [howFar, sums] = await checksOfPage();
		const all = [[String(months.length), String(months.length)]];
		await expect.poll(() => postgres.query(howFar)).toEqual(all);
		expect(await totalOfTable(postgres)).toEqual(totalOf(charges));
		const rows = await postgres.query(sums);
		expect([...new Set(rows.map(([month]) => month))]).toEqual(withCharges);
		for (const [month, currency, status, count, sum] of rows) {
			const same = charges.filter(
				(one) =>
					one.created_at.startsWith(month!) && one.currency === currency && one.status === status,
			);
			expect(Number(count)).toBe(same.length);
			expect(Number(sum)).toBeCloseTo(same.reduce((total, { amount }) => total + amount, 0));
		}

		await unpublish(page);
		await picture(page, '8-unpublished');
		const [opened, ...more] = await editor.everything();
		expect(more).toEqual([]);
		expect(opened).not.toContain(charges[0]!.id);
	});

	await test.step('a refund changes the row', async () => {
		const charge = charges.find(({ status, amount }) => status === 'succeeded' && amount > 20)!;
		await post(simulator, '/v1/refund', { payment_id: charge.id, amount: 5 });
		const row = () =>
			postgres.query(`select status, refunded_amount from charges where id = '${charge.id}'`);
		await expect.poll(row).toEqual([['partially_refunded', '5']]);
	});

	await test.step('run again: nothing changes, and only the latest months are read if they are entered', async () => {
		await openFromOverview(page, BACKFILL);
		const readBefore = await column(postgres, 'read_at');
		await openMonths(page);
		await publish(page);
		await untilRead(postgres);
		expect(await column(postgres, 'changed')).toEqual(months.map(() => '0'));
		const readAgain = await column(postgres, 'read_at');
		readAgain.forEach((at, index) => expect(at).not.toBe(readBefore[index]));
		await unpublish(page);

		await enterFirstMonth(page, months[1]!);
		await openMonths(page);
		const opened = await column(postgres, 'read_at');
		expect(opened).toEqual(readAgain.map((at, index) => (months[index]! >= months[1]! ? '' : at)));
		await publish(page);
		await untilRead(postgres);
		await unpublish(page);
	});
});

/** Opens the form of a new credential, as the README says. */
async function newCredential(page: Page, type: string): Promise<Locator> {
	await page.getByTestId('universal-add').click();
	await page.getByText('New credential', { exact: true }).click();
	await page.getByTestId('new-credential-type-select').click();
	await page.keyboard.type(type);
	await page.getByRole('option', { name: type, exact: true }).click();
	await page.getByTestId('new-credential-type-button').click();
	return page.getByTestId('editCredential-modal');
}

/** Imports a file into a new workflow, as the README says, and waits until n8n has saved it. */
async function importFile(page: Page, file: string) {
	await page.getByTestId('universal-add').click();
	await page.getByText('New workflow', { exact: true }).click();
	await expect(page.getByTestId('canvas-add-button')).toBeVisible();
	await selectInMenu(page, 'Import');
	const chooser = page.waitForEvent('filechooser');
	await page.getByText('From file').click();
	const saved = page.waitForResponse(
		(response) =>
			response.request().method() === 'POST' && response.url().endsWith('/rest/workflows'),
	);
	await (await chooser).setFiles(exampleFile(file));
	await saved;
}

/** Selects in the menu with three dots, which closes by itself while n8n still loads the workflow. */
async function selectInMenu(page: Page, name: string) {
	const menu = page.getByTestId('workflow-menu');
	// The sidebar has an item of this name, too.
	const item = page.locator('[role="menu"][data-state="open"]').getByRole('menuitem', { name });
	await expect(async () => {
		// A dialog may open late, and then covers the menu.
		if ((await page.locator('[role="dialog"]:visible').count()) > 0) return;
		if (!(await item.isVisible())) await menu.click({ timeout: 3000 });
		await item.click({ timeout: 3000 });
	}).toPass();
}

async function openFromOverview(page: Page, name: string) {
	await page.getByTestId('project-home-menu-item').click();
	await page.getByTestId('workflow-card-name').getByText(name, { exact: true }).click();
	await expect(page.getByTestId('canvas-node').first()).toBeVisible();
}

const inputOf = (scope: Locator, parameter: string) =>
	scope.getByTestId(`parameter-input-${parameter}`).locator('input').first();

/** Opens each node, and expects its credential. */
async function checkCredentials(page: Page, wanted: Record<string, string>) {
	for (const [name, credential] of Object.entries(wanted)) {
		const view = await openNode(page, name);
		const selected = view.getByTestId('node-credentials-select').locator('input').first();
		await expect(selected).toHaveValue(credential);
		await closeNode(page);
	}
}

async function closeNode(page: Page) {
	await page.getByTestId('ndv-close-button').click();
	await expect(page.getByTestId('ndv')).toBeHidden();
}

async function enterFirstMonth(page: Page, month: string) {
	const view = await openNode(page, 'First month');
	await view.getByTestId('assignment-value').locator('input').first().fill(month);
	await closeNode(page);
}

/** Selects 'Execute workflow' beside the manual trigger. */
async function openMonths(page: Page) {
	await nodeOnCanvas(page, MANUAL).hover();
	await page.getByTestId(`execute-workflow-button-${MANUAL}`).click();
	const done = page.getByText('Workflow executed successfully');
	await expect(done).toBeVisible();
	await expect(done).toBeHidden();
}

async function publish(page: Page) {
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
	await page.getByRole('button', { name: 'Got it' }).click();
}

async function unpublish(page: Page) {
	await page.getByTestId('version-menu-button').click();
	await page.getByTestId('version-menu-item-unpublish').click();
	await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
	await expect(page.getByText('Workflow unpublished successfully').first()).toBeVisible();
}

/** Returns the months of charges, the newest first. */
function monthsOf(charges: ReadonlyArray<{ created_at: string }>): string[] {
	return [...new Set(charges.map(({ created_at }) => created_at.slice(0, 7)))];
}

/** Returns a column of `charge_months`, the newest month first. */
async function column(postgres: Postgres, name: string): Promise<string[]> {
	const rows = await postgres.query(
		`select coalesce(${name}::text, '') from charge_months order by month desc`,
	);
	return rows.map(([value = '']) => value);
}

async function untilRead(postgres: Postgres) {
	await expect.poll(() => column(postgres, 'read_at')).not.toContain('');
}

/** Returns the SQL of the section 'Check' of docs/sync.md. */
async function checksOfPage(): Promise<[string, string]> {
	const text = await readFile(path.join(projectFolder, 'docs', 'sync.md'), 'utf8');
	const [, section = ''] = /^## Check$(.*?)^## /ms.exec(text) ?? [];
	const [howFar, sums] = [...section.matchAll(/```sql\n(.*?)```/gs)].map(([, sql]) => sql!);
	return [howFar!, sums!];
}

async function picture(page: Page, name: string) {
	await page.screenshot({ path: path.join(runFolder, 'sync-by-hand', `${name}.png`) });
}
