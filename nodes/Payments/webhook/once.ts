const HOUR = 60 * 60 * 1000;

/** How long after it happened an event may start a workflow that no signature vouches for, in milliseconds. */
const RECENT = 24 * HOUR;

/**
 * How long an event is remembered, in milliseconds: twice as long, since a time of the service may be hours
 * ahead where it has no offset, and n8n's clock wrong.
 */
const LONGEST = 2 * RECENT;

/** How far n8n's clock and the service's may be apart, in milliseconds (choice). */
const CLOCKS = HOUR / 6;

/** How many events of one trigger are remembered. */
const MOST_EVENTS = 10_000;

/** How many triggers are remembered. */
const MOST_TRIGGERS = 500;

/** How many events of all triggers are remembered: some 20 MB (choice). */
const MOST_IN_ALL = 100_000;

/** After this time, a delivery that is neither kept nor forgotten no longer holds up the next one. */
const LONGEST_RUN = HOUR;

/** Events by their id, and when they came, the oldest first. */
type Times = Map<string, number>;

/** From when to when something may have happened. */
interface Span {
	earliest: number;
	latest: number;
}

interface Memory {
	kept: Times;
	running: Times;
	/** When the last of those came that were dropped because they were too many. */
	droppedAt: number;
}

/**
 * Knows which events were already passed on, so that a repeated delivery starts no second workflow.
 * In the memory of this process only, as n8n gives a webhook no lasting one (docs/architecture.md),
 * and bounded: what is forgotten would start a workflow again.
 *
 * All times are milliseconds, from the caller's clock.
 */
export class Remembered {
	/** By trigger, the one that was quiet the longest first. */
	private readonly memories = new Map<string, Memory>();
	/** The same of triggers that were dropped. */
	private droppedAt = -Infinity;

	/**
	 * Asks whether a delivery may start a workflow. A `new` one has to be followed by `keep` or
	 * `forget`; `running` means that another delivery of the event is between the two.
	 *
	 * @param trigger which trigger it came to: workflow id and node id
	 */
	begin(trigger: string, eventId: string, now: number): 'new' | 'known' | 'running' {
		const { kept, running } = this.memoryOf(trigger);
		const keptAt = kept.get(eventId);
		if (keptAt !== undefined && now - keptAt < LONGEST) return 'known';
		const begunAt = running.get(eventId);
		if (begunAt !== undefined && now - begunAt < LONGEST_RUN) return 'running';
		note(running, eventId, now, LONGEST_RUN);
		return 'new';
	}

	/** Whether an event has started a workflow, or is about to: what `begin` would say, without beginning it. */
	knows(trigger: string, eventId: string, now: number): boolean {
		const { kept, running } = this.memories.get(trigger) ?? {};
		const isWithin = (times: Times | undefined, longest: number) =>
			now - (times?.get(eventId) ?? -Infinity) < longest;
		return isWithin(kept, LONGEST) || isWithin(running, LONGEST_RUN);
	}

	/**
	 * Whether an event happened so lately that it would be known if it had come before. Without a signature,
	 * anybody may send it once more.
	 *
	 * @param earliest when it may have happened at the earliest
	 * @param latest and at the latest
	 */
	isRecent(trigger: string, { earliest, latest }: Span, now: number): boolean {
		const droppedAt = this.memories.get(trigger)?.droppedAt ?? this.droppedAt;
		return Math.abs(now - latest) < RECENT && earliest > droppedAt + CLOCKS;
	}

	/** Remembers an event whose workflow was started. */
	keep(trigger: string, eventId: string, now: number): void {
		const memory = this.memoryOf(trigger);
		memory.running.delete(eventId);
		memory.droppedAt = Math.max(memory.droppedAt, note(memory.kept, eventId, now, LONGEST));
		this.bound();
	}

	/** Lets an event be delivered again, because its workflow could not be started. */
	forget(trigger: string, eventId: string): void {
		this.memories.get(trigger)?.running.delete(eventId);
	}

	/** The memory of a trigger, which makes it the one heard of last. */
	private memoryOf(trigger: string): Memory {
		const { droppedAt } = this;
		const memory = this.memories.get(trigger) ?? {
			kept: new Map(),
			running: new Map(),
			droppedAt,
		};
		this.memories.delete(trigger);
		this.memories.set(trigger, memory);
		this.bound();
		return memory;
	}

	/** Drops the triggers that were quiet the longest; the one heard of last is never too much alone. */
	private bound() {
		let total = 0;
		for (const { kept, running } of this.memories.values()) total += kept.size + running.size;
		for (const [trigger, { kept, running }] of this.memories) {
			if (this.memories.size <= MOST_TRIGGERS && total <= MOST_IN_ALL) return;
			total -= kept.size + running.size;
			this.memories.delete(trigger);
			this.droppedAt = Math.max(this.droppedAt, ...kept.values());
		}
	}
}

/**
 * Adds an event as the latest, and drops what is too old or too many.
 *
 * @returns when the last of those came that were dropped before their time
 */
function note(times: Times, eventId: string, now: number, longest: number): number {
	let droppedAt = -Infinity;
	times.delete(eventId);
	times.set(eventId, now);
	for (const [oldest, at] of times) {
		const isOld = now - at >= longest;
		if (times.size <= MOST_EVENTS && !isOld) break;
		times.delete(oldest);
		if (!isOld) droppedAt = Math.max(droppedAt, at);
	}
	return droppedAt;
}
