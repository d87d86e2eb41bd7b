import type { IDataObject, INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { NOW } from '../../../docs/generate/runs';
import { useSimulator } from '../../useSimulator';
import { nthItem, quoteOf } from '../outcomes';
import { runnerOf } from '../run';
import { shortenWaits } from '../waits';
import { anyItem, itemOf } from './item';
import { kindOf } from './kinds';
import { places, withValue, type Place } from './places';

shortenWaits();
const simulator = useSimulator({ seed: 1, anchor: NOW, now: () => Date.parse(NOW) });
const run = runnerOf(simulator);

/** Runs the operation's example with several values in one place, each in an item of its own. */
async function runWith(place: Place, values: unknown[], item = anyItem(place.operation)) {
	const items = values.map((given, index) => ({
		...item,
		...{ email: `ann${index}@example.com`, given },
	}));
	const { items: output, error } = await run(withValue(place, '={{ $json.given }}'), {
		items: items as IDataObject[],
		node: { onError: 'continueRegularOutput' },
	});
	expect(error).toBeUndefined();
	return output.map(({ json }) => json);
}

const items = new Map<string, Promise<IDataObject>>();

/** Returns the item of an operation's example: one for all tests, but a new charge for each refund. */
async function ownItem(name: string): Promise<IDataObject> {
	const item = items.get(name) ?? itemOf(simulator, name);
	if (name !== 'Refund: Create') items.set(name, item);
	return await item;
}

const named = places
	.filter(({ field }) => field.type !== 'fixedCollection')
	.map((place) => [place.operation, place.label, place] as const);

function isList(value: unknown): boolean {
	return typeof value === 'string' ? value.includes(',') : Array.isArray(value);
}

/** Of a list, the message quotes the part that is wrong, unless it is no text. */
function quotingPart(report: string, item: string): RegExp {
	const [start, end] = [report, item].map((text) => text.replace(/[.()?]/g, '\\$&'));
	return new RegExp(`^${start}(: "[^"]+")?${end}$`);
}

test.each(named)('%s: %s that is not as it has to be is not sent', async (_, label, place) => {
	const { refused } = kindOf(place);
	const wrong = refused.flatMap(([says, advice, values]) =>
		values.map((value) => ({ says, advice, value })),
	);
	const failed = await runWith(
		place,
		wrong.map(({ value }) => value),
	);
	expect(failed).toMatchObject(
		wrong.map(({ says, advice, value }, item) => ({
			error: isList(value)
				? (expect.stringMatching(quotingPart(`${label} ${says}`, nthItem(item))) as string)
				: `${label} ${says}${quoteOf(value)}${nthItem(item)}`,
			details: expect.stringContaining(advice) as string,
		})),
	);
	expect(simulator.requests).toEqual([]);
});

test.each(named.filter(([, , { isRequired }]) => isRequired))(
	'%s: %s that is empty is not taken for anything else',
	async (_, label, place) => {
		const failed = await runWith(place, [undefined, null, '', '  ']);
		expect(failed).toMatchObject(
			[0, 1, 2, 3].map((item) => ({
				error: `${label} is empty${nthItem(item)}`,
				details: expect.stringContaining(adviceIfEmpty(place)) as string,
			})),
		);
		expect(simulator.requests).toEqual([]);
	},
);

function adviceIfEmpty(place: Place): string {
	if (place.collection === 'filters') return 'remove the filter.';
	if (place.collection === 'updateFields' && !place.list) {
		return 'Enter a value, or remove the field to keep the current value.';
	}
	const { refused, whenEmpty = refused[0]![1] } = kindOf(place);
	return whenEmpty;
}

/** As the editor saves what users add to a collection and leave as it is. */
function untouched({ field: { type } }: Place): NodeParameterValueType {
	return type === 'multiOptions' ? [] : '';
}

const added = named.filter(
	([, , { collection, field, list }]) =>
		['filters', 'updateFields'].includes(collection ?? '') && !list && field.type !== 'boolean',
);

test.each(added)(
	'%s: %s that is added and left empty is not taken for all',
	async (_, label, place) => {
		const parameters = withValue(place, untouched(place));
		const { error } = await run(parameters, { items: [anyItem(place.operation)] });
		expect(error?.message).toBe(`${label} is empty`);
		expect(simulator.requests).toEqual([]);
	},
);

/** Those of one item, whose parameters are those of Payment Request: Create and Get: writes/waitForPayment.test.ts. */
const isWaiting = (operation: string) => operation.endsWith('Wait for Payment');

/** Without discounts and tax, the subtotal of an invoice is its amount. That of a static code is not left out: badInput.test.ts. */
const optional = named.filter(
	([operation, , { api, collection, list }]) =>
		collection === 'additionalFields' &&
		!list &&
		!['subtotal', 'amount'].includes(api!) &&
		!isWaiting(operation),
);

test.each([...new Set(optional.map(([name]) => name))])(
	'%s leaves out optional fields that are empty',
	async (name) => {
		const own = optional.flatMap(([of, , place]) => (of === name ? [place] : []));
		const fields = own.map(({ field }) => [field.name, '={{ $json.given }}']);
		const parameters = withValue(own[0]!, null);
		const item = { ...(await ownItem(name)), email: 'empty@example.com' };
		const empty = ['', '  ', null].map((given) => ({ ...item, given }));
		await run(
			{ ...parameters, additionalFields: Object.fromEntries(fields) as INodeParameters },
			{ items: empty },
		);
		const writes = simulator.requests.filter(({ method }) => method !== 'GET');
		expect(writes).not.toEqual([]);
		for (const { body } of writes) {
			const names = Object.keys(body as IDataObject);
			expect(own.filter(({ api }) => names.includes(api!)).map(({ label }) => label)).toEqual([]);
		}
	},
);

/** Where a request has what has another name there. */
const nested: Record<string, (body: IDataObject) => unknown> = {
	customer_email: ({ customer, customer_email }) =>
		(customer as IDataObject)?.email ?? customer_email,
	customer_name: ({ customer, customer_name }) => (customer as IDataObject)?.name ?? customer_name,
};

/** Returns what the requests of an operation have for a parameter. */
function sentFor({ api = '', field, list, method, url }: Place): unknown[] {
	if (url.includes(`{${api}}`)) {
		return simulator.requests.flatMap(({ path }) => path.split('/').map(decodeURIComponent));
	}
	const writes = simulator.requests.filter((one) => (one.method === 'GET') === (method === 'GET'));
	return writes.map(({ query, body }) => {
		const values: IDataObject = { ...(query as IDataObject), ...(body as IDataObject) };
		const entries = list && (values[api] as IDataObject[] | undefined);
		return list ? entries?.[0]?.[field.name] : (nested[api]?.(values) ?? values[api]);
	});
}

/** Parameters that depend on others, or are not sent as they are: other tests have them. */
const elsewhere = [
	'Balance: Get Transactions payout_id',
	'Charge: Get Many statuses',
	...['Balance: Get Transactions', 'Charge: Get Many', 'Order: Get Many', 'Payout: Get Many'].map(
		(name) => `${name} created`,
	),
	...[
		'amount',
		'invoice_date',
		'partial_payments',
		'stackable_discounts',
		'subtotal',
		'tax_setting',
	].flatMap((api) => [`Invoice: Create ${api}`, `Invoice: Update ${api}`]),
	...['due', 'due_from', 'due_to', 'status'].map((api) => `Invoice: Get Many ${api}`),
	'Location: Delete location',
	'Order: Get Many with',
	'Payment Request: Get Many statuses',
	...['existing_variation', 'quantity'].map((api) => `Product: Update ${api}`),
	...['amount', 'payment_id', 'total'].map((api) => `Refund: Create ${api}`),
	'Subscription: Charge recurring_billing_id',
	'Transfer: Create beneficiary_id',
	...['created', 'recurring_billing_id', 'statuses'].map(
		(api) => `Subscription: Get Charges ${api}`,
	),
];

const sent = named.filter(
	([operation, , { api }]) =>
		api !== undefined && !elsewhere.includes(`${operation} ${api}`) && !isWaiting(operation),
);

test.each(sent)('%s: %s is sent as the contract has it', async (name, _, place) => {
	const { accepted } = kindOf(place);
	await runWith(
		place,
		accepted.map(([entered]) => entered),
		await ownItem(name),
	);
	const isText = place.method === 'GET' || /^\/v1\/products/.test(place.url);
	const expected = accepted.map(([, value]) =>
		isText && typeof value === 'number' ? String(value) : value,
	);
	expect(sentFor(place)).toEqual(expect.arrayContaining(expected));
});
