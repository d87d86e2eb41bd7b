import * as clock from '../../nodes/Payments/transport/clock';
import { SharedReads } from '../../nodes/Payments/webhook/registration/sharedReads';

/** A credential that is read by one read at a time, each of which ends when the test says so. */
function reader() {
	const reads = new SharedReads<string>();
	const ends: Array<(value: string) => void> = [];
	const begun = () => ends.length;
	const next = async () =>
		await reads.next('key', async () => await new Promise<string>((resolve) => ends.push(resolve)));
	return { next, ends, begun };
}

const pause = async () => await new Promise((resolve) => setImmediate(resolve));

test('all that ask while a read is running share the next one, which began after they asked', async () => {
	const { next, ends, begun } = reader();
	const first = next();
	await pause();
	const later = [next(), next(), next()];
	await pause();
	expect(begun()).toBe(1);
	ends[0]!('old');
	expect(await first).toBe('old');
	await pause();
	expect(begun()).toBe(2);
	ends[1]!('new');
	expect(await Promise.all(later)).toEqual(['new', 'new', 'new']);
});

test('a read that fails fails for those that share it, and the next one is made', async () => {
	const reads = new SharedReads<string>();
	const failing = async () => await Promise.reject(new Error('no database'));
	await expect(reads.next('key', failing)).rejects.toThrow('no database');
	expect(await reads.next('key', async () => await Promise.resolve('salt'))).toBe('salt');
});

test('a read that never ends holds the later ones for ten seconds only', async () => {
	const over = new AbortController();
	const limit = jest.spyOn(clock, 'timeLimit').mockReturnValue(over.signal);
	const { next, ends, begun } = reader();
	void next();
	await pause();
	const later = next();
	await pause();
	expect(begun()).toBe(1);
	expect(limit.mock.calls[0]).toEqual([10_000]);
	over.abort();
	await pause();
	expect(begun()).toBe(2);
	ends[1]!('fresh');
	expect(await later).toBe('fresh');
	limit.mockRestore();
});
