import type { IDataObject } from 'n8n-workflow';

import { summaryMessages } from '../shared/messages/summary';
import { totalsInWords, type Money } from '../shared/money';

/** How an item that writes ended: sent or, in a preview, not sent. */
export type Ending = 'made' | 'would_succeed' | 'refused' | 'unknown' | 'not_sent' | 'would_fail';

/** In the order of the summary. */
const endings: Ending[] = ['made', 'would_succeed', 'refused', 'unknown', 'not_sent', 'would_fail'];

/** Counts the items of a run by their endings, and adds the amounts of those that were made. */
export class Summary {
	private readonly ended = new Map<Ending, Money[]>();

	/** @param record of an item that did not fail */
	add(ending: Ending, { amount_refunded, amount, currency }: IDataObject = {}) {
		const items = this.ended.get(ending) ?? [];
		items.push({ amount: amount_refunded ?? amount, currency });
		this.ended.set(ending, items);
	}

	/** Returns the summary in a sentence; nothing for fewer than two items. */
	get message(): string | undefined {
		const count = [...this.ended.values()].flat().length;
		if (count < 2) return undefined;
		const parts = endings.flatMap((ending) => {
			const items = this.ended.get(ending);
			if (!items) return [];
			const counted = summaryMessages[ending](items.length);
			const totals = totalsInWords(items);
			return totals ? summaryMessages.withTotals(counted, totals) : counted;
		});
		return summaryMessages.items(count, new Intl.ListFormat('en').format(parts));
	}
}
