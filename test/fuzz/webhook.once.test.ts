import fc from 'fast-check';

import { Remembered } from '../../nodes/Payments/webhook/once';
import { holds, must, oddName } from './fuzz';

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
function held(remembered: Remembered): number {
	const { memories } = remembered as unknown as {
		memories: Map<string, { kept: Map<string, number>; running: Map<string, number> }>;
	};
	let total = 0;
	for (const { kept, running } of memories.values()) total += kept.size + running.size;
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
	holds(fc.array(step, { maxLength: 30 }), (steps) => {
		const remembered = new Remembered();
		const model = new Model();
		let now = 0;
		for (const { does, trigger, event, pause } of steps) {
			now += pause;
			const key = JSON.stringify([trigger, event]);
			if (does === 'begin') {
				const knows = remembered.knows(trigger, event, now);
				const [is, should] = [remembered.begin(trigger, event, now), model.begin(key, now)];
				must(is === should, is, should);
				must(knows === (is !== 'new'));
			} else if (does === 'keep') {
				remembered.keep(trigger, event, now);
				model.keep(key, now);
			} else {
				remembered.forget(trigger, event);
				model.forget(key);
			}
		}
		must(held(remembered) <= steps.length);
	});
});

test('a clock that jumps in any direction makes it forget, but never fail or grow', () => {
	const anyTime = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(NaN, Infinity, -Infinity));
	holds(fc.array(fc.tuple(step, anyTime), { maxLength: 30 }), (steps) => {
		const remembered = new Remembered();
		for (const [{ does, trigger, event }, now] of steps) {
			if (does === 'keep') {
				remembered.keep(trigger, event, now);
				if (Number.isFinite(now)) must(remembered.begin(trigger, event, now) === 'known');
			} else if (does === 'forget') remembered.forget(trigger, event);
			else must(['new', 'known', 'running'].includes(remembered.begin(trigger, event, now)));
		}
		must(held(remembered) <= 2 * steps.length);
	});
});

test('of floods, the last 10,000 events of a trigger are known, and no more is held than that', () => {
	const flood = fc.record({ kept: fc.integer({ min: 9_000, max: 11_000 }), begun: fc.nat(11_000) });
	// Each case is some 20,000 deliveries.
	holds(
		flood,
		({ kept, begun }) => {
			const remembered = new Remembered();
			for (let at = 0; at < kept; at += 1) {
				must(remembered.begin('t', `k${at}`, at) === 'new');
				remembered.keep('t', `k${at}`, at);
			}
			for (let at = 0; at < begun; at += 1) remembered.begin('t', `b${at}`, kept);
			must(held(remembered) === Math.min(kept, 10_000) + Math.min(begun, 10_000));
			const first = Math.max(0, kept - 10_000);
			for (const at of [first, kept - 1])
				must(remembered.begin('t', `k${at}`, kept) === 'known', at);
			if (first > 0) must(remembered.begin('t', `k${first - 1}`, kept) === 'new');
		},
		0.002,
	);
});

test('of many triggers, those heard of last are known, and no more is held than 100,000 events', () => {
	const crowd = fc.array(fc.tuple(fc.nat(520), fc.integer({ min: 1, max: 9_000 })), {
		minLength: 10,
		maxLength: 30,
	});
	holds(
		crowd,
		(deliveries) => {
			const remembered = new Remembered();
			let now = 0;
			for (const [trigger, count] of deliveries) {
				for (let at = 0; at < count; at += 1) remembered.keep(`t${trigger}`, `e${now}`, (now += 1));
				must(held(remembered) <= 100_000);
				must(remembered.begin(`t${trigger}`, `e${now - 1}`, now) === 'known');
			}
		},
		0.001,
	);
});
