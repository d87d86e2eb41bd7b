import { unescaped } from '../../../shared/html';
import { parseAmount, toTenThousandths } from '../../../shared/money';

/** A record as it is listed. */
export type Listed = Record<string, string | number | boolean | null | undefined>;

/** Returns whether a field has a value. */
export function hasValue(value: Listed[string]): boolean {
	return value !== undefined && value !== null && value !== '';
}

/** Returns whether two values mean the same: amounts may be text, names may be escaped for HTML. */
export function sameValue(name: string, one: Listed[string], other: Listed[string]): boolean {
	if (name === 'amount' || name === 'price')
		return toTenThousandths(parseAmount(one)) === toTenThousandths(parseAmount(other));
	return normalized(one) === normalized(other);
}

/** Returns a text without the parts that an API may change: escapes for HTML, blanks, invisible characters, capitals. */
export function normalized(text: Listed[string]): string {
	const shown = unescaped(String(text)).replace(/\p{Cf}/gu, '');
	return shown.replace(/\s+/g, ' ').trim().toLowerCase().normalize();
}
