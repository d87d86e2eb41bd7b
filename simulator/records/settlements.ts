import type { Calendar } from './calendar';
import { cents } from './charges';
import type { BalanceTransaction, Charge, Payout, Refund } from './types';

/** A transaction, and the time by which its list is in order. */
export interface DatedTransaction {
	id: string;
	created_at: string;
	transaction: BalanceTransaction;
}

/** Every so many payouts, one has a fee of its own and an adjustment. */
const ADJUSTED = 5;

/** Assigns charges and refunds to payouts, and makes the amounts of those payouts the sums of their transactions. */
export class Settlements {
	private readonly made: DatedTransaction[] = [];
	private sorted?: DatedTransaction[];
	/** Payout ID by charge ID. */
	readonly payoutOf = new Map<string, string>();
	private readonly sums = new Map<Payout, number>();
	/** The paid payouts, oldest first. */
	private readonly paid: Array<{ payout: Payout; at: number }>;

	/**
	 * @param charges, payouts newest first
	 * @param refundOf returns the refund of a charge, and when it was made
	 */
	constructor(
		charges: Charge[],
		payouts: Payout[],
		refundOf: (charge: Charge) => { refund: Refund; at: number } | undefined,
		private readonly calendar: Calendar,
	) {
		this.paid = payouts
			.filter(({ status, source_currency }) => status === 'paid' && source_currency === 'sgd')
			.map((payout) => ({ payout, at: Date.parse(payout.created_at) }))
			.reverse();
		for (const charge of charges.toReversed()) this.settle(charge);
		for (const [payout] of [...this.sums].filter((_, at) => at % ADJUSTED === 0))
			this.adjust(payout);
		for (const charge of charges) this.settleRefund(charge, refundOf(charge));
		for (const [payout, sum] of this.sums) {
			payout.source_amount = payout.amount = cents(sum);
			this.add(payout, payout, { description: 'Payout', debit: payout.source_amount });
		}
	}

	/** Newest first. Sorted once they are asked for: a long history would delay each start. */
	get transactions(): DatedTransaction[] {
		const byTime = (one: DatedTransaction) => Date.parse(one.created_at);
		this.sorted ??= this.made.sort((a, b) => byTime(b) - byTime(a) || (a.id > b.id ? -1 : 1));
		return this.sorted;
	}

	/** A charge is settled by the first payout after it, after fees. */
	private settle(charge: Charge) {
		if (!['succeeded', 'partially_refunded'].includes(charge.status)) return;
		const payout = this.payoutAfter(Date.parse(charge.created_at), () => true);
		if (!payout) return;
		this.payoutOf.set(charge.id, payout.id);
		const credit = netOf(charge);
		this.add(charge, payout, { description: 'Charge', charge_id: charge.id, credit });
	}

	/** A refund of a settled charge is settled by the first payout after it that remains positive. */
	private settleRefund(charge: Charge, made?: { refund: Refund; at: number }) {
		if (!made || !this.payoutOf.has(charge.id)) return;
		const debit = cents(made.refund.amount_refunded * Number(charge.exchange_rate));
		const payout = this.payoutAfter(made.at, (one) => this.sums.get(one)! > debit);
		const time = { id: made.refund.id, created_at: this.calendar.withOffset(made.at) };
		if (payout) this.add(time, payout, { description: 'Refund', charge_id: charge.id, debit });
	}

	private adjust(payout: Payout) {
		const { created_at } = payout;
		this.add({ id: `${payout.id}-1`, created_at }, payout, {
			description: 'Payout fee',
			debit: 0.35,
		});
		this.add({ id: `${payout.id}-2`, created_at }, payout, {
			description: 'Adjustment',
			credit: 2.5,
		});
	}

	private payoutAfter(time: number, fits: (payout: Payout) => boolean): Payout | undefined {
		return this.paid.find(({ payout, at }) => at >= time && fits(payout))?.payout;
	}

	private add(
		{ id, created_at }: { id: string; created_at: string },
		payout: Payout,
		fields: Pick<BalanceTransaction, 'description'> & Partial<BalanceTransaction>,
	) {
		const transaction: BalanceTransaction = {
			datetime: created_at,
			charge_id: null,
			order_id: null,
			payout_id: payout.id,
			transfer_id: null,
			debit: null,
			credit: null,
			currency: 'sgd',
			...fields,
		};
		this.made.push({ id, created_at, transaction });
		const { credit, debit } = transaction;
		if (id !== payout.id) {
			this.sums.set(payout, (this.sums.get(payout) ?? 0) + Number(credit) - Number(debit));
		}
	}
}

/** Returns how much a charge adds to the balance: its amount in Singapore dollars, after fees. */
function netOf({ amount, fixed_fee, discount_fee, exchange_rate }: Charge): number {
	return cents((amount - fixed_fee - discount_fee) * Number(exchange_rate));
}
