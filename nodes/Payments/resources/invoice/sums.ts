import type { z } from 'zod';

import { parameters } from '../../shared/messages/parameters';
import { amountOf, fromTenThousandths, moneyInWords, percentOf, sumOf } from '../../shared/money';
import { fitsCurrency, inOrder, issue } from '../../validation/rules';
import type { Invoice } from './invoice';

/** Refuses amounts that the currency does not have, and sums that do not add up. */
export function checkSums(invoice: Invoice, context: z.RefinementCtx) {
	checkDecimals(invoice, context);
	if (sumOf(percentagesOf(invoice)) > sumOf([100])) {
		issue(context, 'stackable_discounts', parameters.percentagesAbove100);
	}
	// The prices of products are in the dashboard.
	if (invoice.payment_by !== 'amount' || invoice.amount === undefined) return;
	checkPartialPayments(invoice, context);
	checkSubtotal(invoice, context);
}

/** Refuses an email about a percentage: HitPay may read it in another way (docs/dialects.md, row 37). */
export function checkEmail(invoice: Invoice, context: z.RefinementCtx) {
	if (!invoice.send_email || !hasPercentage(invoice)) return;
	issue(context, 'send_email', parameters.percentageEmailed);
}

/** Refuses an invoice whose total differs from its subtotal minus its discounts, if one is a percentage. */
export function checkTotal(invoice: Invoice, context: z.RefinementCtx) {
	const { amount, currency, subtotal, tax_setting: tax } = invoice;
	if (!hasPercentage(invoice)) return;
	// A tax could hide that a percentage was read in another way.
	if (amount === undefined || subtotal === undefined || tax !== undefined) {
		issue(context, 'invoice_id', parameters.totalNotComparable);
		return;
	}
	const expected = otherThan(amount, subtotal, invoice);
	if (expected === undefined) return;
	issue(context, 'invoice_id', parameters.otherTotal(moneyInWords(amount, currency), expected));
}

/** Refuses days before the day of the invoice. */
export function checkDays(invoice: Invoice, context: z.RefinementCtx) {
	inOrder({ from: 'invoice_date', to: 'due_date', label: 'Invoice Date' })({ ...invoice }, context);
	const { invoice_date: from, partial_payments: parts = [] } = invoice;
	for (const [index, { due_date: to }] of parts.entries()) {
		// A day that was refused is not reported again.
		if (typeof from !== 'string' || typeof to !== 'string' || to >= from) continue;
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
	const { minimum } = afterDiscounts(subtotal, invoice);
	if (minimum < 0n) {
		const words = moneyInWords(subtotal, currency);
		issue(context, 'stackable_discounts', parameters.discountsAboveSubtotal(words));
		return;
	}
	const expected = otherThan(amount, subtotal, invoice);
	if (expected !== undefined) issue(context, 'amount', parameters.notAfterDiscounts(expected));
}

/** Returns the expected amount in words if the amount differs from a subtotal minus its discounts. */
function otherThan(amount: number, subtotal: number, invoice: Invoice): string | undefined {
	const { currency, tax_setting: tax } = invoice;
	const { minimum, maximum } = afterDiscounts(subtotal, invoice);
	const total = sumOf([amount]);
	const isTaxed = tax !== undefined;
	if (total >= minimum && (isTaxed || total <= maximum)) return undefined;
	const least = inWords(minimum, currency);
	if (isTaxed) return `${least} or more`;
	return minimum === maximum ? least : `from ${least} to ${inWords(maximum, currency)}`;
}

function hasPercentage(invoice: Invoice): boolean {
	return percentagesOf(invoice).some((one) => one > 0);
}

/** Returns the percentages of the discounts, in percent. Above 1, a record has no fraction, but percent. */
function percentagesOf({ stackable_discounts: discounts = [] }: Invoice): number[] {
	return discounts
		.map((one) => numberOf(one.percentage_discount))
		.map((one) => (one > 1 ? one : one * 100));
}

/**
 * Returns the minimum and the maximum of a subtotal after discounts, in whole ten-thousandths. Sources state neither
 * how a percentage is rounded, nor whether it is of the subtotal or of the rest after earlier discounts.
 */
function afterDiscounts(subtotal: number, invoice: Invoice) {
	const { currency, stackable_discounts: discounts = [] } = invoice;
	const percentages = percentagesOf(invoice);
	const total = sumOf([subtotal]);
	let [minimum, maximum] = [total, total];
	for (const [index, { discount }] of discounts.entries()) {
		const fixed = sumOf([numberOf(discount)]);
		const percent = percentages[index]!;
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
	return moneyInWords(fromTenThousandths(tenThousandths), currency);
}
