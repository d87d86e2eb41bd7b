import type { IWebhookFunctions } from 'n8n-workflow';
import type { Limit } from 'p-limit';

import type { Identities } from '../events/event';
import { BoundedMap } from '../shared/boundedMap';
import { monotonic } from '../transport/clock';
import { DeliveryDeduplicator } from './receive/deduplicate';
import { isTest } from './registration/identity';

/** How many notifications that the API does not show yet are kept (choice): in SETTLED_MS, 250 a second fit. */
const MAX_UNSETTLED = 10_000;

/** How long a read may be behind, in milliseconds (docs/reliability.md). */
const SETTLED_MS = 40_000;

const empty = () => ({
	/** When this process started, by the monotonic clock. */
	startedAt: monotonic(),
	/** The events that have started workflows: n8n does not save changes that a webhook makes to static data. */
	deliveries: new DeliveryDeduplicator(),
	/** When a notification that the API did not show was first received, by its trigger and its ID. */
	unsettled: new BoundedMap<string, number>(MAX_UNSETTLED),
	/** The queues of unsigned events, by credential. */
	unsignedQueues: new Map<string, Limit>(),
});

/** The memory of this process, shared by all triggers. */
export const memory = {
	...empty(),
	/** Forgets everything, as n8n does when it is started again. */
	restart() {
		Object.assign(memory, empty());
	},
};

export function keyOf(context: IWebhookFunctions): string {
	return `${context.getWorkflow().id}:${context.getNode().id}`;
}

/** Returns whether an event cannot start the workflow any more. A test run has no memory. */
export function isUsedUp(context: IWebhookFunctions, { blockedBy }: Identities): boolean {
	if (isTest(context)) return false;
	return blockedBy.some((id) => memory.deliveries.has(keyOf(context), id, monotonic()));
}

const settlingKey = (context: IWebhookFunctions, notification: string) =>
	`${keyOf(context)} ${isTest(context)} ${notification}`;

/** Returns whether a notification was first received so long ago that reads are no longer behind. */
export function hasSettled(context: IWebhookFunctions, notification: string): boolean {
	const key = settlingKey(context, notification);
	const now = monotonic();
	const at = memory.unsettled.get(key) ?? now;
	memory.unsettled.set(key, at);
	return now - at >= SETTLED_MS;
}

/** Forgets when notifications were first received. After a response, the same one may report the next event. */
export function forgetSettling(context: IWebhookFunctions, notifications: string[]) {
	for (const one of notifications) memory.unsettled.delete(settlingKey(context, one));
}
