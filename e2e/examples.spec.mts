/** The workflows of examples/: their look after the import, and the results of the scheduled ones. */
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { DateTime } from 'luxon';
import type { INodeTypeDescription, IWorkflowBase } from 'n8n-workflow';

import { test as inBrowser } from './browser.mjs';
import { outputOf, type Execution } from './editor.mjs';
import {
	addInvoice,
	chooseTable,
	declinedSubscription,
	exampleFile,
	exampleFiles,
	fillInOrders,
	fillInUsage,
	importExample,
	post,
	readExample,
	rowsByStatus,
	totalsOf,
	type PayoutRow,
	type Usage,
} from './examples.mjs';
import {
	cleanUpAfterAll,
	expect,
	setUpEnvironment,
	test,
	type TestEnvironment,
} from './fixtures.mjs';
import { editions } from './install.mjs';
import { complaintsOf, inFull } from './nodeRules.mjs';
import { startHttpServer } from './httpServer.mjs';
import { approve, createApprovers, fillIn, payOnPage, untilRuns } from './notifications.mjs';
import { nodeOnCanvas } from './panel.mjs';
import { scan } from './scan.mjs';

const files = await exampleFiles();
/** The examples with a human review, which n8n 2.0 does not have. */
const WITH_REVIEW = ['refund-by-an-agent.json'];

inBrowser.use({ environmentName: 'examples' });

inBrowser.describe('In the editor', () => {
	inBrowser.beforeAll(async ({ environment }) => {
		// Those of n8n's own nodes.
		await createApprovers(environment.editor);
		for (const [name, type] of [
			['Database', 'postgres'],
			['OpenAI account', 'openAiApi'],
			['Telegram account', 'telegramApi'],
			['WhatsApp account', 'whatsAppApi'],
			['Xero account', 'xeroOAuth2Api'],
			['QuickBooks Online account', 'quickBooksOAuth2Api'],
		] as const) {
			await environment.editor.createCredential(name, type, {});
		}
	});

	inBrowser('each is imported from its file, and nothing is marked', async ({ page }) => {
		inBrowser.setTimeout(600_000);
		await page.goto('/workflow/new');
		for (const file of files) {
			await inBrowser.step(file, async () => {
				const { nodes } = await readExample(file);
				await expect(page.getByTestId('canvas-add-button')).toBeVisible();
				await page.getByTestId('workflow-import-input').setInputFiles(exampleFile(file));

				for (const { name, type } of nodes) {
					const isNote = type.endsWith('.stickyNote');
					const note = page.getByTestId('sticky').filter({ hasText: name });
					await expect(isNote ? note : nodeOnCanvas(page, name), name).toBeVisible();
				}
				// n8n selects the credential that has the name in the example.
				await expect(page.getByTestId('node-setup-required')).toHaveCount(0);
				// It does not for an HTTP Request node, whose mark leads to the credential of the software.
				const unset = file.startsWith('payout-to-') ? 1 : 0;
				await expect(page.getByTestId('node-issues')).toHaveCount(unset);
				await expect(page.getByRole('alert')).toHaveCount(0);

				// The next one is imported into the same canvas: opening the editor takes longer than the rest.
				await page.keyboard.press('Control+a');
				await page.keyboard.press('Delete');
			});
		}
	});

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
				...(await environment.editor.nodeTypes('@n8n/n8n-nodes-langchain')),
			];
		});

		const known = files.filter((file) => edition === 'newest' || !WITH_REVIEW.includes(file));
		for (const file of known) {
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

		test('the payout reconciliation shows that a payout is the sum of its lines', async () => {
			const { simulator } = environment;
			const rows = await reconcile();
			const payout = simulator.records.payouts.find(({ status }) => status === 'paid')!;
			const [paid, difference] = rows.slice(-2);
			expect(paid).toMatchObject({ line: 'payout', net: `-${payout.source_amount}` });
			expect(difference).toMatchObject({ line: 'difference', net: '0' });

			const sales = rows.filter(({ line }) => line === 'sales');
			expect(sales.length).toBeGreaterThan(0);
			for (const { charge_id, fee, order_reference_number } of sales) {
				const charge = simulator.records.charges.find(({ id }) => id === charge_id)!;
				expect(order_reference_number).toBe(charge.order_reference_number);
				expect(Number(fee)).toBeGreaterThan(0);
			}
		});

		test('at the kiosk, a reader asks for the amount, and the paid charge is output', async () => {
			const { editor, simulator, account } = environment;
			const workflow = await importExample(editor, 'kiosk.json', { paymentsApi: account });
			await editor.publish(workflow);
			const [reader] = simulator.records.readers;
			const screen = `${simulator.url}/readers/${reader!.data.id}`;
			await fillIn(`${editor.url}/form/pay-at-the-counter`, '8.50', 'ORD-1');
			const { id } = await editor.waiting(workflow);
			await payOnPage(screen, 'fail');
			await payOnPage(screen);
			const [charge] = outputOf(await editor.end(id), 'Paid charge');
			const { payments } = simulator.records.paymentRequests[0]!;
			expect(charge!.json).toEqual({
				...{ charge_id: payments!.at(-1)!.id, amount: 8.5, currency: 'sgd' },
				order_number: 'ORD-1',
			});
		});

		test('suppliers: a preview sends nothing, and each bill of the list is paid once', async () => {
			const { editor, simulator, account } = environment;
			const workflow = await importExample(editor, 'pay-suppliers.json', { paymentsApi: account });
			const { parameters } = nodeOf(workflow, 'Pay the bill');
			const before = simulator.records.transfers.length;
			for (const [previewOnly, result, paid] of [
				[true, 'Would be sent', 0],
				[false, 'Sent', 1],
				[false, 'Not sent', 1],
			] as const) {
				Object.assign(parameters, { previewOnly });
				await editor.save(workflow);
				const report = outputOf(await run(workflow), 'Report').map(({ json }) => json);
				expect(report.map((row) => row.result)).toEqual([result, 'Not sent']);
				expect(report[1]!.reason).toBe('No beneficiary has this nickname or name');
				expect(simulator.records.transfers.length - before).toBe(paid);
			}
			expect(simulator.records.transfers[0]).toMatchObject({
				reference: 'EXAMPLE-1',
				payment_amount: 120.5,
			});
		});

		const booked = [
			['payout-to-xero.json', 'Create the draft in Xero', 'xeroOAuth2Api', totalsInXero],
			[
				'payout-to-quickbooks.json',
				'Create the journal entry in QuickBooks',
				'quickBooksOAuth2Api',
				totalsInQuickBooks,
			],
		] as const;
		for (const [file, name, type, totalsIn] of booked) {
			test(`${file} sends a journal that is in balance, and none of a payout with a difference`, async () => {
				const { editor, simulator, account } = environment;
				const sent: unknown[] = [];
				const software = await startHttpServer((request, response) => {
					void buffer(request).then((body) => {
						sent.push(JSON.parse(body.toString()));
						response.setHeader('content-type', 'application/json').end('{}');
					});
				});
				const own = await editor.createCredential(name, type, {});
				const workflow = await importExample(editor, file, { paymentsApi: account, [type]: own });
				// The software itself cannot be had: its place takes the request that would be sent.
				const { parameters } = nodeOf(workflow, name);
				Object.assign(parameters, { url: software.url, authentication: 'none' });
				await editor.save(workflow);
				const payout = simulator.records.payouts.find(({ status }) => status === 'paid')!;
				await run(workflow);
				const { source_amount: amount } = payout;
				expect(sent.map(totalsIn)).toEqual([{ clearing: amount, balance: 0 }]);

				simulator.fault({
					path: '/v1/payouts',
					times: Infinity,
					body: (text: string) =>
						text.replaceAll(`"source_amount":${amount}`, `"source_amount":${amount + 1}`),
				});
				const { data } = await editor.run(workflow);
				simulator.reset();
				await software.close();
				expect(data.resultData.error?.message).toContain('has a difference of');
				expect(sent).toHaveLength(1);
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

		test('the payout reconciliation stops at a payout without charges and transactions', async () => {
			const { editor, simulator, account } = environment;
			simulator.addPayout({ status: 'paid', source_currency: 'sgd' });
			const file = 'payout-reconciliation.json';
			const workflow = await importExample(editor, file, { paymentsApi: account });
			const { data } = await editor.run(workflow);
			expect(data.resultData.error?.message).toBe(
				'The payout has neither charges nor transactions at "adyen"',
			);
		});

		test('the monthly totals sum the charges of last month by the fields of the totals', async () => {
			const { editor, simulator, account } = environment;
			// Noon is on the same day in all time zones of these tests.
			const noon = { day: 15, hour: 12 };
			const ofMonth = (offset: number) => DateTime.utc().plus({ months: offset }).set(noon);
			const add = (amount: number, offset: number) =>
				simulator.addCharge({
					...{ amount, currency: 'kwd', status: 'succeeded' },
					created_at: ofMonth(offset).toISO(),
				});
			for (const amount of [0.1, 0.2, 0.3]) add(amount, -1);
			add(5, -2);
			const workflow = await importExample(editor, 'monthly-totals-of-charges.json', {
				paymentsApi: account,
			});
			const totals = outputOf(await run(workflow), 'Rounded totals').map(({ json }) => json);
			expect(totals.filter(({ currency }) => currency === 'kwd')).toEqual([
				{ status: 'succeeded', currency: 'kwd', charges: 3, total: 0.6 },
			]);

			// As the note and docs/usage.md say.
			const byDay = { fieldsToSplitBy: 'created_day, status, currency' };
			Object.assign(nodeOf(workflow, 'Totals by status and currency').parameters, byDay);
			nodeOf(workflow, 'Charges of last month').parameters.options = { calendarDay: true };
			await editor.save(workflow);
			const daily = outputOf(await run(workflow), 'Rounded totals').map(({ json }) => json);
			expect(daily.filter(({ currency }) => currency === 'kwd')).toEqual([
				{
					created_day: ofMonth(-1).toISODate(),
					status: 'succeeded',
					currency: 'kwd',
					charges: 3,
					total: 0.6,
				},
			]);
		});

		test('each customer has one row in the CRM, with new values after the next run', async () => {
			const { editor, simulator, account } = environment;
			const file = 'customers-to-crm-sheet.json';
			const workflow = await importExample(editor, file, { paymentsApi: account });
			const table = await chooseTable(editor, file, workflow);
			const { customers } = simulator.records;

			await run(workflow);
			const first = await editor.tableRows(table);
			expect(first.map(({ customer_id }) => customer_id).sort()).toEqual(
				customers.map(({ id }) => id).sort(),
			);

			const [changed] = customers;
			changed!.name = 'Ann New Name';
			await run(workflow);
			const second = await editor.tableRows(table);
			expect(second).toHaveLength(first.length);
			expect(second.find(({ customer_id }) => customer_id === changed!.id)).toMatchObject({
				name: 'Ann New Name',
				email: changed!.email,
			});
		});

		test('the picture of a static QR code is sent to Telegram', async () => {
			const { editor, simulator, account } = environment;
			const code = { name: 'Counter 1', payment_provider_method: 'paynow_online' };
			await post(simulator, '/v1/static_qr', code);
			const [qr] = simulator.records.staticQrs;
			const sent: Array<{ url?: string; body: Buffer }> = [];
			const telegram = await startHttpServer((request, response) => {
				void buffer(request).then((body) => {
					sent.push({ url: request.url, body });
					response.setHeader('content-type', 'application/json').end('{"ok":true,"result":{}}');
				});
			});
			const bot = { accessToken: '1:made-up', baseUrl: telegram.url };
			const workflow = await importExample(editor, 'qr-code-to-telegram.json', {
				paymentsApi: account,
				telegramApi: await editor.createCredential('Telegram account', 'telegramApi', bot),
			});
			nodeOf(workflow, 'Get the QR code').parameters.staticQrId = {
				__rl: true,
				mode: 'list',
				value: qr!.id,
			};
			await editor.save(workflow);
			await run(workflow);
			await telegram.close();

			expect(sent.map(({ url }) => url)).toEqual(['/bot1:made-up/sendPhoto']);
			const [{ body }] = sent as [{ body: Buffer }];
			expect(body.toString()).toContain('Counter 1: scan the code to pay');
			const picture = body.subarray(body.indexOf('\x89PNG', 0, 'latin1'));
			expect(await scan(picture)).toEqual([qr!.qr_value]);
		});

		test('the picture of a payment request is there to be sent to WhatsApp', async () => {
			const { editor, simulator, account } = environment;
			const sender = { accessToken: 'made-up', businessAccountId: '1' };
			const workflow = await importExample(editor, 'qr-code-to-whatsapp.json', {
				paymentsApi: account,
				whatsAppApi: await editor.createCredential('WhatsApp account', 'whatsAppApi', sender),
			});
			// Its host cannot be another one.
			nodeOf(workflow, 'Send the picture').disabled = true;
			await editor.save(workflow);
			const [item] = outputOf(await run(workflow), 'Create the payment request');
			const picture = await editor.download(item?.binary?.data?.id ?? '');
			const [request] = simulator.records.paymentRequests;
			expect(request).toMatchObject({ amount: '25.00', reference_number: 'ORD-1042' });
			expect(await scan(picture)).toEqual([request!.qr_code_data?.qr_code]);
		});

		test('an alert is sent once a day if no event arrives although there are charges', async () => {
			const { editor, simulator, account } = environment;
			const file = 'alert-when-no-events-arrive.json';
			const messages = async (workflow: IWorkflowBase) =>
				outputOf(await run(workflow), 'Message').map(({ json }) => json.text);
			const workflow = await importExample(editor, file, { paymentsApi: account });
			const table = await chooseTable(editor, file, workflow);
			simulator.addCharge();
			// Its event may still be on its way.
			expect(await messages(workflow)).toEqual([]);

			const created_at = DateTime.now().minus({ hours: 1 }).toISO();
			simulator.addCharge({ created_at });
			expect(await messages(workflow)).toEqual([
				expect.stringMatching(/No event of HitPay has arrived for 6 hours.*a charge at \d/),
			]);
			expect(await messages(workflow)).toEqual([]);

			await editor.publish(await editor.save(workflow));
			await expect.poll(() => simulator.webhookEndpoints.length).toBe(1);
			simulator.addCharge();
			simulator.addCharge();
			await expect.poll(async () => (await editor.executions(workflow)).length).toBe(5);
			await editor.unpublish(workflow);
			expect(await editor.tableRows(table)).toEqual([
				expect.objectContaining({ workflow: workflow.name }),
			]);
			const other = await importExample(editor, file, { paymentsApi: account });
			nodeOf(other, 'Events of these hours').parameters.dataTableId = {
				__rl: true,
				mode: 'list',
				value: table,
			};
			await editor.save(other);
			expect(await messages(other)).toEqual([]);
		});

		test('a failed payment of a subscription leads to one message', async () => {
			const { editor, simulator, account } = environment;
			const gym = { name: 'Gym', customer_email: 'gym@mail.example' };
			const failed = await declinedSubscription(simulator, gym, 49);
			const canceled = await declinedSubscription(simulator, {}, 49);
			canceled.status = 'canceled';
			const { id } = simulator.addSubscription();
			const body = { amount: 12, currency: 'SGD' };
			await post(simulator, `/v1/charge/recurring-billing/${id}`, body);
			simulator.addCharge({ status: 'failed' });
			const workflow = await importExample(editor, 'failed-subscription-payments.json', {
				paymentsApi: account,
			});

			const messages = outputOf(await run(workflow), 'Message to the customer');
			expect(messages.map(({ json }) => json)).toEqual([
				{
					to: 'gym@mail.example',
					subject: 'Your payment for Gym was not successful',
					text: expect.stringMatching(/49\.00 SGD[^]*\/recurring-plan\//),
					subscription_id: failed.id,
					charge_id: simulator.chargesOf(failed.id)[0]!.id,
				},
			]);
			expect(outputOf(await run(workflow), 'Message to the customer')).toEqual([]);
		});

		test('an overdue invoice is sent once a week, and the report names what was not', async () => {
			const { editor, simulator, account } = environment;
			const [late, refused, paid] = [
				await addInvoice(simulator, 'L-1'),
				await addInvoice(simulator, 'L-2'),
				await addInvoice(simulator, 'L-3'),
			];
			late.status = refused.status = 'overdue';
			paid.status = 'paid';
			simulator.fault({
				method: 'PUT',
				path: `/v1/invoices/${refused.id}`,
				status: 422,
				body: { message: 'The address does not exist.' },
			});
			const workflow = await importExample(editor, 'weekly-reminder-of-overdue-invoices.json', {
				paymentsApi: account,
			});
			const before = simulator.requests.length;
			const report = outputOf(await run(workflow), 'Reminded or not').map(({ json }) => json);
			expect(report).toHaveLength(2);
			expect(report).toEqual(
				expect.arrayContaining([
					expect.objectContaining({
						invoice_number: 'L-1',
						days_overdue: expect.any(Number),
						result: 'Reminded',
						reason: '',
					}),
					expect.objectContaining({
						invoice_number: 'L-2',
						result: 'Not reminded',
						reason: expect.stringContaining('The address does not exist'),
					}),
				]),
			);
			expect(outputOf(await run(workflow), 'Reminded or not')).toEqual([]);
			const sent = simulator.requests.slice(before).filter(({ method }) => method === 'PUT');
			expect(sent.map(({ path }) => path).sort()).toEqual(
				[late, refused].map(({ id }) => `/v1/invoices/${id}`).sort(),
			);
		});

		test('usage is billed once for a month, also when the workflow runs twice', async () => {
			const { simulator } = environment;
			const ann = simulator.addSubscription({ reference: 'U-1' });
			const giro = simulator.addSubscription({ reference: 'U-2' });
			simulator.attachMethod(giro.id, 'giro');
			const declined = simulator.addSubscription({ reference: 'U-3' });
			simulator.attachMethod(declined.id, 'card', '0002');
			simulator.addSubscription({ reference: 'U-4' });
			simulator.addSubscription({ reference: 'U-4' });
			const { workflow, table } = await usageBilling([
				{ reference: 'U-1', amount: 12.5 },
				{ reference: 'U-2', amount: '7.25' },
				{ reference: 'U-3', amount: 30 },
				{ reference: 'U-4', amount: 1 },
				{ reference: 'U-5', amount: 1 },
				{ reference: 'U-6', amount: 1 },
				{ reference: 'U-6', amount: 2 },
				{ reference: 'U-7', amount: 0 },
				{ reference: null, amount: 1 },
			]);
			const refusals = [
				usageRow('U-4', 'Not billed', '2 active subscriptions'),
				usageRow('U-5', 'Not billed', 'No active subscription'),
				usageRow('U-6', 'Not billed', 'add them up'),
				usageRow('U-7', 'Not billed', 'nothing to bill'),
				usageRow('', 'Not billed', 'no reference'),
			];

			const first = reportRows(await run(workflow));
			expect(first).toHaveLength(8);
			expect(first).toEqual(
				expect.arrayContaining([
					usageRow('U-1', 'Billed'),
					usageRow('U-2', 'Pending'),
					usageRow('U-3', 'Check', 'no money was taken'),
					...refusals,
				]),
			);
			const lastMonth = first[0]!.month;
			expect(lastMonth).toMatch(/^\d{4}-\d\d$/);
			expect(await environment.editor.tableRows(table)).toEqual(
				expect.arrayContaining([
					expect.objectContaining({
						month: lastMonth,
						reference: 'U-1',
						amount: 12.5,
						subscription_id: ann.id,
						result: 'Billed',
						payment_id: simulator.chargesOf(ann.id)[0]!.id,
					}),
				]),
			);

			const second = reportRows(await run(workflow));
			expect(second).toEqual(
				expect.arrayContaining([
					usageRow('U-1', 'Billed before'),
					usageRow('U-2', 'Billed before'),
					usageRow('U-3', 'Not billed', 'It is not certain'),
					...refusals,
				]),
			);
			expect([ann, giro, declined].map(({ id }) => simulator.chargesOf(id).length)).toEqual([
				1, 1, 1,
			]);
			expect(await environment.editor.tableRows(table)).toHaveLength(3);

			// A new month: the rows of the other one do not count.
			set(workflow, 'Month to bill', '2020-01');
			await environment.editor.save(workflow);
			await run(workflow);
			expect(simulator.chargesOf(ann.id).map(({ amount }) => amount)).toEqual([12.5, 12.5]);
		});

		test('usage is not billed after a run that stopped before the outcome was written', async () => {
			const { editor, simulator } = environment;
			const { id } = simulator.addSubscription({ reference: 'V-1' });
			const { workflow, table } = await usageBilling([{ reference: 'V-1', amount: 12.5 }]);
			set(workflow, 'Month to bill', '2020-01');
			await editor.save(workflow);
			const row = { month: '2020-01', reference: 'V-1', amount: 12.5, currency: 'SGD' };
			await editor.addTableRow(table, { ...row, subscription_id: id, result: 'Billing' });
			expect(reportRows(await run(workflow))).toEqual([
				usageRow('V-1', 'Not billed', 'It is not certain'),
			]);
			expect(simulator.chargesOf(id)).toEqual([]);
		});

		test('usage is billed once by runs at the same time', async () => {
			const { editor, simulator } = environment;
			const { id } = simulator.addSubscription({ reference: 'W-1' });
			const { workflow } = await usageBilling([{ reference: 'W-1', amount: 12.5 }]);
			const runs = await Promise.all([1, 2, 3].map(() => editor.start(workflow)));
			for (const one of runs) expect((await editor.end(one)).status).toBe('success');
			expect(simulator.chargesOf(id)).toHaveLength(1);
		});

		test('without changes, the billing of usage charges nobody', async () => {
			const { editor, simulator, account } = environment;
			const file = 'monthly-usage-billing.json';
			const workflow = await importExample(editor, file, { paymentsApi: account });
			await chooseTable(editor, file, workflow, 'Unchanged');
			const before = simulator.records.charges.length;
			const rows = reportRows(await run(workflow));
			expect(rows.map(({ result }) => result)).toEqual(['Not billed', 'Not billed']);
			expect(simulator.records.charges).toHaveLength(before);
		});

		test('the nightly refund refunds each order once, up to the amount paid, however often it runs', async () => {
			const { simulator } = environment;
			const paid = simulator.addCharge({ order_reference_number: 'A-1', amount: 30 });
			const inPart = simulator.addCharge({ order_reference_number: 'A-2', amount: 20 });
			await post(simulator, '/v1/refund', { payment_id: inPart.id, amount: 5 });
			simulator.addCharge({ order_reference_number: 'A-3', status: 'failed' });
			simulator.addCharge({ order_reference_number: 'A-4' });
			const twice = simulator.addCharge({ order_reference_number: 'A-4' });
			const numeric = simulator.addCharge({ order_reference_number: '1042', amount: 7 });
			// These must not be refunded: no number, and one with the same prefix.
			simulator.addCharge({ order_reference_number: '' });
			simulator.addCharge({ order_reference_number: 'A-11' });
			const workflow = await nightlyRefund(['A-1', 'A-2', 'A-3', 'A-4', 1042, 'A-1', '', null]);
			const { refunds } = simulator.records;
			// Their order says nothing about refunds of the same second.
			const earlier = new Set(refunds.map(({ id }) => id));

			const first = reportRows(await run(workflow));
			expect(first).toHaveLength(6);
			expect(first).toEqual(
				expect.arrayContaining([
					row('A-1', 'Refunded', 30),
					row('A-2', 'Refunded', 15),
					row('1042', 'Refunded', 7),
					row('A-3', 'Not refunded', 0, 'No charge in the last 30 days has this order number'),
					row('A-4', 'Not refunded', 0, expect.stringContaining(twice.id)),
					row('', 'Not refunded', 0, 'The order has no number'),
				]),
			);
			const made = refunds.filter(({ id }) => !earlier.has(id));
			expect(made.map(({ payment_id, amount_refunded }) => [payment_id, amount_refunded])).toEqual(
				expect.arrayContaining([
					[paid.id, 30],
					[inPart.id, 15],
					[numeric.id, 7],
				]),
			);
			expect(made).toHaveLength(3);

			const second = reportRows(await run(workflow));
			const before = ['A-1', 'A-2', '1042'].map((one) => row(one, 'Refunded before', 0));
			expect(second).toEqual(expect.arrayContaining(before));
			expect(second).toHaveLength(6);

			// The list may be behind. Then the node finds that nothing is missing.
			simulator.fault(listIsBehind);
			const third = reportRows(await run(workflow));
			simulator.clearFaults();
			expect(third).toEqual(expect.arrayContaining(before));
			expect(third).toHaveLength(6);
			expect(refunds).toHaveLength(earlier.size + 3);
		});

		test('the nightly refund reports what was not refunded, with the reason, and refunds the rest', async () => {
			const { simulator } = environment;
			const orders = ['B-1', 'B-2', 'B-3'];
			const charges = orders.map((order_reference_number) =>
				simulator.addCharge({ order_reference_number, amount: 10 }),
			);
			const gone = `/v1/charges/${charges[2]!.id}`;
			simulator.fault({ method: 'GET', path: gone, status: 404, times: Infinity });
			simulator.fault({
				method: 'POST',
				path: '/v1/refund',
				status: 422,
				body: { message: 'The balance is too low.' },
			});
			const workflow = await nightlyRefund(orders);
			const execution = await run(workflow);
			simulator.clearFaults();
			expect(outcomes(execution)).toEqual(['not_sent', 'refused', undefined]);
			const rows = reportRows(execution);
			expect(rows.map(({ result }) => result).sort()).toEqual([
				'Not refunded',
				'Not refunded',
				'Refunded',
			]);
			expect(rows).toEqual(
				expect.arrayContaining([
					row('B-3', 'Not refunded', 0, expect.stringContaining('was not found')),
					expect.objectContaining({
						result: 'Not refunded',
						reason: expect.stringContaining('The balance is too low'),
					}),
				]),
			);
			expect(outputOf(execution, 'To check')).toEqual([]);
		});

		for (const [when, cut, next, amount] of [
			['did not reach HitPay', 'before', 'Refunded', 30],
			['was made', 'after', 'Refunded before', 0],
		] as const) {
			test(`if it is not certain whether an order was refunded, and it ${when}, it is to be checked, and the next run refunds it once`, async () => {
				const { simulator } = environment;
				const order = `C-${cut}`;
				const { id } = simulator.addCharge({
					order_reference_number: order,
					amount: 30,
					currency: 'sgd',
				});
				const made = () => simulator.records.refunds.filter(({ payment_id }) => payment_id === id);
				// From then on, the charge cannot be looked up.
				const lookups = { method: 'GET', path: `/v1/charges/${id}`, status: 404, times: Infinity };
				const meanwhile = () => simulator.fault(lookups);
				simulator.fault({ method: 'POST', path: '/v1/refund', cut, meanwhile });
				const workflow = await nightlyRefund([order, 'C-none']);

				const first = await run(workflow);
				simulator.clearFaults();
				expect(outcomes(first)).toEqual(['unknown']);
				expect(outputOf(first, 'To check').map(({ json }) => json)).toEqual([
					{
						order_number: order,
						result: 'To check',
						currency: 'sgd',
						reason: expect.stringMatching(
							/^Could not confirm whether 30.00 SGD was refunded.*what is missing/,
						),
						payment_id: id,
					},
				]);
				// Only what is certain is in the report.
				expect(reportRows(first)).toEqual([row('C-none', 'Not refunded', 0, expect.any(String))]);
				expect(made()).toHaveLength(cut === 'after' ? 1 : 0);

				const second = await run(workflow);
				expect(reportRows(second)).toContainEqual(row(order, next, amount));
				expect(outputOf(second, 'To check')).toEqual([]);
				expect(made()).toMatchObject([{ amount_refunded: 30 }]);
			});
		}

		test('orders that n8n did not even try to refund are to be checked, and never reported as refunded', async () => {
			const { editor, simulator } = environment;
			const { id } = simulator.addCharge({ order_reference_number: 'D-1', amount: 10 });
			const workflow = await nightlyRefund(['D-1']);
			const refund = nodeOf(workflow, 'Refund up to the amount paid');
			// The newest n8n finds a credential by its name, too.
			refund.credentials = { paymentsApi: { id: 'deleted', name: 'Deleted account' } };
			await editor.save(workflow);
			const execution = await run(workflow);
			expect(reportRows(execution)).toEqual([]);
			expect(outputOf(execution, 'To check').map(({ json }) => json)).toMatchObject([
				{ order_number: 'D-1', result: 'To check', payment_id: id },
			]);
			expect(simulator.records.refunds.filter(({ payment_id }) => payment_id === id)).toEqual([]);
		});

		test('without changes, the nightly refund refunds nothing', async () => {
			const { simulator } = environment;
			const before = simulator.records.refunds.length;
			const workflow = await nightlyRefund();
			const rows = reportRows(await run(workflow));
			expect(rows.map(({ result }) => result)).toEqual(['Not refunded', 'Not refunded']);
			expect(simulator.records.refunds).toHaveLength(before);
		});

		test('a refund that is asked for and approved twice is made once', async () => {
			const { editor, simulator, account } = environment;
			const { id } = simulator.addCharge({ amount: 100, currency: 'sgd', status: 'succeeded' });
			await post(simulator, '/v1/refund', { payment_id: id, amount: 10 });
			const workflow = await importExample(editor, 'refund-approval.json', {
				paymentsApi: account,
				httpBasicAuth: await createApprovers(editor),
			});
			await editor.publish(workflow);
			const refunds = [];
			for (const said of ['10 was', '30 was']) {
				await fillIn(`${editor.url}/form/ask-for-a-refund`, id, '30', 'Damaged');
				const waiting = await editor.waiting(workflow);
				const [message] = outputOf(waiting, 'Message for the approver');
				expect(message?.json.text).toMatch(/a total refund of 30 of 100 sgd/);
				expect(message?.json.text).toContain(`${said} refunded before`);
				await approve(message?.json.approve_at as string, 'Refund');
				refunds.push(outputOf(await editor.end(waiting.id), 'Refund')[0]?.json);
				expect(await editor.customData(waiting.id)).toMatchObject({ payment_id: id });
			}
			expect(refunds).toMatchObject([
				{ payment_id: id, amount_refunded: 20, total_refunded: 30, already_refunded: false },
				{ payment_id: id, amount_refunded: 0, total_refunded: 30, already_refunded: true },
			]);
			const made = simulator.records.refunds.filter(({ payment_id }) => payment_id === id);
			expect(made.map(({ amount_refunded }) => amount_refunded).sort()).toEqual([10, 20]);
			await editor.unpublish(workflow);
		});

		test('refunds are previewed, approved with their totals, and made as previewed', async () => {
			const { editor, simulator, account } = environment;
			const add = (amount: number, currency: string) =>
				simulator.addCharge({ amount, currency, status: 'succeeded' }).id;
			const ids = [add(10.1, 'sgd'), add(20.2, 'sgd'), add(500, 'jpy')];
			await post(simulator, '/v1/refund', { payment_id: ids[1], amount: 5 });
			const workflow = await importExample(editor, 'preview-and-approve-refunds.json', {
				paymentsApi: account,
				httpBasicAuth: await createApprovers(editor),
			});
			await editor.publish(workflow);
			const made = () =>
				simulator.records.refunds.filter(({ payment_id }) => ids.includes(payment_id)).length;
			const list = [...ids, ids[0]].join('\n');
			for (const [decision, refunds] of [
				['Decline', 1],
				['Refund', 4],
			] as const) {
				await fillIn(`${editor.url}/form/charges-to-refund`, list);
				const waiting = await editor.waiting(workflow);
				expect(made()).toBe(1);
				const messages = outputOf(waiting, 'Message for the approver');
				expect(messages.map(({ json }) => json.text)).toEqual([
					expect.stringMatching(
						/25\.3 SGD \(2 refunds\), 500 JPY \(1 refund\)\. Not refunded: .*An earlier item/,
					),
				]);
				await approve(messages[0]!.json.approve_at as string, decision);
				const ended = await editor.end(waiting.id);
				expect(made()).toBe(refunds);
				if (decision === 'Decline') continue;
				const previewed = outputOf(ended, 'Refunds to make');
				expect(outputOf(ended, 'Refund').map(({ json }) => json)).toMatchObject(
					previewed.map(({ json: { payment_id, would_refund } }) => ({
						payment_id,
						amount_refunded: would_refund,
					})),
				);
			}
			await editor.unpublish(workflow);
		});

		test('orders of a sheet are refunded up to their totals once, and rows with any doubt are listed with the reason', async () => {
			// After n8n started, and after a refusal, a total waits 40 s.
			test.setTimeout(420_000);
			const { editor, simulator, account } = environment;
			const add = (order_reference_number: string, more: object = {}) =>
				simulator.addCharge({ order_reference_number, amount: 30, currency: 'sgd', ...more }).id;
			const toRefund: Array<[charge: string, amount: number]> = [
				[add('S-1'), 15.1],
				[add('104200'), 7],
				[add('S-3'), 2.5],
				[add('S-4'), 4],
				[add('S-5', { amount: 500, currency: 'jpy' }), 120],
			];
			const inFull = add('S-6');
			await post(simulator, '/v1/refund', { payment_id: toRefund[3]![0], amount: 2 });
			await post(simulator, '/v1/refund', { payment_id: inFull, amount: 30 });
			const twice = [add('C-1'), add('C-1')];
			// The one without an order number must not match the row without one.
			for (const order of ['C-2', 'C-3', 'C-5', 'C-6', 'C-10', '']) add(order);
			add('C-7', { status: 'failed' });
			add('C-8', { amount: 500, currency: 'jpy' });
			const { refunds } = simulator.records;
			const earlier = new Set(refunds.map(({ id }) => id));
			const made = () =>
				refunds
					.filter(({ id }) => !earlier.has(id))
					.map(({ payment_id, amount_refunded }) => [payment_id, amount_refunded]);

			const workflow = await importExample(editor, 'refund-orders-from-a-sheet.json', {
				paymentsApi: account,
				httpBasicAuth: await createApprovers(editor),
			});
			await editor.publish(workflow);
			const upload = async () => await fillIn(`${editor.url}/form/refund-orders`, sheet);
			const decide = async (decision: string) => {
				await upload();
				const waiting = await editor.waiting(workflow);
				const [message] = outputOf(waiting, 'Message for the approver');
				await approve(message!.json.approve_at as string, decision);
				return { waiting, message, ended: await editor.end(waiting.id) };
			};

			const { waiting, message } = await decide('Decline');
			const toCheck = outputOf(waiting, 'Rows to check').map(({ json }) => json);
			const reasons = new Map(toCheck.map((one) => [one.order_number, one.reason]));
			const noCharge = 'No charge of the last 90 days has this order number';
			const noAmount = 'The refund amount is not a number above 0, such as 12.50';
			expect(Object.fromEntries(reasons)).toEqual({
				'': 'The row has no order number',
				'C-1': expect.stringMatching(/^2 charges have this order number: .*by hand$/),
				'C-2': `${noAmount}: "S$ 3"`,
				'c-3': `${noCharge}. One has C-3: correct upper and lower case`,
				'C-4': noCharge,
				'C-5': expect.stringContaining("'Total' is above the amount of the charge"),
				'C-6': `${noAmount}: "0"`,
				'C-7': noCharge,
				'C-8': expect.stringContaining('JPY'),
				'C-9': `${noAmount}: "-5"`,
				'C-10': `${noAmount}: ""`,
			});
			for (const id of twice) expect(reasons.get('C-1')).toContain(id);
			expect(message!.json.text).toMatch(
				/28\.6 SGD \(4 refunds\), 120 JPY \(1 refund\)\. Refunded before: 1\. Not refunded: .*C-4: No charge/,
			);
			expect(made()).toEqual([]);

			// HitPay refuses one of them.
			simulator.fault({
				method: 'POST',
				path: '/v1/refund',
				status: 422,
				body: { message: 'The balance is too low.' },
			});
			const first = refundReport((await decide('Refund')).ended);
			const isRefused = ([charge]: [string, number]) =>
				first.some(([one, result]) => one === charge && result === 'Not refunded');
			const others = toRefund.filter((one) => !isRefused(one));
			expect(others).toHaveLength(4);
			expect(sorted(made())).toEqual(sorted(others));
			expect(sorted(first)).toEqual(
				sorted([
					[inFull, 'Refunded before', 0],
					...toRefund.map((one) =>
						isRefused(one) ? [one[0], 'Not refunded', null] : [one[0], 'Refunded', one[1]],
					),
				]),
			);

			// The same sheet sends only this one again.
			const second = refundReport((await decide('Refund')).ended);
			expect(sorted(second)).toEqual(
				sorted([
					[inFull, 'Refunded before', 0],
					...toRefund.map((one) =>
						isRefused(one) ? [one[0], 'Refunded', one[1]] : [one[0], 'Refunded before', 0],
					),
				]),
			);
			expect(sorted(made())).toEqual(sorted(toRefund));

			// Then nothing is missing, and nobody is asked.
			await upload();
			const last = (await untilRuns(editor, workflow, 4)).at(-1)!;
			expect(last.status).toBe('success');
			expect(sorted(refundReport(last))).toEqual(
				sorted(
					[inFull, ...toRefund.map(([charge]) => charge)].map((one) => [one, 'Refunded before', 0]),
				),
			);
			expect(made()).toHaveLength(toRefund.length);
			await editor.unpublish(workflow);
		});

		/** Imports the nightly refund. @param orders in place of those of the example */
		async function nightlyRefund(orders?: unknown[]): Promise<IWorkflowBase> {
			const { editor, account } = environment;
			const workflow = await importExample(editor, 'nightly-refund-of-failed-orders.json', {
				paymentsApi: account,
			});
			if (orders) await fillInOrders(editor, workflow, orders);
			return workflow;
		}

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

		/** Imports the billing of usage with a data table and usage. */
		async function usageBilling(usage: Usage[]) {
			const { editor, account } = environment;
			const file = 'monthly-usage-billing.json';
			const workflow = await importExample(editor, file, { paymentsApi: account });
			const table = await chooseTable(
				editor,
				file,
				workflow,
				`Usage of ${String(usage[0]?.reference)}`,
			);
			await fillInUsage(editor, workflow, usage);
			return { workflow, table };
		}

		/** Returns the rows of the sheet of the newest payout. */
		async function reconcile(): Promise<Array<Record<string, string>>> {
			const { editor, account } = environment;
			const workflow = await importExample(editor, 'payout-reconciliation.json', {
				paymentsApi: account,
			});
			const [file] = outputOf(await run(workflow), 'Make the CSV file');
			const csv = await editor.download(file?.binary?.data?.id ?? '');
			return parse<Record<string, string>>(csv, { columns: true, bom: true });
		}

		/** Returns the file of the report. */
		async function reportOf(execution: Execution): Promise<string> {
			const [file] = outputOf(execution, 'Make the HTML file');
			expect(file?.binary?.data).toMatchObject({ mimeType: 'text/html', fileExtension: 'html' });
			return (await environment.editor.download(file?.binary?.data?.id ?? '')).toString();
		}
	});
}

/** A sheet as Excel saves it: with a byte order mark, and a column that the example does not need. */
const sheet = new File(
	[
		...[
			'\uFEFForder_number,customer,refund_amount',
			// To be refunded: two rows of one order, a number, spaces, and two that were refunded in part or in full.
			...['S-1,Ann,10.00', '104200,Ben,7', 'S-1,Ann,5.10', ' S-3 ,Cho, 2.5 ', 'S-4,Dan,6.00'],
			...['S-5,Eve,120', 'S-6,Fay,30'],
			// To check.
			...['C-1,Gus,5', 'C-2,Hal,S$ 3', 'C-2,Hal,4.00', ',Ida,9', 'c-3,Jo,5', 'C-4,Kim,5'],
			...['C-5,Lee,50', 'C-6,Mia,0', 'C-7,Noa,5', 'C-8,Oz,12.5', 'C-9,Pam,-5', 'C-10,Quy,'],
		].map((line) => `${line}\r\n`),
	],
	'refunds.csv',
	{ type: 'text/csv' },
);

/** The charges, results and amounts of a report, which has refunds of before the approval, too. */
function refundReport({ data }: Execution): unknown[][] {
	const runs = data.resultData.runData.Report ?? [];
	const items = runs.flatMap((one) => one.data?.main?.[0] ?? []);
	return items.map(({ json }) => [json.payment_id, json.result, json.amount]);
}

/** Rows without the order in which the refunds were sent. */
const sorted = (rows: unknown[][]) => rows.map((one) => JSON.stringify(one)).sort();

/** Lists of charges are as they were before the refunds. */
const listIsBehind = {
	method: 'GET',
	path: /^\/v1\/charges$/,
	times: Infinity,
	body: (text: string) => text.replaceAll('"refunded"', '"succeeded"'),
};

/** The outcomes of the refunds that failed, as the node reports them. */
function outcomes(execution: Execution) {
	const items = outputOf(execution, 'Refund up to the amount paid');
	return items.map(({ json }) => json.outcome).sort();
}

function reportRows(execution: Execution) {
	return outputOf(execution, 'Report').map(({ json }) => json);
}

/** A row of the report of billed usage. */
function usageRow(reference: string, result: string, reason = '') {
	return expect.objectContaining({ reference, result, reason: expect.stringContaining(reason) });
}

function nodeOf({ nodes }: IWorkflowBase, name: string) {
	return nodes.find((node) => node.name === name)!;
}

/** Sets the value of a Set node with one field. */
function set(workflow: IWorkflowBase, name: string, value: string) {
	const { assignments } = nodeOf(workflow, name).parameters.assignments as {
		assignments: Array<{ value: string }>;
	};
	assignments[0]!.value = value;
}

/** A row of the report of refunds. */
function row(order_number: string, result: string, amount: number, reason: unknown = '') {
	return expect.objectContaining({ order_number, result, amount, reason });
}

/** Returns the amount of the clearing account in a manual journal of Xero, and the sum of all lines. */
function totalsInXero(sent: unknown) {
	const { JournalLines: lines } = sent as {
		JournalLines: Array<{ LineAmount: number; AccountCode: string }>;
	};
	return totals(lines.map((one) => [one.AccountCode, one.LineAmount]));
}

/** The same in a journal entry of QuickBooks. */
function totalsInQuickBooks(sent: unknown) {
	const { Line: lines } = sent as {
		Line: Array<{
			Amount: number;
			JournalEntryLineDetail: { PostingType: string; AccountRef: { value: string } };
		}>;
	};
	return totals(
		lines.map(({ Amount: amount, JournalEntryLineDetail: { PostingType, AccountRef } }) => [
			AccountRef.value,
			PostingType === 'Debit' ? amount : -amount,
		]),
	);
}

function totals(lines: Array<[account: string, amount: number]>) {
	const [, clearing] = lines.find(([account]) => account === 'your clearing account')!;
	const cents = lines.reduce((sum, [, amount]) => sum + Math.round(amount * 100), 0);
	return { clearing, balance: cents };
}
