import type { IDataObject, IExecuteData } from 'n8n-workflow';

import type { Context, RequestData } from '../../../run/context';
import { isToolCall, runOf } from '../../../run/run';
import { isCompleteRefund, isPaid } from '../../../shared/chargeStatus';
import { idTextOf } from '../../../shared/record';
import { monotonic } from '../../../transport/clock';
import type { Listed } from '../create/recordValues';
import { next, type Event, type State } from '../machine';
import { SETTLED_MS } from './lifetimes';

/** The object that identifies the run of a node, by the data that n8n keeps over its retries. */
const runTokens = new WeakMap<object, object>();

/** A write that must happen once, such as a refund, and the item that requested it. Times are those of `monotonic`. */
export class Entry<Snapshot = unknown> {
	state: State<Snapshot> = { kind: 'new' };
	/** The record or name that is written, as the ledger names it; empty until it is known. */
	subject = '';
	/** The key by which its record is searched, if the record has one (`searchKeyOf`). */
	searchKey?: string;
	/** The run of the item: n8n's retries of the node are one run, and each pass of a loop is another. */
	run: object;
	readonly execution?: string;
	readonly item: number;
	/** When the item requested it. A later try of n8n counts as the same request. */
	requestedAt = monotonic();
	/** When it was first sent. */
	from = Number.POSITIVE_INFINITY;
	/** When it was made. */
	private madeAt = Number.NEGATIVE_INFINITY;
	/** When it became complete: since then, every read shows it. */
	until = Number.POSITIVE_INFINITY;
	/** The values of a creation, by their names in a listed record. */
	values?: Listed;
	/** The request of its first try, where later tries are about the record that it found. */
	options?: RequestData['options'];
	/** Facts about its record for the output, such as the order number. */
	about?: IDataObject;
	/** Whether its record is certainly its own. */
	hasClaimed = false;
	/** Whether it was made, and failed afterwards. */
	hasFailed = false;

	constructor(
		context: Context,
		/** The field with the ID of its record. */
		readonly idName = 'id',
	) {
		this.run = runOfNode(context);
		this.execution = context.getExecutionId();
		this.item = context.getItemIndex();
	}

	apply(event: Event<Snapshot>) {
		this.state = next(this.state, event);
		if (this.state.kind === 'made') {
			this.madeAt = monotonic();
			this.until = Number.POSITIVE_INFINITY;
			if (!this.isPending) this.until = monotonic() + SETTLED_MS;
		}
		if (this.state.kind === 'new') this.from = Number.POSITIVE_INFINITY;
	}

	/** Returns a function that undoes the events that are applied from now on: a preview looks an earlier try up, and leaves it as it was. */
	undoable(): () => void {
		const { state, from, madeAt, until, about } = this;
		return () => void Object.assign(this, { state, from, madeAt, until, about });
	}

	/** Records that a version with the write is recorded: every read of this process that is not behind shows it. */
	isShown() {
		if (!this.isPending) this.until = monotonic();
	}

	/** Returns whether another write was requested later: by a later item of the same run, or at a later time. */
	isBefore(other: Entry): boolean {
		return this.run === other.run ? this.item < other.item : this.requestedAt < other.requestedAt;
	}

	/** The ID at the end of the subject of a record. */
	get subjectId(): string {
		return this.subject.slice(this.subject.lastIndexOf(' ') + 1);
	}

	/** The ID of the record that was made, in lower case. */
	get recordId(): string | undefined {
		if (this.state.kind !== 'made') return undefined;
		return idTextOf({ id: this.state.record[this.idName] })?.toLowerCase();
	}

	/** Whether it is a refund or a charge that was made, but may still fail. */
	get isPending(): boolean {
		if (this.state.kind !== 'made' || this.until !== Number.POSITIVE_INFINITY) return false;
		const { status } = this.state.record;
		return this.moves > 0 && typeof status === 'string' && !isComplete(status);
	}

	/** Whether it was made, and has not failed since. */
	get hasBeenMade(): boolean {
		return this.state.kind === 'made' && !this.hasFailed;
	}

	/** The total of its subject before, in ten-thousandths; NaN if it is unknown. */
	get base(): number {
		return 'sent' in this.state ? (this.state.sent?.base ?? Number.NaN) : Number.NaN;
	}

	/** By how much it changes the total of its subject, in ten-thousandths. */
	get moves(): number {
		return 'sent' in this.state ? (this.state.sent?.moves ?? 0) : 0;
	}

	/** From when on a search shows all its changes, whatever the outcome. */
	get settlesAt(): number {
		if (this.state.kind === 'made') return this.madeAt + SETTLED_MS;
		// It may be in progress.
		const since = this.at ?? (this.from === Number.POSITIVE_INFINITY ? -SETTLED_MS : monotonic());
		return since + SETTLED_MS;
	}

	/** When its outcome became unknown, or when it was refused. It may take effect until SETTLED_MS later. */
	get at(): number | undefined {
		const { state } = this;
		return state.kind === 'made' ? state.sent?.lostAt : 'at' in state ? state.at : undefined;
	}
}

function isComplete(status: unknown): boolean {
	return isCompleteRefund(status) || isPaid(status);
}

/** Returns an object that identifies the run of a node. An agent calls its tools with execution data of its own. */
export function runOfNode(context: Context): object {
	const key: IExecuteData | object = isToolCall(context)
		? runOf(context)
		: context.getExecuteData();
	const token = runTokens.get(key) ?? {};
	runTokens.set(key, token);
	return token;
}
