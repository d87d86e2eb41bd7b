import type { IDataObject } from 'n8n-workflow';

import { unexpectedResponse } from '../../../errors/nodeErrors';
import { asNotFound } from '../../../errors/notFound';
import type { Context, RequestData } from '../../../run/context';
import { normalizeStatus } from '../../../shared/chargeStatus';
import { recordPath } from '../../../shared/id';
import { charges } from '../../../shared/messages/charges';
import type { Message } from '../../../shared/messages/message';
import { parseAmount, toTenThousandths } from '../../../shared/money';
import { defined, isRecordOf, toInteger } from '../../../shared/record';
import { savedMethodOf } from '../../../shared/savedMethod';
import { read } from '../../../transport/read';

/** The counts of the charges of a subscription. A subscription that only saves a payment method may have none. */
export interface Counted {
	times: number;
	/** In ten-thousandths of the major unit; nothing where only charges are counted. */
	total?: number;
	/** In lower case. */
	currency: string;
}

/** A subscription, and the counts of its charges, if it has them. */
export interface SubscriptionRead {
	record: IDataObject;
	counted?: Counted;
}

/**
 * Reads a subscription with the counts of its charges.
 *
 * @throws the error of n8n if it cannot be read; an error if the response contains something else
 */
export async function readSubscription(
	context: Context,
	request: RequestData,
	id: string,
): Promise<SubscriptionRead> {
	const url = recordPath('/v1/recurring-billing', id);
	const found = await read(context, request, url).catch((thrown: unknown) => {
		throw asNotFound(thrown);
	});
	if (!isRecordOf(id, found)) throw unexpectedResponse(context, charges.otherSubscription);
	const record = found as IDataObject;
	const { times_charged, total_charge, currency } = record;
	const code = typeof currency === 'string' ? currency.toLowerCase() : '';
	const charged = parseAmount(total_charge);
	// Without the other count, a whole total_charge is the count (docs/dialects.md, row 39).
	if (times_charged === null && Number.isInteger(charged)) {
		return { record, counted: { times: charged, currency: code } };
	}
	const times = toInteger(times_charged);
	const total = toTenThousandths(charged);
	if (times === undefined || Number.isNaN(total)) return { record };
	return { record, counted: { times, total, currency: code } };
}

/** Returns the fields of a subscription that show its customer and its purpose. */
export function customerOf({ customer_email, name, status }: IDataObject): IDataObject {
	return defined({ customer_email, name, subscription_status: status });
}

/** Statuses of subscriptions that are over, normalized: they are not charged, and their customers cannot save a payment method. */
const ENDED = ['cancelled', 'expired'];

/** Returns the message about a subscription that is over, or has no saved payment method; nothing if it can be charged. */
export function refusalOf(record: IDataObject): Message | undefined {
	const { status, url } = record;
	if (ENDED.includes(normalizeStatus(status))) return charges.ended(status as string);
	if (savedMethodOf(record) !== null) return undefined;
	return typeof url === 'string' ? charges.noSavedMethod(url) : undefined;
}
