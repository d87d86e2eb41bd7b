import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';

import { expect, test } from './browser.mjs';
import { owner } from './editor.mjs';
import type { TestEnvironment } from './fixtures.mjs';
import { projectFolder } from './install.mjs';
import type { Simulator } from './simulator.mjs';
import {
	choose,
	execute,
	fillIn,
	namesOf,
	newCredential,
	nodeOnCanvas,
	openList,
	openNode,
	addPayments,
	openNodePanel,
	openWorkflow,
	save,
	saveApiKey,
	search,
	type Step,
} from './panel.mjs';
import { readExample } from './examples.mjs';
import { takePictures } from './pictures.mjs';

const run = promisify(execFile);

const PAYMENTS_TRIGGER = 'n8n-nodes-payments.paymentsTrigger';

const START: Step = ['Start', 'n8n-nodes-base.manualTrigger', {}];

/** n8n adds it to every node that has credentials. */
const N8NS_OWN = 'Custom API Call';

const payments = (parameters: Step[2]): Step => [
	'Payments',
	'n8n-nodes-payments.payments',
	parameters,
];

test.use({ environmentName: 'browser' });

test('the owner signs in with the form', async ({ browser, environment }) => {
	const signedOut = await browser.newContext({ baseURL: environment.n8n.url });
	const page = await signedOut.newPage();
	await page.goto('/');
	await page.getByLabel('Email').fill(owner.email);
	await page.getByLabel('Password').fill(owner.password);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await expect(page.getByTestId('universal-add')).toBeVisible();
	await signedOut.close();
});

test("the node is found by 'payments', 'refund' and 'paynow'", async ({ page }) => {
	const panel = await openNodePanel(page);
	const found = panel.getByTestId('node-creator-item-name');
	// The panel lists the Payments Trigger within 'Payments'.
	const ours = ['Payments', /^Payments Poll/];
	for (const words of ['payments', 'refund', 'paynow']) {
		// Otherwise the results of the previous search would pass for those of this one.
		await expect(found).not.toHaveText(ours);
		await search(page, words);
		await expect(found).toHaveText(ours);
		await search(page, '');
	}
});

test('the node is added for Get Many, run, and shows its rows', async ({ page, environment }) => {
	const view = await addPayments(page, 'payments', 'Get many charges');
	const rows = await execute(view);

	await expect(view.getByTestId('run-data-item-count')).toHaveText('50 items');
	// The output shows 25 items a page.
	const charges = environment.simulator.records.charges.slice(0, 25);
	await expect(rows).toHaveText(charges.map(({ id }) => new RegExp(id)));

	await takePictures(page, 'node', await view.boundingBox());
});

test('all charges go through a workflow on the canvas', async ({ page, environment }) => {
	const file = 'Make a CSV file';
	await openWorkflow(
		page,
		environment,
		START,
		['Get all charges', 'n8n-nodes-payments.payments', { returnAll: true }],
		[file, 'n8n-nodes-base.convertToFile', {}],
	);
	await page.getByTestId('execute-workflow-button').click();
	const count = `${environment.simulator.records.charges.length} items`;
	await expect(page.getByTestId('canvas').getByText(count)).toBeVisible();
	await expect(nodeOnCanvas(page, file).getByTestId('canvas-node-status-success')).toBeVisible();

	const first = (await nodeOnCanvas(page, START[0]).boundingBox())!;
	const last = (await nodeOnCanvas(page, file).boundingBox())!;
	const [margin, name] = [80, 50];
	await takePictures(page, 'canvas', {
		// Left of the first node is its trigger icon, right of the last one a plus.
		x: first.x - 1.5 * margin,
		y: first.y - margin,
		width: last.x + last.width - first.x + 3 * margin,
		height: first.height + name + 2 * margin,
	});
});

test('an execution that waits for a payment links the checkout page', async ({
	page,
	environment,
}) => {
	const parameters = { amount: 25, currency: 'SGD', email: 'ann@example.com' };
	const wait = { resource: 'paymentRequest', operation: 'createAndWait', ...parameters };
	await openWorkflow(page, environment, START, payments(wait));
	await page.getByTestId('execute-workflow-button').click();
	const { paymentRequests } = environment.simulator.records;
	await expect.poll(() => paymentRequests.length).toBeGreaterThan(0);
	const view = await openNode(page, 'Payments');
	const link = view.getByRole('link', { name: 'checkout page' });
	await expect(link).toHaveAttribute('href', paymentRequests[0]!.url);
	await takePictures(page, 'waiting', await view.boundingBox());
	await page.keyboard.press('Escape');
	await page.getByTestId('stop-execution-button').click();
});

test("the node offers all resources and operations of the README's table", async ({
	page,
	environment,
}) => {
	const operations = await operationsInReadme();
	await openWorkflow(page, environment, START, payments({}));
	const view = await openNode(page, 'Payments');
	const resources = await openList(view, 'resource');
	await expect.poll(() => namesOf(resources)).toEqual([...operations.keys(), N8NS_OWN]);
	await page.keyboard.press('Escape');
	for (const [resource, names] of operations) {
		await choose(view, 'resource', resource);
		const options = await openList(view, 'operation');
		await expect.poll(() => namesOf(options)).toEqual([...names.sort(), N8NS_OWN]);
		await page.keyboard.press('Escape');
	}
});

/** The resources of the README's table with their operations. */
async function operationsInReadme(): Promise<Map<string, string[]>> {
	const readme = await readFile(path.join(projectFolder, 'README.md'), 'utf8');
	const [, section = ''] = /^## Operations$(.*?)^## /ms.exec(readme) ?? [];
	const [, , ...rows] = section.match(/^\|.*$/gm) ?? [];
	const operations = new Map<string, string[]>();
	for (const row of rows) {
		const [, page = '', names = ''] = row.split('|').map((cell) => cell.trim());
		const [, resource = ''] = /^\[(.+)\]/.exec(page) ?? [];
		operations.set(resource, [...(operations.get(resource) ?? []), ...names.split(', ')]);
	}
	return operations;
}

test('a long list says beforehand where its progress is, and reports it there', async ({
	page,
	environment: { simulator, ...environment },
}) => {
	await openWorkflow(page, { simulator, ...environment }, START, [
		'Payments',
		'n8n-nodes-payments.payments',
		{ returnAll: true, options: { parallelDays: false } },
	]);
	const view = await openNode(page, 'Payments');
	await expect(view.getByTestId('output-panel')).toContainText('how many records were read');
	simulator.fault({ path: '/v1/charges', delay: 600, times: 10 });
	const report = page.waitForEvent('console', (message) =>
		/Payments"\] .+ records were read so far/.test(message.text()),
	);
	await execute(view);
	await report;
	await expect(view.getByTestId('run-data-item-count')).toHaveText('1000 items');
});

test('a location to delete is selected from a searchable list of inactive ones', async ({
	page,
	environment,
}) => {
	const { locations } = environment.simulator.records;
	const inactive = locations.filter(({ active }) => !active);
	const [first] = inactive;
	await openWorkflow(
		page,
		environment,
		START,
		payments({ resource: 'location', operation: 'delete' }),
	);
	const view = await openNode(page, 'Payments');
	await view.getByTestId('resource-locator-locationId').click();

	const items = page.getByTestId('rlc-item');
	await expect(async () => {
		// The list loads 25 of them at a time.
		await items.last().scrollIntoViewIfNeeded();
		await expect(items).toHaveCount(inactive.length, { timeout: 1000 });
	}).toPass();
	await page.getByTestId('rlc-search').fill(first!.name);
	await expect(items).toHaveText([`${first!.name} (inactive)`]);
	await items.click();
	await expect(view.getByTestId('rlc-input')).toHaveValue(`${first!.name} (inactive)`);

	await expect(await execute(view)).toHaveText([new RegExp(`true\\s*${first!.id}`)]);
	expect(environment.simulator.records.locations).not.toContain(first);
});

/** Opens a workflow that refunds what remains of charges. */
async function openRefunds(
	page: Page,
	environment: TestEnvironment,
	ids: string[],
	parameters: Step[2],
) {
	const items = JSON.stringify(ids.map((payment_id) => ({ payment_id })));
	await openWorkflow(
		page,
		environment,
		START,
		['Charges', 'n8n-nodes-base.code', { jsCode: `return ${items};` }, { typeVersion: 2 }],
		payments({
			resource: 'refund',
			operation: 'create',
			paymentId: { __rl: true, mode: 'id', value: '={{ $json.payment_id }}' },
			refundKind: 'everything',
			...parameters,
		}),
	);
}

test('a preview shows the refunds and their totals, and refunds nothing', async ({
	page,
	environment,
}) => {
	const { simulator } = environment;
	const amounts: Array<[number, string]> = [
		[0.1, 'sgd'],
		[0.2, 'sgd'],
		[30, 'myr'],
	];
	const ids = amounts.map(
		([amount, currency]) => simulator.addCharge({ amount, currency, status: 'succeeded' }).id,
	);
	await openRefunds(page, environment, ids, { previewOnly: true });
	await expect(nodeOnCanvas(page, 'Payments')).toContainText('Preview: Create a refund');
	const view = await openNode(page, 'Payments');
	await expect(view.getByText('Preview Only')).toBeVisible();
	await expect(view.getByText('Refunds cannot be undone')).toHaveCount(0);

	await expect(await execute(view)).toHaveCount(3);
	const hint = 'Of 3 items, 3 would succeed (0.30 SGD, 30.00 MYR). Nothing was sent.';
	await expect(view.getByTestId('output-panel').getByText(hint)).toBeVisible();
	await takePictures(page, 'preview', await view.boundingBox());
	expect(simulator.records.refunds.filter((one) => ids.includes(one.payment_id))).toEqual([]);
});

test('the charge to refund is selected from a list, and its remaining amount is refunded', async ({
	page,
	environment,
}) => {
	const { simulator } = environment;
	const charge = simulator.addCharge({ status: 'succeeded' });
	await openWorkflow(
		page,
		environment,
		START,
		payments({ resource: 'refund', operation: 'create' }),
	);
	const view = await openNode(page, 'Payments');
	await expect(view.getByText('refunds cannot be undone')).toBeVisible();
	await view.getByTestId('resource-locator-paymentId').click();
	const items = page.getByTestId('rlc-item');
	await expect(items.first()).toContainText(charge.customer.name);
	await expect(items.first()).toContainText(charge.amount.toFixed(2));
	await takePictures(page, 'refund', await view.boundingBox());

	await page.getByTestId('rlc-search').fill(charge.id);
	await expect(items).toHaveCount(1);
	await items.click();
	// The default is 'Partial Amount', which needs an amount.
	await choose(view, 'refundKind', 'Remaining Amount');
	const rows = await execute(view);
	await expect(rows).toHaveText([new RegExp(charge.id)]);
	const made = simulator.records.refunds.filter(({ payment_id }) => payment_id === charge.id);
	expect(made).toMatchObject([{ amount_refunded: charge.amount }]);
});

test('money is sent to a supplier that is selected from a list', async ({ page, environment }) => {
	const form = {
		...{ resource: 'transfer', operation: 'create', paymentAmount: 120.5, reference: 'INV-204' },
		sourceCurrency: { __rl: true, mode: 'list', value: 'SGD' },
	};
	await openWorkflow(page, environment, START, payments(form));
	const view = await openNode(page, 'Payments');
	await view.getByTestId('resource-locator-beneficiaryId').click();
	await page.getByTestId('rlc-item').first().click();
	await expect(await execute(view)).toContainText(['INV-204']);
	await takePictures(page, 'transfer', await view.boundingBox());
});

test('a product is created with its variations', async ({ page, environment }) => {
	const variations = [
		{ variation_value_1: 'Medium', price: 39, quantity: 10 },
		{ variation_value_1: 'Large', price: 42, quantity: 5 },
	];
	const form = {
		...{ resource: 'product', operation: 'create', name: 'Linen shirt', price: 39 },
		additionalFields: { variations: { variations } },
	};
	await openWorkflow(page, environment, START, payments(form));
	const view = await openNode(page, 'Payments');
	await expect(await execute(view)).toContainText(['Linen shirt']);
	await takePictures(page, 'product', await view.boundingBox());
});

test('a payout that is chosen from a list is reconciled', async ({ page, environment }) => {
	const { records, url, apiKey } = environment.simulator;
	const path = `${url}/v1/balances/adyen/transactions?per_page=100`;
	const answer = await fetch(path, { headers: { 'X-BUSINESS-API-KEY': apiKey } });
	const { data } = (await answer.json()) as {
		data: Array<{ description: string; payout_id: string }>;
	};
	const { payout_id: id } = data.find(({ description }) => description === 'Refund')!;
	const payout = records.payouts.find((one) => one.id === id)!;
	const reconcile = { resource: 'payout', operation: 'reconcile' };
	const provider = { __rl: true, mode: 'list', value: 'adyen' };
	await openWorkflow(page, environment, START, payments({ ...reconcile, provider }));
	const view = await openNode(page, 'Payments');
	await view.getByTestId('resource-locator-payoutId').click();
	await page.getByTestId('rlc-search').fill(payout.amount.toFixed(2));
	await page.getByTestId('rlc-item').first().click();
	const rows = await execute(view);
	await expect(rows.last()).toContainText('difference');
	await takePictures(page, 'reconcile', await view.boundingBox());
});

test('after a run of several, a hint counts the items and adds their amounts', async ({
	page,
	environment,
}) => {
	const { simulator } = environment;
	const ids = [20, 30.05].map((amount) => simulator.addCharge({ amount, currency: 'sgd' }).id);
	await openRefunds(page, environment, ids, { options: { saveIds: true } });
	const view = await openNode(page, 'Payments');
	await expect(await execute(view)).toHaveCount(2);
	const hint = 'Of 2 items, 2 succeeded (50.05 SGD).';
	await expect(view.getByTestId('output-panel').getByText(hint)).toBeVisible();
	await view.getByText('Save IDs to Execution').scrollIntoViewIfNeeded();
	await takePictures(page, 'execution', await view.boundingBox());
});

test.describe('a workflow of examples/ looks as in the picture', () => {
	const pictures: Array<[picture: string, file: string, last: string]> = [
		['business', 'business-to-postgresql.json', 'Write the refunds'],
		['catch-up', 'catch-up-after-an-outage.json', 'The charge'],
		['kiosk', 'kiosk.json', 'Paid charge'],
	];
	for (const [picture, file, last] of pictures) {
		test(file, async ({ page, environment }) => {
			const { id } = await environment.editor.importWorkflow(await readExample(file));
			await page.setViewportSize({ width: 1000, height: 900 });
			await page.goto(`/workflow/${id}`);
			await expect(nodeOnCanvas(page, last)).toBeVisible();
			const canvas = (await page.getByTestId('canvas').boundingBox())!;
			// Without the buttons at its right.
			await takePictures(page, picture, { ...canvas, width: canvas.width - 80 });
		});
	}
});

test('the forms of the credentials look as in the pictures', async ({ page }) => {
	const secret = 'never saved, never shown';
	const key = await newCredential(page, 'HitPay Payments API');
	await fillIn(key, { apiKey: secret });
	await takePictures(page, 'credential-api-key', await key.boundingBox());
	const app = await newCredential(page, 'HitPay Payments App OAuth2 API');
	await fillIn(app, { clientId: 'your-client-id', clientSecret: secret });
	await takePictures(page, 'credential-oauth2', await app.boundingBox());
});

test('a wrong API key shows a clear message, and the right one is accepted', async ({
	page,
	environment,
}) => {
	const form = await saveApiKey(page, { apiUrl: environment.simulator.url, apiKey: 'wrong' });
	await form.getByText('More details').click();
	await expect(form.getByText('The Payments API does not accept this API key.')).toBeVisible();

	await fillIn(form, { apiKey: environment.simulator.apiKey });
	await save(form);
	await expect(form.getByText('Connection tested successfully')).toBeVisible();
});

/** Opens a new OAuth2 credential for the simulator's app. */
async function newApp(page: Page, simulator: Simulator): Promise<Locator> {
	const { clientId, clientSecret } = simulator.oauthApp;
	const form = await newCredential(page, 'HitPay Payments App OAuth2 API');
	await choose(form, 'environment', 'Custom');
	await fillIn(form, {
		apiUrl: simulator.url,
		dashboardUrl: simulator.url,
		clientId,
		clientSecret,
	});
	return form;
}

/** Clicks Connect, then a button of the consent page. @returns the window of that page */
async function connect(form: Locator, decision: 'Authorize' | 'Deny'): Promise<Page> {
	const opened = form.page().waitForEvent('popup');
	await form.getByRole('button', { name: 'Connect', exact: true }).click();
	const consent = await opened;
	await consent.getByRole('button', { name: decision }).click();
	return consent;
}

test("the HTTP Request node calls an endpoint that the node lacks, with the node's credential", async ({
	page,
	environment: { simulator, ...environment },
}) => {
	const endpoint = { name: 'Orders', url: 'https://shop.example/webhook' };
	await fetch(`${simulator.url}/v1/webhook-events`, {
		method: 'POST',
		headers: { 'X-BUSINESS-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' },
		body: JSON.stringify({ ...endpoint, event_types: ['charge.created'] }),
	});
	const url = `${simulator.url}/v1/webhook-events`;
	await openWorkflow(page, { simulator, ...environment }, START, [
		'HTTP Request',
		'n8n-nodes-base.httpRequest',
		{ url },
		{ typeVersion: 4.2 },
	]);
	const view = await openNode(page, 'HTTP Request');
	await choose(view, 'authentication', 'Predefined Credential Type');
	await view.getByTestId('credential-select').click();
	await page.keyboard.type('HitPay');
	await page.getByRole('option', { name: 'HitPay Payments API', exact: true }).click();
	await view.getByTestId('node-credentials-select').click();
	await page.getByRole('option', { name: /^Payments account/ }).click();

	await expect(await execute(view)).toHaveText([new RegExp(endpoint.url)]);
	await takePictures(page, 'http-request', await view.boundingBox());
});

test('OAuth2 connects through the consent page', async ({ page, environment }) => {
	const form = await newApp(page, environment.simulator);
	await connect(form, 'Authorize');
	await expect(form.getByText('Account connected')).toBeVisible();
});

test('the fields of the output can be dragged before the first run', async ({
	page,
	environment,
}) => {
	const parameters = { resource: 'charge', operation: 'getAll' };
	await openWorkflow(
		page,
		environment,
		['Charges', 'n8n-nodes-payments.payments', parameters],
		['Edit Fields', 'n8n-nodes-base.set', {}, { typeVersion: 3.4 }],
	);
	const input = (await openNode(page, 'Edit Fields')).getByTestId('ndv-input-panel');
	for (const name of ['payment_method', 'order_reference_number']) {
		await expect(input.getByText(name, { exact: true })).toBeVisible();
	}
});

test('OAuth2 shows the reason after Deny', async ({ page, environment }) => {
	const form = await newApp(page, environment.simulator);
	const consent = await connect(form, 'Deny');
	await consent.getByText('More details').click();
	await expect(consent.getByText('"error":"access_denied"')).toBeVisible();
	await expect(form.getByText('Connect your account to use this credential')).toBeVisible();
});

test('the trigger waits for a test event and shows a payment', async ({ page, environment }) => {
	const { records } = environment.simulator;
	const before = records.paymentRequests.length;
	const currency = { __rl: true, mode: 'list', value: 'SGD' };
	const link = { mode: 'link', amount: 25, currency, purpose: 'Workshop on 1 March' };
	const trigger: Step = ['Payments Trigger', PAYMENTS_TRIGGER, link];
	await openWorkflow(page, environment, trigger);
	const view = await openNode(page, 'Payments Trigger');
	// The URL that the editor shows leads to the checkout page.
	const urls = view.getByText('Webhook URLs', { exact: true });
	await urls.click();
	const shown = await view.getByText(/\/webhook-test\/.+\/link$/).innerText();
	await urls.click();
	await view.getByTestId('trigger-execute-button').click();
	await expect(view.getByText('Listening for test event')).toBeVisible();
	await expect.poll(() => records.paymentRequests.length).toBe(before + 1);
	const checkout = await page.context().newPage();
	await checkout.goto(shown);
	await expect(checkout).toHaveURL(records.paymentRequests[0]!.url);
	await checkout.getByRole('button', { name: 'Pay' }).click();
	await expect(checkout.getByRole('status')).toContainText('has received your payment');
	await checkout.close();

	const output = view.getByTestId('output-panel');
	await expect(output.getByTestId('run-data-item-count')).toHaveText('1 item');
	await expect(output).toContainText('payment.completed');
	await output.getByTestId('radio-button-schema').click();
	await takePictures(page, 'trigger', await view.boundingBox());
});

test("the simulator's command sends a test event to a trigger that listens", async ({
	page,
	environment,
}) => {
	const { url, webhookEndpoints } = environment.simulator;
	const before = webhookEndpoints.length;
	const failed = { mode: 'account', events: ['payment.failed'] };
	await openWorkflow(page, environment, ['Payments Trigger', PAYMENTS_TRIGGER, failed]);
	const view = await openNode(page, 'Payments Trigger');
	await view.getByTestId('trigger-execute-button').click();
	await expect.poll(() => webhookEndpoints.length).toBe(before + 1);
	const { port } = new URL(url);
	const command = ['simulator', '--', 'send', 'payment_request.failed', '--port', port];
	const { stdout } = await run('npm', ['run', ...command], { cwd: projectFolder });
	expect(stdout).toContain('200');
	const output = view.getByTestId('output-panel');
	await output.getByTestId('radio-button-schema').click();
	await expect(output).toContainText('payment.failed');
	await takePictures(page, 'test-event', await view.boundingBox());
});

test('an event that was chosen in the panel stays selected when the trigger listens to the whole account', async ({
	page,
}) => {
	await page.goto('/workflow/new');
	await page.getByTestId('canvas-add-button').click();
	const panel = page.getByTestId('node-creator');
	await search(page, 'payments');
	await panel.getByTestId('node-creator-item-name').getByText('Payments', { exact: true }).click();
	await panel.getByText('On payment failed', { exact: true }).click();
	const view = page.getByTestId('ndv');
	const events = view.getByTestId('parameter-input-events');
	await expect(events).toContainText('Payment Failed');
	await choose(view, 'mode', 'Events of the Whole Account');
	// Only of this source's list.
	await expect(view.getByTestId('parameter-input-path')).toHaveCount(0);
	await expect(events).toContainText('Payment Failed');
	await expect(events).not.toContainText('Charge Paid');
});

test('the poll trigger returns the newest charges of the selected location as samples', async ({
	page,
	environment,
}) => {
	const { charges, locations } = environment.simulator.records;
	// One that no other test has deleted.
	const { location } = charges.find((one) => locations.some(({ id }) => id === one.location.id))!;
	const wanted = charges.filter((charge) => charge.location.id === location.id).slice(0, 10);
	const type = 'n8n-nodes-payments.paymentsPollTrigger';
	await openWorkflow(page, environment, [
		'Payments Poll Trigger',
		type,
		{ filters: { locationIds: [] } },
	]);
	const view = await openNode(page, 'Payments Poll Trigger');
	const options = await openList(view, 'locationIds');
	await expect(options).toHaveCount(locations.length);
	await options.filter({ hasText: location.name }).click();
	await page.keyboard.press('Escape');

	await view.getByTestId('trigger-execute-button').click();
	const output = view.getByTestId('output-panel');
	await output.getByTestId('radio-button-table').click();
	const rows = wanted.map(({ id }) => new RegExp(id));
	await expect(output.locator('tbody').getByRole('row')).toHaveText(rows);
	await takePictures(page, 'poll-trigger', await view.boundingBox());
});
