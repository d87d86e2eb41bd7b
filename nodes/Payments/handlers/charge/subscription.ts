import type { IDataObject } from 'n8n-workflow';

import type { Context, RequestData } from '../../shared/context';
import { asNotFound } from '../../shared/errors/httpFailure';
import { unexpectedResponse } from '../../shared/errors/nodeErrors';
import { charges } from '../../shared/messages/charges';
import { parseAmount, toTenThousandths } from '../../shared/money';
import { isRecordOf, toInteger } from '../../shared/record';
import { read } from '../../transport/send';

/** What a subscription shows of its charges; those that a payment method was only saved for may have none. */
export interface Counted {
	times: number;
	/** In ten-thousandths of the major unit. */
	total: number;
	/** In lower case. */
	currency: string;
}

/**
 * Reads what a subscription shows of its charges.
 *
 * @returns nothing if it shows none
 * @throws what n8n threw if it cannot be read; an error if the response contains something else
 */
export async function countedOf(
	context: Context,
	request: RequestData,
	id: string,
): Promise<Counted | undefined> {
	const url = `/v1/recurring-billing/${encodeURIComponent(id)}`;
	const found = await read(context, request, url).catch((thrown: unknown) => {
		throw asNotFound(thrown);
	});
	if (!isRecordOf(id, found)) throw unexpectedResponse(context, charges.otherSubscription);
	const { times_charged, total_charge, currency } = found as IDataObject;
	const times = toInteger(times_charged);
	const total = toTenThousandths(parseAmount(total_charge));
	if (times === undefined || Number.isNaN(total)) return undefined;
	return { times, total, currency: typeof currency === 'string' ? currency.toLowerCase() : '' };
}
