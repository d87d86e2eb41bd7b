/** How long an event is remembered, in milliseconds. */
const LONGEST = 24 * 60 * 60 * 1000;

/** How many events of one trigger are remembered. */
const MOST_EVENTS = 10_000;

/** How many triggers are remembered. */
const MOST_TRIGGERS = 500;

/** How many events of all triggers are remembered: some 20 MB (choice). */
const MOST_IN_ALL = 100_000;

/** After this time, a delivery that is neither kept nor forgotten no longer holds up the next one. */
const LONGEST_RUN = 60 * 60 * 1000;

/** Events by their id, and when they came, the oldest first. */
type Times = Map<string, number>;

interface Memory {
	kept: Times;
	running: Times;
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

	/** Remembers an event whose workflow was started. */
	keep(trigger: string, eventId: string, now: number): void {
		const { kept, running } = this.memoryOf(trigger);
		running.delete(eventId);
		note(kept, eventId, now, LONGEST);
		this.bound();
	}

	/** Lets an event be delivered again, because its workflow could not be started. */
	forget(trigger: string, eventId: string): void {
		this.memories.get(trigger)?.running.delete(eventId);
	}

	/** The memory of a trigger, which makes it the one heard of last. */
	private memoryOf(trigger: string): Memory {
		const memory = this.memories.get(trigger) ?? { kept: new Map(), running: new Map() };
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
		}
	}
}

/** Adds an event as the latest, and drops what is too old or too many. */
function note(times: Times, eventId: string, now: number, longest: number) {
	times.delete(eventId);
	times.set(eventId, now);
	for (const [oldest, at] of times) {
		if (times.size <= MOST_EVENTS && now - at < longest) return;
		times.delete(oldest);
	}
}
