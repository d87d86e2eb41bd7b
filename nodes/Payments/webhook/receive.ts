import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isRecordOf } from '../transport/answer';
import { request } from '../transport/request';
import { amountOf } from '../shared/money';
import { canHappen } from './choices';
import { behind, confirm, isBehind, type Memory, type Voucher } from './confirm';
import { isRefunded, toEvent, toUnknown, type PaymentEvent } from './event';
import { Remembered } from './once';
import { isTest } from './own';
import { readNotification, Refused, type Notification } from './read';
import { recentSaltOf, saltOf } from './salt';
import { saysNo } from './service';
import { stateOf } from './state';
import { callbackSignature, eventSignature, fits, hasOneReading } from './verify';

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
 * Answers: 200 for what was accepted (or came before, or was not chosen), 401 for what is not true,
 * 403 for what is true but not recent or not for this trigger, another 4xx for what cannot be read, 503 for what
 * could not be checked now. The service delivers again whatever was not answered with a 2xx.
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
	const chosen = await choose(context, verified);
	if (!chosen) return answer(context, 200, 'Ignored');
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
	const trigger = keyOf(context);
	const state = remembered.begin(trigger, eventId, Date.now());
	if (state === 'known') return answer(context, 200, 'Already processed');
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
	return { workflowData: [[{ json }]], webhookResponse: { message: 'Accepted' } };
}

/** Which trigger it is, for its memory. */
function keyOf(context: IWebhookFunctions): string {
	return `${context.getWorkflow().id}:${context.getNode().id}`;
}

/** A test run has no memory. */
function memoryOf(context: IWebhookFunctions): Memory {
	const trigger = keyOf(context);
	return {
		knows: (eventId) => !isTest(context) && remembered.knows(trigger, eventId, Date.now()),
		isRecent: (span) => remembered.isRecent(trigger, span, Date.now()),
	};
}

/** Throws `Refused` unless the event is true. @returns how that was found out, and what is true */
async function verify(
	context: IWebhookFunctions,
	notification: Notification,
	told: PaymentEvent,
): Promise<Truth> {
	if (context.getNodeParameter('verification') === 'off') return { event: told, by: 'off' };

	const voucher = await voucherOf(context, notification);
	// One without the ID of its payment is told from the next one by the service's list.
	const isNameless = told.event.startsWith('payment.') && !told.paymentId;
	const isKnown = voucher === 'meaning' && !isNameless;
	if (isKnown || (voucher === 'text' && told.event === 'unknown')) {
		return { event: told, by: 'signature' };
	}
	return await confirm(context, told, memoryOf(context), voucher).then(
		(confirmed) => ({ ...confirmed, by: voucher === 'meaning' ? 'signature' : 'service' }),
		(error: unknown) => {
			if (voucher === 'none' || !(error instanceof Refused) || error.status >= 500) throw error;
			// The service sent it, but does not say what it is about.
			return { event: voucher === 'text' ? toUnknown(notification) : told, by: 'signature' };
		},
	);
}

/**
 * What the signature vouches for. Without a salt that is the endpoint's for certain, one that does not fit says
 * nothing.
 *
 * @throws Refused when it does not fit
 */
async function voucherOf(context: IWebhookFunctions, notification: Notification): Promise<Voucher> {
	const isClear = notification.format === 'event' || hasOneReading(notification.fields);
	const voucher = isClear ? 'meaning' : 'text';
	const recent = recentSaltOf(context);
	if (recent && isSignedWith(notification, recent)) return voucher;
	const { salt, isStale } = await saltOf(context);
	if (salt === '') return 'none';
	if (isSignedWith(notification, salt)) return voucher;
	if (isStale) return 'none';
	throw new Refused(401, 'The signature does not fit');
}

function isSignedWith(notification: Notification, salt: string): boolean {
	return notification.format === 'callback'
		? fits(callbackSignature(notification.fields, salt), notification.hmac)
		: fits(eventSignature(notification.rawBody, salt), notification.signature);
}

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
	{ event, record }: Truth,
): Promise<Chosen | undefined> {
	const mode = context.getNodeParameter('mode');
	if (mode === 'link' && !isOfLink(context, event)) return undefined;
	const chosen = context.getNodeParameter('events', []) as string[];
	if (mode === 'account' && event.event === 'charge.updated' && chosen.includes('refund')) {
		// Of what no signature vouches for, the service's record is true, and not what came.
		const refund = await asRefund(context, event, record ?? event.payload);
		if (refund) return refund;
	}
	const isChosen = canHappen(mode, event.event) && chosen.includes(event.event);
	return isChosen || event.event === 'unknown' ? { event } : undefined;
}

/**
 * Whether an event is one of the trigger's payment link. Its reference number names the trigger, so
 * the payment of an earlier link, which came late, is known too.
 */
function isOfLink(context: IWebhookFunctions, event: PaymentEvent): boolean {
	const { paymentRequestId, referenceNumber } = event;
	const { id, name } = stateOf(context);
	return (
		paymentRequestId === undefined ||
		paymentRequestId === id ||
		(name !== undefined && referenceNumber === name)
	);
}

/**
 * The update of a charge as a refund, if it is one. Its amount is all that was refunded of the
 * charge so far, which only the charge itself says: another update of it, with nothing more refunded,
 * is the same event. Some charges that were refunded in part stay `succeeded`.
 */
async function asRefund(
	context: IWebhookFunctions,
	event: PaymentEvent,
	update: Record<string, unknown>,
): Promise<Chosen | undefined> {
	const isSaid = isRefunded(update);
	if (!isSaid && update.refunded_amount !== undefined) return undefined;
	const charge = event.paymentId ? await chargeOf(context, event) : undefined;
	const amount = amountOf(charge?.refunded_amount) || null;
	if (!isSaid && amount === null) return undefined;
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
		const whole = charge ?? (await chargeOf(context, event));
		if (whole) output.charge = whole;
	}
	return output;
}

/** Nothing if the service does not have it: an event that is true is not lost for that. */
async function chargeOf(
	context: IWebhookFunctions,
	event: PaymentEvent,
): Promise<IDataObject | undefined> {
	if (!event.paymentId) return undefined;
	const path = `/v1/charges/${encodeURIComponent(event.paymentId)}`;
	const charge = await request<IDataObject>(context, { method: 'GET', path }).catch(
		(error: unknown) => {
			if (saysNo(error)) return undefined;
			throw cannotFetch();
		},
	);
	if (charge === undefined) return undefined;
	if (!isRecordOf(event.paymentId, charge)) throw cannotFetch();
	if (isBehind(event, charge)) throw behind();
	return charge;
}

function cannotFetch(): Refused {
	return new Refused(503, 'The charge cannot be fetched right now');
}

function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
