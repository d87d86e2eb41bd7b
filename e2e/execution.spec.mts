import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { outputOf } from './editor.mjs';
import {
	cleanUpAfterAll,
	expect,
	setUpEnvironment,
	test,
	type TestEnvironment,
} from './fixtures.mjs';
import { editions } from './install.mjs';
import { callWebhook, payOnPage } from './notifications.mjs';
import { chain, node, payments, trigger, webhook } from './workflows.mjs';

/** The hint of a run, and the data by which its execution is found. */

const options = { saveIds: true };

for (const edition of editions) {
	test.describe(`In the ${edition} n8n`, () => {
		test.describe.configure({ mode: 'serial' });

		const onCleanup = cleanUpAfterAll();
		let environment: TestEnvironment;

		test.beforeAll(async ({ tarball }) => {
			test.setTimeout(900_000);
			environment = await setUpEnvironment(`execution-${edition}`, tarball, onCleanup, { edition });
		});

		test('a run of several refunds shows their sum, and has the IDs of all', async () => {
			const { account, editor, simulator } = environment;
			const charges = [1, 2].map(() =>
				simulator.addCharge({ amount: 50, currency: 'sgd', status: 'succeeded' }),
			);
			const items = node('Items', 'n8n-nodes-base.code', 2, {
				jsCode: `return ${JSON.stringify(charges.map(({ id }) => ({ json: { id } })))}`,
			});
			const refund: INodeParameters = {
				resource: 'refund',
				operation: 'create',
				paymentId: '={{ $json.id }}',
				refundKind: 'part',
				amount: 12.5,
				options,
			};
			const start = node('Start', 'n8n-nodes-base.manualTrigger', 1, {});
			const workflow = await editor.importWorkflow({
				name: 'Refunds',
				...chain(start, items, payments('Refund', account, refund)),
			});
			const execution = await editor.run(workflow);
			expect(execution.data.resultData.error).toBeUndefined();
			const { hints } = execution.data.resultData.runData.Refund![0]!;
			expect(hints).toMatchObject([{ message: 'Of 2 items, 2 succeeded (25.00 SGD).' }]);
			const refunds = outputOf(execution, 'Refund').map(({ json }) => json.id);
			const { payment_id, refund_id } = await editor.customData(execution.id);
			expect(idsIn(payment_id)).toEqual(charges.map(({ id }) => id).sort());
			expect(idsIn(refund_id)).toEqual(refunds.sort());
		});

		test('an execution that a payment starts has its IDs', async () => {
			const { account, editor, simulator } = environment;
			const create: INodeParameters = {
				resource: 'paymentRequest',
				operation: 'create',
				amount: 25.5,
				currency: 'SGD',
				notify: 'trigger',
				triggerPath: 'payments',
				additionalFields: { referenceNumber: 'ORD-7' },
				options,
			};
			const order = chain(webhook('order'), payments('Request', account, create));
			const paid = chain(trigger(account, 'payments', options));
			const workflow = await editor.importWorkflow({
				name: 'Orders',
				...order,
				nodes: [...order.nodes, ...paid.nodes],
			});
			await editor.publish(workflow);
			const request = await callWebhook(editor.url, 'order', {});
			await payOnPage(request.url as string);
			await simulator.idle();
			const ids: IDataObject = { payment_request_id: request.id, reference_number: 'ORD-7' };
			const { payments: made } = simulator.records.paymentRequests.find(
				({ id }) => id === request.id,
			)!;
			await expect
				.poll(async () => {
					const executions = await editor.executions(workflow);
					return await Promise.all(executions.map(({ id }) => editor.customData(id)));
				})
				.toEqual([ids, { ...ids, payment_id: made![0]!.id }]);
		});
	});
}

function idsIn(text: unknown): string[] {
	return String(text).split(', ').sort();
}
