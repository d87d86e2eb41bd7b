import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { endpoints, type Endpoint } from '../../contract/contract';
import { examples } from '../../docs/generate/examples';
import { operations } from '../../docs/generate/operations';
import { NOW, prepare, runExample } from '../../docs/generate/runs';
import { memory } from '../../nodes/Payments/handlers/once/memory';
import type { Simulator } from '../../simulator';
import { useFreshSimulator } from '../useSimulator';
import { shortenWaits } from './waits';

/** Every operation of the node, such as `Charge: Get Many`; each has an example in docs/generate/examples.ts. */
export const everyOperation = [...operations.keys()];

/** The operations whose endpoint in the contract has another name. */
const otherIds: Record<string, string> = {
	'Balance: Get Transactions': 'listBalanceTransactions',
	'Customer: Create or Update': 'createCustomer',
	'Info: Get Account Status': 'getAccountStatus',
	'Invoice: Send': 'updateInvoice',
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

/** The operations whose request changes something. */
export const everyWrite = everyOperation.filter((name) => endpointFor(name).method !== 'GET');

/** Starts a simulator for each test that the examples fit, and an n8n that has been running for long. */
export function useExamples(): Simulator {
	shortenWaits();
	beforeEach(() => jest.replaceProperty(memory.ledger, 'startedAt', -1e9));
	const few = { orders: 20, payouts: 5, transfers: 5 };
	return useFreshSimulator({ ...few, seed: 1, anchor: NOW, now: () => Date.parse(NOW) });
}

/** An example with one input item or several. */
export interface Ready {
	parameters: INodeParameters;
	items: IDataObject[];
	/** The path of the request for each item. */
	paths: string[];
}

/**
 * Makes the records that an example needs, for each item another one.
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
	const { after, fits = () => true, parameters: given } = examples[name]!;
	const prepared = await prepare(simulator, name);
	const items: IDataObject[] = [];
	if (after?.endsWith(': Get Many')) {
		const listed = await runExample(simulator, after, { limit: 50 });
		items.push(...listed.items.map(({ json }) => json).filter(fits));
	}
	while (items.length < count) {
		const { item = {} } = items.length === 0 ? prepared : await prepare(simulator, name);
		items.push(examples[name]!.item ? ofAnother(item, items.length) : item);
	}
	items.length = count;
	simulator.reset();
	const pathOf = ({ id }: IDataObject) =>
		endpointFor(name).path.replace(/\{(\w+)\}/, (_, key: string) => (given[key] ?? id) as string);
	const parameters = { ...prepared.parameters, output: 'raw', ...more };
	return { parameters, items, paths: items.map(pathOf) };
}

/** The input with the email address of another customer. */
function ofAnother(item: IDataObject, index: number): IDataObject {
	const entries = Object.entries(item).map(([name, value]) => [
		name,
		typeof value === 'string' ? value.replace('@', `${index}@`) : value,
	]);
	return Object.fromEntries(entries) as IDataObject;
}
