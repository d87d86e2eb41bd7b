import type { Identities } from '../../events/event';
import type { Period } from '../../events/eventTime';
import { HOUR_MS } from '../../shared/time';

/** How long an unsigned event may start a workflow after it happened, in milliseconds. */
const RECENT_MS = 24 * HOUR_MS;

/** How long an event is recorded, in milliseconds: twice as long, since clocks and times without an offset differ. */
const RETENTION_MS = 2 * RECENT_MS;

/** The maximum difference of the clocks of n8n and the API, in milliseconds (choice), at any number of events. */
const CLOCK_SKEW_MS = HOUR_MS / 6;

/** After this time, a delivery without an outcome no longer blocks the next one, in milliseconds. */
const MAX_RUN_MS = HOUR_MS;

/** Of one trigger: 10,000 events, each with up to three identities. One that is not selected has one. */
const MAX_IDENTITIES = 3 * 10_000;

const MAX_TRIGGERS = 500;

/** The maximum of recorded identities of all triggers: 40 MB (choice). They grow with the events of RETENTION_MS. */
const MAX_TOTAL_IDENTITIES = 200_000;

/** Whether an event has started a workflow, or is about to. */
type State = 'new' | 'processed' | 'running';

/** When each event was received, by its ID, the oldest first. */
class RecentEvents extends Map<string, number> {
	constructor(
		private readonly retention: number,
		/** When the newest of the events that the limits dropped was received. */
		public droppedAt: number,
	) {
		super();
	}

	includes(eventId: string, now: number): boolean {
		return now - (this.get(eventId) ?? -Infinity) < this.retention;
	}

	/** Adds an event as the newest, and drops expired events and those beyond the limit. */
	add(eventId: string, now: number) {
		this.delete(eventId);
		this.set(eventId, now);
		for (const [oldest, at] of this) {
			const isExpired = now - at >= this.retention;
			if (this.size <= MAX_IDENTITIES && !isExpired) break;
			this.delete(oldest);
			if (!isExpired) this.droppedAt = Math.max(this.droppedAt, at);
		}
	}
}

type TriggerEvents = Record<'processed' | 'running', RecentEvents>;

/**
 * Records the events that have started a workflow, so that a repeated delivery does not start it again: in the memory of
 * this process, since n8n does not save changes that a webhook makes to static data. It is bounded.
 *
 * Triggers are identified by workflow and node. All times are milliseconds of a monotonic clock.
 */
export class DeliveryDeduplicator {
	/** By trigger, the least recently used first. */
	private readonly triggers = new Map<string, TriggerEvents>();
	/** When the newest event of a dropped trigger was received. */
	private droppedAt = -Infinity;

	/**
	 * Begins the delivery of the first event that is new, with all identities that it uses up. They are `running` until
	 * `commit` or `rollback` is called for each.
	 *
	 * @returns the index of that event; `running` if another one may still start the workflow, otherwise `processed`
	 */
	begin(
		trigger: string,
		candidates: readonly Identities[],
		now: number,
	): number | 'processed' | 'running' {
		const { running } = this.eventsOf(trigger);
		const stateOf = (id: string) => this.stateOf(trigger, id, now);
		const states = candidates.map(({ blockedBy }) => blockedBy.map(stateOf));
		const index = states.findIndex((of) => of.every((state) => state === 'new'));
		for (const id of candidates[index]?.uses ?? []) {
			if (stateOf(id) === 'new') running.add(id, now);
		}
		if (index >= 0) return index;
		return states.flat().includes('running') ? 'running' : 'processed';
	}

	/** Returns whether an event has started a workflow, or is about to. */
	has(trigger: string, eventId: string, now: number): boolean {
		return this.stateOf(trigger, eventId, now) !== 'new';
	}

	private stateOf(trigger: string, eventId: string, now: number): State {
		const { processed, running } = this.triggers.get(trigger) ?? {};
		if (processed?.includes(eventId, now)) return 'processed';
		return running?.includes(eventId, now) ? 'running' : 'new';
	}

	/**
	 * Returns whether an event is so recent that it would be recorded if it had been delivered before.
	 *
	 * @param time the present time of the API, in milliseconds since 1970
	 */
	isRecent(trigger: string, { earliest, latest }: Period, now: number, time: number): boolean {
		const droppedAt = this.triggers.get(trigger)?.processed.droppedAt ?? this.droppedAt;
		const isKept = earliest > time - (now - droppedAt) + CLOCK_SKEW_MS;
		return Math.abs(time - latest) < RECENT_MS && isKept;
	}

	/** Records an event that has started its workflow. */
	commit(trigger: string, eventId: string, now: number): void {
		const { processed, running } = this.eventsOf(trigger);
		running.delete(eventId);
		processed.add(eventId, now);
		this.evict();
	}

	/** Allows an event to be delivered again, because its workflow could not be started. */
	rollback(trigger: string, eventId: string): void {
		this.triggers.get(trigger)?.running.delete(eventId);
	}

	/** Returns the events of a trigger, which becomes the most recently used. */
	private eventsOf(trigger: string): TriggerEvents {
		const events = this.triggers.get(trigger) ?? {
			processed: new RecentEvents(RETENTION_MS, this.droppedAt),
			running: new RecentEvents(MAX_RUN_MS, this.droppedAt),
		};
		this.triggers.delete(trigger);
		this.triggers.set(trigger, events);
		this.evict();
		return events;
	}

	/** Drops the least recently used triggers until the limits are met; a single trigger always meets them. */
	private evict() {
		const sizeOf = ({ processed, running }: TriggerEvents) => processed.size + running.size;
		let total = [...this.triggers.values()].reduce((sum, one) => sum + sizeOf(one), 0);
		for (const [trigger, events] of this.triggers) {
			if (this.triggers.size <= MAX_TRIGGERS && total <= MAX_TOTAL_IDENTITIES) return;
			total -= sizeOf(events);
			this.triggers.delete(trigger);
			this.droppedAt = Math.max(this.droppedAt, ...events.processed.values());
		}
	}
}
