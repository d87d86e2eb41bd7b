import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { request } from '../transport/request';
import { asRecorded, confirm } from './confirm';
import { toEvent, type PaymentEvent } from './event';
import { Remembered } from './once';
import { isTest, ownName } from './own';
import { readNotification, Refused, type Notification } from './read';
import { recentSaltOf, saltOf } from './salt';
import { saysNo } from './service';
import { stateOf } from './state';
import { callbackSignature, eventSignature, fits } from './verify';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

/** How an event was found true. */
type Verified = 'signature' | 'service' | 'off';

interface Truth {
	event: PaymentEvent;
	by: Verified;
	/** The service's own record, if it was asked. */
	record?: IDataObject;
}

/** Shared by all triggers of this process; n8n gives a webhook no other memory. */
const remembered = new Remembered();

/**
 * Takes a notification in: reads it, checks it, drops it if it came before, and starts the
 * workflow with it.
 *
 * Answers: 200 for what was taken in (or came before, or is not wanted), 401 for what is not
 * believed, another 4xx for what can not be read, 503 for what could not be checked now, so that
 * the service delivers it again.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	return await takeIn(this).catch((error: unknown) => {
		if (!(error instanceof Refused)) throw error;
		return answer(this, error.status, error.message);
	});
}

async function takeIn(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { method, headers, rawBody } = context.getRequestObject();
	const query = context.getQueryData() as IDataObject;
	const notification = readNotification({
		method,
		headers,
		rawBody,
		query,
	});
	const told = toEvent(notification);

	const verified = await verify(context, notification, told);
	const chosen = await choose(context, verified.event);
	if (!chosen) return answer(context, 200, 'Not wanted');
	// The same workflow may be published: what the editor sees is not to be missing there.
	if (isTest(context)) return start(await toOutput(context, chosen, verified));
	return await takeInOnce(context, chosen, verified);
}

/** Starts the workflow unless the event did so before. */
async function takeInOnce(
	context: IWebhookFunctions,
	chosen: Chosen,
	verified: Truth,
): Promise<IWebhookResponseData> {
	const { eventId } = chosen.event;
	const trigger = `${context.getWorkflow().id}:${context.getNode().id}`;
	const state = remembered.begin(trigger, eventId, Date.now());
	if (state === 'known') return answer(context, 200, 'Known already');
	// The other delivery may still come to nothing: this one is to come again.
	if (state === 'running') throw new Refused(503, 'The same event is being taken in');
	const response = context.getResponseObject();
	whenAnswered(response, () => {
		if (response.statusCode < 300) remembered.keep(trigger, eventId, Date.now());
		else remembered.forget(trigger, eventId);
	});

	const json = await toOutput(context, chosen, verified);
	// Whoever hung up delivers it again: it is not to start twice.
	if (response.destroyed) throw new Refused(503, 'The connection is gone');
	return start(json);
}

/**
 * n8n answers a delivery when the workflow has started or, as the trigger says, has ended. It does so
 * too when the sender has hung up meanwhile, which no event of the response tells.
 */
function whenAnswered(response: Response, then: () => void) {
	const end = response.end.bind(response) as (...given: unknown[]) => Response;
	response.end = (...given: unknown[]) => {
		then();
		return end(...given);
	};
}

function start(json: IDataObject): IWebhookResponseData {
	return { workflowData: [[{ json }]], webhookResponse: { message: 'Taken in' } };
}

/** Throws `Refused` unless the event is true. @returns how that was found out, and what is true */
async function verify(
	context: IWebhookFunctions,
	notification: Notification,
	event: PaymentEvent,
): Promise<Truth> {
	const check = context.getNodeParameter('verification');
	if (check === 'off') return { event, by: 'off' };

	const recent = recentSaltOf(context);
	if (recent && isSigned(notification, recent)) return { event, by: 'signature' };
	const salt = await saltOf(context);
	if (salt !== '') {
		if (!isSigned(notification, salt)) throw new Refused(401, 'The signature does not fit');
		return { event, by: 'signature' };
	}
	const confirmation = await confirm(context, event);
	if ('unreachable' in confirmation) throw new Refused(503, 'It can not be checked right now');
	if ('refuted' in confirmation) throw new Refused(401, 'The service does not confirm this');
	const { record } = confirmation;
	return { event: asRecorded(event, record), by: 'service', record };
}

function isSigned(notification: Notification, salt: string): boolean {
	return notification.format === 'callback'
		? fits(callbackSignature(notification.fields, salt), notification.hmac)
		: fits(eventSignature(notification.rawBody, salt), notification.signature);
}

/** Statuses of a charge that was refunded (docs/interface.md, Charge status). */
const refunded = ['refunded', 'partially_refunded'];

/** An event that starts the workflow, with its charge if that was needed to tell. */
interface Chosen {
	event: PaymentEvent;
	charge?: IDataObject;
}

/**
 * The event as it was chosen, if it was. The account's events, and only those, have no refund of
 * their own: it comes as the update of its charge. Events that nobody knows yet are passed on: they
 * were sent to this very address. A payment of something else than the payment link is none of its
 * events.
 */
async function choose(
	context: IWebhookFunctions,
	event: PaymentEvent,
): Promise<Chosen | undefined> {
	const mode = context.getNodeParameter('mode');
	if (mode === 'link' && !isOfLink(context, event)) return undefined;
	const chosen = context.getNodeParameter('events', []) as string[];
	const isRefund = event.event === 'charge.updated' && refunded.includes(event.status ?? '');
	if (mode === 'account' && isRefund && chosen.includes('refund')) {
		return await asRefund(context, event);
	}
	return event.event === 'unknown' || chosen.includes(event.event) ? { event } : undefined;
}

/**
 * Whether an event is one of the trigger's payment link. Its reference number names the trigger, so
 * the payment of an earlier link, which came late, is known too.
 */
function isOfLink(context: IWebhookFunctions, event: PaymentEvent): boolean {
	const { paymentRequestId, referenceNumber } = event;
	return (
		paymentRequestId === undefined ||
		paymentRequestId === stateOf(context).id ||
		referenceNumber === ownName(context)
	);
}

/**
 * The update of a refunded charge, told as a refund. Its amount is all that was refunded of the
 * charge so far, which only the charge itself says: another update of it, with nothing more refunded,
 * is the same event.
 */
async function asRefund(context: IWebhookFunctions, event: PaymentEvent): Promise<Chosen> {
	const charge = event.paymentId ? await chargeOf(context, event.paymentId) : undefined;
	const amount = typeof charge?.refunded_amount === 'number' ? charge.refunded_amount : null;
	const eventId = amount === null ? event.eventId : `refund:${event.paymentId}:${amount}`;
	return { event: { ...event, event: 'refund', eventId, amount }, charge };
}

async function toOutput(
	context: IWebhookFunctions,
	{ event, charge }: Chosen,
	{ by, record }: Truth,
): Promise<IDataObject> {
	const { checkoutUrl } = stateOf(context);
	const output: IDataObject = { ...event, verifiedBy: by };
	if (record) output.record = record;
	if (checkoutUrl) output.checkoutUrl = checkoutUrl;
	if (context.getNodeParameter('options.includeCharge', false) === true) {
		const whole = charge ?? (event.paymentId && (await chargeOf(context, event.paymentId)));
		if (whole) output.charge = whole;
	}
	return output;
}

/** Nothing if the service does not have it: an event that is true is not lost for that. */
async function chargeOf(context: IWebhookFunctions, id: string): Promise<IDataObject | undefined> {
	const path = `/v1/charges/${encodeURIComponent(id)}`;
	return await request<IDataObject>(context, { method: 'GET', path }).catch((error: unknown) => {
		if (saysNo(error)) return undefined;
		throw new Refused(503, 'The charge can not be fetched right now');
	});
}

function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
