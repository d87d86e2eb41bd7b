import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { IsHidden } from '../front';
import type { World } from '../world';

/** The fields of an input item. */
export type Asked = Record<string, string | number>;

/** Runs of the node, one after the other, or some at the same time. */
export interface Run {
	parameters: INodeParameters;
	items: Asked[];
	node?: Partial<INode>;
	/** Runs with the same letter are of one execution, as those of a loop. */
	execution?: string;
	/** Whether it begins together with the run before. */
	isAtOnce?: boolean;
	/** How long before it nothing happens, in milliseconds. */
	pause?: number;
	/** n8n is killed and started again before it. */
	isAfterRestart?: boolean;
	/** Whether the service is well again before it. */
	isWell?: boolean;
	/** Whether it is only previewed: nothing may be sent, and nothing that it shows counts. */
	isPreview?: boolean;
	/** The act of somebody else before it. */
	before?: () => unknown;
}

/** The output of an item. */
export interface Said {
	run: number;
	item: number;
	/** The values that it requested. */
	asked: Asked;
	/** How many writes arrived during its run. */
	writes: number;
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
	/** Returns whether the service does not show a field. */
	hides?: IsHidden;
	/** How far the clock of the server is ahead of its records, in milliseconds. */
	ahead?: number;
	/** Whether a request may be unconfirmed after any fault, since its record has nothing that names it, or it may send an email. */
	mayStayUnconfirmed?: boolean;
	/** Adds the records. @returns the runs, and the judge */
	begin: (world: World) => Promise<{ runs: Run[]; judge: (said: Said[]) => string[] }>;
}

const retried: Partial<INode> = {
	retryOnFail: true,
	maxTries: 3,
	waitBetweenTries: 5_000,
	onError: 'stopWorkflow',
};

const shapes: Record<string, (parameters: INodeParameters, items: Asked[]) => Run[]> = {
	one: (parameters, [item]) => [{ parameters, items: [item!] }],
	two: (parameters, items) => [{ parameters, items }],
	same: (parameters, [item]) => [{ parameters, items: [item!, item!] }],
	retry: (parameters, [item]) => [{ parameters, items: [item!], node: retried }],
	goOn: (parameters, items) => [
		{ parameters, items, node: { ...retried, onError: 'continueRegularOutput' } },
	],
	retryTwo: (parameters, items) => [{ parameters, items, node: retried }],
	loop: (parameters, [item]) => [
		{ parameters, items: [item!], execution: 'A' },
		{ parameters, items: [item!], execution: 'A' },
	],
	// As an agent that calls its tool, and then twice in one turn.
	turns: (parameters, [item]) => [
		{ parameters, items: [item!], execution: 'A' },
		{ parameters, items: [item!], execution: 'A', isWell: true, pause: 45_000 },
		{ parameters, items: [item!], execution: 'A', isAtOnce: true },
	],
	preview: (parameters, [item]) => [
		{ parameters, items: [item!], execution: 'A' },
		{
			parameters: { ...parameters, previewOnly: true },
			items: [item!],
			execution: 'A',
			isWell: true,
			isPreview: true,
		},
		{ parameters, items: [item!], execution: 'A' },
	],
	previewBeside: (parameters, [item]) => [
		{ parameters, items: [item!], execution: 'A' },
		{
			parameters: { ...parameters, previewOnly: '={{ $json.isPreview === 1 }}' },
			items: [{ ...item!, isPreview: 1 }, item!],
			execution: 'A',
			isWell: true,
		},
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

/** In which ways items are run. */
export type Shape = keyof typeof shapes;

/** Returns the runs of a shape. */
export const runsOf = (shape: Shape, parameters: INodeParameters, items: Asked[]) =>
	shapes[shape]!(parameters, items);

/** How a thing that is made once is judged: amounts of refunds or charges, names of records. */
export interface Books {
	/** The records that were made, as the items request them. */
	made: string[];
	/** The records that were made, and failed later. */
	failed?: string[];
	/** IDs of what was made. */
	ids: string[];
}

/** Judges what is made once: each item asks for one of a kind. */
export function judgeMade(said: Said[], kindOf: (asked: Asked) => string, books: Books): string[] {
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
	const ids = said.flatMap(({ error, json: { id } }) =>
		error === undefined && typeof id === 'string' ? [id] : [],
	);
	if (new Set(ids).size < ids.length) found.push('claimed: one record for two items');
	for (const id of ids) if (!books.ids.includes(id)) found.push(`claimed: ${id} is not there`);
	return found;
}

/**
 * A repeated request of an execution counts once, unless the earlier one was made: the last one counts. An item that is
 * only previewed requests nothing.
 */
export function distinct(said: Said[], runs: Run[]): Said[] {
	const sent = said.filter(({ asked }) => asked.isPreview !== 1);
	return sent.filter(({ run, error }) => {
		const { execution } = runs[run]!;
		const isRepeated = sent.some((one) => one.run > run && runs[one.run]!.execution === execution);
		return execution === undefined || error === undefined || !isRepeated;
	});
}

/** Returns a case with a server whose clock is ahead by an hour: all records seem to be from before. */
export const withClockAhead = (one: Case): Case => ({
	...one,
	name: `${one.name}, clock ahead`,
	ahead: 3_600_000,
	mayStayUnconfirmed: true,
});

/** Returns a case for each shape. */
export const each = <T extends unknown[]>(
	shapesOf: Shape[],
	make: (shape: Shape, ...rest: T) => Case,
	...rest: T
) => shapesOf.map((shape) => make(shape, ...rest));
