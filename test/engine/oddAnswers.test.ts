import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { getLocations } from '../../nodes/Payments/listSearch/locations';
import { getProductCategories } from '../../nodes/Payments/listSearch/productCategories';
import { Payments } from '../../nodes/Payments/Payments.node';
import { resources } from '../../nodes/Payments/resources';
import { useSimulator } from '../useSimulator';
import { ANSWERS, beOdd, mustBeReadable, often } from './odd';
import { contextOf } from './openList';
import { apiKeyOf, runPayments } from './run';
import { requester } from './service';
import { shortenWaits } from './waits';

shortenWaits();

const simulator = useSimulator({ charges: 900, payouts: 30, locations: 20 });
const post = requester(simulator);
beforeAll(async () => {
	await post('/v1/subscription-plan', { name: 'Gym', amount: 20, cycle: 'monthly' });
	await post('/v1/static_qr', { name: 'Counter', payment_provider_method: 'paynow_online' });
	await post('/v1/customers', { email: 'ann@example.com' });
	await post('/v1/invoices', {
		invoice_date: '2026-03-01',
		currency: 'SGD',
		payment_by: 'amount',
		amount: 20,
		subtotal: 20,
		customer: { name: 'Ben Lim', email: 'ben@example.com' },
	});
	await post('/v1/payment-requests', { amount: 10, currency: 'SGD', name: 'Ann' });
	const { id } = simulator.records.charges.find(({ status }) => status === 'succeeded')!;
	await post('/v1/refund', { payment_id: id, amount: 1 });
});

const unknownOutcome =
	/The request may have been processed\. Look the record up|Could not confirm whether/;

interface Case {
	parameters: INodeParameters;
	/** The input of an item; default none. */
	item?: (index: number) => IDataObject;
	/** Whether a record may be the output for an input. */
	isRight: (record: IDataObject, item: IDataObject) => boolean;
	/** Whether something is changed each time, whatever is answered. */
	isWrite?: boolean;
}

const isSame = (one: unknown, other: unknown) =>
	String(one).toLowerCase() === String(other).toLowerCase();
const isAsked = (record: IDataObject, item: IDataObject) => isSame(record.id, item.id);
const isDeleted = (record: IDataObject, item: IDataObject) =>
	record.deleted === true && isSame(record.id, item.id);
const hasId = ({ id }: IDataObject) =>
	(typeof id === 'string' && id !== '') || typeof id === 'number';
const isListed = (record: IDataObject) => !Array.isArray(record);

const newest = (list: Exclude<keyof typeof simulator.records, 'balances' | 'staff'>) => () => ({
	id: simulator.records[list][0]!.id,
});
/** Nothing is there to be deleted: the answer is that of a deletion all the same. */
const someId = (index: number) => ({
	id: `9f1c7c7e-2f5b-4a0e-9d52-${String(index).padStart(12, '0')}`,
});
/** A subscription with a saved card. */
const subscription = () => ({ id: simulator.addSubscription().id });
const id = '={{ $json.id }}';
const invoice = {
	customerEmail: 'ann@example.com',
	invoiceDate: '2026-03-01',
	amount: 20,
	currency: 'SGD',
};

const aCustomer: Case = {
	parameters: {
		email: '={{ $json.name.replaceAll(" ", ".") }}@example.com',
		additionalFields: { name: '={{ $json.name }}' },
	},
	item: (index) => ({ name: fresh(`Ann ${index}`) }),
	isRight: hasId,
	isWrite: true,
};

/** The request of each operation, by `resource.operation`. */
const cases: Record<string, Case> = {
	'balance.getAll': { parameters: { limit: 3 }, isRight: (record) => 'currency' in record },
	'balance.getTransactions': {
		parameters: { provider: 'adyen', limit: 3 },
		isRight: isListed,
	},
	'charge.get': { parameters: { chargeId: id }, item: newest('charges'), isRight: isAsked },
	'charge.getAll': { parameters: { limit: 3 }, isRight: isListed },
	'customer.create': aCustomer,
	'customer.delete': {
		parameters: { customerId: id },
		item: someId,
		isRight: isDeleted,
		isWrite: true,
	},
	'customer.get': { parameters: { customerId: id }, item: newest('customers'), isRight: isAsked },
	'customer.getAll': { parameters: { limit: 3 }, isRight: isListed },
	'customer.update': {
		parameters: { customerId: id, updateFields: { gender: 'female' } },
		item: newest('customers'),
		isRight: isAsked,
		isWrite: true,
	},
	'customer.upsert': aCustomer,
	'info.get': {
		parameters: {},
		isRight: (record) => Object.keys(record).length > 0 && isListed(record),
	},
	'info.getAccountStatus': {
		parameters: {},
		isRight: (record) => 'bank_account_status' in record || 'payment_providers' in record,
	},
	'invoice.create': {
		parameters: { ...invoice, customerName: '={{ $json.name }}' },
		item: (index) => ({ name: fresh(`Ann ${index}`) }),
		isRight: hasId,
		isWrite: true,
	},
	'invoice.delete': {
		parameters: { invoiceId: id },
		item: someId,
		isRight: isDeleted,
		isWrite: true,
	},
	'invoice.get': { parameters: { invoiceId: id }, item: newest('invoices'), isRight: isAsked },
	'invoice.getAll': { parameters: { limit: 3 }, isRight: isListed },
	'invoice.send': {
		parameters: { invoiceId: id },
		item: newest('invoices'),
		isRight: isAsked,
		isWrite: true,
	},
	'invoice.update': {
		parameters: { invoiceId: id, updateFields: { memo: 'Thanks' } },
		item: newest('invoices'),
		isRight: isAsked,
		isWrite: true,
	},
	'location.delete': {
		parameters: { locationId: id },
		item: someId,
		isRight: isDeleted,
		isWrite: true,
	},
	'location.getAll': { parameters: { limit: 3 }, isRight: isListed },
	'order.get': { parameters: { orderId: id }, item: newest('orders'), isRight: isAsked },
	'order.getAll': { parameters: { limit: 3 }, isRight: isListed },
	'payout.getAll': { parameters: { limit: 3 }, isRight: isListed },
	'paymentRequest.create': {
		parameters: { amount: 10, currency: 'SGD', additionalFields: { name: '={{ $json.name }}' } },
		item: (index) => ({ name: fresh(`Ann ${index}`) }),
		isRight: hasId,
		isWrite: true,
	},
	'paymentRequest.delete': {
		parameters: { paymentRequestId: id },
		item: someId,
		isRight: isDeleted,
		isWrite: true,
	},
	'paymentRequest.get': {
		parameters: { paymentRequestId: id, qrPicture: 'svg' },
		item: newest('paymentRequests'),
		isRight: isAsked,
	},
	'paymentRequest.getAll': { parameters: { limit: 3 }, isRight: isListed },
	'paymentRequest.update': {
		// Complete, so that nothing is read first: that moves nothing.
		parameters: {
			paymentRequestId: id,
			updateFields: { amount: 12, currency: 'SGD', purpose: 'Workshop' },
		},
		item: newest('paymentRequests'),
		isRight: isAsked,
		isWrite: true,
	},
	'plan.create': {
		parameters: { name: '={{ $json.name }}', amount: 20, cycle: 'monthly' },
		item: (index) => ({ name: fresh(`Gym ${index}`) }),
		isRight: hasId,
		isWrite: true,
	},
	'plan.delete': { parameters: { planId: id }, item: someId, isRight: isDeleted, isWrite: true },
	'plan.get': { parameters: { planId: id }, item: newest('plans'), isRight: isAsked },
	'plan.getAll': { parameters: { limit: 3 }, isRight: isListed },
	'plan.update': {
		parameters: {
			planId: id,
			updateFields: { name: 'Gym', cycle: 'weekly', amount: 21, currency: 'SGD' },
		},
		item: newest('plans'),
		isRight: isAsked,
		isWrite: true,
	},
	'product.delete': {
		parameters: { productId: id },
		item: someId,
		isRight: isDeleted,
		isWrite: true,
	},
	'product.get': { parameters: { productId: id }, item: newest('products'), isRight: isAsked },
	'product.getAll': { parameters: { limit: 3 }, isRight: isListed },
	'productCategory.getAll': { parameters: { limit: 3 }, isRight: isListed },
	'refund.create': {
		parameters: { paymentId: id, refundKind: 'part', amount: 1 },
		item: () => ({ id: refundable().shift()!.id }),
		// The ID is lost with the answer; then the charge tells.
		isRight: (record) => hasId(record) || record.recovered === true,
		isWrite: true,
	},
	'refund.get': { parameters: { refundId: id }, item: newest('refunds'), isRight: isAsked },
	'staff.getAll': { parameters: { limit: 3 }, isRight: isListed },
	'staticQr.create': {
		parameters: { name: '={{ $json.name }}', paymentMethod: 'paynow_online' },
		item: (index) => ({ name: fresh(`Counter ${index}`) }),
		isRight: hasId,
		isWrite: true,
	},
	'staticQr.delete': {
		parameters: { staticQrId: id },
		item: someId,
		isRight: isDeleted,
		isWrite: true,
	},
	'staticQr.get': {
		parameters: { staticQrId: id, qrPicture: 'png' },
		item: newest('staticQrs'),
		isRight: isAsked,
	},
	'staticQr.getAll': { parameters: { limit: 3 }, isRight: isListed },
	'staticQr.update': {
		parameters: { staticQrId: id, updateFields: { name: 'Counter 2' } },
		item: newest('staticQrs'),
		isRight: isAsked,
		isWrite: true,
	},
	'transfer.get': { parameters: { transferId: id }, item: newest('transfers'), isRight: isAsked },
	'transfer.getAll': { parameters: { limit: 3 }, isRight: isListed },
	'subscription.cancel': {
		parameters: { subscriptionId: id },
		item: subscription,
		isRight: isAsked,
		isWrite: true,
	},
	'subscription.charge': {
		parameters: { subscriptionId: id, amount: 1, currency: 'SGD' },
		item: subscription,
		isRight: ({ payment_id, recovered, recurring_billing_id: of }, item) =>
			(hasId({ id: payment_id }) || recovered === true) && isSame(of ?? item.id, item.id),
		isWrite: true,
	},
	'subscription.create': {
		parameters: { kind: 'save', name: '={{ $json.name }}', customerEmail: 'ann@example.com' },
		item: (index) => ({ name: fresh(`Gym ${index}`) }),
		isRight: hasId,
		isWrite: true,
	},
	'subscription.get': { parameters: { subscriptionId: id }, item: subscription, isRight: isAsked },
	'subscription.getAll': {
		parameters: { limit: 3, filters: { status: 'all' } },
		isRight: isListed,
	},
	'subscription.update': {
		parameters: { subscriptionId: id, updateFields: { name: 'Gym' } },
		item: subscription,
		isRight: isAsked,
		isWrite: true,
	},
};

/** How many of the items made something; none of them twice. */
function mustBeOnce(resource: string, items: IDataObject[]): number {
	const { customers, invoices, refunds, plans, staticQrs, paymentRequests, subscriptions } =
		simulator.records;
	const lists: Record<string, object[]> = {
		customer: customers,
		invoice: invoices.map((one) => ({ name: one.customer_name })),
		refund: refunds,
		plan: plans,
		staticQr: staticQrs,
		paymentRequest: paymentRequests,
		subscription: [...subscriptions, ...chargesOf(subscriptions)],
	};
	const made = (lists[resource] as IDataObject[]).map(({ payment_id, name }) => payment_id ?? name);
	const counts = items.map(({ id, name }) => made.filter((one) => one === (id ?? name)).length);
	expect(Math.max(...counts)).toBeLessThanOrEqual(1);
	return counts.filter((count) => count === 1).length;
}

/** The charges of subscriptions, by the IDs of those. */
const chargesOf = (subscriptions: Array<{ id: string }>) =>
	subscriptions.flatMap((one) => simulator.chargesOf(one.id).map(() => ({ payment_id: one.id })));

let pool: Array<{ id: string }> | undefined;
/** Charges of which nothing was refunded yet. */
const refundable = () =>
	(pool ??= simulator.records.charges.filter(
		({ status, amount }) => status === 'succeeded' && amount > 5,
	));
let count = 0;
const fresh = (name: string) => `${name} ${(count += 1)}`;

const operations = resources.flatMap(({ option, operations: all }) =>
	all.map(({ value }) => [option.value as string, value as string] as const),
);

/** The operations that may make something. */
const creating = ['charge', 'create', 'upsert'];

test('every operation is tried with odd answers', () => {
	const names = operations.map(([resource, operation]) => `${resource}.${operation}`);
	expect(Object.keys(cases).sort()).toEqual(names.sort());
});

describe.each(['raw', 'simplified'])('whatever the service answers, with Output %s', (output) => {
	test.each(operations)(
		'%s: %s ends with the right record, or with a message that says what to do',
		async (resource, operation) => {
			const { parameters, item, isRight, isWrite } = cases[`${resource}.${operation}`]!;
			const isCreate = creating.includes(operation);
			const isDelete = operation === 'delete';
			// The record that an update replaces is read first.
			const isReplaced = resource === 'invoice' && isWrite;
			const count = Math.ceil(ANSWERS / (output === 'raw' ? 1 : 3));
			const items = Array.from({ length: count }, (_, index) => item?.(index) ?? {});
			// The lists that are read before and after a creation are not odd: see below.
			const mutator = beOdd(
				simulator,
				`${resource} ${operation} ${output}`,
				isCreate ? 'POST' : isReplaced ? 'PUT' : undefined,
			);
			if (isDelete) {
				simulator.reset();
				simulator.fault({
					times: Infinity,
					status: 200,
					body: () => mutator.change('{"success":true,"message":"Deleted."}'),
				});
			}
			const result = await runPayments({
				parameters: { resource, operation, output, ...parameters, options: { maxTries: 1 } },
				items,
				credentials: apiKeyOf(simulator),
				node: { onError: 'continueRegularOutput' },
			});
			expect(result.error).toBeUndefined();
			expect(mutator.answered.length).toBeGreaterThanOrEqual(count);

			const failed = new Set<number>();
			for (const { json, pairedItem } of result.items) {
				const { item: index } = pairedItem as { item: number };
				if (typeof json.error === 'string') {
					failed.add(index);
					mustBeReadable(json.error, json.details);
					// A deletion reads the record first.
					const isRead = ['delete', 'cancel'].includes(operation) && json.outcome === 'not_sent';
					if (isWrite && !isRead) expect(JSON.stringify(json)).toMatch(unknownOutcome);
				} else {
					expect([isRight(json, items[index]!), json]).toEqual([true, json]);
				}
			}
			// Among many, some can be read all the same. Of a few, that is up to the seed. What was created is found again.
			if (count >= 10 && !isDelete) expect(failed.size).toBeLessThan(count);
			if (!isCreate && count >= 10) expect(failed.size).toBeGreaterThan(count / 10);
			if (isCreate) expect(mustBeOnce(resource, items)).toBe(count);
		},
	);
});

describe('whatever the service answers, also to what is looked at before and after,', () => {
	const creates = operations.filter(([, operation]) => creating.includes(operation));
	test.each(creates)('%s: %s makes nothing twice, and says what is known', async (...names) => {
		const [resource, operation] = names;
		const { parameters, item, isRight } = cases[names.join('.')]!;
		const items = Array.from({ length: Math.ceil(ANSWERS / 3) }, (_, index) => item!(index));
		beOdd(simulator, `all of ${resource}`);
		const result = await runPayments({
			parameters: { resource, operation, ...parameters, options: { maxTries: 2 } },
			items,
			credentials: apiKeyOf(simulator),
			node: { onError: 'continueRegularOutput' },
		});
		expect(result.error).toBeUndefined();
		for (const { json, pairedItem } of result.items) {
			const { item: index } = pairedItem as { item: number };
			if (typeof json.error === 'string') mustBeReadable(json.error, json.details);
			else expect([isRight(json, items[index]!), json]).toEqual([true, json]);
		}
		mustBeOnce(resource, items);
	});
});

const { listSearch, loadOptions } = new Payments().methods;

describe('whatever the service answers, a list to choose from', () => {
	test.each(Object.entries({ ...listSearch, ...loadOptions }))(
		'by %s shows names and IDs, or says what to do',
		async (name, open) => {
			beOdd(simulator, `list ${name}`);
			await often(async (index) => {
				const context = contextOf(apiKeyOf(simulator));
				const answer =
					open === getLocations || open === getProductCategories
						? { results: await open.call(context) }
						: await (open as (typeof listSearch)['searchCharges']).call(
								context,
								index % 2 ? '' : 'a',
							);
				for (const result of answer.results) {
					mustBeReadable(result.name);
					expect(typeof result.value).toBe('string');
					expect(result.value).not.toBe('');
				}
			});
		},
	);
});
