import { BoundedMap } from '../../../shared/boundedMap';
import { monotonic } from '../../../transport/clock';
import type { Listed } from '../create/recordValues';
import { isSettled } from '../machine';
import { Entry } from './entry';
import { ENTRY_TTL_MS, MAX_DONE, MAX_SUBJECTS, SETTLED_MS } from './lifetimes';
import type { Version } from './version';

/** The writes of this process: n8n has no other memory for an action node (docs/reliability.md, fault R). */
export class Ledger {
	/** When n8n started. */
	readonly startedAt = monotonic();
	/** The last version of a record that was read or written, by its subject. */
	readonly versions = new BoundedMap<string, Version>(MAX_SUBJECTS);
	/** Whether a refund names the ID of the charge or of its payment request, by API. */
	readonly refundIds = new Map<string, 'charge' | 'paymentRequest'>();
	/** The ID of the record that a charge was made for, if it names one, by API and charge. It never changes. */
	readonly targets = new BoundedMap<string, string | undefined>(MAX_SUBJECTS);
	private readonly bySubject = new BoundedMap<string, Entry[]>(MAX_SUBJECTS);
	/** The entries that wrote a key by which records are searched. */
	private readonly byKey = new BoundedMap<string, Entry[]>(MAX_SUBJECTS);
	/** The entry that made a record, by API, kind and ID. */
	private readonly claims = new BoundedMap<string, Entry>(MAX_SUBJECTS);

	/** Records that an entry is sent. */
	add<S>(entry: Entry<S>) {
		const { subject, searchKey } = entry;
		entry.from = Math.min(entry.from, monotonic());
		const others = this.others(entry);
		const isDone = ({ until, state, settlesAt }: Entry) =>
			until < monotonic() || (state.kind === 'refused' && settlesAt < monotonic());
		const done = others.filter(isDone).slice(0, -MAX_DONE);
		this.bySubject.set(subject, [...others.filter((one) => !done.includes(one)), entry]);
		if (searchKey !== undefined) this.byKey.set(searchKey, [...this.othersWithKey(entry), entry]);
	}

	/** Returns the other entries of the subject that were sent, the oldest first. */
	others<S>(entry: Entry<S>): Entry[] {
		return othersOf(this.bySubject.get(entry.subject), entry);
	}

	/**
	 * Returns the possible changes of a total by each other entry between a snapshot and now, in ten-thousandths.
	 *
	 * @param since when the snapshot was read
	 */
	deltas<S>(entry: Entry<S>, since: number): number[][] {
		return this.others(entry).flatMap((one) => {
			const { moves, from, until, hasFailed, isPending, state } = one;
			if (until <= since || moves === 0) return [];
			// A pending refund may also fail.
			if (isPending && from <= since) return [[-moves, 0, moves]];
			if (hasFailed) return [from > since ? [0, moves] : [-moves, 0, moves]];
			if (state.kind === 'refused') return [];
			return [from > since && until <= monotonic() ? [moves] : [0, moves]];
		});
	}

	/**
	 * Returns whether a listed record may be that of another entry, which has no ID.
	 *
	 * @param since when the snapshot was read
	 * @param moves how much the record adds, in ten-thousandths
	 */
	hasLookalike<S>(entry: Entry<S>, since: number, moves: number): boolean {
		return this.others(entry).some(
			(one) =>
				one.recordId === undefined &&
				one.moves === moves &&
				['unknown', 'made'].includes(one.state.kind) &&
				one.until > since - SETTLED_MS,
		);
	}

	/**
	 * Returns whether a new record may be that of another creation, which has claimed none.
	 *
	 * @param since when the snapshot was read
	 * @param isIt returns whether a record may be the one of these values
	 */
	mayBeOfOther<S>(entry: Entry<S>, since: number, isIt: (values: Listed) => boolean): boolean {
		// A creation or update of another kind may create a record with the same key.
		return [...this.others(entry), ...this.othersWithKey(entry)].some(
			({ hasClaimed, settlesAt, values }) =>
				!hasClaimed && settlesAt > since && values !== undefined && isIt(values),
		);
	}

	/**
	 * Returns until when (`monotonic`) a read may lack changes of other entries. Pending entries are left out.
	 *
	 * @param withRefused whether refused entries count, too
	 */
	heldUntil<S>(entry: Entry<S>, withRefused = false): number {
		const times = this.others(entry)
			.filter(({ state }) => withRefused || state.kind !== 'refused')
			.flatMap(({ at, until }) => [
				...(at === undefined ? [] : [at + SETTLED_MS]),
				...(until === Number.POSITIVE_INFINITY ? [] : [until]),
			]);
		return Math.max(0, ...times);
	}

	/** Returns until when (`monotonic`) a search for the key of an entry may lack changes of other entries. */
	searchHeldUntil<S>(entry: Entry<S>): number {
		return Math.max(0, ...this.othersWithKey(entry).map(({ settlesAt }) => settlesAt));
	}

	/** Returns the ID of the record that another entry wrote last with the search key of an entry. */
	lastIdWithKey<S>(entry: Entry<S>): string | undefined {
		return this.othersWithKey(entry).findLast((one) => one.hasBeenMade)?.recordId;
	}

	private othersWithKey<S>(entry: Entry<S>): Entry[] {
		return othersOf(this.byKey.get(entry.searchKey!), entry);
	}

	lastMade<S>(entry: Entry<S>): Entry | undefined {
		return this.others(entry).findLast((one) => one.hasBeenMade);
	}

	/** Returns the fields of a subject that were written by requests of a later time than an entry. */
	fieldsWrittenLater<S>(entry: Entry<S>): string[] {
		return this.others(entry)
			.filter((other) => entry.isBefore(other))
			.flatMap(({ state }) => (state.kind === 'made' ? (state.sent?.changed ?? []) : []));
	}

	/** Returns whether other entries of a subject certainly changed nothing since a time (`monotonic`). */
	isUntouched<S>(entry: Entry<S>, since: number): boolean {
		return this.others(entry).every(({ until }) => until < since);
	}

	/** Returns whether n8n has been running for so long that reads show all requests of the process before. */
	hasSettled(): boolean {
		return isSettled(monotonic(), this.startedAt);
	}

	/** Moves the entries of a subject to another one, which turned out to be the same. */
	moveSubject(subject: string, other: string) {
		const moved = this.bySubject.get(subject);
		if (!moved) return;
		this.bySubject.delete(subject);
		for (const entry of moved) entry.subject = other;
		const all = [...(this.bySubject.get(other) ?? []), ...moved];
		all.sort((one, next) => one.from - next.from);
		this.bySubject.set(other, all);
	}

	/** Records that an entry made its record. @param kind the API and the kind of record */
	claim<S>(kind: string, entry: Entry<S>) {
		if (entry.recordId === undefined) return;
		entry.hasClaimed = true;
		this.claims.set(`${kind} ${entry.recordId}`, entry);
	}

	/** Returns until when (`monotonic`) reads may lack a record that this process made. @param kind as in `claim` */
	hiddenUntil(kind: string, id: string): number {
		return this.claims.get(`${kind} ${id.toLowerCase()}`)?.settlesAt ?? 0;
	}

	isClaimed<S>(kind: string, id: string | undefined, entry: Entry<S>): boolean {
		const owner = this.claims.get(`${kind} ${id?.toLowerCase()}`);
		return owner !== undefined && owner !== (entry as Entry);
	}
}

/** Returns the other entries that were sent within their lifetime. */
function othersOf<S>(entries: Entry[] = [], entry: Entry<S>): Entry[] {
	const isSent = ({ from }: Entry) => from > monotonic() - ENTRY_TTL_MS && from <= monotonic();
	return entries.filter((one) => one !== (entry as Entry) && isSent(one));
}
