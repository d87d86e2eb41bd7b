import type { IDataObject } from 'n8n-workflow';

import { isUnknownRoute } from '../shared/errors/httpFailure';
import { idTextOf, isObject, isRecordOf } from '../shared/record';
import { request, type TriggerContext } from '../transport/triggerRequest';
import { firstPages } from './apiRecords';
import { idNames, isAccountEvent, objectOf, type AccountEvent } from './events/kinds';
import { eventOf, type EventKind, type PaymentEvent } from './normalizeEvent';

/** Where the records are that can change in every field, and that are read by their ID. */
const paths = {
	invoice: '/v1/invoices',
	order: '/v1/orders',
	recurring_billing: '/v1/recurring-billing',
	transfer: '/v1/transfers',
};

/** An event about one of these records. */
export type RecordEvent = Extract<AccountEvent, `${keyof typeof paths}.${string}`>;

export function isRecordEvent(event: EventKind): event is RecordEvent {
	return isAccountEvent(event) && Object.hasOwn(paths, objectOf(event));
}

/**
 * Finds the record of an event. If the API has no request for one invoice, it is searched in the list of its customer's
 * (docs/dialects.md).
 */
export async function findRecord(
	context: TriggerContext,
	event: RecordEvent,
	claim: PaymentEvent,
): Promise<IDataObject | undefined> {
	const object = objectOf(event) as keyof typeof paths;
	const id = claim[idNames[object]];
	if (id === undefined) return undefined;
	const path = `${paths[object]}/${encodeURIComponent(id)}`;
	const record = await request<unknown>(context, { method: 'GET', path }).catch(
		async (thrown: unknown) => {
			if (object !== 'invoice' || !isUnknownRoute(thrown)) throw thrown;
			return await findListed(context, paths.invoice, id, claim.customer_email);
		},
	);
	return isObject(record) && isRecordOf(id, record) ? record : undefined;
}

async function findListed(
	context: TriggerContext,
	path: string,
	id: string,
	email: string | null,
): Promise<IDataObject | undefined> {
	const query = email === null ? {} : { customer_email: email };
	for await (const records of firstPages(context, path, query)) {
		const found = records.find((one) => isRecordOf(id, one));
		if (found) return found;
	}
	return undefined;
}

/** Returns whether a record is that of an event: a transfer's amount does not change, all else may have changed since. */
export function isRecordOfEvent(event: RecordEvent, claim: PaymentEvent, record: IDataObject) {
	const id = idTextOf(record);
	if (id === undefined) return false;
	if (objectOf(event) !== 'transfer') return true;
	const { amount, currency } = eventOf(event, { ...record, id });
	return amount !== null && amount === claim.amount && currency === claim.currency;
}
