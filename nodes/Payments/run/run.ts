import type { ICredentialDataDecryptedObject, IExecuteData } from 'n8n-workflow';
import type { Limit } from 'p-limit';

import type { Context } from './context';
import { credentialType } from './credential';
import { Progress } from './progress';
import { Secrets } from './secrets';
import { Summary } from './summary';

/** One attempt of n8n to run a node, with the state that its items share. */
export interface Run {
	/** How many items passed validation. */
	validCount: number;
	/** The items that did not, in their order. */
	invalidItems: number[];
	/** Reports whether all items passed validation; the first report counts. */
	resolveBarrier: (allValid: boolean) => void;
	allValid: Promise<boolean>;
	/** Limits how many items are in progress at a time. */
	itemLimit?: Limit;
	/** Whether the node failed with an item, so that no further item starts. */
	isAborted: boolean;
	progress: Progress;
	summary: Summary;
	/** The items that wrote in any attempt of n8n, and whether they succeeded. */
	writtenItems: Map<number, boolean>;
	/** The items in progress, also those of earlier attempts. The promises never reject. */
	inProgress: Set<Promise<unknown>>;
	/** Whether items start without waiting for the validation of the others. */
	skipsBarrier: boolean;
	/** Settles once the subjects of all items that started are found. */
	subjectsFound?: Promise<unknown>;
	credential?: Promise<ICredentialDataDecryptedObject>;
	secrets?: Promise<Secrets>;
	credentialId?: string;
}

/** The latest run by the object that n8n keeps over the attempts of one execution. */
const latestRuns = new WeakMap<IExecuteData, Run>();

/** The run of an item: items of an earlier attempt may still be in progress. */
const runs = new WeakMap<Context, Run>();

/** Starts an item. Item 0 starts a new run, and aborts the run of the previous attempt. */
function startItem(context: Context): Run {
	const key = context.getExecuteData();
	const previous = latestRuns.get(key);
	let run = previous;
	// Only the first item calls n8n for this, which copies the whole node. The data of a tool call is never a key.
	if (!previous && isToolCall(context)) {
		run = newRun(context, true);
	} else if (!previous || context.getItemIndex() === 0) {
		if (previous) previous.isAborted = true;
		run = newRun(context, isBatched(context), previous);
		latestRuns.set(key, run);
	}
	runs.set(context, run!);
	return run!;
}

/** Returns the run of an item that was started. */
export function runOf(context: Context): Run {
	return runs.get(context)!;
}

/** Returns the latest run of a node. @param data n8n's data of the node */
export function latestRunOf(data: IExecuteData): Run | undefined {
	return latestRuns.get(data);
}

/**
 * Returns the values of a run's credential. n8n, too, uses the first item's credential for all items, and reading
 * one costs as much as a request.
 */
export async function credentialOfRun(context: Context): Promise<ICredentialDataDecryptedObject> {
	return await (runOf(context).credential ??= context.getCredentials(credentialType(context)));
}

/** Returns whether the node is the tool of an agent: n8n adds a node type for that. */
export function isTool(context: Context): boolean {
	return context.getNode().type.endsWith('Tool');
}

/** Returns whether an agent calls the node: then the item is alone, and the data of the run are the agent's. */
export function isToolCall(context: Context): boolean {
	return context.getExecuteData().node.name !== context.getNode().name;
}

/**
 * Waits until all items of the run passed validation, so that a typo in the last row of a sheet stops the run before
 * money moves for the first row. n8n starts all items at once.
 *
 * Items do not wait if On Error is set to continue, nor with batching, where n8n starts one batch after the other.
 *
 * @param validate throws if the item's parameters are not valid
 * @returns the result of `validate`; nothing if another item did not pass
 * @throws the error of `validate`
 */
export async function validationBarrier<T>(
	context: Context,
	validate: () => T,
): Promise<{ validated: T } | undefined> {
	const run = startItem(context);
	if (context.continueOnFail() || run.skipsBarrier) return { validated: validate() };

	let validated: T;
	let isValid = false;
	try {
		validated = validate();
		isValid = true;
	} finally {
		if (!isValid) {
			run.invalidItems.push(context.getItemIndex());
			run.resolveBarrier(false);
		}
	}
	run.validCount += 1;
	if (run.validCount === itemCount(context.getExecuteData())) run.resolveBarrier(true);
	return (await run.allValid) ? { validated } : undefined;
}

function newRun(context: Context, skipsBarrier: boolean, previous?: Run): Run {
	let resolveBarrier: Run['resolveBarrier'] = () => {};
	const allValid = new Promise<boolean>((resolve) => {
		resolveBarrier = resolve;
	});
	const progress = new Progress(
		context,
		isToolCall(context) ? 1 : itemCount(context.getExecuteData()),
	);
	return {
		validCount: 0,
		invalidItems: [],
		resolveBarrier,
		allValid,
		isAborted: false,
		progress,
		summary: new Summary(),
		writtenItems: previous?.writtenItems ?? new Map<number, boolean>(),
		inProgress: previous?.inProgress ?? new Set<Promise<unknown>>(),
		skipsBarrier,
	};
}

/** Returns whether the node runs for several items, so that one can be left out. */
export function hasSeveralItems(context: Context): boolean {
	return !isToolCall(context) && itemCount(context.getExecuteData()) > 1;
}

function itemCount({ data, node }: IExecuteData): number {
	// With Execute Once, n8n starts only the first item, although the data has all items.
	if (node.executeOnce) return 1;
	return (data.main ?? data.ai_tool)?.[0]?.length ?? 1;
}

function isBatched(context: Context): boolean {
	const { batching } = context.getNodeParameter('requestOptions', {}) as {
		batching?: { batch?: { batchInterval?: number } };
	};
	return (batching?.batch?.batchInterval ?? 0) > 0;
}

/** Returns the secrets of a run's credential. */
export async function secretsOfRun(context: Context): Promise<Secrets> {
	return await (runOf(context).secrets ??= credentialOfRun(context).then(
		(credential) => new Secrets(credential),
	));
}
