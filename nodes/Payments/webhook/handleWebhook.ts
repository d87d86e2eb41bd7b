import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { webhookResponses, type WebhookResponse } from '../shared/messages/webhooks';
import { amountOf } from '../shared/money';
import { isRecordOf } from '../shared/record';
import { request } from '../transport/triggerRequest';
import { isNotFoundOrRejected } from './apiRecords';
import { confirmWithApi, isOutdated, type ProcessedEvents } from './confirmWithApi';
import { deriveEvent } from './deriveEvent';
import { canOccur } from './eventFields';
import { toOutput, type EventData } from './eventOutput';
import { isRefunded, toEvent, toUnknown, type PaymentEvent } from './normalizeEvent';
import { DeliveryDeduplicator } from './receive/deduplicate';
import { readNotification, NotificationRejectedError, type Notification } from './receive/parse';
import { verify, type VerificationLevel } from './receive/verify';
import { hasMark, isTest } from './registrationName';
import { cachedSaltOf, saltOf } from './salt';
import { stateOf } from './staticData';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

type VerifiedEvent = Pick<EventData, 'event' | 'by' | 'record' | 'headers'>;

/** An event that starts the workflow, with its charge if that was requested to decide. */
interface Selected extends Pick<EventData, 'event' | 'charge'> {
	/** The update of the charge that reported a refund. */
	update?: PaymentEvent;
	/** Whether that update starts the workflow as such if the refund has started it before. */
	isUpdateSelected?: boolean;
}

/** Shared by all triggers of this process: n8n does not save what a webhook writes to static data. */
const deliveries = new DeliveryDeduplicator();

/** Handles a request to the trigger: a notification, or a customer who opens the payment link. */
export async function handleWebhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	return this.getWebhookName() === 'setup' ? openLink(this) : await handleNotification(this);
}

/** Redirects to the checkout page of the payment link, which is another one after the link was created again. */
function openLink(context: IWebhookFunctions): IWebhookResponseData {
	const { mode, checkoutUrl } = stateOf(context);
	if (mode !== 'link' || !checkoutUrl) return respond(context, webhookResponses.noLink);
	context.getResponseObject().redirect(checkoutUrl);
	return { noWebhookResponse: true };
}

/**
 * Handles a notification: parses it, verifies it, deduplicates it, and starts the workflow with it.
 *
 * Responds with 200 if the event was accepted, processed before, or not selected; with 401 if it is not true; with 403
 * if it is not recent or not for this trigger; with another 4xx if it cannot be read; and with 503 if it cannot be
 * verified at the moment. HitPay repeats a notification unless the status is 2xx.
 */
async function handleNotification(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	return await processNotification(context).catch((error: unknown) => {
		if (!(error instanceof NotificationRejectedError)) throw error;
		return respond(context, error);
	});
}

async function processNotification(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { method, headers, rawBody } = context.getRequestObject();
	const query = context.getQueryData() as IDataObject;
	const notification = readNotification({
		method,
		headers,
		rawBody,
		query,
	});
	const received = toEvent(notification);

	const ofEvent = notification.format === 'event' ? notification : undefined;
	const verified = { ...(await verifyEvent(context, notification, received)), headers: ofEvent };
	const selected = await select(context, verified);
	if (!selected) return respond(context, webhookResponses.ignored);
	// Not deduplicated: the workflow may also be published, and has to start there too.
	if (isTest(context)) return start(await outputOf(context, selected, verified));
	return await processOnce(context, selected, verified);
}

/**
 * Starts the workflow, unless the event has started it before. A refund also records the update that reported it:
 * another update starts the workflow, and the same one again does not.
 */
async function processOnce(
	context: IWebhookFunctions,
	{ update, isUpdateSelected, ...selected }: Selected,
	verified: VerifiedEvent,
): Promise<IWebhookResponseData> {
	const { event_id } = selected.event;
	const trigger = keyOf(context);
	const state = deliveries.begin(trigger, event_id, Date.now());
	if (state === 'known') {
		if (update && isUpdateSelected)
			return await processOnce(context, { ...selected, event: update }, verified);
		if (update) deliveries.commit(trigger, update.event_id, Date.now());
		return respond(context, webhookResponses.alreadyProcessed);
	}
	// The other delivery may still fail, so this one has to be repeated.
	if (state === 'running') throw new NotificationRejectedError(webhookResponses.inProgress);
	if (update) deliveries.begin(trigger, update.event_id, Date.now());
	// The refund last: what is dropped first must not be what starts the workflow.
	const eventIds = [...(update ? [update.event_id] : []), event_id];
	const response = context.getResponseObject();
	onResponse(response, () => {
		for (const id of eventIds) {
			if (response.statusCode >= 300) deliveries.rollback(trigger, id);
			else deliveries.commit(trigger, id, Date.now());
		}
	});

	const json = await outputOf(context, selected, verified);
	// The sender repeats a delivery that it interrupted, and the workflow must not start twice.
	if (response.destroyed) throw new NotificationRejectedError(webhookResponses.disconnected);
	return start(json);
}

/**
 * Calls a function when n8n responds: when the workflow starts or, with that option, finishes. n8n also does so after
 * the sender closed the connection, which no event of the response reports.
 */
function onResponse(response: Response, callback: () => void) {
	const end = response.end.bind(response) as (...args: unknown[]) => Response;
	response.end = (...args: unknown[]) => {
		callback();
		return end(...args);
	};
}

function start(json: IDataObject): IWebhookResponseData {
	return {
		workflowData: [[{ json }]],
		webhookResponse: { message: webhookResponses.accepted.message },
	};
}

/** Returns the key of the trigger for deduplication. */
function keyOf(context: IWebhookFunctions): string {
	return `${context.getWorkflow().id}:${context.getNode().id}`;
}

/** Returns the processed events of the trigger. A test run has none. */
function processedEventsOf(context: IWebhookFunctions): ProcessedEvents {
	const trigger = keyOf(context);
	return {
		has: (eventId) => !isTest(context) && deliveries.has(trigger, eventId, Date.now()),
		isRecent: (span) => deliveries.isRecent(trigger, span, Date.now()),
	};
}

/**
 * Verifies an event by its signature or with the API.
 *
 * @throws NotificationRejectedError if it is not true, or cannot be verified
 */
async function verifyEvent(
	context: IWebhookFunctions,
	notification: Notification,
	received: PaymentEvent,
): Promise<VerifiedEvent> {
	if (context.getNodeParameter('verification') === 'off') return { event: received, by: 'off' };

	const level = await verificationLevelOf(context, notification);
	// Without the ID of a payment, only the list of the API distinguishes it from the next one.
	const lacksId = received.event.startsWith('payment.') && !received.payment_id;
	const isVerified = level === 'signed' && !lacksId;
	if (isVerified || (level === 'signedText' && received.event === 'unknown')) {
		return { event: received, by: 'signature' };
	}
	return await confirmWithApi(context, received, processedEventsOf(context), level).then(
		(confirmed) => ({ ...confirmed, by: level === 'signed' ? 'signature' : 'service' }),
		(error: unknown) => {
			if (
				level === 'unsigned' ||
				!(error instanceof NotificationRejectedError) ||
				error.status >= 500
			)
				throw error;
			// HitPay sent it, but the API does not confirm its fields.
			return {
				event: level === 'signedText' ? toUnknown(notification) : received,
				by: 'signature',
			};
		},
	);
}

/**
 * Returns what the signature verifies. If the salt may belong to another endpoint, a mismatch proves nothing.
 *
 * @throws NotificationRejectedError if the signature does not match
 */
async function verificationLevelOf(
	context: IWebhookFunctions,
	notification: Notification,
): Promise<VerificationLevel> {
	const cached = cachedSaltOf(context);
	const quick = cached === undefined ? undefined : verify(notification, cached);
	if (quick && quick.level !== 'unsigned') return quick.level;
	const { salt, isStale } = await saltOf(context);
	const verification = verify(notification, salt);
	if (verification.level !== 'unsigned') return verification.level;
	if (verification.reason === 'noSalt' || isStale) return 'unsigned';
	throw new NotificationRejectedError(webhookResponses.signatureMismatch);
}

/**
 * Returns the event if it starts the workflow. The events of the account, and only those, have no refund: it is the
 * update of its charge. Unknown events always start the workflow, since they were sent to this URL. Payments of other
 * payment requests than the trigger's payment link do not.
 */
async function select(
	context: IWebhookFunctions,
	{ event, record }: VerifiedEvent,
): Promise<Selected | undefined> {
	const mode = context.getNodeParameter('mode');
	if (mode === 'link' && !isOfLink(context, event)) return undefined;
	const kinds = context.getNodeParameter('events', []) as string[];
	if (mode === 'account' && event.event === 'charge.updated' && kinds.includes('refund')) {
		const refund = await asRefund(context, event, record);
		if (refund) return { ...refund, isUpdateSelected: kinds.includes('charge.updated') };
	}
	if (mode === 'account' && stateOf(context).isDerived) {
		const derived = deriveEvent(event, (kind) => kinds.includes(kind));
		if (derived) return { event: derived };
	}
	const isSelected = canOccur(mode, event.event) && kinds.includes(event.event);
	return isSelected || event.event === 'unknown' ? { event } : undefined;
}

/**
 * Returns whether an event belongs to the trigger's payment link. The reference number names the trigger, so late
 * payments of an earlier link are included.
 */
function isOfLink(context: IWebhookFunctions, event: PaymentEvent): boolean {
	const { payment_request_id, reference_number } = event;
	const { id, name } = stateOf(context);
	return (
		payment_request_id === undefined ||
		payment_request_id === id ||
		(name !== undefined && hasMark(reference_number, name))
	);
}

/**
 * Returns the update of a charge as a refund, if it is one. The amount is the total refunded amount: a further update
 * with the same amount is the same event. If only the charge contains it, it may include a later refund by now: a signed
 * update that was processed before is returned as such. Some partially refunded charges stay `succeeded`.
 */
async function asRefund(
	context: IWebhookFunctions,
	event: PaymentEvent,
	record: IDataObject | undefined,
): Promise<Selected | undefined> {
	// Without a signature, the record of the API is verified, and the payload is not.
	const update = record ?? event.payload;
	const isReported = isRefunded(update);
	if (!isReported && update.refunded_amount !== undefined) return undefined;
	const reported = amountOf(update.refunded_amount) || null;
	// Without its time, an update with the same values is not known to be the same.
	const isIdentified = record === undefined && update.updated_at !== undefined;
	if (reported === null && isIdentified && processedEventsOf(context).has(event.event_id)) {
		return { event };
	}
	const charge = event.payment_id ? await chargeOf(context, event) : undefined;
	const amount = reported ?? (amountOf(charge?.refunded_amount) || null);
	if (!isReported && amount === null) return undefined;
	const event_id = amount === null ? event.event_id : `refund:${event.payment_id}:${amount}`;
	return { event: { ...event, event: 'refund', event_id, amount }, charge, update: event };
}

async function outputOf(
	context: IWebhookFunctions,
	selected: Selected,
	verified: VerifiedEvent,
): Promise<IDataObject> {
	const { checkoutUrl } = stateOf(context);
	const data = { ...verified, ...selected, checkoutUrl };
	return await toOutput(context, data, async () => await chargeOf(context, selected.event));
}

/** Returns the charge of an event; undefined if it does not exist, which is no reason to lose the event. */
async function chargeOf(
	context: IWebhookFunctions,
	event: PaymentEvent,
): Promise<IDataObject | undefined> {
	if (!event.payment_id) return undefined;
	const path = `/v1/charges/${encodeURIComponent(event.payment_id)}`;
	const charge = await request<IDataObject>(context, { method: 'GET', path }).catch(
		(error: unknown) => {
			if (isNotFoundOrRejected(error)) return undefined;
			throw new NotificationRejectedError(webhookResponses.chargeUnavailable);
		},
	);
	if (charge === undefined) return undefined;
	if (!isRecordOf(event.payment_id, charge))
		throw new NotificationRejectedError(webhookResponses.chargeUnavailable);
	if (isOutdated(event, charge)) throw new NotificationRejectedError(webhookResponses.outdated);
	return charge;
}

function respond(
	context: IWebhookFunctions,
	{ status, message }: WebhookResponse,
): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
