import type { IDataObject } from 'n8n-workflow';

import { summaryMessages } from '../shared/messages/progress';
import { amountOf, fromTenThousandths, moneyInWords, sumOf } from '../shared/money';

/** How items that write end, in the order of the summary: sent or, in a preview, not sent. */
const endings = [
	'made',
	'already_refunded',
	'would_succeed',
	'would_do_nothing',
	'refused',
	'unknown',
	'not_sent',
	'would_fail',
] as const;
export type Ending = (typeof endings)[number];

/** The endings in a preview. */
const previewed: Ending[] = ['would_succeed', 'would_do_nothing', 'would_fail'];

/** Returns whether the items of an operation are counted: it creates or deletes something, or moves money. */
export function isSummarized(method: unknown): boolean {
	return method === 'POST' || method === 'DELETE';
}

/** An amount in major units and its currency, as a record has them. */
interface Money {
	amount: unknown;
	currency: unknown;
}

/** Counts the items of a run by their endings, and adds the amounts of those that were made. */
export class Summary {
	private readonly ended = new Map<Ending, Money[]>();

	/** @param record of an item that did not fail */
	add(ended: Ending, record: IDataObject = {}) {
		const { amount_refunded, payment_amount, amount, cycle, qr_value, already_refunded } = record;
		const { currency = record.payment_currency } = record;
		const ending = already_refunded === true ? 'already_refunded' : ended;
		const items = this.ended.get(ending) ?? [];
		// The amount of a plan, a subscription or a static code is paid each time, or never: there is no sum of it.
		const isRepeated = cycle !== undefined || qr_value !== undefined;
		const isCounted = ending !== 'already_refunded' && !isRepeated;
		items.push({
			amount: isCounted ? (amount_refunded ?? payment_amount ?? amount) : undefined,
			currency,
		});
		this.ended.set(ending, items);
	}

	/**
	 * Returns the summary in a sentence; nothing for fewer than two items, unless they are previewed.
	 *
	 * @param count the items of the run; those that were not added failed before, in an expression
	 */
	message(count: number): string | undefined {
		const added = [...this.ended.values()].flat().length;
		const isPreview = added > 0 && [...this.ended.keys()].every((one) => previewed.includes(one));
		for (let item = added; item < count; item += 1) this.add(isPreview ? 'would_fail' : 'not_sent');
		if (count < 2 && !(count === 1 && isPreview)) return undefined;
		const parts = endings.flatMap((ending) => {
			const items = this.ended.get(ending);
			if (!items) return [];
			const counted = summaryMessages[ending](items.length);
			const totals = totalsInWords(items);
			return totals ? summaryMessages.withTotals(counted, totals) : counted;
		});
		const summary = summaryMessages.items(count, new Intl.ListFormat('en').format(parts));
		return isPreview ? summaryMessages.ofPreview(summary) : summary;
	}
}

/**
 * Adds the amounts of each currency.
 *
 * @returns the sums, such as `340.00 SGD, 1200 JPY`; nothing if one of them is not an amount with a currency
 */
function totalsInWords(amounts: Money[]): string | undefined {
	const byCurrency = new Map<string, number[]>();
	for (const { amount, currency } of amounts) {
		const value = amountOf(amount);
		if (value === null || typeof currency !== 'string') return undefined;
		const code = currency.toUpperCase();
		const values = byCurrency.get(code) ?? [];
		byCurrency.set(code, values);
		values.push(value);
	}
	return [...byCurrency]
		.map(([code, values]) => moneyInWords(fromTenThousandths(sumOf(values)), code))
		.join(', ');
}
