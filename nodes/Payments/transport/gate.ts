import type { IExecuteData } from 'n8n-workflow';

import type { Context } from './types';

interface Gate {
	/** Items whose parameters were found good. */
	passed: number;
	/** Says whether all items were found good; what is said first counts. */
	settle: (allGood: boolean) => void;
	allGood: Promise<boolean>;
}

const gates = new WeakMap<IExecuteData, Gate>();

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
	if (context.continueOnFail() || isBatched(context)) return { checked: check() };

	const run = context.getExecuteData();
	// Item 0 begins a new try of the run, also after a try that stopped half-way.
	if (context.getItemIndex() === 0) gates.set(run, newGate());
	const gate = gates.get(run) ?? newGate();
	let checked: T;
	let isGood = false;
	try {
		checked = check();
		isGood = true;
	} finally {
		if (!isGood) gate.settle(false);
	}
	gate.passed += 1;
	if (gate.passed === itemCount(run)) gate.settle(true);
	return (await gate.allGood) ? { checked } : undefined;
}

function newGate(): Gate {
	let settle: Gate['settle'] = () => {};
	const allGood = new Promise<boolean>((resolve) => {
		settle = resolve;
	});
	return { passed: 0, settle, allGood };
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
