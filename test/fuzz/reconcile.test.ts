import fc from 'fast-check';

import { journalOf } from '../../nodes/Payments/handlers/reconcile/journal';
import { linesOf, netOf } from '../../nodes/Payments/handlers/reconcile/lines';
import { rowOf } from '../../nodes/Payments/handlers/reconcile/rows';
import { invariant, property } from './property';

const cents = fc.integer({ min: 0, max: 99_999_999 }).map((value) => value / 100);
/** As the API writes an amount: a number, text, text with grouping, or nothing. */
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

const transactions = fc.array(
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
const charges = fc.uniqueArray(
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
const payout = fc.record({ source_amount: amount, source_currency: currency });
const accounts = {
	bank_account: '090',
	sales_account: '200',
	fees_account: '404',
	refunds_account: '200',
	other_account: '800',
};

const units = (value: unknown) => BigInt(Math.round(Number(value) * 10_000));
const total = (values: unknown[]) => values.reduce<bigint>((sum, one) => sum + units(one), 0n);

test('the lines of any payout and their difference are its amount, to the last cent, and its journal lacks the difference', () => {
	property(fc.tuple(payout, transactions, charges), ([of, some, settled]) => {
		const lines = linesOf(of, some, settled);
		const own = of.source_currency.toLowerCase();
		const inCurrency = lines.filter((line) => line.currency === own);
		const rows = inCurrency.map((line) => rowOf(line, of));
		const paid = units(String(of.source_amount).replaceAll(',', ''));
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

test('no transaction is left out but that of the payout: what is in no other line is the difference', () => {
	property(fc.tuple(payout, transactions), ([of, some]) => {
		const lines = linesOf(of, some, []);
		const own = of.source_currency.toLowerCase();
		const paid = units(String(of.source_amount).replaceAll(',', ''));
		const changes = some
			.filter((one) => one.currency.toLowerCase() === own)
			.map(({ credit, debit }) =>
				[credit, debit].map((one) => units(String(one ?? 0).replaceAll(',', ''))),
			)
			.map(([credit, debit]) => credit! - debit!);
		const isForeign = (one: { currency: unknown }) => String(one.currency).toLowerCase() !== own;
		invariant(lines.filter(isForeign).length === some.filter(isForeign).length, lines);
		const sum = changes.reduce((one, other) => one + other, 0n);
		const difference = lines.at(-1)!.gross;
		invariant(difference === paid - sum || difference === -sum, lines);
	});
});
