import type { IDataObject } from 'n8n-workflow';

import type { Context, RequestData } from '../../../run/context';
import { currencyCode, parseAmount, toTenThousandths } from '../../../shared/money';
import type { Entry } from '../ledger/entry';
import { type Charge } from '../refund/refundedCharge';
import type { Snapshot } from '../snapshot/snapshot';
import { type Counted } from './subscription';

/** The state before a charge, and the amount that is charged. */
export interface ChargeSnapshot {
	/** When it was read (`monotonic`). */
	at: number;
	/** The newest charges; nothing if the credential may not read them. */
	list?: Snapshot;
	/** The counts of the subscription; nothing if it has none, or if the credential may not read it. */
	counted?: Counted;
	/** In major units. */
	amount: number;
	/** In lower case. */
	currency: string;
}

/** A charge of a subscription. */
export interface ChargeTask {
	context: Context;
	request: RequestData;
	/** The URL of the API. */
	api: string;
	/** The ID of the subscription. */
	id: string;
	entry: Entry<ChargeSnapshot>;
}

/** Returns whether two amounts are the same. */
export function isSameMoney(
	{ amount, currency }: Pick<ChargeSnapshot, 'amount' | 'currency'>,
	otherAmount: unknown,
	otherCurrency: unknown,
): boolean {
	return (
		toTenThousandths(amount) === toTenThousandths(parseAmount(otherAmount)) &&
		currency === currencyCode(otherCurrency)
	);
}

/** Returns the record that the response would have contained, as far as it is known. */
export function asCharged(
	id: string,
	amount: number,
	currency: unknown,
	charge?: Charge,
): IDataObject {
	return {
		payment_id: charge?.id ?? null,
		recurring_billing_id: id,
		amount,
		currency: (currency as string | undefined) ?? null,
		// A charge that counts may be pending, and may fail.
		status: charge?.status ?? null,
		// Explains why the ID may be missing: the response was lost.
		recovered: true,
	};
}
