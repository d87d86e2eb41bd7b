import type { IExecuteData } from 'n8n-workflow';
import type { Limit } from 'p-limit';

import type { Secrets } from './secrets';
import type { Context } from './types';

/** One try of a node to run: what its items know of each other. */
export interface Run {
	/** Items whose parameters were found good. */
	passed: number;
	/** Says whether all items were found good; what is said first counts. */
	settle: (allGood: boolean) => void;
	allGood: Promise<boolean>;
	/** Lets so many items work at once: one is finished before the next is begun. */
	begin?: Limit;
	/** Whether an item has failed for good, so that the node fails: nothing more is begun. */
	isOver: boolean;
	/** Whether each item goes without waiting for the checks of the others. */
	goesAhead: boolean;
	/** Where the credential leads. */
	address?: Promise<string>;
	/** What of the credential nobody may read. */
	secrets?: Promise<Secrets>;
	/** What tells the credential apart. */
	credential?: string;
}

/** The run that n8n is at, by what stays the same over the tries of one. */
const latest = new WeakMap<IExecuteData, Run>();

/** The run that an item belongs to: items of a try before this one may still be at work. */
const runs = new WeakMap<Context, Run>();

/** Begins an item. Item 0 begins a new run: what is left of the try before it is not begun any more. */
function beginItem(context: Context): Run {
	const key = context.getExecuteData();
	const before = latest.get(key);
	let run = before;
	if (isAlone(context)) {
		run = newRun(true);
	} else if (!before || context.getItemIndex() === 0) {
		if (before) before.isOver = true;
		run = newRun(isBatched(context));
		latest.set(key, run);
	}
	runs.set(context, run!);
	return run!;
}

/** The run of an item that has begun. */
export function runOf(context: Context): Run {
	return runs.get(context)!;
}

/** An agent calls its tools one by one, with the agent's own items around them. */
export function isAlone(context: Context): boolean {
	return context.getExecuteData().node.name !== context.getNode().name;
}

/**
 * Waits until the parameters of all items of this run were checked, so that bad input in the last
 * row of a sheet stops the run before the first row moved any money. n8n starts all items in one
 * go, each with its own check; the first check that fails holds back all others.
 *
 * With On Error set to continue, items stand for themselves; with batching n8n starts the items
 * one batch after the other. Both go without waiting.
 *
 * @param check the item's check, which throws on bad input
 * @returns what the check gave, or nothing when another item of the run stops it
 * @throws what the check of this item threw
 */
export async function whenAllAreChecked<T>(
	context: Context,
	check: () => T,
): Promise<{ checked: T } | undefined> {
	const run = beginItem(context);
	if (context.continueOnFail() || run.goesAhead) return { checked: check() };

	let checked: T;
	let isGood = false;
	try {
		checked = check();
		isGood = true;
	} finally {
		if (!isGood) run.settle(false);
	}
	run.passed += 1;
	if (run.passed === itemCount(context.getExecuteData())) run.settle(true);
	return (await run.allGood) ? { checked } : undefined;
}

function newRun(goesAhead: boolean): Run {
	let settle: Run['settle'] = () => {};
	const allGood = new Promise<boolean>((resolve) => {
		settle = resolve;
	});
	return { passed: 0, settle, allGood, isOver: false, goesAhead };
}

function itemCount({ data, node }: IExecuteData): number {
	// With Execute Once n8n starts the first item only, though the run lists all.
	if (node.executeOnce) return 1;
	return (data.main ?? data.ai_tool)?.[0]?.length ?? 1;
}

function isBatched(context: Context): boolean {
	const { batching } = context.getNodeParameter('requestOptions', {}) as {
		batching?: { batch?: { batchInterval?: number } };
	};
	return (batching?.batch?.batchInterval ?? 0) > 0;
}
