import type { Page } from '@playwright/test';
import type { IWorkflowBase } from 'n8n-workflow';
import path from 'node:path';

import { signIn } from './browser.mjs';
import { Editor, outputOf } from './editor.mjs';
import {
	cleanUpAfterAll,
	expect,
	logFile,
	startTestSimulator,
	temporaryFolder,
	test,
} from './fixtures.mjs';
import { installN8n } from './install.mjs';
import { startN8n, type N8n } from './n8n.mjs';
import { callWebhook, payOnPage, untilRuns } from './notifications.mjs';
import { freePort } from './ports.mjs';
import { PREVIOUS, previousVersion } from './previous.mjs';
import { startRegistry, type Registry } from './registry.mjs';
import { takeViolations, type Simulator } from './simulator.mjs';
import { shopWorkflow } from './workflows.mjs';

const PACKAGE = 'n8n-nodes-payments';

// The tests are the steps in the life of one installed package.
test.describe.configure({ mode: 'serial' });
test.use({ testIdAttribute: 'data-test-id' });

/** The names of the triggers. */
const triggers = ['Payments Poll Trigger', 'Payments Trigger'];

let registry: Registry;
let simulator: Simulator;
let n8n: N8n;
let editor: Editor;
/** Stops n8n and starts it again. */
let restart: () => Promise<void>;

let business: IWorkflowBase;
let paid: IWorkflowBase;
let other: IWorkflowBase;
/** The URL of a payment request that is not paid yet. */
let open: string;

const onCleanup = cleanUpAfterAll();

test.beforeAll(async ({ tarball }) => {
	// The first start may have to install n8n.
	test.setTimeout(900_000);
	await installN8n();
	const folder = await temporaryFolder('packages', onCleanup);
	registry = await startRegistry(path.join(folder, 'registry'), onCleanup);
	await registry.publish(await previousVersion(tarball, path.join(folder, 'previous')));
	// It retries failed deliveries every second for as long as the tests take.
	simulator = await startTestSimulator('packages', { retryFactor: 1, maxTries: 600 }, onCleanup);

	const port = await freePort();
	const start = async (log: string) => {
		n8n = await startN8n(folder, port, await logFile(log), { env: registry.env });
		await n8n.ready();
	};
	// It is undefined when its start has failed; that error must not be hidden by another one.
	onCleanup(async () => await (n8n as N8n | undefined)?.stop());
	restart = async () => {
		await n8n.stop();
		await start('packages-restarted');
	};
	await start('packages');
	editor = await Editor.setUpOwner(n8n.url);
});

test('Settings > Community nodes installs the package', async ({ page }) => {
	await goTo(page, '/settings/community-nodes');
	await page.getByRole('button', { name: 'Install a community node' }).click();
	await page.getByPlaceholder('e.g. n8n-nodes-chatwork').fill(PACKAGE);
	await page.getByText('I understand the risks').click();
	await page.getByRole('button', { name: 'Install', exact: true }).click();
	await expect(page.getByText('Package installed')).toBeVisible();
	const card = page.getByTestId('community-package-card');
	await expect(card).toContainText(PACKAGE);
	await expect(card).toContainText(PREVIOUS);

	expect(registry.asked).toContain(`GET /${PACKAGE}/-/${PACKAGE}-${PREVIOUS}.tgz 200`);
	expect(await installedVersion()).toBe(PREVIOUS);
	expect(await nodeNames()).toEqual(['Payments (previous)', ...triggers]);
	const credentials = await editor.credentialTypes(/^payments/);
	expect(credentials.map(({ name }) => name)).toEqual(['paymentsApi', 'paymentsOAuth2Api']);
});

test('a credential, workflows and a published trigger work with it', async () => {
	const account = await editor.createAccount(simulator);
	const key = { environment: 'custom', apiUrl: simulator.url, apiKey: simulator.apiKey };
	const test = await editor.testCredential(account, 'Payments account', 'paymentsApi', key);
	expect(test).toMatchObject({ status: 'OK' });

	const credentials = { paymentsApi: { id: account, name: 'Payments account' } };
	business = await editor.importWorkflow(
		manually('Business', {
			type: `${PACKAGE}.payments`,
			parameters: { resource: 'info' },
			credentials,
		}),
	);
	other = await editor.importWorkflow(manually('Other', { type: 'n8n-nodes-base.noOp' }));
	paid = await editor.importWorkflow({
		name: 'Paid',
		settings: { executionOrder: 'v1' },
		connections: {},
		nodes: [
			{
				...node('Payments Trigger', `${PACKAGE}.paymentsTrigger`),
				parameters: { path: 'payments' },
				webhookId: '0d1c9f0e-3a86-4a3a-9d0c-6a52c2a4b7f1',
				credentials,
			},
		],
	});
	const theShop = await editor.importWorkflow(shopWorkflow(account));
	expect(await askedForBusiness()).toEqual({ version: PREVIOUS });
	expect(takeViolations()).toEqual(['request GET /v1/info: query version is not in the contract']);
	await editor.publish(paid);
	await editor.publish(theShop);
	await payOnPage(await order());
	await expectPayments(1);
	open = await order();
});

test('Settings > Community nodes updates the package', async ({ page, tarball }) => {
	await registry.publish(tarball);
	await goTo(page, '/settings/community-nodes');
	const card = page.getByTestId('community-package-card');
	await card.getByRole('button', { name: 'Update' }).click();
	await page.getByRole('button', { name: 'Confirm update' }).click();
	await expect(page.getByText('Package updated')).toBeVisible();

	expect(await installedVersion()).not.toBe(PREVIOUS);
	expect(await nodeNames()).toEqual(['Payments', ...triggers]);
});

test('after the update, saved workflows use the new version without a restart', async () => {
	expect(await askedForBusiness()).toEqual({});
	await payOnPage(open);
	await expectPayments(2);
	await payOnPage(await order());
	await expectPayments(3);
	open = await order();
});

test('after the removal, n8n is healthy and other workflows run', async () => {
	await editor.uninstallPackage(PACKAGE);
	expect(await editor.packages()).toEqual([]);
	expect(await nodeNames()).toEqual([]);
	await expectHealthy();
	await expect(editor.run(business)).rejects.toThrow(`Unrecognized node type: ${PACKAGE}.payments`);
});

test('a workflow with a missing node opens and names the package to install', async ({ page }) => {
	await goTo(page, `/workflow/${business.id}`);
	await page.getByTestId('canvas-node').filter({ hasText: 'Business' }).dblclick();
	await expect(page.getByText('Install this node to use it')).toBeVisible();
	await expect(
		page.getByText("This node is not currently installed. It's part of the"),
	).toContainText(PACKAGE);
});

test('n8n starts again without the package', async () => {
	await restart();
	await expectHealthy();
	expect(await editor.packages()).toEqual([]);
	// Not before the restart: n8n responds with 200 to everything while it starts.
	await payOnPage(open);
	expect(await editor.open(business.id)).toMatchObject({ nodes: business.nodes });
});

test('after a new installation everything works, and a payment made meanwhile arrives', async () => {
	await editor.installPackage(PACKAGE);
	expect(await nodeNames()).toEqual(['Payments', ...triggers]);
	expect(await askedForBusiness()).toEqual({});
	await expectPayments(4);
	await payOnPage(await order());
	await expectPayments(5);
});

/** Opens a page of n8n as its owner. */
async function goTo(page: Page, to: string) {
	await signIn(page.request, n8n.url);
	await page.goto(`${n8n.url}${to}`);
}

/** Returns the version of the only package, which is loaded and up to date. */
async function installedVersion(): Promise<string | undefined> {
	const [installed, ...more] = await editor.packages();
	expect(more).toEqual([]);
	expect(installed?.packageName).toBe(PACKAGE);
	expect(installed?.failedLoading).not.toBe(true);
	expect(installed?.updateAvailable).toBeUndefined();
	return installed?.installedVersion;
}

/** Returns the names of the package's nodes, without those of tools. */
async function nodeNames(): Promise<string[]> {
	const types = await editor.nodeTypes(PACKAGE);
	const names = types.map(({ displayName }) => displayName);
	return names.filter((name) => !name.endsWith('Tool')).sort();
}

/** Runs the 'Business' workflow. @returns the query of its request, which differs by version */
async function askedForBusiness() {
	const before = simulator.requests.length;
	const { status } = await editor.run(business);
	expect(status).toBe('success');
	const asked = simulator.requests.slice(before).filter(({ path: to }) => to === '/v1/info');
	expect(asked).toHaveLength(1);
	return asked[0]?.query;
}

/** Orders in the shop. @returns the URL of the checkout page */
async function order(): Promise<string> {
	return (await callWebhook(editor.url, 'order', {})).url as string;
}

/** Waits until a number of payments have started the published workflow, each once. */
async function expectPayments(count: number) {
	const executions = await untilRuns(editor, paid, count);
	const payments = executions.map(({ status, data }) => {
		expect(status).toBe('success');
		return outputOf({ data }, 'Payments Trigger')[0]?.json.payment_id;
	});
	expect(new Set(payments).size).toBe(count);
	await simulator.idle();
	expect(await editor.started(paid)).toHaveLength(count);
}

async function expectHealthy() {
	expect(await (await fetch(`${n8n.url}/healthz`)).json()).toEqual({ status: 'ok' });
	expect((await editor.run(other)).status).toBe('success');
}

function node(name: string, type: string) {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {} };
}

/** Returns a workflow of one node with a manual trigger. */
function manually(name: string, { type, ...rest }: { type: string; [more: string]: unknown }) {
	return {
		name,
		settings: { executionOrder: 'v1' },
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger'),
			{ ...node(name, type), position: [300, 0], ...rest },
		],
		connections: { Start: { main: [[{ node: name, type: 'main', index: 0 }]] } },
	};
}
