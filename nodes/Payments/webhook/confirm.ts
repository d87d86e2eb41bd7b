import type { IDataObject } from 'n8n-workflow';

import { request, type TriggerContext } from '../transport/request';
import { statusOf } from '../transport/failure';
import { toEvent, type PaymentEvent } from './event';
import type { Notification } from './read';

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

/**
 * Asks the service whether an event is true, for lack of a signature (docs/interface.md, Confirming
 * a notification). Status, amount and currency have to agree with the service's record.
 */
export async function confirm(context: TriggerContext, event: PaymentEvent): Promise<Confirmation> {
	try {
		const record = await find(context, event);
		return record && agrees(event, record) ? { record } : { refuted: true };
	} catch (error) {
		return statusOf(error) === 404 ? { refuted: true } : { unreachable: true };
	}
}

async function find(
	context: TriggerContext,
	claim: PaymentEvent,
): Promise<ServiceRecord | undefined> {
	const { event, paymentId, paymentRequestId, refundId, payoutId } = claim;
	const get = async <T>(path: string, query?: IDataObject) =>
		await request<T>(context, { method: 'GET', path, query });

	if (event === 'refund') {
		return refundId ? await get(`/v1/refund/${encodeURIComponent(refundId)}`) : undefined;
	}
	if (event === 'payout.created') {
		const list = await get<{ data: ServiceRecord[] }>('/v1/payouts');
		return list.data.find(({ id }) => id === payoutId);
	}
	if (event === 'unknown') return undefined;
	if (paymentRequestId) {
		const { data } = await get<{ data: ServiceRecord[] }>('/v1/charges', {
			payment_request_id: paymentRequestId,
		});
		// A payment that failed early has no id of its own: any one like it will do.
		const found = data.find((record) =>
			paymentId ? record.id === paymentId : agrees(claim, record),
		);
		if (found) return found;
	}
	return paymentId ? await get(`/v1/charges/${encodeURIComponent(paymentId)}`) : undefined;
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
 * such as a reference number, stands in the payload only, and the id is made of what is recorded:
 * a notification with a detail made up is no new event.
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
	const { amount, currency, order_reference_number } = record as ServiceRecord;
	return {
		...event,
		amount: Number(amount),
		currency: currency?.toLowerCase() ?? null,
		referenceNumber: order_reference_number ?? null,
	};
}
