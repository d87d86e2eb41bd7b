import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Context, RequestData } from '../../shared/context';
import { readFailure } from '../../shared/errors/httpFailure';
import { operationError, withNote } from '../../shared/errors/nodeErrors';
import type { Message } from '../../shared/messages/message';
import { once } from '../../shared/messages/once';
import { monotonic, wait } from '../../transport/clock';
import { isDefiniteRefusal, isNotProcessed, retryDelay } from '../../transport/retry';
import { limitsOf, outcomeOf, RunAbortedError, sendForRecord } from '../../transport/send';
import type { Entry } from './entry';
import type { Evidence } from './evidence';
import { LOOKUPS_MS, SETTLED_MS } from './lifetimes';
import { isSettled, isTooEarly, maySendAgain, type Sent, type State } from './machine';
import { memory } from './memory';
import { sendsMessage } from './messages';
import { setOutcome } from './outcome';

/** How an operation writes once. */
export interface Strategy<Snapshot> {
	/**
	 * Reads the state before and checks the request against it.
	 *
	 * @returns what to send, or the record if there is nothing left to do
	 * @throws an error if nothing may be sent
	 */
	prepare: () => Promise<Sent<Snapshot> | { record: IDataObject }>;
	/** Sends it; by default, the request of a new record. */
	send?: (sent: Sent<Snapshot>) => Promise<INodeExecutionData[]>;
	/** Looks it up; without it, nothing shows whether it was made. */
	compare?: (sent: Sent<Snapshot>, snapshot: Snapshot) => Promise<Evidence>;
	/** Returns whether a record in a response is the requested one. */
	isExpected?: (record: IDataObject, sent: Sent<Snapshot>) => boolean;
	/** Returns why a record in a response means that nothing was made, if it does. */
	refusalOf?: (record: IDataObject) => Message | undefined;
	/** Returns the request in another form that the API may accept, if it refused this one only for its form. */
	alternativeOf?: (sent: Sent<Snapshot>, thrown: unknown) => Promise<Sent<Snapshot> | undefined>;
	/** Records what a record shows that was made. */
	made?: (sent: Sent<Snapshot>, record: IDataObject) => void;
	/** Returns the error for an unknown outcome, with what happened and what a lookup shows. */
	unconfirmed: (sent: Sent<Snapshot>, outcome: string, reason: string) => Message;
}

/**
 * Sends a request once, as machine.ts has it: the Payments API has no idempotency keys (docs/reliability.md). The caller
 * holds the lock of its subject.
 *
 * @param entry what is known of it
 * @returns the record
 * @throws what the API refused it with; an error if its outcome is unknown, or if nothing may be sent
 */
export async function sendOnce<S>(
	context: Context,
	request: RequestData,
	entry: Entry<S>,
	strategy: Strategy<S>,
): Promise<IDataObject> {
	const drive = new Drive(context, request, entry, strategy);
	try {
		return await drive.run();
	} finally {
		if (entry.state.kind !== 'new') setOutcome(context, entry.state.kind);
	}
}

class Drive<S> {
	/** How many times it was sent in this try of n8n. */
	private sendings = 0;

	constructor(
		private readonly context: Context,
		private readonly request: RequestData,
		private readonly entry: Entry<S>,
		private readonly strategy: Strategy<S>,
	) {}

	async run(): Promise<IDataObject> {
		for (;;) {
			const { state } = this.entry;
			switch (state.kind) {
				case 'made':
					return state.record;
				case 'new':
					await this.sendPrepared();
					break;
				case 'refused':
					await this.reconsider(state);
					break;
				case 'unknown':
					await this.lookUp(state);
			}
		}
	}

	private async sendPrepared() {
		const prepared = await this.strategy.prepare();
		if ('record' in prepared) this.entry.apply({ kind: 'made', record: prepared.record });
		else await this.send(prepared);
	}

	/** Sends a request, and looks it up if it is refused. @throws an error if it is certain that nothing was made */
	private async send(sent: Sent<S>): Promise<void> {
		const { entry, strategy } = this;
		this.sendings += 1;
		memory.ledger.add(entry);
		const response = await outcomeOf(
			strategy.send?.(sent) ??
				sendForRecord(this.context, { ...this.request, options: sent.options }, entry.idName),
		);
		if ('items' in response) return this.receive(sent, response.items);
		const { thrown } = response;
		const failure = readFailure(thrown);
		if (thrown instanceof RunAbortedError || isNotProcessed(failure)) {
			entry.apply({ kind: 'notProcessed' });
			if (entry.state.kind === 'unknown') throw this.unconfirmed(entry.state, describe(thrown));
			setOutcome(this.context, failure.status === undefined ? 'new' : 'refused');
			throw thrown;
		}
		if (isDefiniteRefusal(failure)) await this.refuse(sent, thrown);
		else this.lose(sent, describe(thrown));
	}

	private lose(sent: Sent<S>, outcome: string) {
		this.entry.apply({ kind: 'lost', sent, outcome, at: monotonic() });
	}

	private async receive(sent: Sent<S>, items: INodeExecutionData[]): Promise<void> {
		const { isExpected = () => true, refusalOf } = this.strategy;
		const [item, ...others] = items;
		const record = item?.json;
		if (!record || others.length > 0 || !isExpected(record, sent)) {
			return this.lose(sent, once.unexpected);
		}
		const refusal = refusalOf?.(record);
		if (!refusal) return this.made(sent, record);
		return await this.refuse(sent, operationError(this.context, refusal));
	}

	/** A gateway may refuse what was made (fault W), so it is looked up. @throws the refusal if nothing shows */
	private async refuse(sent: Sent<S>, thrown: unknown): Promise<void> {
		const { entry, strategy } = this;
		entry.apply({ kind: 'refused', sent, thrown, at: monotonic() });
		const { state } = entry;
		if (state.kind !== 'refused' || sent.snapshot === undefined || !strategy.compare) {
			if (state.kind === 'refused') throw thrown;
			return;
		}
		let evidence = await strategy.compare(sent, sent.snapshot);
		if (evidence.kind === 'absent') {
			const other = await strategy.alternativeOf?.(sent, thrown);
			if (!other) throw thrown;
			await this.waitUntilSettled(state.at);
			evidence = await strategy.compare(sent, sent.snapshot);
			if (evidence.kind === 'absent') {
				entry.apply({ kind: 'ruledOut' });
				return await this.send(other);
			}
		}
		this.conclude(evidence, state);
	}

	/** Handles what was refused in an earlier try, or in an earlier run of a loop. */
	private async reconsider(state: State<S> & { kind: 'refused' }) {
		const { sent, thrown, at } = state;
		if (sent.resend === 'repeatable') return this.entry.apply({ kind: 'ruledOut' });
		if (sent.snapshot === undefined || !this.strategy.compare) {
			const note = sendsMessage(sent.options) ? once.maySendMessage : once.neverAgain;
			throw withNote(this.context, thrown, note);
		}
		if (isTooEarly(monotonic(), at)) throw withNote(this.context, thrown, once.notAgainYet);
		const evidence = await this.strategy.compare(sent, sent.snapshot);
		if (evidence.kind === 'absent') return this.entry.apply({ kind: 'ruledOut' });
		this.conclude(evidence, state);
	}

	/** Follows a lookup of what was refused. @throws an error if it is not found */
	private conclude(evidence: Evidence, { sent, thrown }: State<S> & { kind: 'refused' }) {
		const { entry } = this;
		if (evidence.kind === 'found') return this.made(sent, evidence.record);
		entry.apply({ kind: 'doubted', outcome: describe(thrown) });
		throw this.unconfirmed(entry.state as State<S> & { kind: 'unknown' }, evidence.reason);
	}

	/** Looks up what became of a request, until it is found, may be sent again or has settled. */
	private async lookUp(state: State<S> & { kind: 'unknown' }) {
		const { sent, at } = state;
		const { compare } = this.strategy;
		if (sent.snapshot === undefined || !compare) {
			if (sent.resend !== 'repeatable') throw this.unconfirmed(state, once.notRead);
			return await this.repeat(state, once.notRead);
		}
		let reason = '';
		const due = LOOKUPS_MS.map((time) => at + time).filter((time) => time > monotonic());
		for (const time of [0, ...due]) {
			await wait(time - monotonic(), this.signal);
			const evidence = await compare(sent, sent.snapshot);
			if (evidence.kind === 'found') return this.made(sent, evidence.record);
			({ reason } = evidence);
			const hasSettled = isSettled(monotonic(), at);
			if (!this.mayResend || !maySendAgain(sent.resend, evidence, hasSettled)) continue;
			if (sent.resend === 'settled') return this.entry.apply({ kind: 'ruledOut' });
			return await this.repeat(state, reason);
		}
		throw this.unconfirmed(state, reason);
	}

	/** Sends a request of unknown outcome again. @throws an error if it may not be sent again */
	private async repeat(state: State<S> & { kind: 'unknown' }, reason: string) {
		if (!this.mayResend) throw this.unconfirmed(state, reason);
		// The first time in a later try of n8n, it may be sent at once.
		if (this.sendings > 0) await wait(retryDelay({}, this.sendings), this.signal);
		// Only an update is completed again.
		if (this.strategy.compare) return await this.send(state.sent);
		const prepared = await this.strategy.prepare().catch((thrown: unknown) => {
			if (thrown instanceof RunAbortedError) throw thrown;
			throw this.unconfirmed(state, describe(thrown));
		});
		if ('record' in prepared) this.entry.apply({ kind: 'made', record: prepared.record });
		else await this.send(prepared);
	}

	private made(sent: Sent<S>, record: IDataObject) {
		this.entry.apply({ kind: 'made', sent, record });
		this.strategy.made?.(sent, record);
	}

	private async waitUntilSettled(at: number) {
		await wait(at + SETTLED_MS - monotonic(), this.signal);
	}

	private get mayResend(): boolean {
		const { maxTries } = limitsOf(this.context);
		return maxTries > 1 && this.sendings < maxTries;
	}

	private get signal() {
		return this.context.getExecutionCancelSignal();
	}

	private unconfirmed({ sent, outcome }: State<S> & { kind: 'unknown' }, reason: string) {
		return operationError(this.context, this.strategy.unconfirmed(sent, outcome, reason));
	}
}

/** Returns what happened to a request, in a sentence for an error. */
function describe(thrown: unknown): string {
	if (thrown instanceof NodeOperationError)
		return once.unusable(thrown.message.replace(/ \[item \d+\]$/, ''));
	const { status, isInvalidResponse, message, code, messages } = readFailure(thrown);
	if (status !== undefined) {
		const words = status < 500 ? messages.join('; ') : '';
		if (!words) return once.status(status);
		return once.statusWith(status, words.replace(/\.$/, ''));
	}
	if (isInvalidResponse) return once.unusable(message!);
	return code ? once.connectionLost(code) : once.responseLost;
}
