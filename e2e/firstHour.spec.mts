/** The first hour of a shop owner, by clicking; each test leaves pictures in e2e/.run/first-hour. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { INode, INodeParameters } from 'n8n-workflow';

import { expect, test } from './browser.mjs';
import { practiceValues } from './credentials.mjs';
import type { TestEnvironment } from './fixtures.mjs';
import { runFolder } from './install.mjs';
import {
	choose,
	execute,
	fillIn,
	namesOf,
	newCredential,
	openNode,
	addPayments,
	openNodePanel,
	openWorkflow,
	save,
	saveApiKey,
	search,
	type Step,
} from './panel.mjs';

test.use({ environmentName: 'first-hour' });

const START: Step = ['Start', 'n8n-nodes-base.manualTrigger', {}];

const payments = (resource: string, operation: string, parameters: Step[2] = {}): Step => [
	'Payments',
	'n8n-nodes-payments.payments',
	{ resource, operation, ...parameters },
];

const trigger = (name: string, parameters: Step[2]): Step => [
	name,
	'n8n-nodes-payments.paymentsTrigger',
	parameters,
];

/** Opens a workflow that ends with a Payments node, and that node. @returns its details view */
async function openPayments(page: Page, environment: TestEnvironment, ...steps: Step[]) {
	await openWorkflow(page, environment, START, ...steps);
	return await openNode(page, 'Payments');
}

const input = (view: Locator, parameter: string) =>
	view.getByTestId(`parameter-input-${parameter}`).locator('input').first();

/** Opens the list of the filters that can be added. */
async function addFilter(view: Locator) {
	await view.getByRole('combobox', { name: 'Add Filter' }).click();
}

/** The items of the list of a parameter that selects a record. */
async function itemsOf(view: Locator, parameter: string): Promise<Locator> {
	await view.getByTestId(`resource-locator-${parameter}`).click();
	const items = view.page().getByTestId('rlc-item');
	await items.first().waitFor();
	return items;
}

/** Publishes a workflow that begins with a trigger. */
async function publish(environment: TestEnvironment, [name, type, given]: Step) {
	const { account, editor } = environment;
	const credentials = { paymentsApi: { id: account, name: 'Payments account' } };
	const parameters = given as INodeParameters;
	const node = { id: name, name, type, parameters, credentials, webhookId: randomUUID() };
	const nodes: INode[] = [{ ...node, typeVersion: 1, position: [0, 0] }];
	await editor.publish(await editor.importWorkflow({ name, nodes, connections: {} }));
}

/** Keeps a picture of what a user sees. */
async function picture(page: Page, name: string) {
	await page.screenshot({ path: path.join(runFolder, 'first-hour', `${name}.png`) });
}

test('1: a run by hand shows which URL is notified, and whether a trigger listens there', async ({
	page,
	environment,
}) => {
	const notifying = { amount: 5, currency: 'SGD', notify: 'trigger', triggerPath: 'ux-shop' };
	const view = await openPayments(
		page,
		environment,
		payments('paymentRequest', 'create', notifying),
	);
	await expect(view.getByText("the notification goes to the trigger's test URL")).toBeVisible();
	await expect(await execute(view)).toContainText([
		/No Payments Trigger listens at this test URL.*webhook-test\/ux-shop/s,
	]);
	await picture(page, '1-test-url');
	await choose(view, 'urlInManualRuns', 'Production URL');
	await expect(
		view.getByText("the notification goes to the trigger's production URL"),
	).toBeVisible();
	await expect(await execute(view)).toContainText([
		/No published Payments Trigger listens at this URL.*webhook\/ux-shop/s,
	]);

	await publish(environment, trigger('Listens', { path: 'ux-shop' }));
	await view.getByTestId('node-execute-button').click();
	const output = view.getByTestId('output-panel');
	await expect(output).not.toContainText('notification_warning');
	await expect(output).toContainText('/webhook/ux-shop');
	await picture(page, '1-production-url');
});

test.describe('a path', () => {
	const refusedPath = "'Path' can only have letters, digits, - and _, with / between parts";
	// n8n shows it, and reports it as not caught.
	test.use({ expectedErrors: new RegExp(`${refusedPath}|status of 500 .*/run\\)$`) });

	test('2: two new triggers do not collide, and a path with a blank is refused', async ({
		page,
		environment,
	}) => {
		const urls: string[] = [];
		for (const name of ['Shop A', 'Shop B']) {
			await openWorkflow(page, environment, trigger(name, {}));
			const view = await openNode(page, name);
			await view.getByText('Webhook URLs', { exact: true }).click();
			urls.push(await view.getByText(/\/webhook-test\/\S+$/).innerText());
			await picture(page, `2-${name}`);
		}
		expect(new Set(urls).size).toBe(2);

		const view = page.getByTestId('ndv');
		await input(view, 'path').fill('ux shop');
		await view.getByTestId('trigger-execute-button').click();

		await expect(page.getByText(refusedPath).first()).toBeVisible();
		await picture(page, '2-path');
	});
});

test('3: a stranger at the address of a credential does not pass its test', async ({
	page,
	environment,
}) => {
	const form = await saveApiKey(page, { apiUrl: environment.n8n.url, apiKey: 'any' });
	await form.getByText('More details').click();
	await expect(
		form.getByText('This address does not return the data of the Payments API'),
	).toBeVisible();
	await picture(page, '3-stranger');

	await fillIn(form, { apiUrl: 'http://127.0.0.1:9' });
	await save(form);
	await expect(form.getByText('No server accepts connections at the address')).toBeVisible();
	await picture(page, '3-network');
});

test('4 and 5: a payment request with a QR code is made in one step, and nothing is preset', async ({
	page,
}) => {
	const view = await addPayments(page, 'hitpay', 'Create a payment request');
	await expect(input(view, 'amount')).toHaveValue('');
	const currencies = await itemsOf(view, 'currency');
	await expect(currencies.first()).toContainText('your account');
	await picture(page, '5-currencies');
	await currencies.first().click();
	await choose(view, 'qrPicture', 'PNG');

	const run = view.getByTestId('node-execute-button');
	const output = view.getByTestId('output-panel');
	await run.click();
	await expect(output.getByText("'Amount' is empty").first()).toBeVisible();
	await picture(page, '5-no-amount');
	await input(view, 'amount').fill('1.234');
	await run.click();
	await expect(output.getByText("'Amount' has more decimals").first()).toBeVisible();
	await picture(page, '5-decimals');
	await input(view, 'amount').fill('25');
	await run.click();
	await expect(output.getByText('image/png')).toBeVisible();
	await picture(page, '4-qr-picture');
});

test('5: a refund announces that each execution refunds again', async ({ page }) => {
	const view = await addPayments(page, 'hitpay', 'Create a refund');
	await expect(view.getByText('Each execution refunds again')).toBeVisible();
	await expect(input(view, 'amount')).toHaveValue('');
	await picture(page, '5-refund');
});

test('6: the reusable link is shown where it is made, and found by its name', async ({
	page,
	environment,
}) => {
	const link = { mode: 'link', amount: 25, currency: 'SGD', purpose: 'Workshop on 1 March' };
	await openWorkflow(page, environment, trigger('Payments Trigger', link));
	const view = await openNode(page, 'Payments Trigger');
	await expect(view.getByText('Receive a test event from HitPay')).toBeVisible();
	await picture(page, '6-panel');
	await view.getByText('Webhook URLs', { exact: true }).click();
	const url = await view.getByText(/\/webhook-test\/.+\/link$/).innerText();
	await view.getByTestId('trigger-execute-button').click();
	await expect(view.getByText('Listening for test event')).toBeVisible();
	await picture(page, '6-link');

	const checkout = await page.context().newPage();
	await expect(async () => {
		await checkout.goto(url);
		await expect(checkout).toHaveURL(/\/checkout\//, { timeout: 1000 });
	}).toPass();
	await expect(checkout.getByText(/^Workshop on 1 March/).first()).toBeVisible();
	await picture(checkout, '6-checkout');
	await checkout.getByRole('button', { name: 'Pay' }).click();
	await expect(checkout.getByRole('status')).toContainText('has received your payment');
	await checkout.close();

	// 7: the names of the other nodes, and the customer.
	const output = view.getByTestId('output-panel');
	await output.getByTestId('radio-button-schema').click();
	for (const name of ['payment_id', 'reference_number', 'customer_name', 'customer_email']) {
		await expect(output.getByText(name, { exact: true })).toBeVisible();
	}
	await expect(view.getByTestId('parameter-input-output')).toBeVisible();
	await picture(page, '7-event');

	// The one for tests ends with the test.
	await publish(environment, trigger('Sells workshops', { ...link, purpose: '' }));
	const get = await openPayments(page, environment, payments('paymentRequest', 'get'));
	const items = await itemsOf(get, 'paymentRequestId');
	await page.getByTestId('rlc-search').fill('Sells');
	await expect(items).toHaveText(/Sells workshops.*25\.00 SGD/);
	await picture(page, '6-list');
});

test('8: lists show the order number and what is left, and are searched by both', async ({
	page,
	environment,
}) => {
	const { simulator } = environment;
	const charge = simulator.addCharge({ status: 'succeeded', amount: 25 });
	simulator.changeCharge(charge.id, 'partially_refunded');
	const view = await openPayments(page, environment, payments('refund', 'create'));
	const items = await itemsOf(view, 'paymentId');
	await expect(items.first()).toContainText(charge.order_reference_number);
	await expect(items.first()).toContainText(/of 25\.00 SGD left.* UTC\+8/);
	await page.getByTestId('rlc-search').fill(charge.order_reference_number);
	await expect(items).toHaveCount(1);
	await picture(page, '8-left');

	const { locations } = simulator.records;
	const remove = await openPayments(page, environment, payments('location', 'delete'));
	const inactive = await itemsOf(remove, 'locationId');
	await expect(inactive).toHaveCount(locations.filter(({ active }) => !active).length);
	await picture(page, '8-inactive');
});

test('9: charges have one filter of statuses, and a wrong date has one message', async ({
	page,
	environment,
}) => {
	const filters = { createdFrom: '={{ "last week" }}', createdTo: '2026-03-01' };
	const view = await openPayments(page, environment, payments('charge', 'getAll', { filters }));
	await addFilter(view);
	const options = page.getByRole('option');
	await expect.poll(() => namesOf(options)).toContain('Statuses');
	expect(await namesOf(options)).not.toContain('Status');
	await picture(page, '9-filters');
	await page.keyboard.press('Escape');
	await view.getByTestId('node-execute-button').click();
	const output = view.getByTestId('output-panel');
	await expect(output.getByText("'Created From' is not").first()).toBeVisible();
	await expect(output.getByText("'Created To'")).toHaveCount(0);
	await picture(page, '9-date');
});

test('10: the row of a refund that failed has its charge and order number', async ({
	page,
	environment,
}) => {
	const charge = environment.simulator.addCharge({ status: 'failed' });
	const [name, type, parameters] = payments('refund', 'create', {
		paymentId: charge.id,
		refundKind: 'everything',
	});
	const going: Step = [name, type, parameters, { onError: 'continueRegularOutput' }];
	const view = await openPayments(page, environment, going);
	const rows = await execute(view);
	await expect(rows).toContainText([charge.id]);
	await expect(rows).toContainText([charge.order_reference_number]);
	await picture(page, '10-failed-row');
});

test('11: a custom cycle reads Every 2 weeks', async ({ page, environment }) => {
	const custom = { cycle: 'custom', cycleRepeat: 2, cycleFrequency: 'week' };
	const gym = { name: 'Gym', amount: 20, currency: 'SGD', ...custom };
	const view = await openPayments(page, environment, payments('plan', 'create', gym));
	await expect(await execute(view)).toContainText(['Every 2 weeks']);
	const get = await openPayments(page, environment, payments('plan', 'get'));
	const plans = await itemsOf(get, 'planId');
	await expect(plans.filter({ hasText: 'Gym' })).toContainText('Every 2 weeks');
	await picture(page, '11-plans');
});

test('12: presets that people expect, and a notice where a scope may be missing', async ({
	page,
	environment,
}) => {
	const qr = await addPayments(page, 'hitpay', 'Create a static QR code');
	await expect(input(qr, 'qrPicture')).toHaveValue('PNG');
	await picture(page, '12-static-qr');
	const oAuth2 = { authentication: 'oAuth2' };
	const staff = await openPayments(page, environment, payments('staff', 'getAll', oAuth2));
	await expect(staff.getByText('may need a scope')).toBeVisible();
	await picture(page, '12-scope');

	const poll = 'Payments Poll Trigger';
	await openWorkflow(page, environment, [poll, 'n8n-nodes-payments.paymentsPollTrigger', {}]);
	const view = await openNode(page, poll);
	await expect(view.getByTestId('parameter-input-statuses')).toContainText('Succeeded');
	await picture(page, '12-poll');
	const requests = await openPayments(page, environment, payments('paymentRequest', 'getAll'));
	await addFilter(requests);
	await expect.poll(() => namesOf(page.getByRole('option'))).toContain('Statuses');
});

test('13: found by HitPay, with Environment first and the salt explained', async ({ page }) => {
	const panel = await openNodePanel(page);
	await search(page, 'hitpay');
	await expect(panel.getByTestId('node-creator-item-name').first()).toHaveText('Payments');
	await picture(page, '13-panel');
	for (const type of ['HitPay Payments API', 'HitPay Payments App OAuth2 API']) {
		const form = await newCredential(page, type);
		// With OAuth2, n8n shows the fields of the app before ours.
		const first = type.includes('OAuth2') ? 'clientId' : 'environment';
		const fields = form.locator('[data-test-id^="parameter-input-"]');
		await expect(fields.first()).toHaveAttribute('data-test-id', `parameter-input-${first}`);
		const hint =
			'Optional. For payment requests and payment links. With it, the trigger has the customer only with Options > Include Charge. The salt is next to the API key';
		await expect(form.getByText(hint).first()).toBeVisible();
		await expect(form.getByRole('link', { name: 'sandbox' }).first()).toBeVisible();
		await picture(page, `13-${type}`);
	}
});

test('14: a credential can be practised with what the demo prints', async ({
	page,
	environment,
}) => {
	const printed = practiceValues(environment.simulator);
	const valueOf = (label: string) => new RegExp(`${label}: +(\\S+)`).exec(printed)![1]!;
	const form = await saveApiKey(page, {
		apiUrl: valueOf('API URL and Dashboard URL'),
		apiKey: valueOf('API Key'),
		webhookSalt: valueOf('Webhook Salt'),
	});
	await expect(form.getByText('Connection tested successfully')).toBeVisible();
	await picture(page, '14-credential');
});
