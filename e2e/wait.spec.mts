/**
 * Executions that wait for a payment, in n8n: what is notified, and what the API returns, is tested in
 * test/engine/writes/waitForPayment.test.ts.
 */
import type { IWorkflowBase } from 'n8n-workflow';

import { outputOf } from './editor.mjs';
import {
	cleanUpAfterAll,
	expect,
	setUpEnvironment,
	startAgain,
	test,
	type TestEnvironment,
} from './fixtures.mjs';
import { editions } from './install.mjs';
import { payOnPage } from './notifications.mjs';
import { chain, node, payments } from './workflows.mjs';

for (const edition of editions) {
	test.describe(`The ${edition} n8n`, () => {
		test.describe.configure({ mode: 'serial' });

		const onCleanup = cleanUpAfterAll();
		let environment: TestEnvironment;

		test.beforeAll(async ({ tarball }) => {
			// The first start may have to install n8n.
			test.setTimeout(900_000);
			environment = await setUpEnvironment(`wait-${edition}`, tarball, onCleanup, { edition });
		});

		test('Create and Wait continues with the paid request, after a failed attempt and a forged notification', async () => {
			const { editor, simulator } = environment;
			const workflow = await editor.importWorkflow({ name: 'Create and wait', ...createAndWait() });
			const execution = await editor.start(workflow);
			await editor.waiting(workflow);
			const { id, url, webhook } = simulator.records.paymentRequests[0]!;
			await payOnPage(url, 'fail');
			const forged = await fetch(webhook!, {
				method: 'POST',
				body: new URLSearchParams({ status: 'completed', payment_request_id: id }),
			});
			expect(forged.status).toBe(503);
			expect((await editor.waiting(workflow)).id).toBe(execution);

			await payOnPage(url);
			const ended = await editor.end(execution);
			expect(ended.status).toBe('success');
			const [item] = outputOf(ended, 'After');
			const { paid, charge, payment_id } = item!.json;
			expect({ id: item!.json.id, paid }).toEqual({ id, paid: true });
			expect(charge).toMatchObject({ id: payment_id, status: 'succeeded' });
		});

		test('Wait for Payment survives a restart of n8n', async () => {
			const { editor, simulator } = environment;
			const workflow = await editor.importWorkflow({ name: 'Wait', ...createThenWait('1 day') });
			const execution = await editor.start(workflow);
			await editor.waiting(workflow);
			const { id, url } = simulator.records.paymentRequests[0]!;
			await environment.n8n.stop();
			await startAgain(environment, `wait-${edition}-again`, { edition });
			await payOnPage(url);
			const ended = await editor.end(execution);
			expect([ended.status, ended.data.resultData.error?.message]).toEqual(['success', undefined]);
			expect(outputOf(ended, 'After')[0]!.json).toMatchObject({ id, paid: true });
		});

		test('after the time, the request is output as not paid', async () => {
			const { editor, simulator } = environment;
			const workflow = await editor.importWorkflow({ name: 'Late', ...createThenWait('1 minute') });
			const ended = await editor.run(workflow);
			const { id } = simulator.records.paymentRequests[0]!;
			expect(ended.status).toBe('success');
			expect(outputOf(ended, 'After')[0]!.json).toMatchObject({ id, paid: false, charge: null });
		});

		/** Returns a workflow whose last node reads the item, as a user's would. */
		const around = (...nodes: Parameters<typeof chain>): Partial<IWorkflowBase> =>
			chain(
				node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
				...nodes,
				node('After', 'n8n-nodes-base.noOp', 1, {}),
			);

		const createAndWait = () =>
			around(
				payments('Create and Wait', environment.account, {
					resource: 'paymentRequest',
					operation: 'createAndWait',
					amount: 25,
					currency: 'SGD',
					email: 'ann@example.com',
				}),
			);

		const createThenWait = (waitAtMost: string) =>
			around(
				payments('Create', environment.account, {
					resource: 'paymentRequest',
					operation: 'create',
					amount: 25,
					currency: 'SGD',
					notify: 'wait',
				}),
				payments("Ann's payment", environment.account, {
					resource: 'paymentRequest',
					operation: 'wait',
					paymentRequestId: '={{ $json.id }}',
					waitAtMost,
				}),
			);
	});
}
