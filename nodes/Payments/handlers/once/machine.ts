import type { IDataObject } from 'n8n-workflow';

import type { RequestData } from '../../run/context';
import type { Message } from '../../shared/messages/message';
import type { Evidence } from './evidence';
import { SETTLED_MS } from './ledger/lifetimes';

/**
 * When a request whose outcome is unknown is sent again (docs/reliability.md):
 *
 * - `never`
 * - `refused`: only after a refusal, since no lookup could show it
 * - `guarded`: when a lookup does not show it, since the API would refuse a second one (assumption G)
 * - `settled`: when a lookup does not show it after SETTLED_MS
 * - `repeatable`: at once, since a second one changes nothing
 */
export type Resend = 'never' | 'refused' | 'guarded' | 'settled' | 'repeatable';

/** A request that is sent. */
export interface Sent<Snapshot> {
	options: RequestData['options'];
	/** The state before the request, which lookups compare; nothing if the credential may not read it. */
	snapshot?: Snapshot;
	resend: Resend;
	/** The message if the API refuses the request with a 422, where the state before shows the reason. */
	refusal?: Message;
	/** By how much the request changes the total of its subject, in ten-thousandths. */
	moves?: number;
	/** The currency of that. */
	currency?: string;
	/** The total of the subject before the request, in ten-thousandths. */
	base?: number;
	/** The fields that it changes. */
	changed?: string[];
	/** Whether it replaces a refused request, with another ID of the same record. */
	isAlternative?: boolean;
}

/** The part of a request that is kept once it was made. */
type Kept = Pick<Sent<unknown>, 'moves' | 'base' | 'changed'> & {
	/** When an earlier attempt was lost. It may still take effect: only a repeatable request is sent again so early. */
	lostAt?: number;
};

/** The state of a request. Times are those of `monotonic`. */
export type State<Snapshot> =
	| { kind: 'new' }
	| { kind: 'refused'; sent: Sent<Snapshot>; thrown: unknown; at: number }
	| { kind: 'unknown'; sent: Sent<Snapshot>; outcome: string; at: number }
	| { kind: 'made'; sent?: Kept; record: IDataObject };

/** An event in the life of a request. */
export type Event<Snapshot> =
	| { kind: 'made'; sent?: Sent<Snapshot>; record: IDataObject }
	/** The API certainly did not process it: `status` is its response, if there was one. */
	| { kind: 'notProcessed'; thrown: unknown; status?: number }
	| { kind: 'refused'; sent: Sent<Snapshot>; thrown: unknown; at: number }
	/** There is no response, or no usable one. */
	| { kind: 'lost'; sent: Sent<Snapshot>; outcome: string; at: number }
	/** It was refused, but a lookup does not rule it out. */
	| { kind: 'doubted'; outcome: string }
	/** A lookup rules it out, or shows that the record is gone. */
	| { kind: 'ruledOut' };

/** Returns the next state of a request. */
export function next<S>(state: State<S>, event: Event<S>): State<S> {
	switch (event.kind) {
		case 'made': {
			const sent = event.sent ?? ('sent' in state ? state.sent : undefined);
			// The other fields are not needed any more, and may be large.
			const { moves, base, changed } = sent ?? {};
			const isRepeatable = state.kind === 'unknown' && state.sent.resend === 'repeatable';
			const lostAt = isRepeatable ? state.at : undefined;
			return { ...event, sent: { moves, base, changed, lostAt } };
		}
		case 'notProcessed':
			return state;
		case 'lost': {
			// The state before the first attempt shows the changes of all attempts.
			const isFirst = state.kind !== 'unknown' || event.sent.resend === 'repeatable';
			return { ...event, kind: 'unknown', sent: isFirst ? event.sent : state.sent };
		}
		case 'refused':
			// An earlier attempt may still be in progress.
			return state.kind === 'unknown' ? state : event;
		case 'doubted':
			if (state.kind !== 'refused') return state;
			return { kind: 'unknown', sent: state.sent, outcome: event.outcome, at: state.at };
		case 'ruledOut':
			return { kind: 'new' };
	}
}

/** Returns whether a fresh read shows all changes by a request. @param now, at of `monotonic` */
export function isSettled(now: number, at: number): boolean {
	return now - at >= SETTLED_MS;
}

/** Returns whether a refused request may not be looked up and sent again yet. */
export function isTooEarly(now: number, at: number): boolean {
	return !isSettled(now, at);
}

/** Returns whether a request whose outcome is unknown may be sent again after a lookup. */
export function maySendAgain(resend: Resend, evidence: Evidence, hasSettled: boolean): boolean {
	switch (resend) {
		case 'never':
		case 'refused':
			return false;
		case 'guarded':
			return evidence.kind === 'absent';
		case 'settled':
			return evidence.kind === 'absent' && hasSettled;
		case 'repeatable':
			return true;
	}
}
