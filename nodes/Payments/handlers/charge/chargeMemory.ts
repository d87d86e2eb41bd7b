import type { IDataObject } from 'n8n-workflow';

import { BoundedMap } from '../../shared/boundedMap';
import { idTextOf } from '../../shared/record';
import { monotonic } from '../../transport/clock';
import type { Attempt } from '../idempotency/attempts';
import type { KnownCharges } from './newCharges';
import type { Counted } from './subscription';

/** How many subscriptions are recorded (choice). */
const MAX_SUBSCRIPTIONS = 50_000;

/** How many charges are recorded (choice). */
const MAX_CHARGES = 50_000;

/** How long a charge whose outcome is unknown blocks others of its subscription, in milliseconds (choice). */
const HOLD_MS = 60_000;

/** How long a charge whose outcome or ID is unknown may still show up, in milliseconds (choice). */
const UNIDENTIFIED_TTL_MS = 600_000;

/** What was known before a charge was sent, and what was sent. */
export interface Before {
	/** Nothing if the credential may not read charges. */
	known?: KnownCharges;
	/** Nothing if the subscription does not show it, or the credential may not read it. */
	counted?: Counted;
	/** How many charges of the subscription this process had made. */
	made: number;
	/** In major units. */
	amount: number;
	/** In lower case. */
	currency: string;
}

/** What this process recorded of a subscription: n8n has no other memory for an action node. */
export class ChargeMemory {
	/** How many charges this process made. */
	made = 0;
	/** What was known before those of them that were pending: the subscription counts them at any later time. */
	private readonly pending: Array<Pick<Before, 'counted' | 'made'>> = [];
	/** Charges whose outcome or whose ID is unknown, and since when. */
	private readonly unidentified = new Map<Attempt<Before>, number>();

	/** Records that the outcome of a charge is unknown. */
	addUnconfirmed(attempt: Attempt<Before>) {
		this.unidentified.set(attempt, monotonic());
	}

	/** Records a charge that was made. @param isPending whether the subscription may count it only later */
	confirm(attempt: Attempt<Before>, before: Before, isPending: boolean) {
		this.made += 1;
		const { counted, made } = before;
		if (isPending) this.pending.push({ counted, made });
		this.unidentified.delete(attempt);
		// What only the subscription showed has no ID: it may show up later as the charge of another item.
		if (idTextOf({ id: attempt.record?.payment_id }) === undefined)
			this.unidentified.set(attempt, monotonic());
	}

	/** Returns whether the subscription may have counted an own charge that was pending only after it was read. */
	hasUncounted({ counted, made }: Before): boolean {
		return this.pending.some(
			(one) => !counted || !one.counted || counted.times - one.counted.times < made - one.made,
		);
	}

	/** Returns whether another charge may be in progress right now. */
	isOnHold(known: Attempt<Before>): boolean {
		const since = monotonic() - HOLD_MS;
		return this.othersUnidentified(known).some(
			(one) => !one.record && this.unidentified.get(one)! > since,
		);
	}

	/** Returns the other charges that may still show up: their outcome is unknown, or else their ID. */
	othersUnidentified(known: Attempt<Before>): Array<Attempt<Before>> {
		const since = monotonic() - UNIDENTIFIED_TTL_MS;
		for (const [one, at] of this.unidentified) if (at < since) this.unidentified.delete(one);
		return [...this.unidentified.keys()].filter((one) => one !== known);
	}
}

const memories = new BoundedMap<string, ChargeMemory>(MAX_SUBSCRIPTIONS);

/** Returns what is recorded of a subscription. @param key the URL of the API and the ID of the subscription */
export function memoryOf(key: string): ChargeMemory {
	const memory = memories.get(key) ?? new ChargeMemory();
	memories.set(key, memory);
	return memory;
}

/** The charges that this process made, so that none counts for two items. */
const claimed = new BoundedMap<string, true>(MAX_CHARGES);

/** Records whose charge it is. @param api the URL of the API */
export function claim(api: string, record: IDataObject) {
	const id = idTextOf({ id: record.payment_id });
	if (id !== undefined) claimed.set(keyOf(api, id), true);
}

/** Returns whether a charge is that of an item of this process. */
export function isClaimed(api: string, id: unknown): boolean {
	return claimed.has(keyOf(api, idTextOf({ id }) ?? ''));
}

function keyOf(api: string, id: string): string {
	return `${api} ${id.toLowerCase()}`;
}
