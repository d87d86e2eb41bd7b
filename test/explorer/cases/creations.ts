import type { INodeParameters } from 'n8n-workflow';

import type { World } from '../world';
import {
	distinct,
	each,
	judgeMade,
	runsOf,
	type Asked,
	type Case,
	type Run,
	type Said,
	type Shape,
} from './case';

/** Creations of one kind of record. */
const creation = (
	shape: Shape,
	kind: string,
	parameters: INodeParameters,
	items: Asked[],
	made: (world: World) => Array<{ id: string; name: string }>,
	nameOf: (asked: Asked) => string,
	mayStayUnconfirmed = false,
): Case => ({
	name: `create ${kind}, ${shape}`,
	mayStayUnconfirmed,
	begin: async (world) => {
		const before = new Set(made(world).map(({ id }) => id));
		const runs = runsOf(shape, parameters, items);
		const judge = (said: Said[]) => {
			const created = made(world).filter(({ id }) => !before.has(id));
			return judgeMade(distinct(said, runs), nameOf, {
				made: created.map(({ name }) => name),
				ids: created.map(({ id }) => id),
			});
		};
		return await Promise.resolve({ runs, judge });
	},
});

const paymentRequest = (shape: Shape) =>
	creation(
		shape,
		'payment request',
		{
			resource: 'paymentRequest',
			operation: 'create',
			amount: '={{ $json.amount }}',
			currency: { __rl: true, mode: 'id', value: 'SGD' },
			additionalFields: { referenceNumber: '={{ $json.reference }}' },
		},
		[
			{ amount: 10, reference: 'one' },
			{ amount: 10, reference: 'two' },
		],
		({ service }) =>
			service.records.paymentRequests.map(({ id, reference_number }) => ({
				id,
				name: String(reference_number),
			})),
		({ reference }) => String(reference),
	);

/** By how much the clocks of two servers differ, in milliseconds. */
const BETWEEN_SERVERS_MS = 2_000;

/** Dates a payment request as a server does whose clock is ahead of that of the others. */
function dateAhead(record: { created_at: string }) {
	const ahead = new Date(Date.parse(`${record.created_at}Z`) + BETWEEN_SERVERS_MS).toISOString();
	record.created_at = ahead.slice(0, record.created_at.length);
}

/** Somebody else created one just before, at a server whose clock is ahead. */
const besideAnotherServer = (shape: Shape): Case => {
	const one = paymentRequest(shape);
	const begin: Case['begin'] = async (world) => {
		const begun = await one.begin(world);
		begun.runs[0]!.before = async () => {
			await world.clock.track(
				world.create('/v1/payment-requests', { amount: 77, currency: 'SGD' }),
			);
			world.onAll(({ records }) => dateAhead(records.paymentRequests[0]!));
		};
		return begun;
	};
	return { ...one, begin, name: `${one.name}, beside another server`, mayStayUnconfirmed: true };
};

const unnamedRequest = (shape: Shape) =>
	creation(
		shape,
		'payment request with an amount only',
		{
			resource: 'paymentRequest',
			operation: 'create',
			amount: '={{ $json.amount }}',
			currency: { __rl: true, mode: 'id', value: 'SGD' },
		},
		[{ amount: 10 }, { amount: 20 }],
		({ service }) =>
			service.records.paymentRequests.map(({ id, amount }) => ({
				id,
				name: String(Number(amount)),
			})),
		({ amount }) => String(amount),
		true,
	);

const invoice = (shape: Shape) =>
	creation(
		shape,
		'invoice',
		{
			resource: 'invoice',
			operation: 'create',
			customerName: 'Ann Tan',
			customerEmail: 'ann@example.com',
			invoiceDate: '2026-03-01',
			amount: '={{ $json.amount }}',
			currency: { __rl: true, mode: 'id', value: 'SGD' },
		},
		[{ amount: 10 }, { amount: 20 }],
		({ service }) =>
			service.records.invoices.map(({ id, amount }) => ({ id, name: String(Number(amount)) })),
		({ amount }) => String(amount),
	);

/** The API may add a reference itself, so a lookup cannot tell these two from each other. */
const subscription = (shape: Shape) =>
	creation(
		shape,
		'subscription with and without a reference',
		{
			resource: 'subscription',
			operation: 'create',
			kind: 'save',
			customerEmail: 'zoe@example.com',
			name: 'Gym',
			amount: 10,
			currency: { __rl: true, mode: 'id', value: 'SGD' },
			additionalFields: { reference: '={{ $json.reference }}' },
		},
		[{ reference: '' }, { reference: 'R-9' }],
		({ service }) =>
			service.records.subscriptions.map(({ id, reference }) => ({ id, name: reference ?? '' })),
		({ reference }) => String(reference),
		true,
	);

const product = (shape: Shape) =>
	creation(
		shape,
		'product',
		{
			resource: 'product',
			operation: 'create',
			name: '={{ $json.name }}',
			price: 45,
		},
		[{ name: 'Linen shirt' }, { name: 'Cotton shirt' }],
		({ service }) => service.records.products.map(({ id, name }) => ({ id, name })),
		({ name }) => String(name),
	);

/** Of which the business has one: somebody closes it before each path. */
const virtualAccount = (shape: Shape): Case => {
	const made = ({ service }: World) =>
		service.records.virtualAccounts.map(({ id }) => ({ id, name: 'account' }));
	const parameters = { resource: 'virtualAccount', operation: 'create' };
	const one = creation(shape, 'virtual account', parameters, [{}], made, () => 'account');
	const begin: Case['begin'] = async (world) => {
		world.service.records.virtualAccounts.length = 0;
		return await one.begin(world);
	};
	return { ...one, begin };
};

const customer = (shape: Shape) =>
	creation(
		shape,
		'customer',
		{ resource: 'customer', operation: 'create', email: '={{ $json.email }}' },
		[{ email: 'one@example.com' }, { email: 'two@example.com' }],
		({ service }) => service.records.customers.map(({ id, email }) => ({ id, name: email })),
		({ email }) => String(email),
	);

const upsert = (shape: Shape): Case => ({
	name: `create or update customer, ${shape}`,
	begin: async (world) => {
		const email = `c${world.paths}@example.com`;
		const runs = runsOf(
			shape,
			{
				resource: 'customer',
				operation: 'upsert',
				email: '={{ $json.email }}',
				additionalFields: { name: '={{ $json.name }}' },
			},
			[
				{ email, name: 'One' },
				{ email, name: 'Two' },
			],
		);
		const judge = (said: Said[]) => {
			const made = world.service.records.customers.filter((one) => one.email === email);
			const found: string[] = [];
			if (made.length > 1) found.push(`double: ${made.length}`);
			const last = said.findLast(({ error }) => error === undefined);
			const isLater = said.some(({ isUnsure, error }) => isUnsure && error);
			if (last && made.length === 0) found.push('claimed: no customer');
			if (last && made[0] && made[0].name !== last.asked.name && !isLater) {
				found.push(`undone: ${String(made[0].name)} for ${String(last.asked.name)}`);
			}
			const isDenied = said.every(({ error, isUnsure }) => error !== undefined && !isUnsure);
			const isFromUpdate = made.length > 0 && said.length > 0;
			if (isDenied && isFromUpdate) found.push('denied');
			return found;
		};
		return await Promise.resolve({ runs, judge });
	},
});

const additionalFields = { name: '={{ $json.name }}' };
const createOrUpdate = (email: string): Run => ({
	parameters: {
		resource: 'customer',
		operation: 'upsert',
		email: '={{ $json.email }}',
		additionalFields,
	},
	items: [{ email, name: 'Two' }],
});

const customerRun = (operation: string, fields: INodeParameters): Run => ({
	parameters: { resource: 'customer', operation, ...fields },
	items: [{}],
});
const locator = (value: string) => ({ customerId: { __rl: true, mode: 'id', value } });

/** Customers that another operation of this process writes before they are created or updated. */
const customerCase = (
	name: string,
	before: (id: string, own: string, email: string) => Run | undefined,
	judgeOne: (own: string, email: string | undefined) => string[] = () => [],
): Case => ({
	name: `customer ${name}, then created or updated`,
	begin: async (world) => {
		const [own, email] = [`own${world.paths}@example.com`, `c${world.paths}@example.com`];
		const { id } = await world.create('/v1/customers', { name: 'One', email: own });
		const first = before(id, own, email);
		const wanted = name.includes('of') ? own : email;
		const runs = [...(first ? [first] : []), createOrUpdate(wanted)];
		const judge = (said: Said[]) => {
			const { customers } = world.service.records;
			const made = customers.filter((one) => one.email === wanted);
			const found = made.length > 1 ? [`double: ${made.length}`] : [];
			const isWritten = said[0]!.error === undefined;
			const now = customers.find((one) => one.id === id)?.email;
			return isWritten ? [...found, ...judgeOne(own, now)] : found;
		};
		return { runs, judge };
	},
});

const others: Case[] = [
	customerCase('created', (_id, _own, email) => customerRun('create', { email })),
	customerCase('that gets the email', (id, _own, email) =>
		customerRun('update', { ...locator(id), updateFields: { email } }),
	),
	customerCase(
		'of an email that is changed',
		(id, _own, email) => customerRun('update', { ...locator(id), updateFields: { email } }),
		(own, now) => (now === own ? ['undone: the email'] : []),
	),
	customerCase('of an email that is deleted', (id) => customerRun('delete', locator(id))),
];

/** A customer that was created or updated gets another email, and its first one comes again much later. */
const movedOn: Case = {
	name: 'create or update customer, then another email, then the first one again',
	begin: async (world) => {
		const [email, next] = [`x${world.paths}@example.com`, `y${world.paths}@example.com`];
		const find = () => world.service.records.customers.find((one) => one.email === email);
		const item: Asked = { id: '' };
		const update: Run = {
			parameters: {
				resource: 'customer',
				operation: 'update',
				...locator('={{ $json.id }}'),
				updateFields: { email: next },
			},
			items: [item],
			before: () => (item.id = find()?.id ?? 'none'),
			pause: 60_000,
		};
		const runs = [createOrUpdate(email), update, { ...createOrUpdate(email), pause: 3_600_000 }];
		const judge = (said: Said[]) => {
			const moved = world.service.records.customers.find((one) => one.id === item.id);
			const isUndone = said[1]!.error === undefined && moved?.email !== next;
			return isUndone ? ['undone: the email'] : [];
		};
		return await Promise.resolve({ runs, judge });
	},
};

/** Creations, and creations or updates. */
export const creations: Case[] = [
	...each(['one', 'two', 'same', 'retry', 'loop', 'again', 'goOn'], paymentRequest),
	...each(['one'], besideAnotherServer),
	...each(['two', 'goOn'], subscription),
	...each(['one', 'retry'], unnamedRequest),
	...each(['one', 'two', 'retry'], invoice),
	...each(['one', 'two', 'same', 'retry'], product),
	...each(['one', 'retry'], virtualAccount),
	...each(['one', 'two', 'retry'], customer),
	...each(['one', 'two', 'retry', 'retryTwo', 'again', 'restart', 'goOn'], upsert),
	...others,
	movedOn,
];
