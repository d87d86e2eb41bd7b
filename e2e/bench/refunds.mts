import type { INode } from 'n8n-workflow';

import type { Charge, JournalEntry } from '../../simulator/index.js';

import { node, payments } from '../workflows.mjs';
import { eachOf, httpRequest, RECORDS } from './baselines.mjs';
import { names } from './names.mjs';
import { formatted, type Results } from './results.mjs';
import type { Service } from './service.mjs';
import { publish, timed, type BenchEnvironment } from './environment.mjs';

/**
 * The interval of the HTTP Request node's batches, in milliseconds: a little more than a second, so that
 * none of its refunds is refused.
 */
const APART = 1050;

/** The number of refunds for the warm-up. */
const FEW = 10;

/** The seed of the last charges. */
let seed = 1;

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

/** The parameters of a refund case. */
export interface RefundsCase {
	/** Such as `refunds`, of which the names of its figures are made. */
	name: string;
	refunds: number;
	/** The rate limit of the simulator: how many requests in each period. */
	rateLimit: number;
	/** In seconds. */
	period: number;
	/** In milliseconds. */
	latency: number;
	/** Whether the HTTP Request node takes part; its batches are for a limit of each second. */
	withHttp?: boolean;
}

/** Measures many refunds under a rate limit. */
export async function measureRefunds(
	environment: BenchEnvironment,
	results: Results,
	about: RefundsCase,
): Promise<void> {
	const { name, refunds, rateLimit, period, withHttp } = about;
	// The rate limiter is shared by all requests of a credential.
	const account = await environment.editor.createAccount(environment.service);
	const per = period === 1 ? 'second' : 'minute';
	const limit = `a limit of ${rateLimit} requests a ${per}`;
	const rate = {
		name: `${name}Rate`,
		title: `Requests a second, with ${limit}`,
		unit: 'perSecond' as const,
	};
	const many = refunds.toLocaleString('en');
	const failed = { name: `${name}Failed`, title: `Failed, of ${many}`, unit: 'count' as const };
	const time = { name, title: `${many} refunds with ${limit}`, unit: 'milliseconds' as const };
	results.add(rate, names.limit, rateLimit / period);
	const candidates = [
		{ name: names.thisNode, refund: thisRefund(account) },
		...(withHttp
			? [{ name: names.httpBatches, refund: httpRefund(environment.service, rateLimit) }]
			: []),
	];
	for (const [index, { name: candidate, refund }] of candidates.entries()) {
		const start = await publishRefunds(environment, `${name}-${index}`, refund);
		const run = async (count: number) => {
			const charges = await refundableCharges(environment.service, count, about);
			await environment.service.requests();
			const [made, milliseconds] = await timed(() => start({ charges }));
			const missing = charges.length - Number(made.unique_count_payment_id);
			const perSecond = rateOf(await environment.service.requests(), period);
			return { missing, milliseconds, perSecond };
		};
		await run(FEW);
		const { missing, milliseconds, perSecond } = await run(refunds);
		results.add(failed, candidate, missing);
		results.add(rate, candidate, perSecond);
		results.add(time, candidate, milliseconds);
		results.print(`${time.title}: ${candidate} ${formatted(perSecond, 'perSecond')}`);
	}
}

/** Restarts the simulator, so that no earlier request counts. @returns so many charges to refund */
export async function refundableCharges(
	service: Service,
	count: number,
	{ latency = 0, rateLimit = 0, period = 1 }: Partial<RefundsCase> = {},
): Promise<Array<Pick<Charge, 'id' | 'amount'>>> {
	// Eight of ten charges have succeeded.
	const charges = Math.ceil(count / 0.7);
	// Other charges each time: the node would wait until a charge that it has refunded is refunded.
	seed += 1;
	await service.restart({ seed, charges, latency, rateLimit, rateLimitPeriod: period });
	const succeeded = (await service.charges()).filter(({ status }) => status === 'succeeded');
	return succeeded.slice(0, count).map(({ id, amount }) => ({ id, amount }));
}

/** Returns a Payments node that refunds the charge of each item. */
export function thisRefund(account: string): INode {
	return payments(RECORDS, account, {
		resource: 'refund',
		operation: 'create',
		paymentId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		refundKind: 'everything',
	});
}

function httpRefund({ url, apiKey }: Service, rateLimit: number): INode {
	return httpRequest(RECORDS, apiKey, {
		method: 'POST',
		url: `${url}/v1/refund`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ { payment_id: $json.id, amount: $json.amount } }}',
		options: { batching: { batch: { batchSize: rateLimit, batchInterval: APART } } },
	});
}

/** Publishes a workflow that refunds charges. @returns a function that starts it. The response has the number of refunded charges */
export async function publishRefunds(
	environment: BenchEnvironment,
	name: string,
	refund: INode,
	...more: INode[]
) {
	// A refused refund must not stop the others.
	const onError = 'continueRegularOutput' as const;
	return await publish(
		environment,
		name,
		eachOf('charges'),
		{ ...refund, onError },
		...more,
		node('Made', 'n8n-nodes-base.filter', 2.2, isMade),
		node('Count', 'n8n-nodes-base.summarize', 1.1, {
			fieldsToSummarize: { values: [{ aggregation: 'countUnique', field: 'payment_id' }] },
		}),
	);
}

/**
 * Returns the rate of accepted requests in a second. The limit holds for any period, so that the first ones may come
 * at once: a period is added to the time from the first to the last.
 */
function rateOf(requests: JournalEntry[], period: number): number {
	const taken = requests.filter(({ status }) => status !== 429).map(({ at }) => at);
	const [first, last] = taken.reduce(
		([low, high], at) => [Math.min(low, at), Math.max(high, at)],
		[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
	);
	return taken.length / ((last - first) / 1000 + period);
}
