import { HOUR_MS as HOUR } from '../../nodes/Payments/shared/time';
import { DeliveryDeduplicator } from '../../nodes/Payments/webhook/receive/deduplicate';

const trigger = 'workflow:node';

/* The bounds of the memory. What it records: events.vectors.test.ts, and test/explorer/events.test.ts in any order. */

let deduplicator: DeliveryDeduplicator;
beforeEach(() => {
	deduplicator = new DeliveryDeduplicator();
});

function begin(to: string, id: string, now: number) {
	return deduplicator.begin(to, [{ blockedBy: [id], uses: [id] }], now);
}

/** Delivers an event. @returns whether it started its workflow */
function deliver(eventId: string, now = 0, to = trigger): boolean {
	if (begin(to, eventId, now) !== 0) return false;
	deduplicator.commit(to, eventId, now);
	return true;
}

/** The number of recorded events of all triggers. */
function size(): number {
	const { triggers } = deduplicator as unknown as {
		triggers: Map<string, { processed: Map<string, number>; running: Map<string, number> }>;
	};
	return [...triggers.values()].reduce(
		(sum, { processed, running }) => sum + processed.size + running.size,
		0,
	);
}

test('an event that started its workflow stays recorded, whatever else fails or happens elsewhere', () => {
	deliver('a');
	deduplicator.rollback(trigger, 'a');
	expect(deliver('b', 1, 'another')).toBe(true);
	expect([deduplicator.has(trigger, 'a', 2), deduplicator.has(trigger, 'b', 2)]).toEqual([
		true,
		false,
	]);
});

test('expired events are dropped when a new one is recorded', () => {
	for (let at = 0; at < 100; at += 1) deliver(`e${at}`, at * HOUR);
	expect(size()).toBe(48);
});

const at = (moment: number) => ({ earliest: moment, latest: moment });

test('an event is recent for a day, in the future too, since clocks may be wrong', () => {
	const isRecent = (moment: number) =>
		deduplicator.isRecent(trigger, at(moment), 100 * HOUR, 100 * HOUR);
	expect([76, 76.1, 100, 123.9, 124].map((hours) => isRecent(hours * HOUR))).toEqual([
		false,
		true,
		true,
		true,
		false,
	]);
});

test('a recent event is still recorded, whenever it was delivered while it was recent', () => {
	for (let happened = 0; happened < 100; happened += 7) {
		for (let came = happened - 20; came < happened + 24; came += 1) {
			deduplicator = new DeliveryDeduplicator();
			deliver('a', came * HOUR);
			for (let now = came; now < happened + 60; now += 1) {
				if (!deduplicator.isRecent(trigger, at(happened * HOUR), now * HOUR, now * HOUR)) continue;
				if (!deduplicator.isRecent(trigger, at(happened * HOUR), came * HOUR, came * HOUR))
					continue;
				expect(deduplicator.has(trigger, 'a', now * HOUR)).toBe(true);
			}
		}
	}
});

test('an event older than those dropped because of the limit is not recent', () => {
	for (let minute = 0; minute < 30_100; minute += 1) {
		deliver(`e${minute}`, minute * 1000);
	}
	const now = 30_100 * 1000;
	// The first hundred are dropped. Clocks may differ by ten minutes.
	expect(deduplicator.isRecent(trigger, at(99_000), now, now)).toBe(false);
	expect(deduplicator.isRecent(trigger, at(99_000 + HOUR / 6), now, now)).toBe(false);
	expect(deduplicator.isRecent(trigger, at(99_001 + HOUR / 6), now, now)).toBe(true);
	expect(deduplicator.isRecent('another', at(0), now, now)).toBe(true);
});

test('an event of a dropped trigger is not recent if it is older than that', () => {
	for (let which = 0; which < 501; which += 1) deliver('a', which, `t${which}`);
	expect(deduplicator.isRecent('t0', at(-1), 1000, 1000)).toBe(false);
	expect(deduplicator.isRecent('t1', at(-1), 1000, 1000)).toBe(true);
	expect(deliver('b', 1000, 't0')).toBe(true);
	expect(deduplicator.isRecent('t0', at(-1), 1000, 1000)).toBe(false);
});

test('the last 30,000 identities of the events of a trigger are recorded', () => {
	for (let at = 0; at < 30_001; at += 1) deliver(`e${at}`, at);
	expect(size()).toBe(30_000);
	expect(begin(trigger, 'e1', 30_001)).toBe('processed');
	expect(begin(trigger, 'e30000', 30_001)).toBe('processed');
	expect(begin(trigger, 'e0', 30_001)).toBe(0);
});

test('deliveries without an outcome are limited too, and drop no recorded event', () => {
	deliver('kept', 0);
	for (let at = 0; at < 60_000; at += 1) begin(trigger, `e${at}`, 1);
	expect(size()).toBe(30_001);
	expect(begin(trigger, 'kept', 2)).toBe('processed');
});

test('500 triggers are recorded; the least recently used is dropped', () => {
	for (let at = 0; at < 500; at += 1) deliver('a', at, `t${at}`);
	expect(deliver('a', 500, 't0')).toBe(false);
	expect(deliver('a', 501, 'another')).toBe(true);
	expect(size()).toBe(500);
	expect(deliver('a', 502, 't0')).toBe(false);
	expect(deliver('a', 503, 't1')).toBe(true);
});

test('200,000 identities are recorded in all', () => {
	for (let of = 0; of < 12; of += 1) {
		for (let at = 0; at < 20_000; at += 1) deliver(`e${at}`, at, `t${of}`);
	}
	expect(size()).toBeLessThanOrEqual(200_000);
	expect(deliver('e0', 1, 't11')).toBe(false);
	expect(deliver('e0', 1, 't3')).toBe(false);
	expect(deliver('e0', 1, 't0')).toBe(true);
});

test('a clock that is set back drops nothing', () => {
	deliver('a', 10 * HOUR);
	expect(begin(trigger, 'a', 0)).toBe('processed');
	expect(deliver('b', 0)).toBe(true);
	expect(begin(trigger, 'a', 0)).toBe('processed');
});
