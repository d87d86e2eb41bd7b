import type { IDataObject } from 'n8n-workflow';

import { nested } from '../../output/recordType';
import { currencyCode, fromTenThousandths, money } from '../../shared/money';
import { withOffset } from '../../shared/time';
import { netOf, type Line } from './lines';
import type { Fields } from './sale';

const methodOf = nested('payment_method', 'name');

/** Returns a line as an item of the output. */
export function rowOf(line: Line, payout: Fields): IDataObject {
	const { kind, gross, fee, currency, transaction = {}, charge = {}, check } = line;
	const isPayout = kind === 'payout';
	const date = isPayout ? payout.created_at : (transaction.datetime ?? charge.created_at);
	const row: Fields = {
		line: kind,
		gross: fromTenThousandths(gross),
		fee: fee === undefined ? null : fromTenThousandths(fee),
		net: fromTenThousandths(netOf(line)),
		currency,
		check,
		date: withOffset(date),
		description: isPayout ? nameOf(payout) : transaction.description,
		charge_id: transaction.charge_id ?? charge.id,
		order_reference_number: charge.order_reference_number,
		customer_email: (charge.customer as Fields | undefined)?.email,
		payment_method: methodOf(charge as IDataObject, 'payment_method'),
		payout_id: payout.id,
	};
	for (const name of Object.keys(row)) row[name] ??= null;
	return row as IDataObject;
}

/** Returns the reference of a payout, or its ID, with the amount that the bank gets if that is in another currency. */
export function nameOf({ id, reference, amount, currency, source_currency }: Fields): string {
	const isConverted = currencyCode(currency) !== currencyCode(source_currency);
	const paid = isConverted && money(amount, currency);
	return String(reference || id) + (paid ? ` · ${paid}` : '');
}
