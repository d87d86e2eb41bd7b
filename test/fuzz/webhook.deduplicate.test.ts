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

	begin(key: string, now: number): 'new' | 'known' | 'running' {
		if (now - (this.kept.get(key) ?? -Infinity) < KEPT) return 'known';
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

/** How many events are held, of whatever trigger. */
function held(deduplicator: DeliveryDeduplicator): number {
	const { triggers } = deduplicator as unknown as {
		triggers: Map<string, { processed: Map<string, number>; running: Map<string, number> }>;
	};
	let total = 0;
	for (const { processed, running } of triggers.values()) total += processed.size + running.size;
	return total;
}

const name = fc.oneof(fc.constantFrom('a', 'b', 'c'), oddName);
const pause = fc.oneof(
	fc.nat(1000),
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
				const [is, should] = [deduplicator.begin(trigger, event, now), model.begin(key, now)];
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
				if (Number.isFinite(now)) invariant(deduplicator.begin(trigger, event, now) === 'known');
			} else if (does === 'forget') deduplicator.rollback(trigger, event);
			else invariant(['new', 'known', 'running'].includes(deduplicator.begin(trigger, event, now)));
		}
		invariant(held(deduplicator) <= 2 * steps.length);
	});
});

test('of floods, the last 10,000 events of a trigger are known, and no more is held than that', () => {
	const flood = fc.record({ kept: fc.integer({ min: 9_000, max: 11_000 }), begun: fc.nat(11_000) });
	// Each case is some 20,000 deliveries.
	property(
		flood,
		({ kept, begun }) => {
			const deduplicator = new DeliveryDeduplicator();
			for (let at = 0; at < kept; at += 1) {
				invariant(deduplicator.begin('t', `k${at}`, at) === 'new');
				deduplicator.commit('t', `k${at}`, at);
			}
			for (let at = 0; at < begun; at += 1) deduplicator.begin('t', `b${at}`, kept);
			invariant(held(deduplicator) === Math.min(kept, 10_000) + Math.min(begun, 10_000));
			const first = Math.max(0, kept - 10_000);
			for (const at of [first, kept - 1])
				invariant(deduplicator.begin('t', `k${at}`, kept) === 'known', at);
			if (first > 0) invariant(deduplicator.begin('t', `k${first - 1}`, kept) === 'new');
		},
		0.002,
	);
});

test('of many triggers, those heard of last are known, and no more is held than 100,000 events', () => {
	const crowd = fc.array(fc.tuple(fc.nat(520), fc.integer({ min: 1, max: 9_000 })), {
		minLength: 10,
		maxLength: 30,
	});
	property(
		crowd,
		(deliveries) => {
			const deduplicator = new DeliveryDeduplicator();
			let now = 0;
			for (const [trigger, count] of deliveries) {
				for (let at = 0; at < count; at += 1)
					deduplicator.commit(`t${trigger}`, `e${now}`, (now += 1));
				invariant(held(deduplicator) <= 100_000);
				invariant(deduplicator.begin(`t${trigger}`, `e${now - 1}`, now) === 'known');
			}
		},
		0.001,
	);
});
