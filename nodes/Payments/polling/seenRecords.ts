import { createHash } from 'crypto';

import { DAY_MS } from '../shared/time';

/** How many characters of an ID's hash name a bucket: there are 4,096 buckets, each short enough to search. */
const BUCKET_WIDTH = 2;

/**
 * How many characters of the hash are kept, those of the bucket included: 54 bits. The chance that one of 100,000
 * records is mistaken for another, and skipped, is 1 in 3 million; for a million records, it is 1 in 30,000.
 */
const HASH_WIDTH = 9;

/** The day, counted from 1970 in UTC, in base 36: sufficient until 2097. */
const DAY_WIDTH = 3;
const DAY_BASE = 36;
const MAX_DAY = DAY_BASE ** DAY_WIDTH - 1;

const STATUS_AT = HASH_WIDTH - BUCKET_WIDTH;
const DAY_AT = STATUS_AT + 1;
/** The width of an entry: the rest of the hash, the status in one character, the day. */
export const ENTRY_WIDTH = DAY_AT + DAY_WIDTH;

/** The character of the first status; the others follow. */
const FIRST_STATUS = '0'.charCodeAt(0);

/** The entries of each bucket, one after the other in a string. */
type Buckets = Record<string, string>;

/** The form that n8n saves. */
interface SavedRecords {
	buckets: Buckets;
	/** The statuses of the records; an entry has the index of one. */
	statuses: string[];
}

/**
 * The records that a trigger has seen, about a dozen bytes each, since n8n always saves all of them together. A record
 * is found by the hash of its ID: its creation time may be missing, or change its format between two polls.
 */
export class SeenRecords {
	/** Whether a record was added, changed or removed since this object was created. */
	isChanged = false;

	private readonly buckets: Buckets;
	private readonly statuses: string[];

	/** @param buckets, statuses are copied */
	constructor(buckets: Buckets = {}, statuses: string[] = []) {
		this.buckets = { ...buckets };
		this.statuses = [...statuses];
	}

	/** Returns the status of a record, or undefined if the record is not recorded. @param hash from `hashOf` */
	statusOf(hash: string): string | undefined {
		const { bucket, at } = this.find(hash);
		return at < 0 ? undefined : this.statuses[bucket.charCodeAt(at + STATUS_AT) - FIRST_STATUS];
	}

	/** Records a status. @param day the last day on which it is needed, counted from 1970 in UTC */
	set(hash: string, status: string, day: number) {
		const { name, bucket, at } = this.find(hash);
		if (!this.statuses.includes(status)) this.statuses.push(status);
		const code = String.fromCharCode(FIRST_STATUS + this.statuses.indexOf(status));
		const entry = hash.slice(BUCKET_WIDTH) + code + dayText(day);
		if (at < 0) this.replace(name, bucket + entry);
		else if (!bucket.startsWith(entry, at)) {
			this.replace(name, bucket.slice(0, at) + entry + bucket.slice(at + ENTRY_WIDTH));
		}
	}

	delete(hash: string) {
		const { name, bucket, at } = this.find(hash);
		if (at >= 0) this.replace(name, bucket.slice(0, at) + bucket.slice(at + ENTRY_WIDTH));
	}

	deleteBefore(day: number) {
		const first = dayText(day);
		for (const [name, bucket] of Object.entries(this.buckets)) {
			let kept = '';
			for (let at = 0; at < bucket.length; at += ENTRY_WIDTH) {
				const end = at + ENTRY_WIDTH;
				// Days are texts of the same length in base 36, so they sort as texts.
				if (bucket.slice(at + DAY_AT, end) >= first) kept += bucket.slice(at, end);
			}
			if (kept.length < bucket.length) this.replace(name, kept);
		}
	}

	toState(): SavedRecords {
		return { buckets: this.buckets, statuses: this.statuses };
	}

	private find(hash: string) {
		const name = hash.slice(0, BUCKET_WIDTH);
		const rest = hash.slice(BUCKET_WIDTH);
		const bucket = this.buckets[name] ?? '';
		let at = bucket.indexOf(rest);
		// A match may also span two entries.
		while (at >= 0 && at % ENTRY_WIDTH !== 0) at = bucket.indexOf(rest, at + 1);
		return { name, bucket, at };
	}

	private replace(name: string, bucket: string) {
		this.isChanged = true;
		if (bucket === '') delete this.buckets[name];
		else this.buckets[name] = bucket;
	}
}

/** Returns whether all entries can be found, and have a status: if not, recorded records would start the workflow. */
export function isWhole({ buckets, statuses }: SavedRecords): boolean {
	const last = FIRST_STATUS + statuses.length - 1;
	return Object.entries(buckets).every(([name, bucket]) => {
		if (name.length !== BUCKET_WIDTH || bucket.length % ENTRY_WIDTH !== 0) return false;
		for (let at = STATUS_AT; at < bucket.length; at += ENTRY_WIDTH) {
			const code = bucket.charCodeAt(at);
			if (code < FIRST_STATUS || code > last) return false;
		}
		return true;
	});
}

/** Returns the hash of an ID, as it is saved. */
export function hashOf(id: string): string {
	// In UTF-16, different texts stay different, whatever they consist of.
	return createHash('sha256').update(id, 'utf16le').digest('base64').slice(0, HASH_WIDTH);
}

/** Returns the day in UTC, counted from 1970. @param at milliseconds since 1970 */
export function dayNumber(at: number): number {
	return Math.floor(at / DAY_MS);
}

function dayText(day: number): string {
	const inRange = Math.min(MAX_DAY, Math.max(0, day));
	return inRange.toString(DAY_BASE).padStart(DAY_WIDTH, '0');
}
