import type { IExecuteData } from 'n8n-workflow';

import type { Context } from './types';

interface Gate {
	/** Items whose parameters were found good. */
	passed: number;
	open: () => void;
	close: (reason: unknown) => void;
	opened: Promise<void>;
}

const gates = new WeakMap<IExecuteData, Gate>();

/**
 * Waits until the parameters of all items of this run were checked, so that bad input in the last
 * row of a sheet stops the run before the first row moved any money. n8n starts all items in one
 * go, each with its own check; the first check that fails fails them all.
 *
 * With On Error set to continue, items stand for themselves; with batching n8n starts the items
 * one batch after the other. Both go without waiting.
 *
 * @param check the item's check, which throws on bad input
 * @throws what the check of this item, or of another item of the run, threw
 */
export async function whenAllAreChecked<T>(context: Context, check: () => T): Promise<T> {
	if (context.continueOnFail() || isBatched(context)) return check();

	const run = context.getExecuteData();
	// Item 0 begins a new try of the run, also after a try that stopped half-way.
	if (context.getItemIndex() === 0) gates.set(run, newGate());
	const gate = gates.get(run) ?? newGate();
	let result: T;
	try {
		result = check();
		gate.passed += 1;
		if (gate.passed === itemCount(run)) gate.open();
	} catch (error) {
		gate.close(error);
	}
	await gate.opened;
	return result!;
}

function newGate(): Gate {
	let open = () => {};
	let close: Gate['close'] = () => {};
	const opened = new Promise<void>((resolve, reject) => {
		open = resolve;
		close = reject;
	});
	return { passed: 0, open, close, opened };
}

function itemCount({ data }: IExecuteData): number {
	return (data.main ?? data.ai_tool)?.[0]?.length ?? 1;
}

function isBatched(context: Context): boolean {
	const { batching } = context.getNodeParameter('requestOptions', {}) as {
		batching?: { batch?: { batchInterval?: number } };
	};
	return (batching?.batch?.batchInterval ?? 0) > 0;
}
