import type { IDataObject } from 'n8n-workflow';

import { statusOf } from '../../errors/httpFailure';
import { operationError, withNote } from '../../errors/nodeErrors';
import type { Context, RequestData } from '../../run/context';
import { once } from '../../shared/messages/once';
import { monotonic } from '../../transport/clock';
import { retryDelay } from '../../transport/queue/retry';
import { RunAbortedError } from '../../transport/send';
import { isPreview } from '../preview';
import { checkToolLimit } from '../toolLimits';
import { describe } from './attempt';
import type { Evidence } from './evidence';
import type { Entry } from './ledger/entry';
import { LOOKUPS_MS, SETTLED_MS } from './ledger/lifetimes';
import { isSettled, isTooEarly, maySendAgain, type Sent, type State } from './machine';
import { reachesCustomer } from './messages';
import { setOutcome } from './outcome';
import { Sender } from './sender';
import type { Strategy } from './strategy';
import { waitUntil } from './waitUntil';

/**
 * Sends a request once, by the states of machine.ts (docs/reliability.md). The caller holds the lock of its subject.
 *
 * @param entry the request's entry in the ledger
 * @returns the record
 * @throws the refusal of the API; an error if the outcome is unknown, or if nothing may be sent
 */
export async function sendOnce<S>(
	context: Context,
	request: RequestData,
	entry: Entry<S>,
	strategy: Strategy<S>,
): Promise<IDataObject> {
	const drive = new Drive(context, request, entry, strategy);
	// The run after a preview handles the request: if that was lost, it finds it, and reports it as its own.
	const undo = isPreview(context) ? entry.undoable() : undefined;
	try {
		return await drive.run();
	} finally {
		undo?.();
		if (entry.state.kind !== 'new') setOutcome(context, entry.state.kind);
	}
}

class Drive<S> extends Sender<S> {
	async run(): Promise<IDataObject> {
		for (;;) {
			const { state } = this.entry;
			switch (state.kind) {
				case 'made':
					this.endPreview(state);
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
		if ('record' in prepared) {
			this.endPreview(prepared);
			this.entry.apply({ kind: 'made', record: prepared.record });
		} else {
			checkToolLimit(this.context, prepared);
			await this.send(prepared);
		}
	}

	private async send(sent: Sent<S>): Promise<void> {
		await this.sendNow(sent);
		// If an earlier attempt may still be in progress, the state is unknown instead.
		if (this.entry.state.kind === 'refused') await this.refuse(this.entry.state);
	}

	/** Looks up a refused request, which may have been processed (fault W). @throws the refusal if nothing shows */
	private async refuse(state: State<S> & { kind: 'refused' }): Promise<void> {
		const { entry, strategy } = this;
		const { sent, thrown, at } = state;
		if (sent.snapshot === undefined || !strategy.compare) throw this.refusalOf(state);
		let evidence = await strategy.compare(sent, sent.snapshot);
		if (evidence.kind === 'absent') {
			const other = await strategy.alternativeOf?.(sent, thrown);
			if (!other) throw this.refusalOf(state);
			await waitUntil(this.context, at + SETTLED_MS);
			evidence = await strategy.compare(sent, sent.snapshot);
			if (evidence.kind === 'absent') {
				entry.apply({ kind: 'ruledOut' });
				return await this.send(other);
			}
		}
		this.conclude(evidence, state);
	}

	/** Handles a request that was refused in an earlier try, or in an earlier run of a loop. */
	private async reconsider(state: State<S> & { kind: 'refused' }) {
		const { sent, at } = state;
		if (sent.resend === 'repeatable' || sent.resend === 'refused') {
			return this.entry.apply({ kind: 'ruledOut' });
		}
		if (sent.snapshot === undefined || !this.strategy.compare) {
			const note = reachesCustomer(sent.options) ? once.mayReachCustomer : once.neverAgain;
			throw withNote(this.context, this.refusalOf(state), note);
		}
		if (isTooEarly(monotonic(), at))
			throw withNote(this.context, this.refusalOf(state), once.notAgainYet);
		const evidence = await this.strategy.compare(sent, sent.snapshot);
		if (evidence.kind === 'absent') return this.entry.apply({ kind: 'ruledOut' });
		this.conclude(evidence, state);
	}

	/** Returns the error of a refused request: with the reason that was read before, or else that of the API. */
	private refusalOf({ sent, thrown }: State<S> & { kind: 'refused' }): unknown {
		if (!sent.refusal || statusOf(thrown) !== 422) return thrown;
		return operationError(this.context, sent.refusal);
	}

	/** Follows a lookup of a refused request. @throws an error if it is not found */
	private conclude(evidence: Evidence, { sent, thrown }: State<S> & { kind: 'refused' }) {
		const { entry } = this;
		if (evidence.kind === 'found') return this.made(sent, evidence.record);
		entry.apply({ kind: 'doubted', outcome: describe(thrown) });
		throw this.unconfirmed(entry.state as State<S> & { kind: 'unknown' }, evidence.reason);
	}

	/** Looks up a request until it is found, may be sent again or has settled. */
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
			await waitUntil(this.context, time);
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
		// A later try of n8n sends its first request without a delay.
		if (this.sendings > 0)
			await waitUntil(this.context, monotonic() + retryDelay({}, this.sendings));
		// Only an update is prepared again.
		if (this.strategy.compare) return await this.send(state.sent);
		const prepared = await this.strategy.prepare().catch((thrown: unknown) => {
			if (thrown instanceof RunAbortedError) throw thrown;
			throw this.unconfirmed(state, describe(thrown));
		});
		if (!('record' in prepared)) return await this.send(prepared);
		this.entry.apply({ kind: 'made', record: prepared.record });
		this.entry.isShown();
	}
}
