/**
 * n8n is stopped in the middle of a bulk of refunds, politely or at once, started again, and the
 * workflow run again.
 */
import { expect, logFile, setStage, test as base, type Stage } from './fixtures.mjs';
import { startN8n } from './n8n.mjs';

const CHARGES = 100;

/**
 * How long the simulator thinks, in milliseconds. A refund takes two requests: nine tenths of them take
 * longer than the 15 seconds that n8n has to stop in.
 */
const LATENCY = 90;

/** The day from which on charges are refunded: those that the simulator makes up are older. */
const FROM = '2026-01-01';

/** Or it would wait until the bulk is through. */
const env = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '1' };

const test = base.extend({
	stage: [
		async ({ tarball, atTheEnd }, use) => {
			const stage = await setStage('stopped', tarball, atTheEnd, { env, latency: LATENCY });
			atTheEnd(() => stage.n8n.stop());
			await use(stage);
		},
		{ scope: 'worker', timeout: 900_000 },
	],
});

test.setTimeout(300_000);

for (const [what, end] of [
	['asked to stop', 'stop'],
	['killed', 'kill'],
] as const) {
	test(`a bulk in which n8n was ${what} is run again: each charge is refunded once`, async ({
		stage,
	}) => {
		const { editor, simulator, account } = stage;
		const { refunds } = simulator.records;
		const already = refunds.length;
		const made = () => refunds.length - already;
		const workflow = await editor.importWorkflow(refundAll(account));
		const ids = Array.from(
			{ length: CHARGES },
			() => simulator.addCharge({ status: 'succeeded' }).id,
		);

		await editor.start(workflow);
		await expect.poll(made, { intervals: [20], timeout: 60_000 }).toBeGreaterThan(CHARGES / 10);
		await stage.n8n[end]();
		const before = made();
		expect(before).toBeLessThan(CHARGES);

		await startAgain(stage, end);
		const { data } = await editor.run(workflow);
		const refunded = refunds.filter(({ payment_id }) => ids.includes(payment_id));
		expect(made()).toBe(CHARGES);
		expect(refunded.map(({ payment_id }) => payment_id).sort()).toEqual(ids.sort());
		// Those of the test before are among them.
		const items = data.resultData.runData.Refunds?.at(-1)?.data?.main?.[0] ?? [];
		const errors = items.map(({ json }) => json.error).filter((error) => error !== undefined);
		expect(items.length).toBeGreaterThanOrEqual(CHARGES);
		expect(items.length - errors.length).toBe(CHARGES - before);
		for (const error of errors) expect(error).toContain('refunded already');
	});
}

async function startAgain(stage: Stage, name: string) {
	const port = Number(new URL(stage.n8n.url).port);
	stage.n8n = await startN8n(stage.folder, port, await logFile(`stopped-${name}`), { env });
	await stage.n8n.ready();
}

/** Lists the charges and refunds all of each, one after the other. */
function refundAll(account: string): object {
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
				refundKind: 'part',
				amount: '={{ $json.amount }}',
			}),
		],
		connections: { Start: step('Charges'), Charges: step('Refunds') },
	};
}
