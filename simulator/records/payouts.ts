import { netOf } from './balances';
import { DAY, type Calendar } from './calendar';
import { cents } from './charges';
import { banks } from './names';
import type { Random } from './random';
import type { Charge, Payout, PayoutStatus } from './types';

const failures: ReadonlyArray<readonly [string, string]> = [
	['account_closed', 'The bank account has been closed.'],
	['invalid_account_number', 'The bank account number does not exist.'],
	['bank_rejected', 'The bank rejected the transfer.'],
];

export interface PayoutSetting {
	random: Random;
	calendar: Calendar;
	/** All payouts are older (milliseconds since 1970). */
	before: number;
}

/** Generates payouts, newest first: one a day, or more so that all are within a year. */
export function makePayouts(setting: PayoutSetting, count: number): Payout[] {
	const makeOne = payoutMaker(setting);
	const step = Math.min(DAY, (365 * DAY) / Math.max(count, 1));
	return Array.from({ length: count }, (_, index) => {
		const at =
			setting.before - index * step - setting.random.int(1, Math.floor(step / 2000)) * 1000;
		// The newest two are in progress, as in real life.
		return makeOne(at, index === 0 ? 'scheduled' : index === 1 ? 'processing' : undefined);
	});
}

/** Returns a function that generates a payout with a time of creation. */
export function payoutMaker({ random, calendar }: PayoutSetting) {
	const bank = random.pick(banks);
	const account = `******${random.digits(4)}`;
	return (at: number, fixed?: PayoutStatus): Payout => {
		const status =
			fixed ??
			random.weighted<PayoutStatus>([
				['paid', 80],
				['failed', 8],
				['canceled', 4],
				['pending', 4],
				['processing', 3],
				['scheduled', 1],
			]);
		const failure = status === 'failed' ? random.pick(failures) : undefined;
		const source = random.chance(0.1) ? { code: 'myr', rate: 0.3021 } : { code: 'sgd', rate: 1 };
		const sourceAmount = cents(80 + 4000 * random.next() ** 2);
		const arrives = status === 'failed' || status === 'canceled' ? null : calendar.day(at + DAY);
		return {
			id: random.uuid(),
			status,
			currency: 'sgd',
			amount: cents(sourceAmount * source.rate),
			source_currency: source.code,
			source_amount: sourceAmount,
			bank_name: random.chance(0.95) ? bank : null,
			bank_account: random.chance(0.95) ? account : null,
			remark: random.chance(0.2) ? 'Weekly settlement' : null,
			reference: random.chance(0.8) ? `PO-${random.digits(8)}` : null,
			failure_code: failure?.[0] ?? null,
			failure_message: failure?.[1] ?? null,
			arrival_date: arrives,
			created_at: calendar.withOffset(at),
			updated_at: calendar.withOffset(at + random.int(0, 20) * 3_600_000),
		};
	};
}

/**
 * Settles each charge by the first paid payout after it, whose amount becomes the sum of its charges after
 * fees. Returns the payout IDs by charge ID.
 */
export function settleCharges(charges: Charge[], payouts: Payout[]): Map<string, string> {
	const payoutOf = new Map<string, string>();
	const sums = new Map<Payout, number>();
	const paid = payouts
		.filter(({ status, source_currency }) => status === 'paid' && source_currency === 'sgd')
		.map((payout) => ({ payout, at: Date.parse(payout.created_at) }));
	let next = 0;
	for (const charge of charges) {
		const at = Date.parse(charge.created_at);
		// Both lists are newest first, so the search continues where it ended.
		while (next < paid.length && (paid[next]?.at ?? 0) > at) next++;
		const settling = paid[next - 1]?.payout;
		if (!settling || !(charge.status === 'succeeded' || charge.status === 'partially_refunded')) {
			continue;
		}
		payoutOf.set(charge.id, settling.id);
		sums.set(settling, (sums.get(settling) ?? 0) + netOf(charge));
	}
	for (const [payout, sum] of sums) {
		payout.source_amount = payout.amount = cents(sum);
	}
	return payoutOf;
}
