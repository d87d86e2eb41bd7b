import { amountOf, currencyCode, decimalsOf, toTenThousandths } from '../../shared/money';

/** A record of the API. */
export type Fields = Record<string, unknown>;

/** Returns an amount of the API in whole ten-thousandths of the major unit; 0 where it has none. */
export function tenThousandths(value: unknown): bigint {
	return BigInt(toTenThousandths(amountOf(value) ?? 0));
}

/**
 * Returns the gross amount and the fee of a charge in the currency of its payout; nothing if the charge does not have
 * both.
 *
 * @param net the change of the balance by it, if that is known. If it is the gross amount, the fee is a transaction of its
 * own. In a converted amount, it decides the last decimal of the fee, and nothing else
 */
export function saleOf(
	charge: Fields,
	currency: string,
	net?: bigint,
): { gross: bigint; fee: bigint } | undefined {
	const { amount, fixed_fee: fixed, discount_fee: discount } = charge;
	const rate = rateOf(charge, currency);
	const hasFee = amountOf(fixed) !== null || amountOf(discount) !== null;
	if (!rate || !hasFee || amountOf(amount) === null) return undefined;
	const unit = 10n ** BigInt(4 - decimalsOf(currency));
	const fees = tenThousandths(fixed) + tenThousandths(discount);
	const gross = rate.convert(tenThousandths(amount), unit);
	if (net === gross) return { gross, fee: 0n };
	const expected = rate.convert(tenThousandths(amount) - fees, unit);
	const isRounding =
		rate.isForeign && net !== undefined && net >= expected - unit && net <= expected + unit;
	return { gross, fee: gross - (isRounding ? net : expected) };
}

/** Returns how amounts of a charge are converted, rounded half up; nothing if its record does not say. */
function rateOf(charge: Fields, currency: string) {
	if (currencyCode(charge.currency) === currency) {
		return { isForeign: false, convert: (amount: bigint) => amount };
	}
	const [, whole, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(charge.exchange_rate)) ?? [];
	if (whole === undefined || currencyCode(charge.home_currency) !== currency) return undefined;
	const rate = BigInt(whole + decimals);
	const convert = (amount: bigint, unit: bigint) => {
		const divisor = 10n ** BigInt(decimals.length) * unit;
		return ((amount * rate * 2n + divisor) / (divisor * 2n)) * unit;
	};
	return { isForeign: true, convert };
}
