import { z } from 'zod';

import { recentRules } from './recentStatuses';
import { isWhole } from './seenRecords';

/** The version of the state: a state of another version is discarded, and the next poll counts as the first. */
export const STATE_VERSION = 1;

const rules = z.object({
	/** The list that is polled (`PollParameters.key`). */
	key: z.string(),
	/** Greater than that of earlier states: a clock, which can be set, does not show which state is newer. */
	revision: z.number(),
	/** The ID of the business, if the credential may read it. */
	business: z.string().optional(),
	/** All records that were created since this time are in `seen`. Milliseconds since 1970. */
	since: z.number(),
	/** When the last response was sent, by the clock of the API. Milliseconds since 1970. */
	readAt: z.number(),
	/** The same time by n8n's clock. */
	clockAt: z.number(),
	/** When the days that are due once an hour were read, in milliseconds since 1970. */
	hourlyAt: z.number(),
	/** When all days were read, in milliseconds since 1970. */
	fullScanAt: z.number(),
	/** The saved form of `RecentStatuses`. */
	recent: recentRules,
	/** The saved form of `SeenRecords`. */
	seen: z.object({ buckets: z.record(z.string()), statuses: z.array(z.string()) }).refine(isWhole),
});

/**
 * The state of a trigger, in n8n's static data. It is replaced as a whole after everything was read, so that a poll
 * that fails changes nothing.
 */
export type PollState = z.infer<typeof rules>;

/**
 * Returns the newest valid state with a key, the first of equal ones; nothing if there is none.
 *
 * @param states of any form
 */
export function newestState(states: unknown[], key: string): PollState | undefined {
	const matching = states
		.map((state) => rules.safeParse(state).data)
		.filter((state) => state?.key === key);
	return matching.reduce(
		(newest, state) => (state!.revision > newest!.revision ? state : newest),
		matching[0],
	);
}
