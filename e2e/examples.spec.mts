/** The workflows of examples/: their look after the import, and the results of the scheduled ones. */
import type { INodeTypeDescription, IWorkflowBase } from 'n8n-workflow';

import { test as inBrowser } from './browser.mjs';
import { outputOf, type Execution } from './editor.mjs';
import {
	exampleFile,
	exampleFiles,
	fillInOrders,
	importExample,
	readExample,
	rowsByStatus,
	totalsOf,
	type PayoutRow,
} from './examples.mjs';
import {
	cleanUpAfterAll,
	expect,
	setUpEnvironment,
	test,
	type TestEnvironment,
} from './fixtures.mjs';
import type { Edition } from './install.mjs';
import { complaintsOf, inFull } from './nodeRules.mjs';
import { nodeOnCanvas } from './panel.mjs';

const files = await exampleFiles();
const editions: Edition[] = ['oldest', 'newest'];

inBrowser.use({ environmentName: 'examples' });

inBrowser.describe('In the editor', () => {
	for (const file of files) {
		inBrowser(`${file} is imported from the file, and nothing is marked`, async ({ page }) => {
			const { nodes } = await readExample(file);
			await page.goto('/workflow/new');
			await expect(page.getByTestId('canvas-add-button')).toBeVisible();
			await page.getByTestId('workflow-import-input').setInputFiles(exampleFile(file));

			for (const { name, type } of nodes) {
				const isNote = type.endsWith('.stickyNote');
				const note = page.getByTestId('sticky').filter({ hasText: name });
				await expect(isNote ? note : nodeOnCanvas(page, name), name).toBeVisible();
			}
			// n8n selects the credential that has the name in the example.
			await expect(page.getByTestId('node-setup-required')).toHaveCount(0);
			await expect(page.getByTestId('node-issues')).toHaveCount(0);
			await expect(page.getByRole('alert')).toHaveCount(0);
		});
	}

	inBrowser('a node with something missing would be marked', async ({ page }) => {
		const broken = await readExample('charges-to-csv.json');
		broken.nodes.find(({ name }) => name === 'Make the CSV file')!.parameters.binaryPropertyName =
			'';
		await page.goto('/workflow/new');
		await expect(page.getByTestId('canvas-add-button')).toBeVisible();
		await page.getByTestId('workflow-import-input').setInputFiles({
			name: 'broken.json',
			mimeType: 'application/json',
			buffer: Buffer.from(JSON.stringify(broken)),
		});
		await expect(page.getByTestId('node-issues')).toHaveCount(1);
	});
});

for (const edition of editions) {
	test.describe(`In the ${edition} n8n`, () => {
		const onCleanup = cleanUpAfterAll();
		let environment: TestEnvironment;
		let types: INodeTypeDescription[];

		test.beforeAll(async ({ tarball }) => {
			// The first start may have to install n8n.
			test.setTimeout(900_000);
			environment = await setUpEnvironment(`examples-${edition}`, tarball, onCleanup, { edition });
			types = [
				...(await environment.editor.nodeTypes('n8n-nodes-payments')),
				...(await environment.editor.nodeTypes('n8n-nodes-base')),
			];
		});

		for (const file of files) {
			test(`${file}: n8n knows every node and parameter, and none is missing`, async () => {
				for (const node of (await readExample(file)).nodes) {
					const type = types.find(
						({ name, version }) =>
							name === node.type && [version].flat().includes(node.typeVersion),
					);
					expect(type, `${node.name}: ${node.type} ${node.typeVersion}`).toBeDefined();
					const parameters = inFull(node, type!)!;
					expect(complaintsOf({ ...node, parameters }, type!), node.name).toBeNull();
					expect(parameters, node.name).toMatchObject(node.parameters);
				}
			});
		}

		test('the payout report states when there were no payouts', async () => {
			const html = await reportOf(await run(await payoutReport()));
			expect(html).toContain('There were no payouts in this time.');
			expect(html).not.toContain('<svg');
		});

		test('the payout report contains the totals and a chart', async () => {
			const { simulator } = environment;
			const payouts = [
				simulator.addPayout({ status: 'paid', amount: 0.1, currency: 'sgd' }),
				simulator.addPayout({ status: 'paid', amount: 0.2, currency: 'sgd' }),
				simulator.addPayout({ status: 'paid', amount: 70, currency: 'myr' }),
				simulator.addPayout({
					status: 'failed',
					amount: 12.5,
					currency: 'sgd',
					failure_message: 'Account <b>closed</b> & gone',
					created_at: new Date(Date.now() - 5 * 86_400_000).toISOString(),
				}),
			];
			const execution = await run(await payoutReport());
			const [totals] = outputOf(execution, 'Totals by day and status');
			const rows = totals?.json.rows as PayoutRow[];
			expect(rowsByStatus(rows)).toEqual(totalsOf(payouts));
			expect(rows.map(({ day }) => day)).toEqual(rows.map(({ day }) => day).sort());

			const html = await reportOf(execution);
			// A chart for each currency, a bar for each day and status.
			expect(html.match(/<svg /g)).toHaveLength(2);
			expect(html.match(/<rect /g)).toHaveLength(rows.length);
			for (const total of ['0.30 SGD', '70.00 MYR', '12.50 SGD']) {
				expect(html).toContain(`<td>${total}</td>`);
			}
			expect(html).toContain('Account &#60;b&#62;closed&#60;/b&#62; &#38; gone');
		});

		test('the nightly refund refunds the remaining amount of an order once', async () => {
			const { editor, simulator, account } = environment;
			const paid = simulator.addCharge({ order_reference_number: 'A-1', amount: 30 });
			const inPart = simulator.addCharge({ order_reference_number: 'A-2', amount: 20 });
			await refundByHand(inPart.id, 5);
			simulator.addCharge({ order_reference_number: 'A-3', status: 'failed' });
			simulator.addCharge({ order_reference_number: 'A-4' });
			simulator.addCharge({ order_reference_number: 'A-4' });
			const numeric = simulator.addCharge({ order_reference_number: '1042', amount: 7 });
			// These must not be refunded: no number, and one with the same prefix.
			simulator.addCharge({ order_reference_number: '' });
			simulator.addCharge({ order_reference_number: 'A-11' });
			const workflow = await importExample(editor, 'nightly-refund-of-failed-orders.json', {
				paymentsApi: account,
			});
			await fillInOrders(editor, workflow, ['A-1', 'A-2', 'A-3', 'A-4', 1042, 'A-1', '', null]);
			const { refunds } = simulator.records;
			const before = refunds.length;

			const first = reportRows(await run(workflow));
			expect(first).toHaveLength(6);
			expect(first).toEqual(
				expect.arrayContaining([
					row('A-1', 'Refunded', 30),
					row('A-2', 'Refunded', 15),
					row('1042', 'Refunded', 7),
					row('A-3', 'Not refunded', 0, 'No charge in the last 30 days has this order number'),
					row('A-4', 'Not refunded', 0, expect.stringContaining('2 charges')),
					row('', 'Not refunded', 0, 'The order has no number'),
				]),
			);
			const made = refunds.slice(0, refunds.length - before);
			expect(made.map(({ payment_id, amount_refunded }) => [payment_id, amount_refunded])).toEqual(
				expect.arrayContaining([
					[paid.id, 30],
					[inPart.id, 15],
					[numeric.id, 7],
				]),
			);
			expect(made).toHaveLength(3);

			const second = reportRows(await run(workflow));
			expect(second).toEqual(
				expect.arrayContaining(['A-1', 'A-2', '1042'].map((one) => row(one, 'Refunded before', 0))),
			);
			expect(second).toHaveLength(6);
			expect(refunds).toHaveLength(before + 3);
		});

		test('the nightly refund continues after a rejected refund and reports the reason', async () => {
			const { editor, simulator, account } = environment;
			simulator.addCharge({ order_reference_number: 'B-1', amount: 10 });
			simulator.addCharge({ order_reference_number: 'B-2', amount: 10 });
			simulator.fault({
				method: 'POST',
				path: '/v1/refund',
				status: 422,
				body: { message: 'The balance is too low.' },
			});
			const workflow = await importExample(editor, 'nightly-refund-of-failed-orders.json', {
				paymentsApi: account,
			});
			await fillInOrders(editor, workflow, ['B-1', 'B-2']);
			const rows = reportRows(await run(workflow));
			expect(rows.map(({ result }) => result).sort()).toEqual(['Not refunded', 'Refunded']);
			const refused = rows.find(({ result }) => result === 'Not refunded');
			expect(refused).toMatchObject({ reason: expect.stringContaining('The balance is too low.') });
		});

		test('without changes, the nightly refund refunds nothing', async () => {
			const { editor, simulator, account } = environment;
			const before = simulator.records.refunds.length;
			const workflow = await importExample(editor, 'nightly-refund-of-failed-orders.json', {
				paymentsApi: account,
			});
			const rows = reportRows(await run(workflow));
			expect(rows.map(({ result }) => result)).toEqual(['Not refunded', 'Not refunded']);
			expect(simulator.records.refunds).toHaveLength(before);
		});

		async function payoutReport(): Promise<IWorkflowBase> {
			const { editor, account } = environment;
			return await importExample(editor, 'daily-payout-report.json', { paymentsApi: account });
		}

		async function run(workflow: IWorkflowBase): Promise<Execution> {
			const execution = await environment.editor.run(workflow);
			expect(execution.data.resultData.error?.message).toBeUndefined();
			expect(execution.status).toBe('success');
			return execution;
		}

		/** Returns the file of the report. */
		async function reportOf(execution: Execution): Promise<string> {
			const [file] = outputOf(execution, 'Make the HTML file');
			expect(file?.binary?.data).toMatchObject({ mimeType: 'text/html', fileExtension: 'html' });
			return (await environment.editor.download(file?.binary?.data?.id ?? '')).toString();
		}

		/** Adds a refund that was made in the dashboard. */
		async function refundByHand(payment_id: string, amount: number) {
			const { url, apiKey } = environment.simulator;
			const answer = await fetch(`${url}/v1/refund`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'x-business-api-key': apiKey },
				body: JSON.stringify({ payment_id, amount }),
			});
			expect(answer.ok).toBe(true);
		}
	});
}

function reportRows(execution: Execution) {
	return outputOf(execution, 'Report').map(({ json }) => json);
}

/** A row of the report of refunds. */
function row(order_number: string, result: string, amount: number, reason: unknown = '') {
	return expect.objectContaining({ order_number, result, amount, reason });
}
