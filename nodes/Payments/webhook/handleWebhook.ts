import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { PaymentEvent } from '../events/event';
import type { Notification } from '../events/notification';
import { lacksPaymentId, toEvent } from '../events/readEvent';
import { webhookResponses } from '../shared/messages/webhooks';
import { monotonic } from '../transport/clock';
import { respond } from '../transport/respond';
import { checkRepeated } from './confirm/find';
import { toOutput } from './eventOutput';
import { forgetSettling, keyOf, memory } from './memory';
import { proveEvent, type ProvenEvent, verificationLevelOf } from './proveEvent';
import { readNotification, receive } from './receive/parse';
import { NotificationRejectedError, rejected } from './receive/rejected';
import { isTest, stateOf } from './registration/identity';
import { selectEvents } from './selectEvents';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/**
 * Handles a request to the trigger: a notification, or a customer who opens the payment link.
 *
 * Responds to a notification with 200 if nothing is left to do, with 4xx if it is refused, and with 503 if it cannot be
 * verified at the moment (shared/messages/webhooks). HitPay repeats a notification unless the status is 2xx.
 */
export async function handleWebhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	if (this.getWebhookName() === 'setup') return openLink(this);
	return await handleNotification(this).catch((error: unknown) => {
		if (!(error instanceof NotificationRejectedError)) throw error;
		return respond(this, error.response);
	});
}

/** Redirects to the checkout page of the payment link. If the link was created again, the page has another URL. */
function openLink(context: IWebhookFunctions): IWebhookResponseData {
	const { mode, checkoutUrl } = stateOf(context);
	if (mode !== 'link' || !checkoutUrl) return respond(context, webhookResponses.noLink);
	context.getResponseObject().redirect(checkoutUrl);
	return { noWebhookResponse: true };
}

/** Verifies a notification, reads it, deduplicates it, and starts the workflow with it. */
async function handleNotification(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { method, headers, rawBody } = context.getRequestObject();
	const query = context.getQueryData() as IDataObject;
	const received = receive({ method, headers, rawBody, query });
	// Before its content is read, which takes much longer.
	const level = await verificationLevelOf(context, received);
	const notification = readNotification(received);
	const claim = toEvent(notification);
	const response = context.getResponseObject();
	onResponse(response, () => {
		if (response.statusCode >= 300) return;
		forgetSettling(context, [claim.event_id, notification.hash]);
	});
	const proven = await proveEvent(context, notification, claim, level);
	const candidates: ProvenEvent[] = [];
	for (const one of proven) candidates.push(...(await selectEvents(context, one)));
	const [first] = candidates;
	if (!first) return respond(context, webhookResponses.ignored);
	// Not deduplicated: the workflow may also be published, and has to start there too.
	if (isTest(context)) return start(await toOutput(context, first, notification));
	return await processOnce(context, claim, candidates, notification);
}

/** Starts the workflow with the first event that has not started it before. */
async function processOnce(
	context: IWebhookFunctions,
	claim: PaymentEvent,
	candidates: ProvenEvent[],
	notification: Notification,
): Promise<IWebhookResponseData> {
	const { deliveries } = memory;
	const trigger = keyOf(context);
	const begun = deliveries.begin(trigger, candidates, monotonic());
	if (begun === 'processed') {
		if (lacksPaymentId(claim) && candidates[0]!.record) await checkRepeated(context, claim);
		return respond(context, webhookResponses.alreadyProcessed);
	}
	// The running delivery may still fail, so HitPay has to repeat this one.
	if (begun === 'running') throw rejected('inProgress');
	const candidate = candidates[begun]!;
	const response = context.getResponseObject();
	onResponse(response, () => {
		for (const id of candidate.uses) {
			if (response.statusCode >= 300) deliveries.rollback(trigger, id);
			else deliveries.commit(trigger, id, monotonic());
		}
	});

	const json = await toOutput(context, candidate, notification);
	// The sender repeats a delivery that it interrupted, and the workflow must not start twice.
	if (response.destroyed) throw rejected('disconnected');
	return start(json);
}

/** Calls a function when n8n responds: also after the sender closed the connection, which no event reports. */
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
