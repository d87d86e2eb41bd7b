import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import pLimit, { type Limit } from 'p-limit';

import { ifFound, isNotFoundOrRejected } from '../../errors/httpFailure';
import type { PaymentEvent } from '../../events/event';
import { happenedAt } from '../../events/eventTime';
import { lacksPaymentId } from '../../events/readEvent';
import {
	asRecorded,
	inOrder,
	isOutdated,
	matches,
	type ConfirmedEvent,
} from '../../events/recorded';
import { shownOf } from '../../events/shown';
import { credentialId } from '../../run/credential';
import { monotonic } from '../../transport/clock';
import { serviceTime } from '../../transport/serviceClock';
import { hasSettled, isUsedUp, keyOf, memory } from '../memory';
import { NotificationRejectedError, rejected, type ResponseName } from '../receive/rejected';
import type { VerificationLevel } from '../receive/verify';
import { checkWebhookUrl, findRecords } from './find';

/** How many unsigned events of a credential are confirmed at a time (choice), at any size: anyone can send them. */
const UNSIGNED_CONCURRENCY = 2;

/** How many unsigned events wait (choice), at any size: with more, senders would not wait so long. */
const MAX_UNSIGNED = 100;

/** An event as it was received, with the hash of its bytes. */
interface Received {
	claim: PaymentEvent;
	hash: string;
	level: VerificationLevel;
}

/**
 * Confirms an event with the API (docs/interface.md, Confirming a notification). Without a signature, anyone with an ID
 * could send it, so it also has to be recent, and meant for this trigger.
 *
 * @returns the event, or the events that it may be, the likeliest first: a payment may have no ID
 * @throws NotificationRejectedError if the record shows another event (401), if the event is not for this trigger (403),
 * if it cannot be confirmed at the moment (503), or if the record has passed it (200)
 */
export async function confirmWithApi(
	context: IWebhookFunctions,
	received: Received,
): Promise<ConfirmedEvent[]> {
	const task = async () => await check(context, received);
	const confirmed = received.level === 'unsigned' ? queueOf(context)(task) : task();
	return await confirmed.catch((error: unknown) => {
		if (error instanceof NotificationRejectedError) throw error;
		throw rejected(isNotFoundOrRejected(error) ? 'notConfirmed' : 'notVerifiable');
	});
}

/** Returns the queue of unsigned events. @throws NotificationRejectedError (503) if too many wait */
function queueOf(context: IWebhookFunctions): Limit {
	const credential = credentialId(context);
	const queue = memory.unsignedQueues.get(credential) ?? pLimit(UNSIGNED_CONCURRENCY);
	memory.unsignedQueues.set(credential, queue);
	if (queue.pendingCount >= MAX_UNSIGNED) throw rejected('notVerifiable');
	return queue;
}

async function check(context: IWebhookFunctions, received: Received): Promise<ConfirmedEvent[]> {
	const { claim, level } = received;
	const records = (await ifFound(findRecords(context, claim))) ?? [];
	const matching = records.filter((record) => matches(claim, record));
	const proven = matching.filter(
		(record) => !isOutdated(claim, record) && shownOf(claim, record) === 'proven',
	);
	if (proven.length === 0) throw rejected(responseOf(context, received, records, matching));
	const time = serviceTime(credentialId(context));
	const startedAt = time - (monotonic() - memory.startedAt);
	const likeliest = lacksPaymentId(claim) ? inOrder(proven, startedAt, time) : proven;
	const confirmed = likeliest.map((record) => asRecorded(claim, record));
	return level === 'signed' ? confirmed : await meantForTrigger(context, received, confirmed);
}

/** Returns the response for an event that none of the records proves. */
function responseOf(
	context: IWebhookFunctions,
	{ claim, level, hash }: Received,
	records: IDataObject[],
	matching: IDataObject[],
): ResponseName {
	const { event, event_id, refund_id } = claim;
	// The charge may not be listed yet, while those of earlier attempts are: no ID tells them apart.
	const mayBeUnlisted = level !== 'unsigned' && lacksPaymentId(claim);
	// A signed body may differ in each delivery. Without a signature, anyone could send the event early, so only the same
	// bytes are the same event.
	const isSettled = () => hasSettled(context, level === 'signed' ? event_id : hash);
	if (records.some((record) => isOutdated(claim, record))) return 'outdated';
	// The record of a signed event exists, or will soon. Only a payment without an ID that failed early or is pending may
	// have none.
	const isIdentified = event !== 'refund' || refund_id !== undefined;
	if (records.length === 0 && level !== 'unsigned' && isIdentified) {
		const mayHaveNone = event !== 'payment.completed' && mayBeUnlisted;
		return mayHaveNone && isSettled() ? 'notConfirmed' : 'notListed';
	}
	const shown = matching.map((record) => shownOf(claim, record));
	// Without an ID, a pending charge may be that of another attempt.
	if (shown.includes('earlier') && !(mayBeUnlisted && isSettled())) return 'outdated';
	if (shown.includes('passed')) return 'superseded';
	if (shown.includes('unsettled')) return isSettled() ? 'superseded' : 'outdated';
	return mayBeUnlisted && !isSettled() ? 'notListed' : 'notConfirmed';
}

/** Returns the recent events. @throws NotificationRejectedError (403) if none is, or if another URL is notified */
async function meantForTrigger(
	context: IWebhookFunctions,
	{ level }: Received,
	confirmed: ConfirmedEvent[],
): Promise<ConfirmedEvent[]> {
	const trigger = keyOf(context);
	const now = monotonic();
	const time = serviceTime(credentialId(context));
	const { deliveries } = memory;
	const recent = confirmed.filter((one) => {
		if (isUsedUp(context, one)) return true;
		const at = happenedAt(one.event.event, one.record);
		return at !== undefined && deliveries.isRecent(trigger, at, now, time);
	});
	if (recent.length === 0) throw rejected('notRecent');
	if (recent.every((one) => isUsedUp(context, one))) return recent;
	await checkWebhookUrl(context, recent[0]!.event, level);
	return recent;
}
