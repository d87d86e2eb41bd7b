/* How long things count, in milliseconds. They follow from the fault model in docs/reliability.md. */

/** How long a request may still be processed after its connection broke (fault F3). */
const LATE_WORK_MS = 20_000;

/** By how much a read may be behind (fault F4). */
export const READ_LAG_MS = 20_000;

/** After this time, a fresh read shows all changes by a request, except for a pending refund or charge. */
export const SETTLED_MS = LATE_WORK_MS + READ_LAG_MS;

/** When a request is looked up after its outcome became unknown. At the last time, it has settled. */
export const LOOKUPS_MS = [0, 1_000, 4_000, 10_000, 20_000, SETTLED_MS];

/** How long to wait before a read is repeated that was forbidden, or found nothing. */
export const REREAD_MS = { notAllowed: 5_000, notFound: 1_000 };

/**
 * How long the ledger keeps an entry (choice): a pending refund or charge may be counted that late. The number of
 * entries grows with the writes of a day: at a million, the limits below drop the oldest ones earlier.
 */
export const ENTRY_TTL_MS = 24 * 60 * 60_000;

/** How long the items of a run share a list (choice): its reads grow with the time of a run, not with the items. */
export const SNAPSHOT_TTL_MS = 5_000;

/** How many complete requests of a subject are kept (choice). Creations without a name share one, and grow with the business. */
export const MAX_DONE = 100;

/** How many subjects, items and IDs the ledger keeps (choice). They grow with the writes of a day: a busy day fits. */
export const MAX_SUBJECTS = 50_000;
