/**
 * The Payments Poll Trigger in n8n: with n8n's own timer and the state that n8n stores. What is read hourly and daily is
 * tested in test/engine/polling/pollTrigger.test.ts, where the clock is simulated.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters, IWorkflowBase } from 'n8n-workflow';

import { outputOf, type Execution } from './editor.mjs';
import {
	cleanUpAfterAll,
	expect,
	setUpEnvironment,
	startAgain,
	test,
	type TestEnvironment,
} from './fixtures.mjs';
import { importExample } from './examples.mjs';
import { editions } from './install.mjs';
import { chain, payments } from './workflows.mjs';

/**
 * Every other second, as one poll time each: n8n 2.41.1 accepts no list of seconds, and no version accepts
 * `*`.
 */
const pollTimes = {
	item: Array.from({ length: 30 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 2} * * * * *`,
	})),
};

for (const edition of editions) {
	test.describe(`The ${edition} n8n`, () => {
		// Each test continues with the state of the previous one.
		test.describe.configure({ mode: 'serial' });

		const onCleanup = cleanUpAfterAll();
		/** The log names each step of a publish. */
		const asLogged = { edition, env: { N8N_LOG_LEVEL: 'debug' } };
		let environment: TestEnvironment;
		let newCharge: IWorkflowBase;
		let newPayout: IWorkflowBase;

		/** The IDs that have to start the workflows, in order. */
		const charges: string[] = [];
		const payouts: string[] = [];

		test.beforeAll(async ({ tarball }) => {
			// The first start may have to install n8n.
			test.setTimeout(900_000);
			environment = await setUpEnvironment(`poll-${edition}`, tarball, onCleanup, asLogged);
		});

		test('existing charges and payouts start nothing', async () => {
			const { editor, simulator } = environment;
			simulator.addCharge({ created_at: hoursAgo(30) });
			simulator.addCharge();
			simulator.addPayout();
			newCharge = await importPolling('newCharge');
			newPayout = await importPolling('newPayout');
			await editor.publish(newCharge);
			await editor.publish(newPayout);
			await expectNothingElse();
		});

		test('a new charge, a backdated charge and a new payout start their workflow once', async () => {
			const { simulator } = environment;
			const late = simulator.addCharge({ created_at: hoursAgo(40) });
			charges.push(late.id, simulator.addCharge().id);
			payouts.push(simulator.addPayout().id);
			await expectThese();
			await expectNothingElse();
		});

		test('records that arrive while n8n is stopped start it after the restart, and nothing else does', async () => {
			const { n8n, simulator } = environment;
			await n8n.stop();
			charges.push(simulator.addCharge().id);
			payouts.push(simulator.addPayout().id);
			await startAgain(environment, `poll-${edition}-restarted`, asLogged);
			await expectThese();
			await expectNothingElse();
		});

		test('records that arrive while it is unpublished start it after publishing', async () => {
			const { editor, simulator } = environment;
			await editor.unpublish(newCharge);
			// n8n 2.41.1 responds before it publishes or unpublishes.
			await expectPolls('/v1/payouts');
			charges.push(simulator.addCharge().id);
			await expectPolls('/v1/payouts');
			expect(await started(newCharge)).toEqual(charges.slice(0, -1));
			await editor.publish(newCharge);
			await expectThese();
			await expectNothingElse();
		});

		test('a manual run returns the newest records as samples', async () => {
			const { editor, simulator } = environment;
			for (const [event, records] of [
				['newCharge', simulator.records.charges],
				['newPayout', simulator.records.payouts],
			] as const) {
				const draft = await importPolling(event);
				const { status, data } = await editor.run(draft);
				expect(data.resultData.error?.message).toBeUndefined();
				expect(status).toBe('success');
				const newest = records.slice(0, 10).map(({ id }) => id);
				expect(idsOf({ data })).toEqual(newest);
			}
			// The manual runs did not change the state of the published workflows.
			await expectNothingElse();
		});

		test('with a Payments Trigger, each charge starts the workflow once, also those of an outage', async () => {
			test.setTimeout(400_000);
			const { editor, n8n, simulator, account } = environment;
			await editor.unpublish(newCharge);
			await editor.unpublish(newPayout);
			await expectNoPolls();
			const file = 'catch-up-after-an-outage.json';
			const imported = await importExample(editor, file, { paymentsApi: account });
			for (const { parameters } of imported.nodes) {
				if (parameters.pollTimes) Object.assign(parameters, { pollTimes });
			}
			const both = await editor.save(imported);
			await editor.publish(both);
			const once = async () =>
				(await editor.executions(both))
					.flatMap(chargesOf)
					.sort((one, other) => (one < other ? -1 : 1));
			await expect.poll(() => simulator.webhookEndpoints).toHaveLength(1);
			await expectPolls('/v1/charges');
			const notified = simulator.addCharge({ created_at: hoursAgo(1) });
			await expect.poll(once).toEqual([notified.id]);

			await n8n.stop();
			// Its notification is delivered again, after n8n has started.
			const late = simulator.addCharge({ created_at: hoursAgo(3) });
			// It is too old to be confirmed, as if HitPay had given up.
			const lost = simulator.addCharge({ created_at: hoursAgo(30) });
			await startAgain(environment, `poll-${edition}-outage`, asLogged);
			const all = [notified.id, late.id, lost.id].sort((one, other) => (one < other ? -1 : 1));
			// Once, n8n 2.41.1 had not polled a minute after its start. Its lease of a publish lasts two minutes.
			await expect.poll(once, { timeout: 180_000 }).toEqual(all);

			const deliveries = [...simulator.deliveries];
			for (const { id } of deliveries) simulator.redeliver(id);
			await expect
				.poll(() => simulator.deliveries.length)
				.toBeGreaterThanOrEqual(2 * deliveries.length);
			await expectPolls('/v1/charges');
			expect(await once()).toEqual(all);
			for (const { status } of await editor.executions(both)) expect(status).toBe('success');
		});

		async function importPolling(event: string): Promise<IWorkflowBase> {
			const parameters = { event, filters: {}, pollTimes } as unknown as INodeParameters;
			const type = 'n8n-nodes-payments.paymentsPollTrigger';
			const trigger = payments('Payments Poll Trigger', environment.account, parameters, type);
			return await environment.editor.importWorkflow({ name: event, ...chain(trigger) });
		}

		/** Returns the IDs of the records that have started a workflow, repeated ones included. */
		async function started(workflow: IWorkflowBase): Promise<string[]> {
			const executions = await environment.editor.executions(workflow);
			for (const { status } of executions) expect(status).toBe('success');
			return executions.flatMap(idsOf);
		}

		/** Waits until all expected records have started the workflows. */
		async function expectThese() {
			await expect.poll(() => started(newCharge)).toEqual(charges);
			await expect.poll(() => started(newPayout)).toEqual(payouts);
		}

		/** Waits for the next polls and checks that nothing else has started the workflows. */
		async function expectNothingElse() {
			await expectPolls('/v1/charges', '/v1/payouts');
			expect(await started(newCharge)).toEqual(charges);
			expect(await started(newPayout)).toEqual(payouts);
		}

		/** Waits until n8n polls nothing any more: 2.41.1 responds before it unpublishes. */
		async function expectNoPolls() {
			await expect(async () => {
				const before = environment.simulator.requests.length;
				await sleep(5_000);
				expect(environment.simulator.requests).toHaveLength(before);
			}).toPass({ timeout: 60_000 });
		}

		/** Waits until n8n has polled each list once more and has processed it. */
		async function expectPolls(...lists: string[]) {
			const polls = (list: string) =>
				environment.simulator.requests.filter(({ path, status }) => path === list && status === 200)
					.length;
			const before = lists.map(polls);
			// When the poll after next begins, the next one is complete.
			await expect
				.poll(() => lists.every((list, index) => polls(list) >= before[index]! + 2))
				.toBe(true);
		}
	});
}

function hoursAgo(hours: number): string {
	return new Date(Date.now() - hours * 60 * 60 * 1000).toISOString();
}

/** Returns the charges with which one of both triggers started an execution. */
function chargesOf(execution: Execution): string[] {
	return outputOf(execution, 'The charge').map(({ json }) => json.payment_id as string);
}

/** Returns the IDs of a poll's output. */
function idsOf({ data }: Pick<Execution, 'data'>): string[] {
	return outputOf({ data }, 'Payments Poll Trigger').map(({ json }) => json.id as string);
}
