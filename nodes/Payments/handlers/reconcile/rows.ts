import type { IDataObject } from 'n8n-workflow';

import { currencyCode, fromTenThousandths, money } from '../../shared/money';
import { fieldIn } from '../../shared/record';
import { withOffset } from '../../shared/time';
import { netOf, type Line } from './lines';
import type { Fields } from './sale';

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
		customer_email: fieldIn(charge.customer, 'email'),
		payment_method: fieldIn(charge.payment_method, 'name'),
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
