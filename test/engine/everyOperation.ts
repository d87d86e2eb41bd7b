import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { endpoints, type Endpoint } from '../../contract/contract';
import { examples } from '../../docs/generate/examples';
import { fieldsOf, operations } from '../../docs/generate/operations';
import { NOW, prepare, runExample } from '../../docs/generate/runs';
import { memory } from '../../nodes/Payments/handlers/once/ledger/memory';
import type { Simulator, SimulatorOptions } from '../../simulator';
import { useFreshSimulator } from '../useSimulator';
import { shortenWaits } from './waits';

/**
 * Every operation of the node, such as `Charge: Get Many`; each has an example in docs/generate/examples.ts. Those that wait
 * for a payment handle one item: writes/waitForPayment.test.ts.
 */
export const everyOperation = [...operations.keys()].filter(
	(name) => !name.endsWith('Wait for Payment'),
);

/** The operations whose endpoint in the contract has another name. */
const otherIds: Record<string, string> = {
	'Balance: Get Transactions': 'listBalanceTransactions',
	'Customer: Create or Update': 'createCustomer',
	'Info: Get Account Status': 'getAccountStatus',
	'Invoice: Send': 'updateInvoice',
	'Payout: Reconcile': 'listPayouts',
	'Refund: Get Many': 'getCharge',
	'Subscription: Get Charges': 'listCharges',
};

/** Singular, in lower case. */
const lettersOf = (id: string) =>
	id.toLowerCase().replaceAll(' ', '').replace(/ies$/, 'y').replace(/s$/, '');

/** Returns the endpoint that the contract has for an operation. It does not depend on the node. */
export function endpointFor(name: string): Endpoint {
	const [resource, operation] = name.split(': ');
	const id = otherIds[name] ?? `${operation === 'Get Many' ? 'list' : operation}${resource}`;
	const found = endpoints.find(({ operationId }) => lettersOf(operationId) === lettersOf(id));
	if (!found) throw new Error(`${name}: the contract has no endpoint ${id}`);
	return found;
}

/** Returns whether an operation may change something: not if the contract says that its POST only reads. */
export function isWrite(name: string): boolean {
	const { method, 'x-reads': reads = method === 'GET' } = endpointFor(name);
	return !reads;
}

/** Starts a simulator for each test that the examples fit, and an n8n that has been running for long. */
export function useExamples(options: SimulatorOptions = {}): Simulator {
	shortenWaits();
	beforeEach(() => jest.replaceProperty(memory.ledger, 'startedAt', -1e9));
	const few = { listRefunds: true, orders: 20, payouts: 5, transfers: 5 };
	// Each creates one.
	const virtualAccountMethods = 1000;
	return useFreshSimulator({
		...few,
		virtualAccountMethods,
		seed: 1,
		anchor: NOW,
		now: () => Date.parse(NOW),
		...options,
	});
}

/** How many records are made to be read: more items read them again. */
const MAX_RECORDS = 5;

/** An example with one input item or several. */
export interface Ready {
	parameters: INodeParameters;
	items: IDataObject[];
	/** The path of the request for each item. */
	paths: string[];
}

/**
 * Makes the records that an example needs: for each item of a write another one.
 *
 * @param more parameters besides the example's
 * @param count how many items
 */
export async function ready(
	simulator: Simulator,
	name: string,
	more: INodeParameters = {},
	count = 1,
): Promise<Ready> {
	const { after, fits = () => true, item, parameters: given } = examples[name]!;
	const prepared = await prepare(simulator, name);
	const items: IDataObject[] = [];
	if (after?.endsWith(': Get Many')) {
		const listed = await runExample(simulator, after, { limit: 50 });
		items.push(...listed.items.map(({ json }) => json).filter(fits));
	}
	const isRead = !isWrite(name);
	for (let index = items.length; index < count; index += 1) {
		if (after && isRead && index >= MAX_RECORDS) items.push(items[index % MAX_RECORDS]!);
		else if (after) items.push((await prepare(simulator, name)).item!);
		else items.push({ ...ofAnother(item ?? {}, `${index}`), index });
	}
	items.length = count;
	simulator.reset();
	const idOf = (item: IDataObject, key: string) => {
		const field = fieldsOf(operations.get(name)!).find(
			(one) => one.routing?.send?.property === key,
		);
		return item[/\$json\.(\w+)/.exec(given[field?.name ?? ''] as string)?.[1] ?? 'id'];
	};
	const pathOf = (one: IDataObject) =>
		endpointFor(name).path.replace(
			/\{(\w+)\}/,
			(_, key: string) => (given[key] ?? idOf(one, key)) as string,
		);
	const own = item || after ? prepared.parameters : ofAnother(prepared.parameters, INDEX);
	return { parameters: { ...own, output: 'raw', ...more }, items, paths: items.map(pathOf) };
}

const INDEX = '{{ $json.index }}';

/** Parameters or an input item with the name and the email address of another customer or thing. */
function ofAnother<T extends object>(given: T, index: string): T {
	const entries = Object.entries(given).map(([name, value]: [string, unknown]) => {
		if (typeof value !== 'string' || !(name === 'name' || value.includes('@')))
			return [name, value];
		const text = value.includes('@') ? value.replace('@', `${index}@`) : `${value} ${index}`;
		return [name, index === INDEX ? `=${text}` : text];
	});
	return Object.fromEntries(entries) as T;
}
