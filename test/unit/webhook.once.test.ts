import { Remembered } from '../../nodes/Payments/webhook/once';

const HOUR = 60 * 60 * 1000;
const trigger = 'workflow:node';

/** A delivery whose workflow is started. */
function deliver(remembered: Remembered, eventId: string, now = 0, to = trigger): boolean {
	if (remembered.begin(to, eventId, now) !== 'new') return false;
	remembered.keep(to, eventId, now);
	return true;
}

/** How many events are held, of whatever trigger. */
function held(remembered: Remembered): number {
	const { memories } = remembered as unknown as {
		memories: Map<string, { kept: Map<string, number>; running: Map<string, number> }>;
	};
	return [...memories.values()].reduce(
		(sum, { kept, running }) => sum + kept.size + running.size,
		0,
	);
}

test('an event starts one workflow, however often it is delivered', () => {
	const remembered = new Remembered();
	expect(remembered.begin(trigger, 'a', 0)).toBe('new');
	remembered.keep(trigger, 'a', 5);
	expect(remembered.begin(trigger, 'a', 6)).toBe('known');
	expect(remembered.begin(trigger, 'a', 7)).toBe('known');
	expect(remembered.begin(trigger, 'b', 8)).toBe('new');
});

test('two deliveries at the same time start one workflow', () => {
	const remembered = new Remembered();
	expect(remembered.begin(trigger, 'a', 0)).toBe('new');
	expect(remembered.begin(trigger, 'a', 0)).toBe('running');
	expect(remembered.begin(trigger, 'a', 1000)).toBe('running');
	remembered.keep(trigger, 'a', 2000);
	expect(remembered.begin(trigger, 'a', 2000)).toBe('known');
});

test('an event whose workflow could not be started starts one when it comes again', () => {
	const remembered = new Remembered();
	expect(remembered.begin(trigger, 'a', 0)).toBe('new');
	remembered.forget(trigger, 'a');
	expect(remembered.begin(trigger, 'a', 1)).toBe('new');
	remembered.keep(trigger, 'a', 1);
	expect(remembered.begin(trigger, 'a', 2)).toBe('known');
	// Another delivery, which was begun before and did not end well.
	remembered.forget(trigger, 'a');
	expect(remembered.begin(trigger, 'a', 3)).toBe('known');
	remembered.forget('a trigger never heard of', 'a');
});

test('a delivery that ended without a word holds up the next for an hour', () => {
	const remembered = new Remembered();
	remembered.begin(trigger, 'a', 0);
	expect(remembered.begin(trigger, 'a', HOUR - 1)).toBe('running');
	expect(remembered.begin(trigger, 'a', HOUR)).toBe('new');
	expect(remembered.begin(trigger, 'a', HOUR + 1)).toBe('running');
});

test('triggers do not know of each other', () => {
	const remembered = new Remembered();
	expect(deliver(remembered, 'a', 0, 'one:1')).toBe(true);
	expect(deliver(remembered, 'a', 0, 'one:2')).toBe(true);
	expect(deliver(remembered, 'a', 0, 'two:1')).toBe(true);
	expect(deliver(remembered, 'a', 0, 'one:1')).toBe(false);
	remembered.forget('one:1', 'a');
	expect(deliver(remembered, 'a', 0, 'one:2')).toBe(false);
});

test('an event is remembered for 48 hours', () => {
	const remembered = new Remembered();
	deliver(remembered, 'a', 0);
	expect(remembered.begin(trigger, 'a', 48 * HOUR - 1)).toBe('known');
	expect(remembered.begin(trigger, 'a', 48 * HOUR)).toBe('new');
});

test('what is too old is dropped when something new comes', () => {
	const remembered = new Remembered();
	for (let at = 0; at < 100; at += 1) deliver(remembered, `e${at}`, at * HOUR);
	expect(held(remembered)).toBe(48);
});

test('an event that came again after that time is new once more, and holds up nothing', () => {
	const remembered = new Remembered();
	deliver(remembered, 'a', 0);
	deliver(remembered, 'b', HOUR);
	expect(deliver(remembered, 'a', 48 * HOUR)).toBe(true);
	deliver(remembered, 'c', 50 * HOUR);
	expect(held(remembered)).toBe(2);
	expect(remembered.begin(trigger, 'a', 95 * HOUR)).toBe('known');
});

const at = (moment: number) => ({ earliest: moment, latest: moment });

test('it tells what has started a workflow or is about to, and begins nothing', () => {
	const remembered = new Remembered();
	expect(remembered.knows(trigger, 'a', 0)).toBe(false);
	expect(remembered.begin(trigger, 'a', 0)).toBe('new');
	expect(remembered.knows(trigger, 'a', HOUR - 1)).toBe(true);
	expect(remembered.knows(trigger, 'a', HOUR)).toBe(false);
	remembered.keep(trigger, 'a', HOUR);
	expect(remembered.knows(trigger, 'a', 49 * HOUR - 1)).toBe(true);
	expect(remembered.knows(trigger, 'a', 49 * HOUR)).toBe(false);
	expect(remembered.knows('another', 'a', HOUR)).toBe(false);
});

test('what happened within a day is recent, also by a clock that is behind', () => {
	const remembered = new Remembered();
	const isRecent = (moment: number) => remembered.isRecent(trigger, at(moment), 100 * HOUR);
	expect([76, 76.1, 100, 123.9, 124].map((hours) => isRecent(hours * HOUR))).toEqual([
		false,
		true,
		true,
		true,
		false,
	]);
});

test('what is recent would be known if it had come before, at whatever time that was', () => {
	for (let happened = 0; happened < 100; happened += 7) {
		for (let came = happened - 20; came < happened + 24; came += 1) {
			const remembered = new Remembered();
			deliver(remembered, 'a', came * HOUR);
			for (let now = came; now < happened + 60; now += 1) {
				if (!remembered.isRecent(trigger, at(happened * HOUR), now * HOUR)) continue;
				if (!remembered.isRecent(trigger, at(happened * HOUR), came * HOUR)) continue;
				expect(remembered.knows(trigger, 'a', now * HOUR)).toBe(true);
			}
		}
	}
});

test('what happened before the oldest of too many events is not recent', () => {
	const remembered = new Remembered();
	for (let minute = 0; minute < 10_100; minute += 1) {
		deliver(remembered, `e${minute}`, minute * 1000);
	}
	const now = 10_100 * 1000;
	// The first hundred are forgotten; ten minutes more are for clocks that are apart.
	expect(remembered.isRecent(trigger, at(99_000), now)).toBe(false);
	expect(remembered.isRecent(trigger, at(99_000 + HOUR / 6), now)).toBe(false);
	expect(remembered.isRecent(trigger, at(99_001 + HOUR / 6), now)).toBe(true);
	expect(remembered.isRecent('another', at(0), now)).toBe(true);
});

test('nor is it for a trigger that was forgotten', () => {
	const remembered = new Remembered();
	for (let which = 0; which < 501; which += 1) deliver(remembered, 'a', which, `t${which}`);
	expect(remembered.isRecent('t0', at(-1), 1000)).toBe(false);
	expect(remembered.isRecent('t1', at(-1), 1000)).toBe(true);
	expect(deliver(remembered, 'b', 1000, 't0')).toBe(true);
	expect(remembered.isRecent('t0', at(-1), 1000)).toBe(false);
});
test('the last 10,000 events of a trigger are remembered', () => {
	const remembered = new Remembered();
	for (let at = 0; at < 10_001; at += 1) deliver(remembered, `e${at}`, at);
	expect(held(remembered)).toBe(10_000);
	expect(remembered.begin(trigger, 'e1', 10_001)).toBe('known');
	expect(remembered.begin(trigger, 'e10000', 10_001)).toBe('known');
	expect(remembered.begin(trigger, 'e0', 10_001)).toBe('new');
});

test('a flood of deliveries that come to nothing takes no more than that', () => {
	const remembered = new Remembered();
	deliver(remembered, 'kept', 0);
	for (let at = 0; at < 30_000; at += 1) remembered.begin(trigger, `e${at}`, 1);
	expect(held(remembered)).toBe(10_001);
	expect(remembered.begin(trigger, 'kept', 2)).toBe('known');
});

test('500 triggers are remembered; the one that was quiet the longest goes', () => {
	const remembered = new Remembered();
	for (let at = 0; at < 500; at += 1) deliver(remembered, 'a', at, `t${at}`);
	expect(deliver(remembered, 'a', 500, 't0')).toBe(false);
	expect(deliver(remembered, 'a', 501, 'another')).toBe(true);
	expect(held(remembered)).toBe(500);
	expect(deliver(remembered, 'a', 502, 't0')).toBe(false);
	expect(deliver(remembered, 'a', 503, 't1')).toBe(true);
});

test('100,000 events are remembered in all', () => {
	const remembered = new Remembered();
	for (let of = 0; of < 12; of += 1) {
		for (let at = 0; at < 10_000; at += 1) deliver(remembered, `e${at}`, at, `t${of}`);
	}
	expect(held(remembered)).toBeLessThanOrEqual(100_000);
	expect(deliver(remembered, 'e0', 1, 't11')).toBe(false);
	expect(deliver(remembered, 'e0', 1, 't3')).toBe(false);
	expect(deliver(remembered, 'e0', 1, 't0')).toBe(true);
});

test('a clock that is set back forgets nothing', () => {
	const remembered = new Remembered();
	deliver(remembered, 'a', 10 * HOUR);
	expect(remembered.begin(trigger, 'a', 0)).toBe('known');
	expect(deliver(remembered, 'b', 0)).toBe(true);
	expect(remembered.begin(trigger, 'a', 0)).toBe('known');
});

test('ids named as something that all objects have are ids like any other', () => {
	const remembered = new Remembered();
	for (const id of ['__proto__', 'constructor', 'toString', '']) {
		expect(deliver(remembered, id, 0, id)).toBe(true);
		expect(deliver(remembered, id, 0, id)).toBe(false);
	}
});

test('in whatever order deliveries come and end, no workflow is started twice', () => {
	let seed = 7;
	const random = (below: number) => {
		seed = (seed * 48_271) % 2_147_483_647;
		return seed % below;
	};
	const remembered = new Remembered();
	const started = new Set<string>();
	const running = new Set<string>();
	for (let now = 0; now < 20_000; now += 1) {
		const key = `${random(3)} ${random(50)}`;
		const [to = '', id = ''] = key.split(' ');
		if (running.has(key) && random(2)) {
			running.delete(key);
			if (random(3)) {
				remembered.keep(to, id, now);
				started.add(key);
			} else remembered.forget(to, id);
			continue;
		}
		const expected = started.has(key) ? 'known' : running.has(key) ? 'running' : 'new';
		expect(remembered.begin(to, id, now)).toBe(expected);
		if (expected === 'new') running.add(key);
	}
	expect(started.size).toBe(150);
});
