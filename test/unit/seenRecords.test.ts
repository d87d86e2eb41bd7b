import fc from 'fast-check';

import { ENTRY_WIDTH, hashOf, SeenRecords } from '../../nodes/Payments/polling/seenRecords';
import { anyText, invariant, property } from '../fuzz/property';

const DAY = 20_000;

/** The saved form, read again. */
function reload(seen: SeenRecords): SeenRecords {
	const { buckets, statuses } = JSON.parse(JSON.stringify(seen.toState())) as ReturnType<
		SeenRecords['toState']
	>;
	return new SeenRecords(buckets, statuses);
}

test('it works as a map from IDs to statuses, also after it was saved', () => {
	const id = fc.oneof(anyText, fc.constantFrom('__proto__', 'a', 'A', '\ud800', '\ud801', ''));
	const step = fc.record({
		does: fc.constantFrom('set', 'set', 'set', 'delete', 'forget', 'reload'),
		id,
		status: fc.oneof(fc.constantFrom('paid', 'pending'), anyText),
		day: fc.integer({ min: -1, max: 50_000 }),
	});
	property(fc.array(step, { maxLength: 60 }), (steps) => {
		let seen = new SeenRecords();
		const model = new Map<string, { status: string; day: number }>();
		for (const { does, id, status, day } of steps) {
			if (does === 'set') {
				seen.set(hashOf(id), status, day);
				model.set(id, { status, day: Math.min(46_655, Math.max(0, day)) });
			} else if (does === 'delete') {
				seen.delete(hashOf(id));
				model.delete(id);
			} else if (does === 'reload') seen = reload(seen);
			else {
				seen.deleteBefore(day);
				for (const [key, { day: until }] of model) {
					if (until < Math.min(46_655, day)) model.delete(key);
				}
			}
			for (const { id } of steps) {
				invariant(seen.statusOf(hashOf(id)) === model.get(id)?.status, id, does);
			}
		}
	});
});

test('an entry is found only where one begins, whatever its neighbors look like', () => {
	// The end of the first and the beginning of the second entry look like the third.
	const seen = new SeenRecords();
	seen.set('abCCCCCCC', 'paid', DAY);
	const [bucket] = Object.values(seen.toState().buckets);
	seen.set('abDDDDDDD', 'paid', DAY);
	const across = `${bucket!.slice(-3)}DDDD`;
	expect(seen.statusOf(`ab${across}`)).toBeUndefined();
	seen.set(`ab${across}`, 'failed', DAY);
	expect(seen.statusOf(`ab${across}`)).toBe('failed');
	expect(seen.statusOf('abDDDDDDD')).toBe('paid');
});

test('it is changed only if something differs', () => {
	const first = new SeenRecords();
	first.set(hashOf('a'), 'paid', DAY);
	expect(first.isChanged).toBe(true);
	const second = reload(first);
	second.set(hashOf('a'), 'paid', DAY);
	second.delete(hashOf('b'));
	second.deleteBefore(DAY);
	expect(second.isChanged).toBe(false);
	second.set(hashOf('a'), 'paid', DAY + 1);
	expect(second.isChanged).toBe(true);
	expect(reload(first).toState()).toEqual(first.toState());
});

test('100 statuses keep apart, and each entry has the same width', () => {
	const seen = new SeenRecords();
	for (let i = 0; i < 100; i += 1) seen.set(hashOf(`${i}`), `status ${i}`, DAY);
	const saved = reload(seen);
	for (let i = 0; i < 100; i += 1) expect(saved.statusOf(hashOf(`${i}`))).toBe(`status ${i}`);
	expect(Object.values(seen.toState().buckets).join('')).toHaveLength(100 * ENTRY_WIDTH);
});

test('a copy leaves what it was made of alone', () => {
	const first = new SeenRecords();
	first.set(hashOf('a'), 'paid', DAY);
	const before = JSON.stringify(first.toState());
	const { buckets, statuses } = first.toState();
	const second = new SeenRecords(buckets, statuses);
	second.set(hashOf('a'), 'failed', DAY);
	second.delete(hashOf('a'));
	expect(JSON.stringify(first.toState())).toBe(before);
});
