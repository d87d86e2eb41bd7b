import {
	type IHttpRequestMethods,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type NodeParameterValueType,
} from 'n8n-workflow';

import {
	all,
	endpointOf,
	fieldsOf,
	mediaTypeOf,
	type Endpoint,
	type Schema,
} from '../../../contract/contract';
import { examples } from '../../../docs/generate/examples';
import {
	fieldsOf as parametersOf,
	operations,
	type Operation,
} from '../../../docs/generate/operations';

/** A UUID, of which there is no record. */
export const ID = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';

/** A parameter of an operation, also one in a collection or in the entries of a list. */
export interface Place {
	/** Such as `Plan: Create`. */
	operation: string;
	method: string;
	url: string;
	/** As messages name it: `'Amount' in entry 1 of 'Discounts'`. */
	label: string;
	field: INodeProperties;
	/** The name in the API, and what the contract has for it; none if it is not sent. */
	api?: string;
	schema: Schema;
	/** The name of the collection that users add it to. */
	collection?: 'filters' | 'additionalFields' | 'updateFields';
	/** The list that has it in each entry. */
	list?: INodeProperties;
	/** Whether an empty value is refused. */
	isRequired: boolean;
}

/** Schemas that the contract has under other names or leaves open, and those where the node is stricter. */
const stated: Record<string, Schema> = {
	'Discounts discount': { exclusiveMinimum: 0 },
	'Subscription amount': { exclusiveMinimum: 0 },
	customer_email: { format: 'email' },
	limit: { type: 'integer', minimum: 1, maximum: 100_000 },
	payout_id: { format: 'uuid' },
	'Product quantity': { type: 'integer' },
	recurring_billing_id: { format: 'uuid' },
	total: { exclusiveMinimum: 0 },
};

/** Returns what the contract has for a name of a request. @param owner the resource or the list that has it */
function schemaOf(owner: string, name: string, found: Schema = {}): Schema {
	return { ...all(found), ...stated[name], ...stated[`${owner} ${name}`] };
}

function inRequest({ all: parameters, requestBody }: Endpoint, name: string): Schema | undefined {
	const inQuery = parameters.find((one) => one.name.replace('[]', '') === name);
	const body = requestBody?.content[mediaTypeOf(requestBody)]?.schema ?? {};
	return inQuery?.schema ?? fieldsOf(body).find(([field]) => field === name)?.[1];
}

/** The parameters of the picture of a QR code and of the output are in tests of their own. */
const isInput = ({ name, routing }: INodeProperties) =>
	routing?.send !== undefined || OTHER_INPUTS.includes(name);

const OTHER_INPUTS = [
	...['filters', 'additionalFields', 'updateFields', 'limit', 'returnAll'],
	...['amountKind', 'billTo', 'kind', 'notify', 'refundKind', 'urlInManualRuns'],
];

function placesOf(name: string, operation: Operation): Place[] {
	const { method, url } = operation.routing!.request as {
		method: IHttpRequestMethods;
		url: string;
	};
	const endpoint = endpointOf(method, url)!;
	const place = (field: INodeProperties, more: Partial<Place> = {}): Place => {
		const api = field.routing?.send?.property;
		const label = `'${field.displayName}'`;
		const needed = field.required === true || field.name === 'limit';
		const key = api ?? field.name;
		const schema = schemaOf(name.split(':')[0]!, key, inRequest(endpoint, key));
		return {
			operation: name,
			method,
			url,
			label,
			field,
			api,
			schema,
			isRequired: needed && !field.displayOptions?.show?.cycle,
			...more,
		};
	};
	const inList = (list: Place): Place[] => {
		const [{ values = [] } = {}] = (list.field.options ?? []) as INodePropertyCollection[];
		const schemas = Object.fromEntries(fieldsOf(list.schema.items ?? {}));
		// The node fills in what only some records require.
		const { required: needed = [], 'x-record': row } = all(list.schema.items!);
		return values.map((field) => ({
			...list,
			field,
			label: `'${field.displayName}' in entry 1 of ${list.label}`,
			list: list.field,
			isRequired: row === undefined && needed.includes(field.name) && !isKept(list, field.name),
			schema: schemaOf(list.field.displayName, field.name, schemas[field.name]),
		}));
	};
	return parametersOf(operation)
		.filter(isInput)
		.flatMap((field) =>
			field.type === 'collection'
				? (field.options as INodeProperties[]).map((one) =>
						place(one, {
							collection: field.name as Place['collection'],
							isRequired: field.name !== 'additionalFields',
						}),
					)
				: place(field),
		)
		.flatMap((one) =>
			one.schema.type === 'array' && one.field.type === 'fixedCollection' ? inList(one) : one,
		);
}

/** Returns whether a part of an entry has the value of the record unless it is entered. */
function isKept({ api }: Place, name: string): boolean {
	return api === 'existing_variation' && name !== 'id';
}

/** Every parameter of every operation, but of one whose values are in several requests: output/reconcile.test.ts. */
export const places = [...operations]
	.filter(([name]) => name !== 'Payout: Reconcile')
	.flatMap(([name, one]) => placesOf(name, one));

/** Parameters that some values of others require. n8n leaves out those that are not shown. */
const required: INodeParameters = {
	customerId: ID,
	cycleFrequency: 'week',
	cycleRepeat: 2,
	notifyUrl: 'https://a.example/x',
	planId: ID,
	products: { products: [{ product_id: ID }] },
	triggerPath: 'payments',
};

/** Fields of a collection, or parts of an entry, that others require. */
const beside: Record<string, INodeParameters> = {
	'Partial Payments': { amount: 100 },
	'Plan: Create start_date_method': { fixedDate: 28 },
	'Plan: Update start_date_method': { fixedDate: 28 },
	'Static QR: Create amount': { currency: 'SGD' },
	Products: { product_id: ID },
	Variations: { id: ID, variation_value_1: 'Medium', price: 45, quantity: 12 },
};

/** Returns the parameters of the operation's example, with another value in one place. */
export function withValue(place: Place, value: NodeParameterValueType): INodeParameters {
	const { collection, field, list } = place;
	const { resource, value: operation } = operations.get(place.operation)!;
	const { parameters: example } = examples[place.operation]!;
	const own = {
		...beside[list?.displayName ?? `${place.operation} ${place.api}`],
		[field.name]: isLocator(field) ? locator(value) : value,
	};
	const added = list ? { [list.name]: { [entryNameOf(list)]: [own] } } : own;
	return {
		...required,
		...example,
		// Those of the example may depend on each other.
		additionalFields: {},
		...(resource && { resource, operation }),
		...shownWith(list ?? field),
		...(collection ? { [collection]: added } : added),
	};
}

const isLocator = ({ type }: INodeProperties) => type === 'resourceLocator';

/** Returns an ID that the user entered. */
export const locator = (value: unknown) => ({ __rl: true, mode: 'id', value });

const entryNameOf = ({ options }: INodeProperties) =>
	(options as INodePropertyCollection[])[0]!.name;

/** Returns values of other parameters with which the editor shows one. */
function shownWith({ displayOptions }: INodeProperties): INodeParameters {
	const others = Object.entries(displayOptions?.show ?? {}).filter(
		([name]) => !['resource', 'operation'].includes(name),
	);
	return Object.fromEntries(others.map(([name, values]) => [name.replace('/', ''), values![0]]));
}
