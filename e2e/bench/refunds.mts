import { setTimeout as sleep } from 'node:timers/promises';

import type { Charge, JournalEntry } from '../../simulator/index.js';

import { node, payments } from '../workflows.mjs';
import { eachOf, httpRequest, RECORDS } from './contenders.mjs';
import { names } from './names.mjs';
import type { Results } from './results.mjs';
import { publish, timed, type Stage } from './stage.mjs';

/**
 * How far apart the HTTP Request node's batches begin, in milliseconds: a little more than a second, so that
 * none of its refunds is refused.
 */
const APART = 1050;

/** Refunds that a contender makes to be warm. */
const FEW = 10;

/** Passes refunds, not what came of one that failed. */
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

/** How refunds are measured. */
export interface RefundsCase {
	refunds: number;
	/** Requests a second that the service takes. */
	rateLimit: number;
	/** In milliseconds. */
	latency: number;
	rounds: number;
}

/** Many refunds where the service takes so many requests a second. */
export async function measureRefunds(
	stage: Stage,
	results: Results,
	{ refunds, rateLimit, latency, rounds }: RefundsCase,
): Promise<void> {
	const { service } = stage;
	// What a node learns of the limit counts for all requests of its credential.
	const account = await stage.editor.createAccount(service);
	// Of ten charges, eight have succeeded.
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
		title: `Requests a second of refunds, where the service takes ${rateLimit}`,
		unit: 'perSecond' as const,
	};
	const failed = {
		name: 'refundsFailed',
		title: `Refunds that failed, of ${refunds.toLocaleString('en')}`,
		unit: 'count' as const,
	};
	const about = {
		name: 'refunds',
		title: `${refunds.toLocaleString('en')} refunds where the service takes ${rateLimit} requests a second`,
		unit: 'milliseconds' as const,
	};
	results.add(rate, names.limit, rateLimit);
	const contenders = [];
	for (const [name, refund] of Object.entries({
		[names.thisNode]: thisNode,
		[names.httpBatches]: http,
	})) {
		// So that one that is refused does not end the others.
		const onError = 'continueRegularOutput' as const;
		const start = await publish(
			stage,
			`refund-${contenders.length}`,
			eachOf('charges'),
			{ ...refund, onError },
			node('Made', 'n8n-nodes-base.filter', 2.2, isMade),
			node('Count', 'n8n-nodes-base.summarize', 1.1, {
				fieldsToSummarize: { values: [{ aggregation: 'countUnique', field: 'payment_id' }] },
			}),
		);
		const run = async (charges: Charge[]) => {
			// Nothing of before counts against the limit any more.
			await sleep(1_500);
			await service.requests();
			const wanted = charges.map(({ id, amount }) => ({ id, amount }));
			const [made, milliseconds] = await timed(() => start({ charges: wanted }));
			const missing = charges.length - Number(made.unique_count_payment_id);
			return { missing, milliseconds, perSecond: rateOf(await service.requests()) };
		};
		await run(left.splice(0, FEW));
		contenders.push({
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
	await results.inTurn(about, contenders);
}

/**
 * Requests a second that the service took. The limit is one of any second, so a second is added to the
 * time from the first to the last: as many as are allowed may come at once.
 */
function rateOf(requests: JournalEntry[]): number {
	const taken = requests.filter(({ status }) => status !== 429).map(({ at }) => at);
	return taken.length / ((Math.max(...taken) - Math.min(...taken)) / 1000 + 1);
}
