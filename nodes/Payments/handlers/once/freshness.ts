import type { IDataObject } from 'n8n-workflow';

import { ifFound, isKeyRefused, readFailure } from '../../errors/httpFailure';
import type { Context } from '../../run/context';
import { monotonic, wait } from '../../transport/clock';
import { LOOKUPS_MS, REREAD_MS } from './ledger/lifetimes';
import { memory } from './ledger/memory';
import { isBehind, updatedAtOf, type Version } from './ledger/version';
import { isSettled } from './machine';
import { waitUntil } from './waitUntil';

/**
 * The result of a read. `behind`: the record is older than the version that this process read or wrote last.
 * `notAllowed`: the credential may not read the record.
 */
export type Reading<T> =
	| { kind: 'fresh'; value: T }
	| { kind: 'behind'; value: T }
	| { kind: 'notFound' }
	| { kind: 'notAllowed'; thrown: unknown };

/** A record that was read, and the totals by which its versions are compared. */
export interface Read<T> {
	value: T;
	record: IDataObject;
	totals?: Version['totals'];
}

/**
 * Converts the outcome of a read.
 *
 * @param reading returns nothing if there is none
 * @throws the error of n8n if the read failed, except for a 403 about a scope, which is `notAllowed`
 */
export async function readingOf<T>(reading: Promise<T | undefined>): Promise<Reading<T>> {
	return await reading.then(
		(value): Reading<T> => (value === undefined ? { kind: 'notFound' } : { kind: 'fresh', value }),
		(thrown: unknown) => {
			const failure = readFailure(thrown);
			if (failure.status !== 403 || isKeyRefused(failure)) throw thrown;
			return { kind: 'notAllowed', thrown };
		},
	);
}

/**
 * Reads a record again if it is forbidden or not found: a list may be behind, and a gateway may be in the way.
 *
 * @param delays how long to wait before, in milliseconds
 */
export async function readTwice<T>(
	context: Context,
	readOnce: () => Promise<Reading<T>>,
	delays: Partial<Record<Reading<T>['kind'], number>> = REREAD_MS,
): Promise<Reading<T>> {
	const reading = await readOnce();
	const delay = delays[reading.kind];
	if (delay === undefined) return reading;
	await wait(delay, context.getExecutionCancelSignal());
	return await readOnce();
}

/**
 * Reads a record that exists. A read may be behind, so one that does not find it is repeated until all reads show it.
 *
 * @param until when all reads show the record (`monotonic`)
 * @throws the error of the last read
 */
export async function readExisting<T>(
	context: Context,
	until: number,
	read: () => Promise<T>,
): Promise<T> {
	const now = monotonic();
	const times = LOOKUPS_MS.map((time) => Math.min(now + time, until)).filter((time) => time > now);
	for (const time of new Set(times)) {
		const found = await ifFound(read().then((value) => ({ value })));
		if (found) return found.value;
		await waitUntil(context, time);
	}
	return await read();
}

/** Compares a record with its last version, and records it unless it is behind. */
export function compareVersion<T>(subject: string, { value, record, totals }: Read<T>): Reading<T> {
	const last = memory.ledger.versions.get(subject);
	const isRecent = last !== undefined && !isSettled(monotonic(), last.at);
	if (isRecent && isBehind(last, record, totals ?? {})) return { kind: 'behind', value };
	recordVersion(subject, record, totals);
	return { kind: 'fresh', value };
}

/** Reads a record once, and compares it with the last version. @throws as `readingOf` */
export async function readVersion<T>(
	subject: string,
	readOnce: () => Promise<Read<T> | undefined>,
): Promise<Reading<T>> {
	const reading = await readingOf(readOnce());
	return reading.kind === 'fresh'
		? compareVersion(subject, reading.value)
		: (reading as Reading<T>);
}

/**
 * Records a version.
 *
 * @param written the values that were written, as the response showed them; earlier values count as well
 */
export function recordVersion(
	subject: string,
	record: IDataObject,
	totals: Version['totals'] = {},
	written?: IDataObject,
) {
	const last = memory.ledger.versions.get(subject);
	const isRecent = last !== undefined && !isSettled(monotonic(), last.at);
	const kept = isRecent ? last : undefined;
	const updatedAt = updatedAtOf(record);
	const isChanged = written === undefined && updatedAt > (kept?.updatedAt ?? Number.NaN);
	const readable = Object.entries(totals).filter(([, total]) => !Number.isNaN(total));
	memory.ledger.versions.set(subject, {
		at: monotonic(),
		updatedAt: Number.isNaN(updatedAt) ? (kept?.updatedAt ?? Number.NaN) : updatedAt,
		totals: { ...kept?.totals, ...Object.fromEntries(readable) },
		written: { ...(!isChanged && kept?.written), ...written },
	});
}

/** The result of a read that was repeated while it was behind. */
export type FreshReading<T> = Exclude<Reading<T>, { kind: 'behind' }>;

/**
 * Reads a record until it is not behind, for as long as reads may be. A record that is still behind then is accepted: a
 * pending refund may have failed, or somebody may have restored a value.
 *
 * @param first the result of an earlier read, if there was one
 */
export async function readFresh<T>(
	context: Context,
	subject: string,
	readOnce: () => Promise<Read<T> | undefined>,
	first?: Reading<T>,
): Promise<FreshReading<T>> {
	const readAgain = async () => await readVersion(subject, readOnce);
	let reading = first ?? (await readTwice(context, readAgain));
	const since = memory.ledger.versions.get(subject)?.at ?? monotonic();
	for (const time of LOOKUPS_MS) {
		if (reading.kind !== 'behind') return reading;
		await waitUntil(context, since + time);
		reading = await readTwice(context, readAgain);
	}
	if (reading.kind !== 'behind') return reading;
	memory.ledger.versions.delete(subject);
	return { kind: 'fresh', value: reading.value };
}
