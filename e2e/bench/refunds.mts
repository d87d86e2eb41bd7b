import { setTimeout as sleep } from 'node:timers/promises';

import type { Charge, JournalEntry } from '../../simulator/index.js';

import { node, payments } from '../workflows.mjs';
import { eachOf, httpRequest, RECORDS } from './baselines.mjs';
import { names } from './names.mjs';
import type { Results } from './results.mjs';
import { publish, timed, type BenchEnvironment } from './environment.mjs';

/**
 * The interval of the HTTP Request node's batches, in milliseconds: a little more than a second, so that
 * none of its refunds is refused.
 */
const APART = 1050;

/** The number of refunds for the warm-up. */
const FEW = 10;

/** Keeps refunds and drops errors. */
const isMade = {
	conditions: {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
		conditions: [
			{
				id: 'made',
				leftValue: '={{ $json.payment_id }}',
				rightValue: '',
				operator: { type: 'string', operation: 'exists', singleValue: true },
			},
		],
		combinator: 'and',
	},
	options: {},
};

/** The parameters of the refund case. */
export interface RefundsCase {
	refunds: number;
	/** The rate limit of the simulator, in requests a second. */
	rateLimit: number;
	/** In milliseconds. */
	latency: number;
	rounds: number;
}

/** Measures many refunds under a rate limit. */
export async function measureRefunds(
	environment: BenchEnvironment,
	results: Results,
	{ refunds, rateLimit, latency, rounds }: RefundsCase,
): Promise<void> {
	const { service } = environment;
	// The rate limiter is shared by all requests of a credential.
	const account = await environment.editor.createAccount(service);
	// Eight of ten charges have succeeded.
	const needed = (refunds + FEW) * rounds * 2;
	await service.restart({ charges: Math.ceil(needed / 0.7), latency, rateLimit });
	const left = (await service.charges()).filter(({ status }) => status === 'succeeded');
	const thisNode = payments(RECORDS, account, {
		resource: 'refund',
		operation: 'create',
		paymentId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		refundKind: 'everything',
	});
	const http = httpRequest(RECORDS, service.apiKey, {
		method: 'POST',
		url: `${service.url}/v1/refund`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ { payment_id: $json.id, amount: $json.amount } }}',
		options: { batching: { batch: { batchSize: rateLimit, batchInterval: APART } } },
	});
	const rate = {
		name: 'refundRate',
		title: `Requests a second of refunds, with a limit of ${rateLimit}`,
		unit: 'perSecond' as const,
	};
	const failed = {
		name: 'refundsFailed',
		title: `Refunds that failed, of ${refunds.toLocaleString('en')}`,
		unit: 'count' as const,
	};
	const about = {
		name: 'refunds',
		title: `${refunds.toLocaleString('en')} refunds with a limit of ${rateLimit} requests a second`,
		unit: 'milliseconds' as const,
	};
	results.add(rate, names.limit, rateLimit);
	const candidates = [];
	for (const [name, refund] of Object.entries({
		[names.thisNode]: thisNode,
		[names.httpBatches]: http,
	})) {
		// A refused refund must not stop the others.
		const onError = 'continueRegularOutput' as const;
		const start = await publish(
			environment,
			`refund-${candidates.length}`,
			eachOf('charges'),
			{ ...refund, onError },
			node('Made', 'n8n-nodes-base.filter', 2.2, isMade),
			node('Count', 'n8n-nodes-base.summarize', 1.1, {
				fieldsToSummarize: { values: [{ aggregation: 'countUnique', field: 'payment_id' }] },
			}),
		);
		const run = async (charges: Charge[]) => {
			// Earlier requests no longer count against the limit.
			await sleep(1_500);
			await service.requests();
			const wanted = charges.map(({ id, amount }) => ({ id, amount }));
			const [made, milliseconds] = await timed(() => start({ charges: wanted }));
			const missing = charges.length - Number(made.unique_count_payment_id);
			return { missing, milliseconds, perSecond: rateOf(await service.requests()) };
		};
		await run(left.splice(0, FEW));
		candidates.push({
			name,
			rounds,
			run: async () => {
				const { missing, milliseconds, perSecond } = await run(left.splice(0, refunds));
				results.add(failed, name, missing);
				results.add(rate, name, perSecond);
				return milliseconds;
			},
		});
	}
	await results.inTurn(about, candidates);
}

/**
 * Returns the rate of accepted requests. The limit holds for any second, so that the first ones may come at
 * once: a second is added to the time from the first to the last.
 */
function rateOf(requests: JournalEntry[]): number {
	const taken = requests.filter(({ status }) => status !== 429).map(({ at }) => at);
	return taken.length / ((Math.max(...taken) - Math.min(...taken)) / 1000 + 1);
}
