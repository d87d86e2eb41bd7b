/**
 * The maximum of records in a list: n8n passes them as the arguments of a function (n8n 2.41.1, RoutingNode), which
 * fails beyond some 125,000.
 */
export const MAX_RECORDS = 100_000;

/** How many requests of one credential are in progress at a time, unless the node's options set another number. */
export const DEFAULT_CONCURRENCY = 8;

/** The maximum of the option. */
export const MAX_CONCURRENCY = 50;

/** How many times a request is sent, unless the node's options set another number. */
export const DEFAULT_ATTEMPTS = 5;

/** The maximum of the option. */
export const MAX_ATTEMPTS = 10;
