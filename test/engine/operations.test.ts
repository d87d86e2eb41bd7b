import type { IDataObject, INodeParameters, IPairedItemData } from 'n8n-workflow';

import { Payments } from '../../nodes/Payments/Payments.node.js';
import type { JournalEntry } from '../../simulator';
import { endpointFor, everyOperation, isWrite, ready, useExamples } from './everyOperation';
import { succeeded } from './outcomes';
import { apiKeyOf, oAuth2Of, operation, runnerOf } from './run';

const simulator = useExamples();
/** Runs the node with the fields of all operations, as n8n does. */
const run: ReturnType<typeof runnerOf> = async (parameters, options) =>
	await runnerOf(simulator)(parameters, { nodeType: new Payments(), ...options });

/** The scopes of an app that may do everything that the node offers. */
const SCOPES =
	'business:read business:create business:update business:delete commerce customer payments';

const credentials = [
	{
		credential: 'an API key',
		ofUser: () => apiKeyOf(simulator),
		header: () => ({ 'x-business-api-key': simulator.apiKey }),
		others: ['authorization', 'x-platform-key'],
	},
	{
		credential: 'OAuth2',
		ofUser: () => oAuth2Of(simulator, SCOPES),
		header: () => ({ authorization: expect.stringMatching(/^Bearer \S+$/) as string }),
		others: ['x-business-api-key', 'x-platform-key'],
	},
];

/** Where an output contains the ID of the input under another name. */
const idNames: Record<string, string> = { 'Subscription: Charge': 'recurring_billing_id' };

/** Records the bodies of all responses to requests of a method. */
function recordResponses(method: string): IDataObject[] {
	const bodies: IDataObject[] = [];
	const body = (text: string) => {
		bodies.push(JSON.parse(text || '{}') as IDataObject);
		return text;
	};
	simulator.fault({ method, times: Infinity, body });
	return bodies;
}

/** The requests to the endpoint of an operation, and the others but for that of the business, once a credential. */
function requestsOf(name: string, paths: string[]): [JournalEntry[], JournalEntry[]] {
	const { method } = endpointFor(name);
	const isOwn = (one: JournalEntry) => one.method === method && paths.includes(one.path);
	const others = simulator.requests.filter((one) => !isOwn(one) && one.path !== '/v1/info');
	return [simulator.requests.filter(isOwn), others];
}

const itemOf = ({ pairedItem }: { pairedItem?: unknown }) => (pairedItem as IPairedItemData).item;

describe.each(everyOperation)('%s', (name) => {
	const { method, path } = endpointFor(name);
	const isById = /\{\w*(id|location)\}$/.test(path);

	// One credential or the other, in turn.
	const { credential, ...one } = credentials[everyOperation.indexOf(name) % 2]!;

	// Their request is one of several: output/reconcile.test.ts, lists/partLists.test.ts.
	const isOneRequest = !['Payout: Reconcile', 'Subscription: Get Charges'].includes(name);

	if (isOneRequest) {
		test(`sends the request of the contract with ${credential}, and returns the response with Raw`, async () => {
			const { ofUser, header, others } = one;
			const { parameters, items, paths } = await ready(simulator, name, { options: {} });
			const responses = recordResponses(method);
			const result = await succeeded(run(parameters, { items, credentials: ofUser() }));

			const [[sent, ...more], before] = requestsOf(name, paths);
			expect(more).toEqual([]);
			expect(sent!.headers).toMatchObject(header());
			for (const other of others) expect(sent!.headers[other]).toBeUndefined();
			if (['GET', 'DELETE'].includes(method)) expect(sent!.rawBody).toBe('');
			// Before a write, its record is read, or the lists of what is created (docs/reliability.md).
			expect(before.length).toBeLessThanOrEqual(isWrite(name) ? 2 : 0);
			for (const one of before) expect(one.method).toBe('GET');

			const response = responses.at(-1)!;
			const isRefundList = name === 'Refund: Get Many';
			const records = [response.data ?? (isRefundList ? response.refunds : response)]
				.flat()
				.slice(0, Number(parameters.limit ?? 50));
			const deleted = [{ deleted: true, id: items[0]!.id }];
			// A device gets a command, to which there is no record.
			const isCommand = method === 'POST' && Object.keys(response).length === 0;
			const { beneficiary_id } = (sent!.body ?? {}) as IDataObject;
			const addedBy: Record<string, IDataObject> = {
				'Customer: Create or Update': { created: true },
				'Transfer: Estimate': { beneficiary_id },
			};
			const added = addedBy[name] ?? {};
			const expected = name.endsWith(': Delete')
				? deleted
				: isCommand
					? [{ success: true, ...(sent!.body as IDataObject) }]
					: records.map((record) => ({ ...(record as IDataObject), ...added }));
			expect(result.items.map(({ json }) => json)).toEqual(expected);
		});
	}

	test('sends a request for each item, and links the output to it', async () => {
		const { parameters, items, paths } = await ready(simulator, name, {}, 2);
		const result = await succeeded(run(parameters, { items }));

		const sent = requestsOf(name, paths)[0].map((one) => one.path);
		expect(sent.sort()).toEqual(paths.sort());
		for (const [item, { id }] of items.entries()) {
			const own = result.items.filter((one) => itemOf(one) === item).map(({ json }) => json);
			expect(own).not.toEqual([]);
			if (isById) for (const record of own) expect(record[idNames[name] ?? 'id']).toBe(id);
		}
	});

	test('with On Error set to continue, outputs the error of one item and the result of the other', async () => {
		const { parameters, items, paths } = await ready(simulator, name, {}, 2);
		simulator.fault({ method, path: paths[0], status: 400, body: { message: 'No.' } });
		const oneByOne = { ...parameters, options: { maxRequests: 1 } };
		const result = await run(oneByOne, { items, node: { onError: 'continueRegularOutput' } });

		const [failed, ...others] = result.items;
		expect(failed).toMatchObject({ json: { error: 'No (1st item)' }, pairedItem: { item: 0 } });
		expect(new Set(others.map(itemOf))).toEqual(new Set([1]));
		expect(others.filter(({ json }) => json.error)).toEqual([]);
	});
});

describe('an ID', () => {
	test.each([
		['in upper case', (id: string) => id.toUpperCase()],
		['with blanks around it', (id: string) => `  ${id}\n`],
	])('%s is accepted', async (_, change) => {
		const { id } = simulator.records.charges[0]!;
		await succeeded(run({ resource: 'charge', operation: 'get', chargeId: change(id) }));
		expect(simulator.requests[0]?.path.toLowerCase()).toBe(`/v1/charges/${id}`);
	});

	test('with blanks around it is output without them by a deletion', async () => {
		const { id } = simulator.records.locations.find(({ active }) => !active)!;
		const { items } = await succeeded(
			run(operation('location', 'delete', { locationId: ` ${id} ` })),
		);
		expect(items.map(({ json }) => json)).toEqual([{ deleted: true, id }]);
	});

	test('may be a number', async () => {
		const path = '/v1/static_qr/1042';
		simulator.fault({ method: 'GET', path, status: 200, body: { id: 1042 } });
		simulator.fault({ method: 'DELETE', path, status: 204 });
		const { items } = await succeeded(
			run(operation('staticQr', 'delete', { staticQrId: '={{ 1042 }}' })),
		);
		expect(items.map(({ json }) => json)).toEqual([{ deleted: true, id: '1042' }]);
	});
});

test.each<[unknown, INodeParameters, string | undefined]>([
	[['charges'], {}, 'charges'],
	[['charges', 'products'], {}, 'products,charges'],
	['={{ "products" }}', {}, 'products'],
	[[], {}, undefined],
	[['charges'], { output: 'simplified' }, undefined],
	[['charges'], { output: 'selected', outputFields: ['amount'] }, undefined],
	[undefined, { output: 'selected', outputFields: ['amount', 'charges'] }, 'charges'],
	[[], { output: 'selected', outputFields: ['charges', 'products'] }, 'products,charges'],
	[[], { output: 'selected', outputFields: '={{ "amount, products" }}' }, 'products'],
])('orders of a list contain what is selected: %j with %j', async (include, more, sent) => {
	const parameters = operation('order', 'getAll', { limit: 1, include, ...more });
	const { items } = await succeeded(run(parameters as INodeParameters));
	expect(simulator.requests[0]!.query.with).toBe(sent);
	for (const name of sent?.split(',') ?? []) expect(items[0]!.json[name]).toBeInstanceOf(Array);
});
