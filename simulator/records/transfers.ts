import { DAY, type Calendar } from './calendar';
import { cents } from './charges';
import type { Random } from './sample/random';
import type { Beneficiary, Transfer, TransferStatus } from './types';

/** How much of a currency a Singapore dollar buys. */
export const rates: Record<string, number> = { sgd: 1, myr: 3.31, usd: 0.77, php: 44.1 };

export interface TransferSetting {
	random: Random;
	calendar: Calendar;
	beneficiaries: readonly Beneficiary[];
	/** All transfers are older (milliseconds since 1970). */
	before: number;
}

/** Generates transfers, newest first: one every three days. */
export function makeTransfers(setting: TransferSetting, count: number): Transfer[] {
	const makeOne = transferMaker(setting);
	return Array.from({ length: count }, (_, index) => {
		const at = setting.before - index * 3 * DAY - setting.random.int(1, 86_400) * 1000;
		return makeOne(at, index === 0 ? 'scheduled' : undefined);
	});
}

/** Returns a function that generates a transfer with a time of creation and, if set, a status. */
export function transferMaker({ random, calendar, beneficiaries }: TransferSetting) {
	return (at: number, fixed?: TransferStatus): Transfer => {
		const { id, nickname, holder_name, bank_name, account_number, currency } =
			random.pick(beneficiaries);
		const rate = rates[currency] ?? 1;
		const status =
			fixed ??
			random.weighted<TransferStatus>([
				['paid', 80],
				['failed', 8],
				['canceled', 6],
				['processing', 6],
			]);
		const amount = cents(50 + 2000 * random.next() ** 2);
		return {
			id: random.uuid(),
			beneficiary: { id, nickname, holder_name, bank_name, account_number },
			payment_currency: currency,
			payment_amount: cents(amount * rate),
			source_currency: 'sgd',
			source_amount: amount,
			exchange_rate: rate.toFixed(4),
			fee: { amount: 0.5, currency: 'sgd', paid_by: 'payer' },
			remark: random.chance(0.3) ? 'Monthly payment' : null,
			reference: random.chance(0.8) ? `TR-${random.digits(8)}` : null,
			status,
			created_at: calendar.withOffset(at),
			updated_at: calendar.withOffset(at + random.int(0, 20) * 3_600_000),
		};
	};
}
