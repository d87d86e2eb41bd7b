import type { IDataObject } from 'n8n-workflow';

import { request, type TriggerContext } from '../transport/request';
import { eventIdOf, toEvent, type PaymentEvent } from './event';
import type { Notification } from './read';
import { pagesOf, saysNo } from './service';

/** The fields of a charge, a refund or a payout that an event can be held against. */
interface ServiceRecord extends IDataObject {
	id?: string;
	status?: string;
	amount?: number;
	amount_refunded?: number;
	currency?: string;
	payment_id?: string;
	payment_request_id?: string;
	order_reference_number?: string;
	created_at?: string;
}

/** What the service says of an event that it was asked about. */
export type Confirmation =
	/** The service has it so: its own record. */
	| { record: IDataObject }
	/** The service does not have it, or not so. */
	| { refuted: true }
	/** The service could not be asked now. */
	| { unreachable: true };

/** Statuses of a charge whose money has arrived (docs/interface.md, Charge status). */
const paid = ['succeeded', 'success', 'succeeded_manually', 'refunded', 'partially_refunded'];

const DAY = 24 * 60 * 60 * 1000;

/**
 * Asks the service whether an event is true, for lack of a signature (docs/interface.md, Confirming
 * a notification). Status, amount and currency have to agree with the service's record.
 */
export async function confirm(context: TriggerContext, event: PaymentEvent): Promise<Confirmation> {
	try {
		const record = await find(context, event);
		return record && agrees(event, record) ? { record } : { refuted: true };
	} catch (error) {
		return saysNo(error) ? { refuted: true } : { unreachable: true };
	}
}

async function find(
	context: TriggerContext,
	claim: PaymentEvent,
): Promise<ServiceRecord | undefined> {
	const { event, paymentId, paymentRequestId, refundId } = claim;
	const get = async (path: string) =>
		await request<ServiceRecord>(context, { method: 'GET', path });

	if (event === 'refund') {
		return refundId ? await get(`/v1/refund/${encodeURIComponent(refundId)}`) : undefined;
	}
	if (event === 'payout.created') return await findPayout(context, claim);
	if (event === 'unknown') return undefined;
	if (!paymentId) return await findPayment(context, claim);
	if (paymentRequestId) {
		const first = await chargesOf(context, paymentRequestId).next();
		const found = first.done ? undefined : first.value.find(({ id }) => id === paymentId);
		if (found) return found;
	}
	return await get(`/v1/charges/${encodeURIComponent(paymentId)}`);
}

function chargesOf(context: TriggerContext, paymentRequestId: string | undefined) {
	return pagesOf<ServiceRecord>(context, '/v1/charges', { payment_request_id: paymentRequestId });
}

/**
 * The charge of a payment that was told without its id. Of failed ones the last is meant, as one
 * comes after the other; money that arrived has to be that of one charge, not of one of several.
 */
async function findPayment(
	context: TriggerContext,
	claim: PaymentEvent,
): Promise<ServiceRecord | undefined> {
	const alike: ServiceRecord[] = [];
	for await (const charges of chargesOf(context, claim.paymentRequestId)) {
		alike.push(...charges.filter((charge) => agrees(claim, charge)));
	}
	if (claim.event === 'payment.completed') return alike.length === 1 ? alike[0] : undefined;
	const made = ({ created_at }: ServiceRecord) => Date.parse(created_at ?? '') || 0;
	return alike.sort((one, other) => made(other) - made(one))[0];
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
	const isDate = typeof moment === 'string' && /^\d{4}-\d\d-\d\d/.test(moment);
	const time = isDate ? Date.parse(moment) : NaN;
	if (Number.isNaN(time)) return {};
	const day = (at: number) => new Date(at).toISOString().slice(0, 10);
	return { created_at_from: day(time - DAY), created_at_to: day(time + DAY) };
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
		record.id !== undefined &&
		sameRelations &&
		amount !== null &&
		amount === Number(recorded) &&
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
export function asRecorded(event: PaymentEvent, record: IDataObject): PaymentEvent {
	const isRefund = event.event === 'refund';
	const [object, type] = isRefund ? ['refund', 'created'] : event.event.split('.');
	if (object !== 'payment') {
		const recorded: Notification = {
			format: 'event',
			payload: record,
			rawBody: Buffer.alloc(0),
			object,
			type,
			isRefund,
		};
		return { ...toEvent(recorded), payload: event.payload };
	}
	const { id, payment_request_id, amount, currency, order_reference_number } =
		record as ServiceRecord;
	return {
		...event,
		eventId: eventIdOf(event.event, [payment_request_id, id]),
		paymentId: id,
		paymentRequestId: payment_request_id,
		amount: Number(amount),
		currency: currency?.toLowerCase() ?? null,
		referenceNumber: order_reference_number ?? null,
	};
}
