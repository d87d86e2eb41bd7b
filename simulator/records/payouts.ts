import { DAY, type Calendar } from './calendar';
import { cents } from './charges';
import { banks } from './sample/names';
import type { Random } from './sample/random';
import type { Payout, PayoutStatus } from './types';

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
