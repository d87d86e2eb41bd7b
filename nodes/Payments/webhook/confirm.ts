import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { idTextOf } from '../transport/answer';
import { request, type TriggerContext } from '../transport/request';
import { amountOf } from '../shared/money';
import { eventIdOf, eventOf, isRefunded, type PaymentEvent } from './event';
import { isSameAddress, isTest } from './own';
import { Refused } from './read';
import { pagesOf, saysNo } from './service';
import { stateOf } from './state';
import { happenedAt, isBefore, momentOf } from './times';

/** The fields of a charge, a refund or a payout that an event can be held against. */
interface ServiceRecord extends IDataObject {
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

/** A true event in the words of the service's record, and that record. */
export interface Confirmed {
	event: PaymentEvent;
	record: IDataObject;
}

/**
 * What a signature vouches for: nothing, that the service sent this text, or also what it means. A text can mean
 * more than one thing (verify.ts, hasOneReading).
 */
export type Voucher = 'none' | 'text' | 'meaning';

/** What a trigger remembers of events that started its workflow. */
export interface Memory {
	knows(eventId: string): boolean;
	isRecent(span: { earliest: number; latest: number }): boolean;
}

/** Statuses of a charge whose money has arrived (docs/interface.md, Charge status). */
const paid = ['succeeded', 'success', 'succeeded_manually', 'refunded', 'partially_refunded'];

const DAY = 24 * 60 * 60 * 1000;

/**
 * Asks the service whether an event is true (docs/interface.md, Confirming a notification). Status, amount and
 * currency have to agree with the service's record.
 *
 * What no signature vouches for has to be recent, too, and meant for this trigger: whoever knows an id could
 * otherwise start the workflow with a payment of last year, or of somebody else.
 *
 * @param voucher what a signature says of it already
 * @throws Refused when it is not so (401), not for this trigger (403) or cannot be known now (503)
 */
export async function confirm(
	context: IWebhookFunctions,
	claim: PaymentEvent,
	memory: Memory,
	voucher: Voucher,
): Promise<Confirmed> {
	return await check(context, claim, memory, voucher).catch((error: unknown) => {
		if (error instanceof Refused) throw error;
		throw saysNo(error) ? notConfirmed() : new Refused(503, 'It cannot be checked right now');
	});
}

async function check(
	context: IWebhookFunctions,
	claim: PaymentEvent,
	memory: Memory,
	voucher: Voucher,
): Promise<Confirmed> {
	const record = await find(context, claim, memory).catch((error: unknown) => {
		if (error instanceof Refused || !saysNo(error)) throw error;
		return undefined;
	});
	const isPayment = claim.event.startsWith('payment.');
	if (record && (isBehind(claim, record) || (isPayment && record.status === 'pending'))) {
		throw behind();
	}
	// What was signed is there, or will be.
	if (!record && voucher !== 'none' && canBeFound(claim)) throw notListed();
	if (!record || !agrees(claim, record)) throw notConfirmed();
	const event = asRecorded(claim, record);
	if (voucher !== 'meaning' && !memory.knows(event.eventId)) {
		const at = happenedAt(event.event, record);
		if (!at || !memory.isRecent(at)) {
			throw new Refused(403, 'This is not recent, and no signature vouches for it');
		}
		await checkAddress(context, event);
	}
	return { event, record };
}

/** Whether the service has a record of what is claimed, if it is true. A try that failed early may have none. */
function canBeFound({ event, paymentId, refundId }: PaymentEvent): boolean {
	return event === 'refund' ? refundId !== undefined : !!paymentId || event !== 'payment.failed';
}

function notConfirmed(): Refused {
	return new Refused(401, 'The service does not confirm this');
}

/** It is to come again: the service does not show it yet, or it was told twice. */
function notListed(): Refused {
	return new Refused(503, 'The service does not show this yet');
}

/** It is to come again: what the service shows now, some copy of its records, is that of before. */
export function behind(): Refused {
	return new Refused(503, 'The record at the service is behind this notification');
}

/** Whether a record is older than the notification that is about it. */
export function isBehind({ payload }: PaymentEvent, record: IDataObject): boolean {
	if (payload.id !== record.id) return false;
	const [told, shown] = [payload, record].map(({ refunded_amount }) => amountOf(refunded_amount));
	return (
		isBefore(record.updated_at, payload.updated_at) ||
		(told != null && shown != null && shown < told) ||
		(isRefunded(payload) && !isRefunded(record))
	);
}

/**
 * A payment request names who is notified. A refund has no such field, and the account's endpoint and the payment
 * link are found otherwise.
 */
async function checkAddress(context: IWebhookFunctions, { event, paymentRequestId }: PaymentEvent) {
	if (context.getNodeParameter('mode') !== 'requests') return;
	if (event === 'refund' || !paymentRequestId) return;
	const { webhook } = await paymentRequest(context, paymentRequestId);
	const own = [stateOf(context).address];
	// Of a test run, n8n tells the webhook the published address.
	if (!isTest(context)) own.push(context.getNodeWebhookUrl('default'));
	if (own.some((address) => isSameAddress(address, webhook))) return;
	throw new Refused(403, 'The payment request names another address');
}

async function paymentRequest(context: TriggerContext, id: string): Promise<IDataObject> {
	const path = `/v1/payment-requests/${encodeURIComponent(id)}`;
	return await request<IDataObject>(context, { method: 'GET', path });
}

async function find(
	context: TriggerContext,
	claim: PaymentEvent,
	memory: Memory,
): Promise<ServiceRecord | undefined> {
	const { event, paymentId, paymentRequestId, refundId } = claim;
	const get = async (path: string, id: string) => {
		const record = await request<ServiceRecord>(context, {
			method: 'GET',
			path: `${path}/${encodeURIComponent(id)}`,
		});
		return isSameId(record.id, id) ? record : undefined;
	};

	if (event === 'refund') return refundId ? await get('/v1/refund', refundId) : undefined;
	if (event === 'payout.created') return await findPayout(context, claim);
	if (event === 'unknown') return undefined;
	if (!paymentId) return await findPayment(context, claim, memory);
	if (paymentRequestId) {
		const first = await chargesOf(context, paymentRequestId).next();
		const found = first.done ? undefined : first.value.find(({ id }) => isSameId(id, paymentId));
		if (found) return found;
	}
	return await get('/v1/charges', paymentId);
}

function isSameId(id: unknown, other: string): boolean {
	return String(id).toLowerCase() === other.toLowerCase();
}

function chargesOf(context: TriggerContext, paymentRequestId: string | undefined) {
	return pagesOf<ServiceRecord>(context, '/v1/charges', { payment_request_id: paymentRequestId });
}

/**
 * The charge of a payment that was told without its id: the newest that has not started the workflow yet, if any,
 * so that each starts it once.
 *
 * @throws Refused when the request can be paid again and all its payments are known: the one that was told is not
 *   in the list yet, or was told twice
 */
async function findPayment(
	context: TriggerContext,
	claim: PaymentEvent,
	memory: Memory,
): Promise<ServiceRecord | undefined> {
	const { event, paymentRequestId = '' } = claim;
	const alike: ServiceRecord[] = [];
	for await (const charges of chargesOf(context, paymentRequestId)) {
		alike.push(...charges.filter((charge) => agrees(claim, charge)));
	}
	const made = ({ created_at }: ServiceRecord) => momentOf(created_at)?.latest ?? 0;
	alike.sort((one, other) => made(other) - made(one));
	const recent = alike.filter((charge) => {
		const at = happenedAt(event, charge);
		return at && memory.isRecent(at);
	});
	const fresh = recent.find((charge) => !memory.knows(asRecorded(claim, charge).eventId));
	if (fresh || recent.length === 0 || event !== 'payment.completed') return fresh ?? alike[0];
	const { allow_repeated_payments: isRepeated } = await paymentRequest(context, paymentRequestId);
	if (isRepeated === true || isRepeated === 'true') throw notListed();
	return alike[0];
}

/** There is no way to ask for one payout, so it is looked for where it says that it is. */
async function findPayout(
	context: TriggerContext,
	{ payoutId, payload }: PaymentEvent,
): Promise<ServiceRecord | undefined> {
	const days = daysAround(payload.created_at);
	for await (const payouts of pagesOf<ServiceRecord>(context, '/v1/payouts', days)) {
		const found = payouts.find(({ id }) => id === payoutId);
		if (found) return found;
	}
	return undefined;
}

/** The filter for a moment, a day wider on both sides: days are those of the business's time zone. */
function daysAround(moment: unknown): IDataObject {
	const at = momentOf(moment);
	if (!at) return {};
	const day = (time: number) => new Date(time).toISOString().slice(0, 10);
	return { created_at_from: day(at.earliest - DAY), created_at_to: day(at.latest + DAY) };
}

function agrees(
	{ event, amount, currency, status, paymentId, paymentRequestId }: PaymentEvent,
	record: ServiceRecord,
): boolean {
	const recorded = event === 'refund' ? record.amount_refunded : record.amount;
	const sameRelations =
		event === 'refund'
			? isSame(paymentId, record.payment_id)
			: isSame(paymentRequestId, record.payment_request_id);
	const sameMoney =
		idTextOf(record) !== undefined &&
		sameRelations &&
		amount !== null &&
		amount === amountOf(recorded) &&
		currency === record.currency?.toLowerCase();
	if (event === 'payment.completed') return sameMoney && paid.includes(record.status ?? '');
	// A charge may have gone on since it was created.
	return sameMoney && (event === 'charge.created' || status === record.status);
}

/** What a notification does not say can not be told apart. */
function isSame(said: string | undefined, recorded: unknown): boolean {
	return said === undefined || said === recorded;
}

/**
 * A confirmed event in the words of the service's record. What came along without being confirmed,
 * such as a reference number, stands in the payload only, and all ids are made of what is recorded:
 * in whatever shapes one thing is told, it is one event.
 */
function asRecorded(claim: PaymentEvent, record: ServiceRecord): PaymentEvent {
	const { event, payload } = claim;
	const id = String(record.id);
	if (event !== 'payment.completed' && event !== 'payment.failed') {
		// What could not be asked about was not found.
		if (event === 'unknown') return claim;
		return { ...eventOf(event, { ...record, id }), payload };
	}
	const { payment_request_id, amount, currency, order_reference_number } = record;
	return {
		...claim,
		eventId: eventIdOf(event, [payment_request_id, id]),
		paymentId: id,
		paymentRequestId: payment_request_id,
		amount: amountOf(amount),
		currency: currency?.toLowerCase() ?? null,
		referenceNumber: order_reference_number ?? null,
	};
}
