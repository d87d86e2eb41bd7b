import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { World } from './world';

/** Runs of the node, one after the other, or some at the same time. */
export interface Run {
	parameters: INodeParameters;
	items: IDataObject[];
	node?: Partial<INode>;
	/** Runs with the same letter are of one execution, as those of a loop. */
	execution?: string;
	/** Whether it begins together with the run before. */
	isAtOnce?: boolean;
	/** n8n is killed and started again before it. */
	isAfterRestart?: boolean;
}

/** What an item said in the end. */
export interface Said {
	run: number;
	item: number;
	/** What it asked for. */
	asked: IDataObject;
	json: IDataObject;
	/** The message of its error, if it failed. */
	error?: string;
	/** Whether the item does not say whether it was made. */
	isUnsure: boolean;
	/** Whether the error says so, rather than being about another item. */
	isUnconfirmed: boolean;
}

/** A case: records, runs, and what must be true in the end. */
export interface Case {
	name: string;
	/** Adds the records. @returns the runs, and the judge */
	begin: (world: World) => Promise<{ runs: Run[]; judge: (said: Said[]) => string[] }>;
}

const retried: Partial<INode> = {
	retryOnFail: true,
	maxTries: 3,
	waitBetweenTries: 5_000,
	onError: 'stopWorkflow',
};

/** In which ways items are run. */
const shapes: Record<string, (parameters: INodeParameters, items: IDataObject[]) => Run[]> = {
	one: (parameters, [item]) => [{ parameters, items: [item!] }],
	two: (parameters, items) => [{ parameters, items }],
	same: (parameters, [item]) => [{ parameters, items: [item!, item!] }],
	retry: (parameters, [item]) => [{ parameters, items: [item!], node: retried }],
	retryTwo: (parameters, items) => [{ parameters, items, node: retried }],
	loop: (parameters, [item]) => [
		{ parameters, items: [item!], execution: 'A' },
		{ parameters, items: [item!], execution: 'A' },
	],
	again: (parameters, [item]) => [
		{ parameters, items: [item!] },
		{ parameters, items: [item!] },
	],
	atOnce: (parameters, [item]) => [
		{ parameters, items: [item!] },
		{ parameters, items: [item!], isAtOnce: true },
	],
	restart: (parameters, [item]) => [
		{ parameters, items: [item!] },
		{ parameters, items: [item!], isAfterRestart: true },
	],
};

type Shape = keyof typeof shapes;

const runsOf = (shape: Shape, parameters: INodeParameters, items: IDataObject[]) =>
	shapes[shape]!(parameters, items);

/** How a thing that is made once is judged: amounts of refunds or charges, names of records. */
interface Books {
	/** What was made, as the items ask for it. */
	made: string[];
	/** What was made, and failed later. */
	failed?: string[];
	/** IDs of what was made. */
	ids: string[];
}

/** Judges what is made once: each item asks for one of a kind. */
function judgeMade(said: Said[], kindOf: (asked: IDataObject) => string, books: Books): string[] {
	const found: string[] = [];
	const kinds = new Set(said.map(({ asked }) => kindOf(asked)));
	for (const kind of kinds) {
		const own = said.filter(({ asked }) => kindOf(asked) === kind);
		const count = (some: string[] = []) => some.filter((one) => one === kind).length;
		const made = count(books.made);
		const ever = made + count(books.failed);
		const successes = own.filter(({ error }) => error === undefined);
		const unsure = own.filter(({ isUnsure }) => isUnsure);
		if (ever > own.length) found.push(`double: ${ever} of ${kind}, ${own.length} asked for`);
		const settled = successes.filter(({ json }) => json.status !== 'pending');
		if (settled.length > made) found.push(`claimed: ${settled.length} of ${kind}, ${made} made`);
		if (ever > successes.length + unsure.length) found.push(`denied: ${kind} was made`);
	}
	const ids = said
		.filter(({ error, json }) => error === undefined && typeof json.id === 'string')
		.map(({ json }) => String(json.id));
	if (new Set(ids).size < ids.length) found.push('claimed: one record for two items');
	for (const id of ids) if (!books.ids.includes(id)) found.push(`claimed: ${id} is not there`);
	return found;
}

/** What is the same request again is asked for once, unless the earlier one was made: the last word counts. */
function distinct(said: Said[], runs: Run[]): Said[] {
	return said.filter(({ run, item, error }) => {
		const { execution } = runs[run]!;
		const isRepeated = said.some((one) => one.run === run + 1 && one.item === item);
		return execution === undefined || error === undefined || !isRepeated;
	});
}

const refundParameters = (kind: string): INodeParameters => ({
	resource: 'refund',
	operation: 'create',
	paymentId: '={{ $json.id }}',
	refundKind: kind,
	amount: '={{ $json.amount }}',
	total: '={{ $json.total }}',
});

function chargeOf(world: World, amount = 100) {
	const fields = { amount, currency: 'sgd', status: 'succeeded' } as const;
	return world.onAll((one) => one.addCharge({ ...fields }));
}

function refundsIn(world: World, id: string) {
	const all = world.service.records.refunds.filter((one) => one.payment_id === id);
	const amounts = (some: typeof all) => some.map((one) => String(one.amount_refunded));
	return {
		made: amounts(all.filter(({ status }) => status !== 'failed')),
		failed: amounts(all.filter(({ status }) => status === 'failed')),
		ids: all.map((one) => one.id),
	};
}

const part = (shape: Shape): Case => ({
	name: `refund part, ${shape}`,
	begin: async (world) => {
		const { id } = chargeOf(world);
		const items = [
			{ id, amount: 10 },
			{ id, amount: 25 },
		];
		const runs = runsOf(shape, refundParameters('part'), items);
		const judge = (said: Said[]) =>
			judgeMade(distinct(said, runs), ({ amount }) => String(amount), refundsIn(world, id));
		return await Promise.resolve({ runs, judge });
	},
});

const remaining = (shape: Shape): Case => ({
	name: `refund remaining, ${shape}`,
	begin: async (world) => {
		const { id } = chargeOf(world);
		const runs = runsOf(shape, refundParameters('everything'), [{ id }, { id }]);
		const judge = (said: Said[]) => {
			const books = refundsIn(world, id);
			const found: string[] = [];
			const sum = books.made.reduce((total, one) => total + Number(one), 0);
			const successes = said.filter(({ error, json }) => !error && json.status !== 'pending');
			const claimed = successes.reduce((total, { json }) => total + Number(json.amount_refunded), 0);
			if (sum > 100) found.push(`double: ${sum}`);
			if (claimed > sum) found.push(`claimed: ${claimed} of ${sum}`);
			const isDenied = said.every(({ error, isUnsure }) => error !== undefined && !isUnsure);
			if (isDenied && sum > 0) found.push('denied');
			return found;
		};
		return await Promise.resolve({ runs, judge });
	},
});

const total = (shape: Shape, whole = false): Case => ({
	name: `refund up to a total${whole ? ', all' : ''}, ${shape}`,
	begin: async (world) => {
		const { id } = chargeOf(world);
		const wanted = whole ? 100 : 60;
		const runs = runsOf(shape, refundParameters('total'), [
			{ id, total: wanted },
			{ id, total: wanted },
		]);
		const judge = (said: Said[]) => {
			const books = refundsIn(world, id);
			const found: string[] = [];
			const sum = books.made.reduce((all, one) => all + Number(one), 0);
			if (sum > wanted) found.push(`double: ${sum}`);
			const hasFailed = books.failed.length > 0;
			const isClaimed = said.some(({ error, json }) => !error && json.status !== 'pending');
			if (isClaimed && sum < wanted && !hasFailed) found.push(`claimed: ${wanted} of ${sum}`);
			const isDenied = said.every(({ error, isUnsure }) => error !== undefined && !isUnsure);
			if (isDenied && sum > 0) found.push('denied');
			return found;
		};
		return await Promise.resolve({ runs, judge });
	},
});

const charge = (shape: Shape, hasTarget = true): Case => ({
	name: `charge${hasTarget ? '' : ' without target'}, ${shape}`,
	begin: async (world) => {
		const { id } = world.onAll((one) => one.attachMethod(one.addSubscription().id));
		const runs = runsOf(
			shape,
			{
				resource: 'subscription',
				operation: 'charge',
				subscriptionId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				amount: '={{ $json.amount }}',
				currency: { __rl: true, mode: 'id', value: 'SGD' },
			},
			[
				{ id, amount: 10 },
				{ id, amount: 25 },
			],
		);
		const judge = (said: Said[]) => {
			const charges = world.service.chargesOf(id);
			const withIds = said.map((one) => ({
				...one,
				json: { ...one.json, id: one.json.payment_id },
			}));
			return judgeMade(distinct(withIds, runs), ({ amount }) => String(amount), {
				made: charges.map(({ amount }) => String(amount)),
				ids: charges.map((one) => one.id),
			});
		};
		return await Promise.resolve({ runs, judge });
	},
});

/** Creations of one kind of record. */
const creation = (
	shape: Shape,
	kind: string,
	parameters: INodeParameters,
	items: IDataObject[],
	made: (world: World) => Array<{ id: string; name: string }>,
	nameOf: (asked: IDataObject) => string,
): Case => ({
	name: `create ${kind}, ${shape}`,
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
			service.records.paymentRequests.map(({ id, amount }) => ({ id, name: String(Number(amount)) })),
		({ amount }) => String(amount),
	);

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

/** Two updates of one payment request: of one field, or of different ones; in turn, or at the same time. */
const update = (shape: 'turn' | 'atOnce' | 'items', isSameField: boolean): Case => ({
	name: `update ${isSameField ? 'one field' : 'two fields'}, ${shape}`,
	begin: async (world) => {
		const body = { amount: 10, currency: 'SGD', purpose: 'first' };
		const { id } = await world.create('/v1/payment-requests', body);
		const changes = (updateFields: INodeParameters): INodeParameters => ({
			resource: 'paymentRequest',
			operation: 'update',
			paymentRequestId: { __rl: true, mode: 'id', value: id },
			updateFields,
		});
		const both = '={{ $json.field }}';
		const one = { field: 'amount', value: 20 };
		const two = isSameField ? { field: 'amount', value: 30 } : { field: 'purpose', value: 'new' };
		const of = ({ field, value }: typeof one | typeof two): Run => ({
			parameters: changes({ [field]: value }),
			items: [{ field, value }],
		});
		const runs: Run[] =
			shape === 'items'
				? [
						{
							parameters: changes({ amount: '={{ $json.value }}' }),
							items: [one, { field: 'amount', value: 30 }],
						},
					]
				: [of(one), { ...of(two), isAtOnce: shape === 'atOnce' }];
		void both;
		const judge = (said: Said[]) => {
			const record = world.service.records.paymentRequests.find((request) => request.id === id)!;
			const values: IDataObject = { amount: Number(record.amount), purpose: record.purpose };
			const found: string[] = [];
			for (const field of ['amount', 'purpose']) {
				const ofField = said.filter(({ asked }) => asked.field === field);
				const made = ofField.filter(({ error }) => error === undefined);
				const unsure = ofField.filter(({ isUnsure }) => isUnsure);
				const kept = field === 'amount' ? 10 : 'first';
				// At the same time, either may be the last one.
				const last = shape === 'atOnce' ? made : made.slice(-1);
				const allowed = [...last, ...unsure].map(({ asked }) => asked.value);
				if (made.length === 0) allowed.push(kept);
				if (!allowed.includes(values[field])) {
					const kind = made.length > 0 ? 'undone' : 'denied';
					found.push(`${kind}: ${field} is ${String(values[field])}, not ${allowed.join(' or ')}`);
				}
			}
			return found;
		};
		return { runs, judge };
	},
});

const deletion = (shape: Shape): Case => ({
	name: `delete payment request, ${shape}`,
	begin: async (world) => {
		const { id } = await world.create('/v1/payment-requests', { amount: 10, currency: 'SGD' });
		const runs = runsOf(
			shape,
			{
				resource: 'paymentRequest',
				operation: 'delete',
				paymentRequestId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			},
			[{ id }, { id }],
		);
		const judge = (said: Said[]) => {
			const isGone = !world.service.records.paymentRequests.some((one) => one.id === id);
			const isClaimed = said.some(({ error }) => error === undefined);
			const isDenied = said.every(({ error, isUnsure }) => error !== undefined && !isUnsure);
			if (isClaimed && !isGone) return ['claimed: not deleted'];
			return isDenied && isGone ? ['denied: deleted'] : [];
		};
		return { runs, judge };
	},
});

const each = <T extends unknown[]>(shapesOf: Shape[], make: (shape: Shape, ...rest: T) => Case, ...rest: T) =>
	shapesOf.map((shape) => make(shape, ...rest));

/** All cases. */
export const cases: Case[] = [
	...each(['one', 'two', 'same', 'retry', 'retryTwo', 'loop', 'again', 'atOnce'], part),
	...each(['one', 'two', 'retry', 'retryTwo', 'loop', 'again'], remaining),
	...each(['one', 'two', 'retry', 'loop', 'again', 'restart'], total),
	...each(['one', 'two', 'again', 'restart'], total, true),
	...each(['one', 'two', 'same', 'retry', 'loop', 'again'], charge),
	...each(['one', 'two', 'same', 'retry', 'loop', 'again'], paymentRequest),
	...each(['one', 'retry'], unnamedRequest),
	...each(['one', 'two', 'retry'], customer),
	...each(['one', 'two', 'retry', 'again', 'restart'], upsert),
	...(['turn', 'atOnce', 'items'] as const).flatMap((shape) => [
		update(shape, true),
		...(shape === 'items' ? [] : [update(shape, false)]),
	]),
	...each(['one', 'retry', 'again'], deletion),
];
