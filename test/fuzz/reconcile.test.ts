import fc from 'fast-check';

import { journalOf } from '../../nodes/Payments/handlers/reconcile/journal';
import { linesOf, netOf } from '../../nodes/Payments/handlers/reconcile/lines';
import { rowOf } from '../../nodes/Payments/handlers/reconcile/rows';
import { invariant, property } from './property';

const cents = fc.integer({ min: 0, max: 99_999_999 }).map((value) => value / 100);
/** An amount as the API may write it: a number, text, or text with grouping. */
const amount = cents.chain((value) =>
	fc.constantFrom(
		value,
		value.toFixed(2),
		value.toLocaleString('en-US', { minimumFractionDigits: 2 }),
	),
);
const orNothing = fc.option(amount, { freq: 2 });
const currency = fc.constantFrom('sgd', 'SGD', 'usd', 'jpy', 'kwd');
const id = fc.option(fc.constantFrom('1', '2', '3', '4'));

const anyTransactions = fc.array(
	fc.record(
		{
			credit: orNothing,
			debit: orNothing,
			currency,
			...{ charge_id: id, order_id: id, transfer_id: id },
			description: fc.option(
				fc.constantFrom('Charge', 'Refund', 'Payout fee', 'Payout', 'Dispute', ''),
			),
		},
		{ requiredKeys: ['currency'] },
	),
	{ maxLength: 8 },
);
const anyCharges = fc.uniqueArray(
	fc.record(
		{
			id: fc.constantFrom('1', '2', '3', '4'),
			...{ amount, currency, home_currency: currency },
			...{ fixed_fee: orNothing, discount_fee: orNothing },
			exchange_rate: fc.constantFrom('1.0000', '0.0091', '3.31', '1', 'none'),
		},
		{ requiredKeys: ['id', 'amount', 'currency'] },
	),
	{ maxLength: 4, selector: (one) => one.id },
);
const anyPayout = fc.record({ source_amount: amount, source_currency: currency });
const accounts = {
	bank_account: '090',
	sales_account: '200',
	fees_account: '404',
	refunds_account: '200',
	other_account: '800',
};

const units = (value: unknown) => BigInt(Math.round(Number(value) * 10_000));
const total = (values: unknown[]) => values.reduce<bigint>((sum, one) => sum + units(one), 0n);

test('the lines and the difference add up to the payout exactly; the journal lacks the difference', () => {
	property(fc.tuple(anyPayout, anyTransactions, anyCharges), ([payout, transactions, settled]) => {
		const lines = linesOf(payout, transactions, settled);
		const payoutCurrency = payout.source_currency.toLowerCase();
		const inCurrency = lines.filter((line) => line.currency === payoutCurrency);
		const rows = inCurrency.map((line) => rowOf(line, payout));
		const paid = units(String(payout.source_amount).replaceAll(',', ''));
		const parts = rows.filter(({ line }) => line !== 'payout');
		invariant(total(parts.map(({ net }) => net)) === paid, rows);
		for (const line of lines) invariant(line.gross - (line.fee ?? 0n) === netOf(line), line);

		const journal = journalOf(inCurrency, accounts, {});
		const difference = units(rows.at(-1)!.net);
		invariant(total(journal.map((one) => one.amount)) === difference, journal);
		for (const one of journal) {
			invariant(units(one.debit) - units(one.credit) === units(one.amount), one);
			invariant(units(one.difference) === difference, one);
		}
	});
});

test('every transaction but that of the payout is in a line; the difference is the rest', () => {
	property(fc.tuple(anyPayout, anyTransactions), ([payout, transactions]) => {
		const lines = linesOf(payout, transactions, []);
		const payoutCurrency = payout.source_currency.toLowerCase();
		const paid = units(String(payout.source_amount).replaceAll(',', ''));
		const changes = transactions
			.filter((one) => one.currency.toLowerCase() === payoutCurrency)
			.map(({ credit, debit }) =>
				[credit, debit].map((one) => units(String(one ?? 0).replaceAll(',', ''))),
			)
			.map(([credit, debit]) => credit! - debit!);
		const isForeign = (one: { currency: unknown }) =>
			String(one.currency).toLowerCase() !== payoutCurrency;
		invariant(lines.filter(isForeign).length === transactions.filter(isForeign).length, lines);
		const sum = changes.reduce((one, other) => one + other, 0n);
		const difference = lines.at(-1)!.gross;
		invariant(difference === paid - sum || difference === -sum, lines);
	});
});
