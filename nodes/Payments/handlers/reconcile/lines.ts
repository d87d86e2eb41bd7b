import { currencyCode } from '../../shared/money';
import { idTextOf } from '../../shared/record';
import { saleOf, tenThousandths, type Fields } from './sale';

/** The kind of a line: `other` is everything that is not known to be another kind. */
export type Kind = 'sales' | 'fees' | 'refunds' | 'other' | 'payout' | 'difference';

/** A line of a payout. Amounts are whole ten-thousandths of the major unit; its net is `gross` minus `fee`. */
export interface Line {
	kind: Kind;
	gross: bigint;
	/** Nothing if no record has it. */
	fee?: bigint;
	currency: string;
	/** Its sources. */
	transaction?: Fields;
	charge?: Fields;
	/** Why a person should look at the line. */
	check?: string;
}

/* Words of descriptions: a transaction without a record has nothing else to tell its kind by. */
const REFUND = /refund/i;
const FEE = /\bfees?\b/i;
const PAYOUT = /payout/i;

/** Returns the change of the balance by a line. */
export const netOf = ({ gross, fee = 0n }: Line): bigint => gross - fee;

/**
 * Returns the lines of a payout in the order of its transactions, then the payout, and last the difference: the amount of
 * the payout without the sum of its lines. Nothing is added to any other line to make them fit, so all lines in the currency of
 * the payout add up to 0.
 *
 * @param transactions those with the ID of the payout
 * @param charges those settled with the payout; only they have the gross amount and the fee
 */
export function linesOf(payout: Fields, transactions: Fields[], charges: Fields[]): Line[] {
	const currency = currencyCode(payout.source_currency);
	const paid = tenThousandths(payout.source_amount);
	const byId = new Map(charges.map((charge) => [keyOf(charge.id), charge]));
	const unsettled = new Map(byId);
	const own = payoutOf(transactions, -paid, currency);
	const lines = transactions
		.filter((one) => one !== own)
		.map((transaction): Line => {
			const id = keyOf(transaction.charge_id);
			const charge = byId.get(id);
			const line = lineOf(transaction, charge, unsettled.has(id) || !charge);
			if (line.kind === 'sales') unsettled.delete(id);
			return line;
		});
	for (const charge of unsettled.values()) {
		const sale = saleOf(charge, currency);
		const amounts = sale ?? {
			gross: tenThousandths(charge.amount),
			currency: currencyCode(charge.currency),
		};
		lines.push({ kind: 'sales', currency, ...amounts, charge, check: 'No transaction' });
	}
	const sum = lines
		.filter((one) => one.currency === currency)
		.reduce((total, one) => total + netOf(one), 0n);
	return [
		...lines.map((one) => (one.currency === currency ? one : { ...one, check: 'Other currency' })),
		{ kind: 'payout', gross: -paid, currency, check: unpaid(payout) },
		{ kind: 'difference', gross: paid - sum, currency },
	];
}

function unpaid({ status }: Fields): string | undefined {
	if (status === 'paid') return undefined;
	return typeof status === 'string' ? `The payout is ${status}` : 'The payout has no status';
}

/** Returns the line of a transaction. @param isFirst whether no earlier transaction was the sale of its charge */
function lineOf(transaction: Fields, charge: Fields | undefined, isFirst: boolean): Line {
	const { charge_id, order_id } = transaction;
	const net = changeOf(transaction);
	const currency = currencyCode(transaction.currency);
	const line = { gross: net, currency, transaction, charge };
	const isCredit = net > 0n && isFirst;
	// A product may be called non-refundable.
	if (!(isCredit && charge) && says(transaction, REFUND)) return { ...line, kind: 'refunds' };
	if (isCredit && (charge_id || order_id)) {
		const sale = charge && saleOf(charge, currency, net);
		const check = charge_id && !charge ? 'Charge not found' : undefined;
		if (!sale) return { ...line, kind: 'sales', check };
		const isOther = sale.gross - sale.fee !== net;
		return { ...line, ...sale, kind: 'sales', check: isOther ? 'Transaction differs' : undefined };
	}
	if (says(transaction, FEE)) return { ...line, kind: 'fees', gross: 0n, fee: -net };
	return { ...line, kind: 'other' };
}

/**
 * Returns the transaction that takes the money of the payout out of the balance: it belongs to nothing else. Of several,
 * it is the last one that is called a payout, or else the last.
 *
 * @param change of the balance
 */
function payoutOf(transactions: Fields[], change: bigint, currency: string): Fields | undefined {
	const matching = transactions.filter((one) => {
		const { charge_id, order_id, transfer_id } = one;
		// It may be described by its parts, such as sales less refunds.
		const isNamed = says(one, PAYOUT);
		const isOtherKind = !isNamed && (says(one, REFUND) || says(one, FEE));
		const isOther = charge_id || order_id || transfer_id || isOtherKind;
		return !isOther && changeOf(one) === change && currencyCode(one.currency) === currency;
	});
	return matching.findLast((one) => says(one, PAYOUT)) ?? matching.at(-1);
}

/** Returns an ID so that equal ones are equal: sources differ in its case. */
function keyOf(id: unknown): string | undefined {
	return idTextOf({ id })?.toLowerCase();
}

function says({ description }: Fields, word: RegExp): boolean {
	return typeof description === 'string' && word.test(description);
}

/** Returns how much a transaction added to the balance. */
function changeOf({ credit, debit }: Fields): bigint {
	return tenThousandths(credit) - tenThousandths(debit);
}
