import { make } from 'covertable';
import { CredentialTestContext } from 'n8n-core';
import type { IDataObject, INodeParameters, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

import { NOW as TIME, prepare } from '../../docs/generate/runs';
import { Payments } from '../../nodes/Payments/Payments.node';
import { lists, type Event } from '../../nodes/Payments/polling/lists';
import type { Simulator } from '../../simulator';
import { dialectNames, type Dialect } from '../../simulator/dialects';
import { casesOf } from '../cases';
import { startSimulator } from '../useSimulator';
import { everyOperation } from './everyOperation';
import { contextOf, openList } from './openList';
import { happen } from './polling/polled';
import { startPoller } from './polling/poller';
import { apiKeyOf, oAuth2Of, operation, runPayments, type RunOptions } from './run';
import { requester } from './service';
import { useTriggers } from './trigger/trigger';
import { shortenWaits } from './waits';

/*
 * Everything that the nodes do, in each dialect and in mixes that contain each pair of dialects: the same output as
 * without dialects, or a message with what to do.
 */

const startTrigger = useTriggers();
// A refund waits for 40 s before it names the other ID of its charge.
shortenWaits();

/** The time of all simulators: records differ by nothing else. */
const NOW = Date.parse(TIME);

/** The result of a step: items, or a message with a remedy. */
type Outcome = { items: unknown } | { message?: string; description?: string | null };
type Outcomes = Record<string, Outcome>;

/** Where a dialect has no way, so that the outcome is a message. */
const withoutWay: Partial<Record<Dialect, RegExp>> = {
	'no-info': /Info: Get$/,
	'charges-only': /Info: Get( Account Status)?$/,
	// The triggers of these tests are on this computer.
	'no-localhost': /^trigger/,
};

/** Where the outcome has less: the currency of the account is not marked, and its providers are not known. */
const withLess: Partial<Record<Dialect, RegExp>> = {
	'no-info': /searchCurrencies/,
	'charges-only': /searchCurrencies|searchProviders/,
};

/** Values that a record has in another spelling, or not at all, which is passed on. */
const spellings: Array<[Dialect, Array<[string | RegExp, string]>]> = [
	['canceled', [['"canceled"', '"cancelled"']]],
	[
		'other-method-codes',
		[
			['wechat_pay', 'wechat'],
			['WeChat Pay Alternative', 'WeChat Pay'],
			['UPI Alternative', 'UPI'],
			['IFPay QRIS', 'QRIS'],
			['"upi"', '"upi_qr"'],
			['ifpay_qris', 'doku_qris'],
		],
	],
	['no-transfer-reference', [[/"reference":"(TR-\d+|n8n)"/g, '"reference":null']]],
];

/** Fields that only some dialects have, or whose value a dialect changes: row 14 is tested by itself. */
function comparable(outcome: Outcome, mix: readonly Dialect[]): unknown {
	let json = JSON.stringify(outcome)
		.replace(/127\.0\.0\.1:\d+/g, 'host')
		// The end of the mark of a payment link, which is made of the address.
		.replace(/trigger-1:[0-9a-f]{12}/g, 'trigger-1')
		// A reference that the node made.
		.replace(/n8n-[0-9a-f]{8}-[0-9a-f-]{27}/g, 'n8n');
	for (const [dialect, pairs] of spellings) {
		if (!mix.includes(dialect)) continue;
		for (const [other, own] of pairs) json = json.replaceAll(other, own);
	}
	// The remaining amount of a charge is in its label if the list shows it.
	json = json.replace(/\d+\.\d\d of (\d+\.\d\d \w+) left/g, '$1 · Partially Refunded');
	return JSON.parse(json.replaceAll('"partially_refunded"', '"succeeded"'));
}

const outcomeOf = async (work: () => Promise<unknown>): Promise<Outcome> =>
	await work().then(
		(items) => ({ items: items ?? null }),
		(thrown: { message: string; description?: string }) => ({
			message: thrown.message,
			description: thrown.description,
		}),
	);

/** Lists are read to their end, and amounts are above a thousand, which some dialects group. */
function changed(name: string): INodeParameters {
	if (/: Get (Many|Charges|Transactions)$/.test(name)) return { returnAll: true, filters: {} };
	const isCreated = /^(Payment Request|Plan|Subscription): Create$/.test(name);
	return isCreated || name === 'Subscription: Charge' ? { amount: 1234.5 } : {};
}

/** Does everything once. */
async function story(simulator: Simulator): Promise<Outcomes> {
	const outcomes: Outcomes = {};
	const credentials = apiKeyOf(simulator);
	const call = requester(simulator);
	const step = async (name: string, work: () => Promise<unknown>) => {
		outcomes[name] = await outcomeOf(work);
	};
	const run = async (
		name: string,
		resource: string,
		what: string,
		fields: INodeParameters,
		by: Partial<RunOptions> = {},
	) => {
		const { items, error } = await runPayments({
			credentials,
			...by,
			parameters: operation(resource, what, { output: 'simplified', ...fields }),
		});
		const output = { items: items.map(({ json }) => json) };
		outcomes[name] = error ? { message: error.message, description: error.description } : output;
		return (items[0]?.json ?? {}) as { id: string };
	};
	// In a dialect, a charge that was refunded is found again: the refunds below are read instead.
	for (const name of everyOperation.filter((one) => !one.startsWith('Refund: Get'))) {
		const { parameters, item } = await prepare(simulator, name);
		const { resource, operation: what, ...fields } = { ...parameters, ...changed(name) };
		const by = { items: item && [item] };
		await run(name, resource as string, what as string, fields, by);
	}

	const statuses = ['failed', 'cancelled'];
	await run('charge: by status', 'charge', 'getAll', { returnAll: true, filters: { statuses } });
	for (const email of ['eva@example.com', 'eva@example.com']) {
		const additionalFields = { phoneNumber: '91234567', remark: 'Wholesale' };
		await run('customer: upsert', 'customer', 'upsert', { email, additionalFields });
	}
	const invoice = await run('invoice: create', 'invoice', 'create', {
		...{ customerName: 'Ann Tan', customerEmail: 'ann@example.com' },
		...{ invoiceDate: '2026-03-01', amount: 1234.5, currency: 'SGD' },
		additionalFields: {
			subtotal: 1244.5,
			discounts: { discounts: [{ name: 'Early bird', discount: 10 }] },
		},
	});
	const updateFields = { reference: 'ORD-1042' };
	await run('invoice: update', 'invoice', 'update', { invoiceId: invoice.id, updateFields });
	await run('invoice: send', 'invoice', 'send', { invoiceId: invoice.id });

	const parts = { line1: '1 A', city: 'B', state: 'C', country: 'SG', postal_code: '1' };
	const request = await run('paymentRequest: create', 'paymentRequest', 'create', {
		amount: 1234.5,
		currency: 'SGD',
		additionalFields: {
			address: { parts },
			generateQr: true,
			paymentMethods: ['paynow_online'],
			purpose: 'Two books',
			referenceNumber: 'ORD-1043',
		},
	});
	const paymentRequestId = request.id;
	await run('paymentRequest: search', 'paymentRequest', 'getAll', {
		...{ returnAll: true, filters: { search: 'ORD-1043', statuses: ['pending'] } },
	});
	const charge = simulator.pay(paymentRequestId);
	await run('paymentRequest: get', 'paymentRequest', 'get', { paymentRequestId });
	const refund = await run('refund: part of a payment request', 'refund', 'create', {
		paymentId: paymentRequestId,
		amount: 34.5,
	});
	await run('Refund: Get', 'refund', 'get', { refundId: refund.id });
	await run('Refund: Get Many', 'refund', 'getAll', { paymentId: charge.id });
	await run('refund: the rest of the charge', 'refund', 'create', {
		paymentId: charge.id,
		refundKind: 'everything',
	});
	await run('charge: of the refund', 'charge', 'get', { chargeId: charge.id });

	for (const name of Object.keys(new Payments().methods.listSearch)) {
		const method = name as keyof Payments['methods']['listSearch'];
		const open = openList(method, undefined, { product_id: simulator.records.products[2]!.id });
		// To its end: where a page ends depends on its size.
		const whole = async (words: string) => {
			const found: unknown[] = [];
			let page: string | undefined;
			do {
				const { results, paginationToken } = await open(credentials, words, page);
				found.push(...results);
				page = paginationToken;
			} while (page !== undefined);
			return found;
		};
		await step(`list: ${name}`, async () => await whole(''));
		// A record that the API and the labels both have is listed twice if it is on two pages.
		await step(`list: ${name}, searched`, async () =>
			[...new Set((await whole('o')).map((one) => JSON.stringify(one)))].sort(),
		);
	}
	for (const [name, load] of Object.entries(new Payments().methods.loadOptions)) {
		await step(`list: ${name}`, async () => await load.call(contextOf(credentials)));
	}
	for (const apiKey of [simulator.apiKey, 'wrong']) {
		await step(`credential: ${apiKey}`, async () => {
			const { credentialTest } = new Payments().methods;
			const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
			const data = { ...credentials.paymentsApi, apiKey };
			const credential = { id: '1', name: 'Test', type: 'paymentsApi', data };
			return await credentialTest.testApiKey.call(context, credential);
		});
	}

	for (const event of Object.keys(lists) as Event[]) {
		await step(`poll: ${event}`, async () => {
			const poller = startPoller(credentials, { event, output: 'simplified' });
			const created_at = new Date(NOW).toISOString();
			const changed = simulator.addCharge({ amount: 10, created_at });
			await poller.publish();
			simulator.addCharge({ amount: 20, status: 'failed', created_at });
			simulator.addPayout({ amount: 5, created_at });
			await call('/v1/payment-requests', { amount: 1, currency: 'sgd' });
			if (!/charge|payout/i.test(event)) happen(event, simulator);
			simulator.changeCharge(changed.id, 'cancelled');
			await poller.poll();
			expect(poller.failed).toEqual([]);
			return poller.runs;
		});
	}
	const byOAuth2 = { credentials: oAuth2Of(simulator) };
	for (const name of ['Info: Get', 'Charge: Get', 'Plan: Update', 'Payment Request: Update']) {
		const { parameters, item } = await prepare(simulator, name);
		const { resource, operation: what, ...fields } = parameters;
		const by = { ...byOAuth2, items: item && [item] };
		await run(`OAuth2: ${name}`, resource as string, what as string, fields, by);
	}
	// Last, since without them fewer records exist.
	await triggerSteps(simulator, step);
	return outcomes;
}

/** Each mode of the trigger: a payment, one that failed, and a refund. */
async function triggerSteps(
	simulator: Simulator,
	step: (name: string, work: () => Promise<unknown>) => Promise<void>,
) {
	const credentials = apiKeyOf(simulator);
	const call = requester(simulator);
	const modes: Record<string, INodeParameters> = {
		requests: { path: 'payments', events: ['payment.completed', 'payment.failed', 'refund'] },
		link: { amount: 12.5, currency: 'SGD', purpose: 'Book', events: ['payment.completed'] },
		account: { events: ['payment.completed', 'payment.failed', 'refund', 'payout.created'] },
	};
	for (const [mode, parameters] of Object.entries(modes)) {
		await step(`trigger: ${mode}`, async () => {
			const trigger = await startTrigger({
				credentials,
				parameters: { mode, output: 'simplified', ...parameters },
				workflowId: `workflow of ${simulator.url} ${mode}`,
			});
			const saved = (await trigger.publish()) as { id: string };
			const { items, error } = await runPayments({
				credentials,
				parameters: operation('paymentRequest', 'create', {
					amount: 1234.5,
					currency: 'SGD',
					additionalFields: { referenceNumber: 'ORD-7' },
					...(mode === 'requests' && { notify: 'url', notifyUrl: trigger.url }),
				}),
			});
			if (error) throw error;
			const { id } = mode === 'link' ? saved : (items[0]!.json as { id: string });
			if (mode !== 'link') simulator.fail(id);
			await simulator.idle();
			const { id: payment_id } = simulator.pay(id);
			await simulator.idle();
			const webhook = `${trigger.url}?event=refund`;
			if (mode !== 'link') {
				const refund = await runPayments({
					credentials,
					parameters: operation('refund', 'create', {
						paymentId: payment_id,
						amount: 34.5,
						...(mode === 'requests' && { notify: 'url', notifyUrl: webhook }),
					}),
				});
				if (refund.error) throw refund.error;
			}
			await simulator.idle();
			expect(trigger.thrown).toEqual([]);
			const started = trigger.started.map((event: IDataObject) => ({
				...event,
				checkout_url: undefined,
			}));
			await trigger.unpublish();
			return started;
		});
	}
	await call('/v1/payment-requests', { amount: 1, currency: 'sgd' });
}

async function outcomesIn(dialects: readonly Dialect[]): Promise<Outcomes> {
	const simulator = await startSimulator({
		virtualAccountMethods: 100,
		charges: 30,
		payouts: 6,
		locations: 6,
		anchor: TIME,
		now: () => NOW,
		orders: 20,
		listRefunds: true,
		retryDelay: 5,
		dialects,
	});
	try {
		return await story(simulator);
	} finally {
		await simulator.close();
	}
}

/** Two of them are alternatives: each other one is there or not. */
const refundIds: Dialect[] = ['charge-id-only', 'payment-request-id-only'];
const factors: Array<Array<Dialect | ''>> = [
	['', ...refundIds],
	...dialectNames
		.filter((name) => !refundIds.includes(name))
		.map((name): Array<Dialect | ''> => ['', name]),
];

/** Every pair of factors, in every combination, is in one of these. */
const mixes = make(factors).map((row) => row.filter((name): name is Dialect => name !== ''));

let baseline: Outcomes = {};

beforeAll(async () => {
	baseline = await outcomesIn([]);
});

test('without dialects, everything works', () => {
	const failed = Object.entries(baseline).filter(([, outcome]) => !('items' in outcome));
	expect(failed).toEqual([]);
	expect(Object.keys(baseline).length).toBeGreaterThan(50);
});

/** Each dialect is in one of the mixes of a developer's machine, too. */
const tried = casesOf(mixes, 3);

test.each(tried.map((mix) => [mix.join(', '), mix] as const))(
	'the same in %s',
	async (_, dialects) => {
		const outcomes = await outcomesIn(dialects);
		expect(Object.keys(outcomes)).toEqual(Object.keys(baseline));
		for (const [name, outcome] of Object.entries(outcomes)) {
			if (!('items' in outcome) && dialects.some((dialect) => withoutWay[dialect]?.test(name))) {
				expect([name, outcome.message, outcome.description]).toEqual([
					name,
					expect.stringMatching(/\w/),
					expect.stringMatching(/\w/),
				]);
				continue;
			}
			if (dialects.some((dialect) => withLess[dialect]?.test(name))) {
				expect([name, outcome]).toEqual([name, { items: expect.any(Array) as unknown }]);
				continue;
			}
			expect([name, comparable(outcome, dialects)]).toEqual([
				name,
				comparable(baseline[name]!, dialects),
			]);
		}
	},
);
