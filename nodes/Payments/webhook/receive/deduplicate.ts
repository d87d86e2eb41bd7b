import { HOUR_MS } from '../../shared/time';

/** How long an unsigned event may start a workflow after it happened, in milliseconds. */
const RECENT_MS = 24 * HOUR_MS;

/**
 * How long an event is recorded, in milliseconds: twice as long, since a time without an offset may be hours ahead, and
 * n8n's clock may be wrong.
 */
const RETENTION_MS = 2 * RECENT_MS;

/** The maximum difference of the clocks of n8n and the API, in milliseconds (choice), at any number of events. */
const CLOCK_SKEW_MS = HOUR_MS / 6;

/** Of one trigger, each with up to three identities; one that is not selected has one. */
const MAX_EVENTS = 10_000;
const MAX_IDENTITIES = 3 * MAX_EVENTS;

const MAX_TRIGGERS = 500;

/** The maximum of recorded identities of all triggers: 40 MB (choice). They grow with the events of RETENTION_MS. */
const MAX_TOTAL_IDENTITIES = 200_000;

/** After this time, a delivery without an outcome no longer blocks the next one, in milliseconds. */
const MAX_RUN_MS = HOUR_MS;

/** When each event was received, by its ID, the oldest first. */
type Timestamps = Map<string, number>;

/** When something happened, which may not be known exactly. */
interface Period {
	earliest: number;
	latest: number;
}

interface TriggerEvents {
	processed: Timestamps;
	running: Timestamps;
	/** When the newest of the events that the limits dropped was received. */
	droppedAt: number;
}

/** Whether an event has started a workflow, or is about to. */
type State = 'new' | 'processed' | 'running';

/** The IDs that identify an event. */
export interface Identities {
	/** If one of these has started the workflow, the event does not start it. */
	blockedBy: string[];
	/** The IDs with which no later event may start the workflow. */
	uses: string[];
}

/**
 * Records the events that have started a workflow, so that a repeated delivery does not start it again. The record is
 * in the memory of this process, since n8n does not save changes that a webhook makes to static data
 * (docs/architecture.md). It is bounded: a dropped event could start a workflow again.
 *
 * All times are milliseconds of a monotonic clock.
 */
export class DeliveryDeduplicator {
	/** By trigger, the least recently used first. */
	private readonly triggers = new Map<string, TriggerEvents>();
	/** When the newest event of a dropped trigger was received. */
	private droppedAt = -Infinity;

	/**
	 * Begins the delivery of an event. After `new`, `commit` or `rollback` has to be called. `running`: another
	 * delivery of the event has begun, and neither was called for it yet.
	 *
	 * @param trigger the workflow ID and the node ID
	 */
	begin(trigger: string, eventId: string, now: number): State {
		const { running } = this.eventsOf(trigger);
		const state = this.stateOf(trigger, eventId, now);
		if (state === 'new') addNewest(running, eventId, now, MAX_RUN_MS);
		return state;
	}

	/**
	 * Begins the delivery of the first event that is new, and records the identities that it uses up.
	 *
	 * @returns the index of that event; `running` if another one may still start the workflow, otherwise `processed`
	 */
	beginFirst(
		trigger: string,
		candidates: readonly Identities[],
		now: number,
	): number | 'processed' | 'running' {
		this.eventsOf(trigger);
		let isRunning = false;
		for (const [index, { blockedBy, uses }] of candidates.entries()) {
			const states = blockedBy.map((id) => this.stateOf(trigger, id, now));
			isRunning ||= states.includes('running');
			if (states.some((state) => state !== 'new')) continue;
			for (const id of uses) this.begin(trigger, id, now);
			return index;
		}
		return isRunning ? 'running' : 'processed';
	}

	/** Returns whether an event has started a workflow, or is about to. */
	has(trigger: string, eventId: string, now: number): boolean {
		return this.stateOf(trigger, eventId, now) !== 'new';
	}

	private stateOf(trigger: string, eventId: string, now: number): State {
		const { processed, running } = this.triggers.get(trigger) ?? {};
		const isWithin = (times: Timestamps | undefined, retention: number) =>
			now - (times?.get(eventId) ?? -Infinity) < retention;
		if (isWithin(processed, RETENTION_MS)) return 'processed';
		return isWithin(running, MAX_RUN_MS) ? 'running' : 'new';
	}

	/**
	 * Returns whether an event is so recent that it would be recorded if it had been delivered before. Anyone can send
	 * an older event again if it is not signed.
	 *
	 * @param time the present time of the API, in milliseconds since 1970
	 */
	isRecent(trigger: string, { earliest, latest }: Period, now: number, time: number): boolean {
		const age = now - (this.triggers.get(trigger)?.droppedAt ?? this.droppedAt);
		return Math.abs(time - latest) < RECENT_MS && earliest > time - age + CLOCK_SKEW_MS;
	}

	/** Records an event that has started its workflow. */
	commit(trigger: string, eventId: string, now: number): void {
		const events = this.eventsOf(trigger);
		events.running.delete(eventId);
		events.droppedAt = Math.max(
			events.droppedAt,
			addNewest(events.processed, eventId, now, RETENTION_MS),
		);
		this.evict();
	}

	/** Allows an event to be delivered again, because its workflow could not be started. */
	rollback(trigger: string, eventId: string): void {
		this.triggers.get(trigger)?.running.delete(eventId);
	}

	/** Returns the events of a trigger, which becomes the most recently used. */
	private eventsOf(trigger: string): TriggerEvents {
		const { droppedAt } = this;
		const events = this.triggers.get(trigger) ?? {
			processed: new Map(),
			running: new Map(),
			droppedAt,
		};
		this.triggers.delete(trigger);
		this.triggers.set(trigger, events);
		this.evict();
		return events;
	}

	/** Drops the least recently used triggers until the limits are met; a single trigger always meets them. */
	private evict() {
		let total = 0;
		for (const { processed, running } of this.triggers.values())
			total += processed.size + running.size;
		for (const [trigger, { processed, running }] of this.triggers) {
			if (this.triggers.size <= MAX_TRIGGERS && total <= MAX_TOTAL_IDENTITIES) return;
			total -= processed.size + running.size;
			this.triggers.delete(trigger);
			this.droppedAt = Math.max(this.droppedAt, ...processed.values());
		}
	}
}

/**
 * Adds an event as the newest, and drops expired events and those beyond the limit.
 *
 * @returns when the newest of the events that were dropped before they expired was received
 */
function addNewest(times: Timestamps, eventId: string, now: number, retention: number): number {
	let droppedAt = -Infinity;
	times.delete(eventId);
	times.set(eventId, now);
	for (const [oldest, at] of times) {
		const isExpired = now - at >= retention;
		if (times.size <= MAX_IDENTITIES && !isExpired) break;
		times.delete(oldest);
		if (!isExpired) droppedAt = Math.max(droppedAt, at);
	}
	return droppedAt;
}
