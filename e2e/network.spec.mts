/**
 * Refunds over a network on which every third request fails: compares n8n's output for each item with the
 * refunds in the simulator. `SEED=7 npm run test:e2e -- network.spec` selects other failures, and
 * `EDITION=oldest` the other n8n.
 */
import type { IDataObject } from 'n8n-workflow';

import { startBadNetwork, type Passage } from './badNetwork.mjs';
import { expect, test, type TestEnvironment } from './fixtures.mjs';
import type { Edition } from './install.mjs';
import { chain, node, payments } from './workflows.mjs';
import { printIndented } from './print.mjs';
import { outputOf } from './editor.mjs';

const REFUNDS = 50;

const seed = Number(process.env.SEED ?? 1);
const edition = process.env.EDITION as Edition | undefined;

/** The amounts of the charges, in SGD. */
const amounts = [10, 24.9, 0.99, 1250, 99.95, 333.33, 48];

/** The shares of a charge that partial refunds return. Only a quarter fits twice into a charge. */
const parts = [0.25, 0.6, 0.75, 0.9];

/** The share of the refunds that may be uncertain although their request has arrived. */
const ALSO_UNSURE = 0.01;

/** The simulator's latency, in milliseconds. */
const latency = 20;

test.use({ environmentName: 'network', environmentOptions: { edition, seed, latency } });

/** The choices in 'Refund', and the refunds that may end as 'Could not confirm'. */
const choices = [
	{
		kind: 'part',
		title:
			'partial refunds over an unreliable network: none is made twice, each outcome is reported as it is, and only those that never arrived are not confirmed',
		// It is never sent again.
		isBeyondKnowing: ({ arrived }: Found) => !arrived,
		mostUnsure: ALSO_UNSURE,
	},
	{
		kind: 'everything',
		title:
			'refunds of the remaining amount over an unreliable network: each is made once, and confirmed',
		isBeyondKnowing: () => false,
		mostUnsure: 0,
	},
	{
		kind: 'total',
		title: 'refunds up to a total over an unreliable network: each is made once, and confirmed',
		isBeyondKnowing: () => false,
		mostUnsure: 0,
	},
] as const;

for (const { kind, title, isBeyondKnowing, mostUnsure } of choices) {
	test(`${REFUNDS} ${title}`, async ({ environment, onCleanup }) => {
		test.setTimeout(360_000);
		const { editor, simulator } = environment;
		const network = await startBadNetwork(simulator.url, seed, onCleanup);
		const account = await editor.createAccount({ ...simulator, url: network.url });
		const wanted = Array.from({ length: REFUNDS }, (_, index) =>
			refundOf(environment, kind, index),
		);
		const workflow = await editor.importWorkflow(refundEach(account, wanted));

		const begin = Date.now();
		const { status, data } = await editor.run(workflow);
		const seconds = Math.round((Date.now() - begin) / 1000);
		expect(data.resultData.error?.message).toBeUndefined();
		expect(status).toBe('success');

		const items = outputOf({ data }, 'Refunds');
		const found = wanted.map(({ id, amount }, index): Found => {
			const answers = items.filter(({ pairedItem }) => itemOf(pairedItem) === index);
			const said = answers.length === 1 ? outcomeOf(answers[0]!.json, id, amount) : 'nothing';
			const made = simulator.records.refunds.filter(({ payment_id }) => payment_id === id);
			const passages = network.passages.filter(({ record }) => record === id);
			const arrived = passages.some((one) => one.method === 'POST' && hasArrived(one));
			return {
				id,
				amount,
				said,
				made: made.map((one) => one.amount_refunded),
				answers: answers.map(({ json }) => json),
				arrived,
				history: passages.map(messageOf),
			};
		});
		const are = (outcome: string) => found.filter(({ said }) => said.startsWith(outcome));
		const tooMuch = found.filter(({ made, amount }) => sum(made) > amount);
		const wrong = found.filter(isWrong);
		const unsure = are('unsure');
		const beyondKnowing = unsure.filter(isBeyondKnowing);
		const neverArrived = found.filter(({ arrived }) => !arrived);

		printIndented(
			`seed ${seed}: ${seconds} s, ${network.passages.length} requests: ${tally(network.passages)}`,
		);
		printIndented(
			`${REFUNDS} refunds: said to be made ${are('made').length} (recovered ${are('made, recovered').length}), ` +
				`not made ${are('not made').length}, unsure ${unsure.length} (${inPercent(unsure.length)}; ` +
				`never arrived ${neverArrived.length}, ${inPercent(neverArrived.length)}); ` +
				`wrong ${wrong.length}, too much refunded ${tooMuch.length}`,
		);
		for (const { amount, said, made, answers, history } of new Set([
			...tooMuch,
			...wrong,
			...unsure,
		])) {
			printIndented(
				`- ${amount}: ${said}, in truth made [${made.join(', ')}]; ${history.join(', ')}`,
			);
			printIndented(`  ${JSON.stringify(answers)}`);
		}
		for (const { amount, answers } of are('not made')) {
			printIndented(`- ${amount} not made: ${JSON.stringify(answers[0]!.error)}`);
		}

		expect(items).toHaveLength(REFUNDS);
		expect(tooMuch).toEqual([]);
		expect(wrong).toEqual([]);
		expect(unsure.length - beyondKnowing.length).toBeLessThanOrEqual(
			Math.ceil(mostUnsure * REFUNDS),
		);
	});
}

/** The outcome of a refund. */
interface Found extends Pick<Wanted, 'id' | 'amount'> {
	/** The output of n8n. */
	said: string;
	/** The amounts that were refunded in truth. */
	made: number[];
	answers: IDataObject[];
	/** Whether the Payments API received the request of the refund. */
	arrived: boolean;
	history: string[];
}

function isWrong({ said, made, amount }: Found): boolean {
	if (said === 'nothing') return true;
	if (said === 'not made') return made.length > 0;
	return said !== 'unsure' && (made.length !== 1 || made[0] !== amount);
}

function hasArrived({ fate }: Passage): boolean {
	return !fate.endsWith('before');
}

interface Wanted {
	/** The ID of the charge. */
	id: string;
	kind: (typeof choices)[number]['kind'];
	/** In major units. */
	amount: number;
}

/** Adds a charge and returns its refund. */
function refundOf({ simulator }: TestEnvironment, kind: Wanted['kind'], index: number): Wanted {
	const charged = amounts[index % amounts.length]!;
	const { id } = simulator.addCharge({ amount: charged, currency: 'sgd', status: 'succeeded' });
	if (kind === 'everything') return { id, kind, amount: charged };
	const part = charged * parts[index % parts.length]!;
	return { id, kind, amount: Math.round(part * 100) / 100 };
}

function refundEach(account: string, refunds: Wanted[]): object {
	const make = payments('Refunds', account, {
		resource: 'refund',
		operation: 'create',
		paymentId: '={{ $json.id }}',
		refundKind: '={{ $json.kind }}',
		amount: '={{ $json.amount }}',
		total: '={{ $json.amount }}',
	});
	const jsonOutput = JSON.stringify({ refunds });
	return {
		name: 'Refund each',
		...chain(
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			node('List', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput, options: {} }),
			node('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'refunds', options: {} }),
			{ ...make, onError: 'continueRegularOutput' },
		),
	};
}

/** Returns the outcome that an output item reports for its refund. */
function outcomeOf(item: IDataObject, id: string, amount: number): string {
	const { error, ...record } = item;
	if (typeof error === 'string') {
		return error.startsWith('Could not confirm') ? 'unsure' : 'not made';
	}
	if (record.payment_id !== id || record.amount_refunded !== amount) return 'nothing';
	return record.recovered ? 'made, recovered' : 'made';
}

/** Returns the index of the input item of an output item. */
function itemOf(pairedItem: unknown): number | undefined {
	return (pairedItem as { item?: number } | undefined)?.item;
}

function inPercent(count: number): string {
	return `${((100 * count) / REFUNDS).toFixed(1)} %`;
}

function sum(numbers: number[]): number {
	return numbers.reduce((all, one) => all + one, 0);
}

function messageOf({ method, fate }: Passage): string {
	return `${method} ${fate}`;
}

/** Counts the fates by method. */
function tally(passages: readonly Passage[]): string {
	const counts = new Map<string, number>();
	for (const words of passages.map(messageOf)) counts.set(words, (counts.get(words) ?? 0) + 1);
	return [...counts]
		.sort()
		.map(([words, count]) => `${words} ${count}`)
		.join(', ');
}
