import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { withOffset } from '../shared/time';
import type { Event } from './fields';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/**
 * What a trigger remembers, in n8n's static data. It is replaced as a whole, after everything was read:
 * a poll that fails on its way has changed nothing.
 */
export interface Memory {
	/** What it is about (`Wanted.key`). */
	key: string;
	/** Every record made since, and there by now, is in `seen`. Milliseconds since 1970. */
	since: number;
	/** When all of the time looked back was read last, in milliseconds since 1970. */
	readAt: number;
	/** By ID. Small, since there may be many, and n8n saves them all with each start. */
	seen: Record<string, Seen>;
}

/** The day it was made, counted from 1970 in UTC, and its status. */
type Seen = [day: number, status: string];

/** A record to start the workflow with. */
export interface News {
	record: IDataObject;
	/** The status before, of one that changed; null if that was not seen. */
	previous?: string | null;
}

/** What a poll read. */
export interface Reading {
	/** What `keepOf` kept of them. */
	records: IDataObject[];
	/** Whether of all of the time looked back, not of the last days only. */
	isWhole: boolean;
}

/** All of the time looked back is read so often, in milliseconds. */
const WHOLE_EVERY = HOUR;

/** Records are remembered for longer than they count, in milliseconds: clocks may be set back. */
const MARGIN = 2 * DAY;

/** Only a charge that had succeeded can have these. */
const afterSuccess = ['refunded', 'partially_refunded'];

/**
 * Whether all of the time looked back has to be read, not only the last days.
 *
 * @param lookBack days
 */
export function isWholeDue({ readAt, since }: Memory, lookBack: number, now: number): boolean {
	// Before `since` nothing is known: it looks back further now than it did. Or a clock was set back.
	return now - readAt >= WHOLE_EVERY || readAt > now || now - lookBack * DAY < since;
}

/**
 * What is kept of a record while a list is read. Of one that can not start the workflow it is what `learn`
 * looks at: there may be a hundred thousand of them, most of them known.
 *
 * @param memory nothing at the beginning: then none of them starts it
 */
export function keepOf(memory: Memory | undefined): (record: IDataObject) => IDataObject {
	return (record) => {
		const { id, status, created_at } = record;
		const mayStart = memory !== undefined && memory.seen[id as string]?.[1] !== status;
		return mayStart ? record : { id, status, created_at };
	};
}

/**
 * Compares what was read with what is remembered.
 *
 * @param memory nothing at the beginning: then all that is there is learnt, and nothing is new
 * @param lookBack days
 * @returns what is new, the oldest first, and what to remember from now on
 */
export function learn(
	memory: Memory | undefined,
	{ records, isWhole }: Reading,
	{ event, key, lookBack }: { event: Event; key: string; lookBack: number },
	now: number,
): { news: News[]; memory: Memory } {
	const begin = now - lookBack * DAY;
	const seen = new Map(Object.entries(memory?.seen ?? {}));
	const news: Array<News & { at: number }> = [];
	// A record that moved while pages were read is there twice; the later one is newer.
	const listed = new Map(records.map((record) => [record.id as string, record]));
	for (const [id, record] of listed) {
		const at = madeAt(record) ?? now;
		const status = record.status as string;
		const before = seen.get(id)?.[1];
		const isNew =
			memory !== undefined && before === undefined && at >= Math.max(memory.since, begin);
		const is = event === 'chargeStatusChanged' ? changed(before, status, isNew) : isNew && {};
		if (is) news.push({ record, at, ...is });
		seen.set(id, [Math.floor(at / DAY), status]);
	}
	const rest = { key, seen: Object.fromEntries(seen) };
	// At the same moment, the service lists the newer one first.
	const inOrder = news.reverse().sort((a, b) => a.at - b.at);
	if (memory && !isWhole) return { news: inOrder, memory: { ...memory, ...rest } };

	rest.seen = Object.fromEntries(
		[...seen].filter(([id, [day]]) => listed.has(id) || (day + 1) * DAY > begin - MARGIN),
	);
	return { news: inOrder, memory: { ...rest, since: begin, readAt: now } };
}

/**
 * The change of a status, if there was one. A charge that was made and refunded between two polls
 * changed, though it was never seen before: who waits for refunds would miss it otherwise.
 */
function changed(before: string | undefined, status: string, isNew: boolean) {
	if (before !== undefined) return before !== status && { previous: before };
	return isNew && afterSuccess.includes(status) && { previous: null };
}

/** When a record was made, in milliseconds since 1970. */
function madeAt({ created_at }: IDataObject): number | undefined {
	const time = DateTime.fromISO(String(withOffset(created_at)));
	return time.isValid ? time.toMillis() : undefined;
}
