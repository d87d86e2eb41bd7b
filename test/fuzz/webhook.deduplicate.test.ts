import fc from 'fast-check';

import { DeliveryDeduplicator } from '../../nodes/Payments/webhook/receive/deduplicate';
import { invariant, oddName, property } from './property';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const KEPT = 2 * DAY;

/** The same in plain words: all that happened is kept for ever and asked for its time. */
class Model {
	private readonly kept = new Map<string, number>();
	private readonly begun = new Map<string, number>();

	begin(key: string, now: number): 'new' | 'processed' | 'running' {
		if (now - (this.kept.get(key) ?? -Infinity) < KEPT) return 'processed';
		if (now - (this.begun.get(key) ?? -Infinity) < HOUR) return 'running';
		this.begun.set(key, now);
		return 'new';
	}

	keep(key: string, now: number) {
		this.begun.delete(key);
		this.kept.set(key, now);
	}

	forget(key: string) {
		this.begun.delete(key);
	}
}

function begin(deduplicator: DeliveryDeduplicator, trigger: string, id: string, now: number) {
	const begun = deduplicator.begin(trigger, [{ blockedBy: [id], uses: [id] }], now);
	return begun === 0 ? 'new' : begun;
}

/** How many events are held, of whatever trigger. */
function held(deduplicator: DeliveryDeduplicator): number {
	const { triggers } = deduplicator as unknown as {
		triggers: Map<string, { processed: Map<string, number>; running: Map<string, number> }>;
	};
	let total = 0;
	for (const { processed, running } of triggers.values()) total += processed.size + running.size;
	return total;
}

// Few names, so that most of them come again.
const name = fc.oneof({ weight: 9, arbitrary: fc.constantFrom('a', 'b') }, oddName);
const pause = fc.oneof(
	{ weight: 6, arbitrary: fc.nat(1000) },
	fc.nat(2 * KEPT),
	fc.constantFrom(HOUR - 1, HOUR, DAY, KEPT - 1, KEPT),
);
const step = fc.record({
	does: fc.constantFrom('begin', 'begin', 'keep', 'forget'),
	trigger: name,
	event: name,
	pause,
});

test('in whatever order deliveries come and end, it knows what a memory without bounds knows', () => {
	property(fc.array(step, { maxLength: 30 }), (steps) => {
		const deduplicator = new DeliveryDeduplicator();
		const model = new Model();
		let now = 0;
		for (const { does, trigger, event, pause } of steps) {
			now += pause;
			const key = JSON.stringify([trigger, event]);
			if (does === 'begin') {
				const knows = deduplicator.has(trigger, event, now);
				const [is, should] = [begin(deduplicator, trigger, event, now), model.begin(key, now)];
				invariant(is === should, is, should);
				invariant(knows === (is !== 'new'));
			} else if (does === 'keep') {
				deduplicator.commit(trigger, event, now);
				model.keep(key, now);
			} else {
				deduplicator.rollback(trigger, event);
				model.forget(key);
			}
		}
		invariant(held(deduplicator) <= steps.length);
	});
});

test('a clock that jumps in any direction makes it forget, but never fail or grow', () => {
	const anyTime = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(NaN, Infinity, -Infinity));
	property(fc.array(fc.tuple(step, anyTime), { maxLength: 30 }), (steps) => {
		const deduplicator = new DeliveryDeduplicator();
		for (const [{ does, trigger, event }, now] of steps) {
			if (does === 'keep') {
				deduplicator.commit(trigger, event, now);
				if (Number.isFinite(now))
					invariant(begin(deduplicator, trigger, event, now) === 'processed');
			} else if (does === 'forget') deduplicator.rollback(trigger, event);
			else begin(deduplicator, trigger, event, now);
		}
		invariant(held(deduplicator) <= 2 * steps.length);
	});
});
