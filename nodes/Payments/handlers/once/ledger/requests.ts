import type { IExecuteData } from 'n8n-workflow';

import type { Context } from '../../../run/context';
import { isToolCall, runOf } from '../../../run/run';
import { BoundedMap } from '../../../shared/boundedMap';
import { isPreview } from '../../preview';
import { Entry } from './entry';
import { MAX_SUBJECTS } from './lifetimes';

/** Finds the entries of items: over the retries of n8n and in a loop, the same request has the same entry. */
export class Requests {
	/** n8n retries a node with the same data. */
	private readonly byItem = new WeakMap<IExecuteData, Map<string, Entry>>();
	/** Entries of an execution by the values of the request: of a loop, or of an agent that calls its tool again. */
	private readonly byRequest = new BoundedMap<string, Entry[]>(MAX_SUBJECTS);
	/** The preview that looked at an earlier entry. */
	private readonly previews = new WeakMap<Entry, Context>();

	/**
	 * Returns the entry of an item. If n8n retries the node, it is that of the earlier try, even if an expression
	 * returns another amount or time by now.
	 *
	 * @param kind distinguishes the requests of one item
	 */
	entryOf<S>(context: Context, kind: string, idName?: string): Entry<S> {
		const key = `${context.getItemIndex()} ${kind}`;
		const entries = this.entriesOfRun(context);
		const entry = entries?.get(key) ?? new Entry(context, idName);
		entries?.set(key, entry);
		return entry as Entry<S>;
	}

	/**
	 * Returns the entry of an earlier run of this execution with the same request, if that was refused or its outcome
	 * is unknown. Only `entryOfRequest` takes it over, in the lock of its subject.
	 */
	earlierOf<S>(
		context: Context,
		{ execution, run }: Entry<S>,
		request: string,
	): Entry<S> | undefined {
		const entries = this.byRequest.get(keyOf(context, execution, request)) ?? [];
		const isOpen = ({ state }: Entry) => state.kind === 'unknown' || state.kind === 'refused';
		// As in the run after a preview, each earlier one serves one item.
		const isTaken = (one: Entry) => {
			const preview = this.previews.get(one);
			if (!isPreview(context) || !preview || preview === context) return false;
			return runOf(preview) === runOf(context);
		};
		const earlier =
			execution && entries.find((one) => one.run !== run && isOpen(one) && !isTaken(one));
		return (earlier || undefined) as Entry<S> | undefined;
	}

	/**
	 * Returns the entry of an item: an earlier one (`earlierOf`), of which each serves one item, or else the item's own,
	 * which is recorded. A preview only looks at the earlier one: the item that is sent, maybe of the same run, needs it.
	 * After a request that is recorded as made, a repeated one is another request.
	 */
	entryOfRequest<S>(context: Context, entry: Entry<S>, kind: string, request: string): Entry<S> {
		if (!entry.execution) return entry;
		const earlier = this.earlierOf(context, entry, request);
		if (earlier && isPreview(context)) {
			this.previews.set(earlier, context);
			return earlier;
		}
		if (earlier && entry.state.kind === 'new') {
			earlier.run = entry.run;
			this.entriesOfRun(context)?.set(`${context.getItemIndex()} ${kind}`, earlier);
			return earlier;
		}
		const key = keyOf(context, entry.execution, request);
		const others = (this.byRequest.get(key) ?? []).filter(
			(one) => one.state.kind !== 'made' && one !== (entry as Entry),
		);
		this.byRequest.set(key, [...others, entry]);
		return entry;
	}

	/** An agent calls its tools one by one, all with its own execution data. */
	private entriesOfRun(context: Context): Map<string, Entry> | undefined {
		if (isToolCall(context)) return undefined;
		const data = context.getExecuteData();
		const entries = this.byItem.get(data) ?? new Map<string, Entry>();
		this.byItem.set(data, entries);
		return entries;
	}
}

function keyOf(context: Context, execution: string | undefined, request: string): string {
	return `${execution} ${context.getNode().id} ${request}`;
}
