/**
 * The Payments Poll Trigger in n8n: by n8n's own timer, with what n8n keeps of its memory. What is
 * found only once an hour is in test/engine/pollTrigger.test.ts, where the clock can be turned.
 */
import type { INodeParameters, IWorkflowBase } from 'n8n-workflow';

import type { Execution } from './editor.mjs';
import { afterTheseTests, expect, logFile, setStage, test, type Stage } from './fixtures.mjs';
import type { Edition } from './install.mjs';
import { startN8n } from './n8n.mjs';
import { chain, payments } from './workflows.mjs';

/**
 * Every other second. A poll time of its own for each: n8n 2.41.1 takes no list of seconds, and
 * neither version takes `*`.
 */
const pollTimes = {
	item: Array.from({ length: 30 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 2} * * * * *`,
	})),
};

const editions: Edition[] = ['oldest', 'newest'];

for (const edition of editions) {
	test.describe(`The ${edition} n8n`, () => {
		// Each test goes on where the one before it stopped.
		test.describe.configure({ mode: 'serial', timeout: 240_000 });

		const atTheEnd = afterTheseTests();
		let stage: Stage;
		let newCharge: IWorkflowBase;
		let newPayout: IWorkflowBase;

		/** The IDs that have to start the workflows, in the order in which that has to be. */
		const charges: string[] = [];
		const payouts: string[] = [];

		test.beforeAll(async ({ tarball }) => {
			// n8n may have to be installed first.
			test.setTimeout(900_000);
			stage = await setStage(`poll-${edition}`, tarball, atTheEnd, { edition });
			// It is another one after the restart.
			atTheEnd(() => stage.n8n.stop());
		});

		test('charges and payouts that were there before start nothing', async () => {
			const { editor, simulator } = stage;
			simulator.addCharge({ created_at: hoursAgo(30) });
			simulator.addCharge();
			simulator.addPayout();
			newCharge = await importPolling('newCharge');
			newPayout = await importPolling('newPayout');
			await editor.publish(newCharge);
			await editor.publish(newPayout);
			await expectNothingElse();
		});

		test('a new charge, a late one and a new payout start their workflow once', async () => {
			const { simulator } = stage;
			const late = simulator.addCharge({ created_at: hoursAgo(40) });
			charges.push(late.id, simulator.addCharge().id);
			payouts.push(simulator.addPayout().id);
			await expectThese();
			await expectNothingElse();
		});

		test('what comes while n8n is stopped starts it after the restart, and nothing else does', async () => {
			const { n8n, simulator, folder } = stage;
			await n8n.stop();
			charges.push(simulator.addCharge().id);
			payouts.push(simulator.addPayout().id);
			const log = await logFile(`poll-${edition}-restarted`);
			const port = Number(new URL(n8n.url).port);
			stage.n8n = await startN8n(folder, port, log, { edition });
			await stage.n8n.ready();
			await expectThese();
			await expectNothingElse();
		});

		test('what comes while it is unpublished starts it when it is published again', async () => {
			const { editor, simulator } = stage;
			await editor.unpublish(newCharge);
			// n8n 2.41.1 publishes and unpublishes after it has answered.
			await expectPolls('/v1/payouts');
			charges.push(simulator.addCharge().id);
			await expectPolls('/v1/payouts');
			expect(await started(newCharge)).toEqual(charges.slice(0, -1));
			await editor.publish(newCharge);
			await expectThese();
			await expectNothingElse();
		});

		test('a manual run gives the newest ones as samples', async () => {
			const { editor, simulator } = stage;
			for (const [event, records] of [
				['newCharge', simulator.records.charges],
				['newPayout', simulator.records.payouts],
			] as const) {
				const draft = await importPolling(event);
				const { status, data } = await editor.run(draft);
				expect(data.resultData.error?.message).toBeUndefined();
				expect(status).toBe('success');
				const newest = records.slice(0, 10).map(({ id }) => id);
				expect(idsOf({ data })).toEqual(newest.reverse());
			}
			// Nor did they change what the others remember.
			await expectNothingElse();
		});

		async function importPolling(event: string): Promise<IWorkflowBase> {
			const parameters = { event, pollTimes } as unknown as INodeParameters;
			const type = 'n8n-nodes-payments.paymentsPollTrigger';
			const trigger = payments('Payments Poll Trigger', stage.account, parameters, type);
			return await stage.editor.importWorkflow({ name: event, ...chain(trigger) });
		}

		/** What has started a workflow until now: IDs as often as they did. */
		async function started(workflow: IWorkflowBase): Promise<string[]> {
			const executions = await stage.editor.executions(workflow);
			for (const { status } of executions) expect(status).toBe('success');
			return executions.flatMap(idsOf);
		}

		/** Waits until all that have to have started the workflows. */
		async function expectThese() {
			await expect.poll(() => started(newCharge), { timeout: 30_000 }).toEqual(charges);
			await expect.poll(() => started(newPayout), { timeout: 30_000 }).toEqual(payouts);
		}

		/** Lets n8n poll on, and sees that nothing more has started the workflows. */
		async function expectNothingElse() {
			await expectPolls('/v1/charges', '/v1/payouts');
			expect(await started(newCharge)).toEqual(charges);
			expect(await started(newPayout)).toEqual(payouts);
		}

		/** Waits until n8n has asked for each of the lists once more, and has done what it does then. */
		async function expectPolls(...lists: string[]) {
			const polls = (list: string) =>
				stage.simulator.requests.filter(({ path, status }) => path === list && status === 200)
					.length;
			const before = lists.map(polls);
			// When the next but one begins, the next one is through.
			await expect
				.poll(() => lists.every((list, index) => polls(list) >= before[index]! + 2), {
					timeout: 30_000,
				})
				.toBe(true);
		}
	});
}

function hoursAgo(hours: number): string {
	return new Date(Date.now() - hours * 60 * 60 * 1000).toISOString();
}

/** The IDs that a poll gave. */
function idsOf({ data }: Pick<Execution, 'data'>): string[] {
	const items = data.resultData.runData['Payments Poll Trigger']?.[0]?.data?.main?.[0] ?? [];
	return items.map(({ json }) => json.id as string);
}
