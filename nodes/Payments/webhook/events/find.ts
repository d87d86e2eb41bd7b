import type { IDataObject } from 'n8n-workflow';

import { isUnknownRoute } from '../../errors/httpFailure';
import { statusFilter } from '../../shared/chargeStatus';
import type { PaymentEvent } from '../../shared/events/event';
import { periodOf } from '../../shared/events/eventTime';
import { isAccountEvent, objectOf } from '../../shared/events/kinds';
import { objects } from '../../shared/events/objects';
import { recordPath } from '../../shared/id';
import { isRecordOf } from '../../shared/record';
import { DAY_MS } from '../../shared/time';
import { request, type TriggerContext } from '../../transport/triggerRequest';
import { firstPages } from '../apiRecords';

/**
 * Finds the records that an event may be about: its own record, or all payments of its payment request if it has no ID
 * of a payment.
 *
 * @throws the error of n8n's request helper
 */
export async function findRecords(
	context: TriggerContext,
	claim: PaymentEvent,
): Promise<IDataObject[]> {
	const { event, payment_id, payment_request_id, refund_id } = claim;
	if (event === 'unknown') return [];
	if (event === 'refund')
		return refund_id ? await readOne(context, objects.refund.path, refund_id) : [];
	if (event === 'payout.created') return await findPayout(context, claim);
	if (isAccountEvent(event) && objectOf(event) !== 'charge')
		return await findRecord(context, claim);
	const charges: IDataObject[] = [];
	if (payment_request_id) {
		for await (const page of chargesOf(context, payment_request_id)) {
			charges.push(...page);
			if (payment_id) break;
		}
		if (!payment_id) return charges;
	}
	const found = charges.find((charge) => isRecordOf(payment_id!, charge));
	return found ? [found] : await readOne(context, objects.charge.path, payment_id!);
}

/** Reads a payment request. @throws the error of n8n's request helper */
export async function readPaymentRequest(
	context: TriggerContext,
	id: string,
): Promise<IDataObject> {
	const path = recordPath(objects.payment_request.path, id);
	return await request<IDataObject>(context, { method: 'GET', path });
}

async function readOne(context: TriggerContext, path: string, id: string): Promise<IDataObject[]> {
	const record = await request<IDataObject>(context, { method: 'GET', path: recordPath(path, id) });
	return isRecordOf(id, record) ? [record] : [];
}

function chargesOf(context: TriggerContext, payment_request_id: string) {
	const query = { payment_request_id, statuses: statusFilter() };
	return firstPages<IDataObject>(context, objects.charge.path, query);
}

/**
 * Finds a record of which every field can change. If the API has no request for one invoice, the invoices of the
 * customer are searched (docs/dialects.md).
 */
async function findRecord(context: TriggerContext, claim: PaymentEvent): Promise<IDataObject[]> {
	const { event, customer_email } = claim;
	const object = isAccountEvent(event) ? objectOf(event) : 'charge';
	const { path, idName } = objects[object];
	const id = claim[idName];
	if (id === undefined) return [];
	return await readOne(context, path, id).catch(async (thrown: unknown) => {
		if (object !== 'invoice' || !isUnknownRoute(thrown)) throw thrown;
		const query = customer_email === null ? {} : { customer_email };
		return await findListed(context, path, id, query);
	});
}

/** Searches the payouts around the date of the event: the API cannot return a single payout. */
async function findPayout(
	context: TriggerContext,
	{ payout_id, payload }: PaymentEvent,
): Promise<IDataObject[]> {
	if (payout_id === undefined) return [];
	return await findListed(context, objects.payout.path, payout_id, daysAround(payload.created_at));
}

async function findListed(
	context: TriggerContext,
	path: string,
	id: string,
	query: IDataObject,
): Promise<IDataObject[]> {
	for await (const records of firstPages(context, path, query)) {
		const found = records.find((one) => isRecordOf(id, one));
		if (found) return [found];
	}
	return [];
}

/** Returns the filter for a time, with a margin of a day: the API filters by days of the business's time zone. */
function daysAround(time: unknown): IDataObject {
	const at = periodOf(time);
	if (!at) return {};
	const day = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
	return { created_at_from: day(at.earliest - DAY_MS), created_at_to: day(at.latest + DAY_MS) };
}
