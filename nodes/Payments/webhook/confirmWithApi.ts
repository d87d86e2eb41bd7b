import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { statusFilter } from '../shared/chargeStatus';
import { credentialId } from '../shared/credential';
import { webhookResponses } from '../shared/messages/webhooks';
import { amountOf } from '../shared/money';
import { idTextOf } from '../shared/record';
import { DAY_MS } from '../shared/time';
import { request, type TriggerContext } from '../transport/triggerRequest';
import { firstPages, isNotFoundOrRejected } from './apiRecords';
import { shownOf } from './events/shown';
import { happenedAt, isBefore, periodOf } from './eventTime';
import { findRecord, isRecordEvent, isRecordOfEvent } from './findRecord';
import {
	customerOf,
	eventIdOf,
	eventOf,
	isPaymentEvent,
	isRefunded,
	type PaymentEvent,
} from './normalizeEvent';
import { NotificationRejectedError } from './receive/parse';
import type { VerificationLevel } from './receive/verify';
import { isSameUrl, isTest } from './registrationName';
import { stateOf } from './staticData';

/**
 * How many events of a credential are confirmed at a time that no signature verifies (choice): anyone can send them, and
 * with more, a notification would wait longer than its sender does.
 */
const MAX_UNSIGNED = 100;

/** How many of them are being confirmed, by credential. */
const unsigned = new Map<string, number>();

/** The fields of a charge, a refund or a payout that an event is compared with. */
interface ApiRecord extends IDataObject {
	id?: string;
	status?: string;
	amount?: number | string;
	amount_refunded?: number | string;
	currency?: string;
	payment_id?: string;
	payment_request_id?: string;
	order_reference_number?: string;
	created_at?: string;
}

/** An event with the values of the API's record, and that record. */
export interface ConfirmedEvent {
	event: PaymentEvent;
	record: IDataObject;
}

/** The events that have started a trigger's workflow. */
export interface ProcessedEvents {
	has(eventId: string): boolean;
	isRecent(span: { earliest: number; latest: number }): boolean;
}

/**
 * Confirms an event with the API (docs/interface.md, Confirming a notification). Status, amount and currency have to
 * match the record of the API.
 *
 * An event that no signature verifies also has to be recent, and meant for this trigger. Otherwise anyone with an ID
 * could start the workflow with an old payment, or with that of another workflow.
 *
 * @param level what a signature verifies
 * @throws NotificationRejectedError if the event is not confirmed (401), not for this trigger (403), or cannot be
 *   confirmed at the moment (503), e.g. because too many others wait
 */
export async function confirmWithApi(
	context: IWebhookFunctions,
	claim: PaymentEvent,
	processed: ProcessedEvents,
	level: VerificationLevel,
): Promise<ConfirmedEvent> {
	const end = level === 'unsigned' ? beginUnsigned(context) : undefined;
	return await check(context, claim, processed, level)
		.catch((error: unknown) => {
			if (error instanceof NotificationRejectedError) throw error;
			throw isNotFoundOrRejected(error)
				? new NotificationRejectedError(webhookResponses.notConfirmed)
				: new NotificationRejectedError(webhookResponses.notVerifiable);
		})
		.finally(end);
}

/**
 * Counts an event that no signature verifies.
 *
 * @returns what ends it
 * @throws NotificationRejectedError (503) if there are too many
 */
function beginUnsigned(context: IWebhookFunctions): () => void {
	const credential = credentialId(context);
	const countOf = () => unsigned.get(credential) ?? 0;
	if (countOf() >= MAX_UNSIGNED) {
		throw new NotificationRejectedError(webhookResponses.notVerifiable);
	}
	unsigned.set(credential, countOf() + 1);
	return () => unsigned.set(credential, countOf() - 1);
}

async function check(
	context: IWebhookFunctions,
	claim: PaymentEvent,
	processed: ProcessedEvents,
	level: VerificationLevel,
): Promise<ConfirmedEvent> {
	const record = await find(context, claim, processed).catch((error: unknown) => {
		if (error instanceof NotificationRejectedError || !isNotFoundOrRejected(error)) throw error;
		return undefined;
	});
	if (record && isOutdated(claim, record))
		throw new NotificationRejectedError(webhookResponses.outdated);
	// The record of a signed event exists, or will soon.
	if (!record && level !== 'unsigned' && hasRecord(claim)) {
		throw new NotificationRejectedError(webhookResponses.notListed);
	}
	if (!record || !matches(claim, record)) {
		throw new NotificationRejectedError(webhookResponses.notConfirmed);
	}
	const shown = shownOf(claim, record);
	if (shown !== 'proven') throw new NotificationRejectedError(notShown[shown]);
	const event = asRecorded(claim, record);
	if (level !== 'signed' && !processed.has(event.event_id)) {
		const at = happenedAt(event.event, record);
		if (!at || !processed.isRecent(at)) {
			throw new NotificationRejectedError(webhookResponses.notRecent);
		}
		await checkWebhookUrl(context, event);
	}
	return { event, record };
}

/** The responses to an event that the record does not show. */
const notShown = {
	earlier: webhookResponses.outdated,
	passed: webhookResponses.superseded,
	other: webhookResponses.notConfirmed,
};

/** Returns whether a true event of this kind has a record. A payment that failed early or is pending may have none. */
function hasRecord({ event, payment_id, refund_id }: PaymentEvent): boolean {
	if (event === 'refund') return refund_id !== undefined;
	return !!payment_id || !['payment.failed', 'payment.pending'].includes(event);
}

/** Returns whether a record is older than the notification about it, as copies of a database can be. */
export function isOutdated({ payload }: PaymentEvent, record: IDataObject): boolean {
	if (payload.id !== record.id) return false;
	const [received, recorded] = [payload, record].map(({ refunded_amount }) =>
		amountOf(refunded_amount),
	);
	return (
		isBefore(record.updated_at, payload.updated_at) ||
		(received != null && recorded != null && recorded < received) ||
		(isRefunded(payload) && !isRefunded(record))
	);
}

/**
 * Checks that a payment request notifies this trigger. A refund has no such field, and in the other modes the
 * registration identifies the trigger.
 */
async function checkWebhookUrl(
	context: IWebhookFunctions,
	{ event, payment_request_id }: PaymentEvent,
) {
	if (context.getNodeParameter('mode') !== 'requests') return;
	if (event === 'refund' || !payment_request_id) return;
	const { webhook } = await paymentRequest(context, payment_request_id);
	const own = [stateOf(context).address];
	// In a test run, n8n returns the published URL here.
	if (!isTest(context)) own.push(context.getNodeWebhookUrl('default'));
	if (own.some((url) => isSameUrl(url, webhook))) return;
	throw new NotificationRejectedError(webhookResponses.otherUrl);
}

async function paymentRequest(context: TriggerContext, id: string): Promise<IDataObject> {
	const path = `/v1/payment-requests/${encodeURIComponent(id)}`;
	return await request<IDataObject>(context, { method: 'GET', path });
}

async function find(
	context: TriggerContext,
	claim: PaymentEvent,
	processed: ProcessedEvents,
): Promise<ApiRecord | undefined> {
	const { event, payment_id, payment_request_id, refund_id } = claim;
	const get = async (path: string, id: string) => {
		const record = await request<ApiRecord>(context, {
			method: 'GET',
			path: `${path}/${encodeURIComponent(id)}`,
		});
		return isSameId(record.id, id) ? record : undefined;
	};

	if (event === 'refund') return refund_id ? await get('/v1/refund', refund_id) : undefined;
	if (event === 'payout.created') return await findPayout(context, claim);
	if (event === 'unknown') return undefined;
	if (isRecordEvent(event)) return await findRecord(context, event, claim);
	if (!payment_id) return await findPayment(context, claim, processed);
	if (payment_request_id) {
		const first = await chargesOf(context, payment_request_id).next();
		const found = first.done ? undefined : first.value.find(({ id }) => isSameId(id, payment_id));
		if (found) return found;
	}
	return await get('/v1/charges', payment_id);
}

function isSameId(id: unknown, other: string): boolean {
	return String(id).toLowerCase() === other.toLowerCase();
}

function chargesOf(context: TriggerContext, payment_request_id: string | undefined) {
	return firstPages<ApiRecord>(context, '/v1/charges', {
		payment_request_id,
		statuses: statusFilter(),
	});
}

/**
 * Finds the charge of a payment that was received without its ID: the newest that has not started the workflow, if
 * any, so that each starts it once.
 *
 * @throws NotificationRejectedError if the request accepts several payments and all of them were processed: the
 *   received one is not listed yet, or was received twice
 */
async function findPayment(
	context: TriggerContext,
	claim: PaymentEvent,
	processed: ProcessedEvents,
): Promise<ApiRecord | undefined> {
	const { event, payment_request_id = '' } = claim;
	const listed: ApiRecord[] = [];
	for await (const charges of chargesOf(context, payment_request_id)) {
		listed.push(...charges.filter((charge) => matches(claim, charge)));
	}
	const matching = listed.filter((charge) => shownOf(claim, charge) === 'proven');
	if (matching.length === 0) {
		return listed.find((charge) => shownOf(claim, charge) === 'earlier') ?? listed[0];
	}
	const createdAt = new Map(
		matching.map((charge) => [charge, periodOf(charge.created_at)?.latest ?? 0]),
	);
	matching.sort((one, other) => createdAt.get(other)! - createdAt.get(one)!);
	const recent = matching.filter((charge) => {
		const at = happenedAt(event, charge);
		return at && processed.isRecent(at);
	});
	const fresh = recent.find((charge) => !processed.has(asRecorded(claim, charge).event_id));
	if (fresh || recent.length === 0 || event !== 'payment.completed') return fresh ?? matching[0];
	const { allow_repeated_payments: isRepeated } = await paymentRequest(context, payment_request_id);
	if (isRepeated === true || isRepeated === 'true') {
		throw new NotificationRejectedError(webhookResponses.notListed);
	}
	return matching[0];
}

/** Searches the payouts around its date: the API cannot return a single payout. */
async function findPayout(
	context: TriggerContext,
	{ payout_id, payload }: PaymentEvent,
): Promise<ApiRecord | undefined> {
	const days = daysAround(payload.created_at);
	for await (const payouts of firstPages<ApiRecord>(context, '/v1/payouts', days)) {
		const found = payouts.find(({ id }) => id === payout_id);
		if (found) return found;
	}
	return undefined;
}

/** Returns the filter for a time, with a margin of a day: its days are those of the business's time zone. */
function daysAround(time: unknown): IDataObject {
	const at = periodOf(time);
	if (!at) return {};
	const day = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
	return { created_at_from: day(at.earliest - DAY_MS), created_at_to: day(at.latest + DAY_MS) };
}

function matches(claim: PaymentEvent, record: ApiRecord): boolean {
	const { event, amount, currency, payment_id, payment_request_id } = claim;
	if (isRecordEvent(event)) return isRecordOfEvent(event, claim, record);
	const recorded = event === 'refund' ? record.amount_refunded : record.amount;
	const sameRelations =
		event === 'refund'
			? isSame(payment_id, record.payment_id)
			: isSame(payment_request_id, record.payment_request_id);
	return (
		idTextOf(record) !== undefined &&
		sameRelations &&
		amount !== null &&
		amount === amountOf(recorded) &&
		currency === record.currency?.toLowerCase()
	);
}

/** Compares a field with the record, if the notification has it. */
function isSame(received: string | undefined, recorded: unknown): boolean {
	return received === undefined || received === recorded;
}

/**
 * Returns a confirmed event with the values of the API's record. Values that are not confirmed are in the payload
 * only. The event ID is made of recorded values, so that it is the same for every format of the notification.
 */
function asRecorded(claim: PaymentEvent, record: ApiRecord): PaymentEvent {
	const { event, payload } = claim;
	const id = String(record.id);
	if (!isPaymentEvent(event)) {
		// An unknown event has no record, so it is never confirmed.
		if (event === 'unknown') return claim;
		return { ...eventOf(event, { ...record, id }), payload };
	}
	const { payment_request_id, amount, currency, order_reference_number } = record;
	return {
		...claim,
		event_id: eventIdOf(event, [payment_request_id, id]),
		payment_id: id,
		payment_request_id,
		amount: amountOf(amount),
		currency: currency?.toLowerCase() ?? null,
		reference_number: order_reference_number || null,
		...customerOf(record),
	};
}
