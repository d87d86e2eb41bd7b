import type { z } from 'zod';

import { parameters } from '../../shared/messages/parameters';
import { amountOf, moneyInWords, percentOf, sumOf } from '../../shared/money';
import { fitsCurrency, inOrder, issue } from '../../validation/rules';
import type { Invoice } from './invoice';

/** Refuses amounts that the currency does not have, and sums that do not add up. */
export function checkSums(invoice: Invoice, context: z.RefinementCtx) {
	checkDecimals(invoice, context);
	const { stackable_discounts: discounts = [] } = invoice;
	if (sumOf(discounts.map((one) => numberOf(one.percentage_discount))) > sumOf([100])) {
		issue(context, 'stackable_discounts', parameters.percentagesAbove100);
	}
	// The prices of products are in the dashboard.
	if (invoice.payment_by !== 'amount' || invoice.amount === undefined) return;
	checkPartialPayments(invoice, context);
	checkSubtotal(invoice, context);
}

/** Refuses days before the day of the invoice. */
export function checkDays(invoice: Invoice, context: z.RefinementCtx) {
	inOrder({ from: 'invoice_date', to: 'due_date', label: 'Invoice Date' })({ ...invoice }, context);
	const { invoice_date: from, partial_payments: parts = [] } = invoice;
	for (const [index, { due_date: to }] of parts.entries()) {
		if (from === undefined || typeof to !== 'string' || to >= from) continue;
		const message = parameters.endsBeforeStart('Invoice Date');
		issue(context, ['partial_payments', index, 'due_date'], message);
	}
}

function checkDecimals(invoice: Invoice, context: z.RefinementCtx) {
	const { currency } = invoice;
	for (const name of ['amount', 'subtotal'] as const) {
		fitsCurrency(context, name, invoice[name], currency);
	}
	for (const [name, part] of [
		['products', 'discount'],
		['stackable_discounts', 'discount'],
		['partial_payments', 'amount'],
	] as const) {
		for (const [index, entry] of (invoice[name] ?? []).entries()) {
			fitsCurrency(context, [name, index, part], entry[part], currency);
		}
	}
}

function checkPartialPayments(invoice: Invoice, context: z.RefinementCtx) {
	const { amount = 0, currency, partial_payments: parts = [] } = invoice;
	const sum = sumOf(parts.map((one) => numberOf(one.amount)));
	if (parts.length === 0 || sum === sumOf([amount])) return;
	const words = [inWords(sum, currency), moneyInWords(amount, currency)] as const;
	issue(context, 'partial_payments', parameters.partsDoNotAddUp(...words));
}

function checkSubtotal(invoice: Invoice, context: z.RefinementCtx) {
	const { amount = 0, currency, subtotal, tax_setting: tax } = invoice;
	const { stackable_discounts: discounts = [] } = invoice;
	if (subtotal === undefined) {
		const isNeeded = discounts.length > 0 || tax !== undefined;
		if (isNeeded) issue(context, 'subtotal', parameters.subtotalRequired);
		return;
	}
	const { minimum, maximum } = afterDiscounts(subtotal, discounts, currency);
	if (minimum < 0n) {
		const words = moneyInWords(subtotal, currency);
		issue(context, 'stackable_discounts', parameters.discountsAboveSubtotal(words));
		return;
	}
	const total = sumOf([amount]);
	const isTaxed = tax !== undefined;
	if (total >= minimum && (isTaxed || total <= maximum)) return;
	const least = inWords(minimum, currency);
	const expected = isTaxed
		? `${least} or more`
		: minimum === maximum
			? least
			: `from ${least} to ${inWords(maximum, currency)}`;
	issue(context, 'amount', parameters.notAfterDiscounts(expected));
}

/**
 * Returns the minimum and the maximum of a subtotal after discounts, in whole ten-thousandths. Sources state neither
 * how a percentage is rounded, nor whether it is of the subtotal or of the rest after earlier discounts.
 */
function afterDiscounts(
	subtotal: number,
	discounts: NonNullable<Invoice['stackable_discounts']>,
	currency: unknown,
) {
	const total = sumOf([subtotal]);
	let [minimum, maximum] = [total, total];
	for (const { discount, percentage_discount } of discounts) {
		const fixed = sumOf([numberOf(discount)]);
		const percent = numberOf(percentage_discount);
		minimum -= fixed + percentOf(total, percent, currency).up;
		maximum -= fixed + percentOf(maximum, percent, currency).down;
	}
	return { minimum, maximum };
}

/** Reads a number of an entry, also of one that the API returned. */
function numberOf(value: unknown): number {
	return amountOf(value) ?? 0;
}

function inWords(tenThousandths: bigint, currency: unknown): string {
	return moneyInWords(Number(tenThousandths) / 10_000, currency);
}
