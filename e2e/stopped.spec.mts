/**
 * Stops or kills n8n in the middle of many refunds, starts it again, and runs the workflow again.
 */
import type { IDataObject } from 'n8n-workflow';

import { expect, startAgain, test } from './fixtures.mjs';
import { outputOf } from './editor.mjs';

const CHARGES = 100;

/**
 * The simulator's latency, in milliseconds. A refund takes two requests: nine tenths of the refunds take
 * longer than the 15 seconds in which n8n has to stop.
 */
const LATENCY = 90;

/** The start of the charges to refund; generated charges are older. */
const FROM = '2026-01-01';

/** Otherwise n8n would wait for the end of the execution. */
const env = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1' };

test.use({ environmentName: 'stopped', environmentOptions: { env, latency: LATENCY } });

/** In full: what is refunded in full cannot be refunded again. */
const inFull = {
	refund: { refundKind: 'part', amount: '={{ $json.amount }}' },
	amount: 10,
	hasNothingLeft: ({ error }: IDataObject) => /already fully refunded/.test(error as string),
};

/** Half of it, up to a total: the other half could be refunded by mistake. */
const upToHalf = {
	refund: { refundKind: 'total', total: '={{ $json.amount / 2 }}' },
	amount: 5,
	hasNothingLeft: (item: IDataObject) => item.already_refunded === true,
};

for (const [what, end, { refund, amount, hasNothingLeft }] of [
	['asked to stop during many refunds, another run refunds each charge once', 'stop', inFull],
	['killed, another run refunds each charge up to its total, and no more', 'kill', upToHalf],
] as const) {
	test(`after n8n was ${what}`, async ({ environment }) => {
		const { editor, simulator, account } = environment;
		const { refunds } = simulator.records;
		const already = refunds.length;
		const made = () => refunds.length - already;
		const workflow = await editor.importWorkflow(refundAll(account, refund));
		const ids = Array.from(
			{ length: CHARGES },
			() => simulator.addCharge({ amount: 10, status: 'succeeded' }).id,
		);

		await editor.start(workflow);
		// In the first 40 seconds of n8n, nothing is sent up to a total.
		await expect.poll(made, { intervals: [20], timeout: 150_000 }).toBeGreaterThan(CHARGES / 10);
		await environment.n8n[end]();
		const before = made();
		expect(before).toBeLessThan(CHARGES);

		await startAgain(environment, `stopped-${end}`, { env });
		const { data } = await editor.run(workflow);
		const refunded = refunds.filter(({ payment_id }) => ids.includes(payment_id));
		expect(made()).toBe(CHARGES);
		expect(refunded.map(({ payment_id }) => payment_id).sort()).toEqual(ids.sort());
		expect(refunded.filter(({ amount_refunded }) => amount_refunded !== amount)).toEqual([]);
		// The charges of the previous tests are among them.
		const items = outputOf({ data }, 'Refunds').map(({ json }) => json);
		expect(items.length).toBeGreaterThanOrEqual(CHARGES);
		const others = items.filter((item) => item.amount_refunded !== amount);
		expect(items.length - others.length).toBe(CHARGES - before);
		expect(others.filter((item) => !hasNothingLeft(item))).toEqual([]);
	});
}

/** Returns a workflow that lists the charges and refunds each, one after the other. */
function refundAll(account: string, refund: object): object {
	const payments = (name: string, parameters: object) => ({
		id: name,
		name,
		type: 'n8n-nodes-payments.payments',
		typeVersion: 1,
		position: [0, 0],
		parameters: { ...parameters, options: { maxRequests: 1 } },
		onError: 'continueRegularOutput',
		credentials: { paymentsApi: { id: account, name: 'Payments account' } },
	});
	const step = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		name: 'Refund all',
		settings: { executionOrder: 'v1' },
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			payments('Charges', {
				resource: 'charge',
				operation: 'getAll',
				returnAll: true,
				filters: { createdFrom: FROM },
			}),
			payments('Refunds', {
				resource: 'refund',
				operation: 'create',
				paymentId: '={{ $json.id }}',
				...refund,
			}),
		],
		connections: { Start: step('Charges'), Charges: step('Refunds') },
	};
}
