import { DAY, type Calendar } from './calendar';
import { cents } from './charges';
import { banks } from './names';
import type { Random } from './random';
import type { Beneficiary, Transfer, TransferStatus } from './types';

const suppliers = [
	['Flour supplier', 'Golden Mill Pte Ltd', 'sgd', 1],
	['Rent', 'Lorong Estates', 'sgd', 1],
	['Coffee farm', 'Bukit Tinggi Coffee Sdn Bhd', 'myr', 3.31],
] as const;

export interface TransferSetting {
	random: Random;
	calendar: Calendar;
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
export function transferMaker({ random, calendar }: TransferSetting) {
	const beneficiaries = suppliers.map(([nickname, holder_name, currency, rate]) => {
		const beneficiary: Beneficiary = {
			id: random.uuid(),
			nickname,
			holder_name,
			bank_name: random.pick(banks),
			account_number: random.digits(9),
		};
		return { beneficiary, currency, rate };
	});
	return (at: number, fixed?: TransferStatus): Transfer => {
		const { beneficiary, currency, rate } = random.pick(beneficiaries);
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
			beneficiary,
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
