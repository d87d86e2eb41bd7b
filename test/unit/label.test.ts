import { DateTime } from 'luxon';

import { day, line, method, time, words } from '../../nodes/Payments/listSearch/label';
import { money, moneyInWords } from '../../nodes/Payments/shared/money';
import { withOffset } from '../../nodes/Payments/shared/time';

test('a line joins the parts that are not empty', () => {
	expect(line('PayNow', undefined, null, '', '1 Mar 2026')).toBe('PayNow · 1 Mar 2026');
	expect(line(undefined)).toBe('');
});

test.each([
	[23.505, 'sgd', '23.505 SGD'],
	[12.5, 'sgd', '12.50 SGD'],
	['10.00', 'SGD', '10.00 SGD'],
	[0, 'sgd', '0.00 SGD'],
	[1200, 'jpy', '1200 JPY'],
	[1.2345, 'kwd', '1.2345 KWD'],
	// Two decimals by ISO 4217, though locales show them without.
	[15000.5, 'idr', '15000.50 IDR'],
	[990.5, 'huf', '990.50 HUF'],
	[12.5, undefined, '12.50'],
	[12.5, 'points', '12.50 POINTS'],
	[undefined, 'sgd', undefined],
	[null, 'sgd', undefined],
	['free', 'sgd', undefined],
])('%p of %p is shown as %p', (amount, currency, shown) => {
	expect(money(amount, currency)).toBe(shown);
	expect(moneyInWords(amount, currency)).toBe(shown ?? 'an unknown amount');
});

test.each([
	['paynow_online', 'PayNow'],
	['wechat', 'WeChat Pay'],
	['qrph_netbank', 'QR Ph'],
	['some_new_bank', 'Some New Bank'],
	[undefined, ''],
])('the payment method %p is shown as %p', (code, shown) => {
	expect(method(code)).toBe(shown);
});

test('a status of the API is shown in words', () => {
	expect(words('partially_refunded')).toBe('Partially Refunded');
	expect(words(null)).toBe('');
});

test.each([
	['in UTC', '2026-03-01T06:05:00Z', '1 Mar 2026, 14:05 UTC+8'],
	['with the offset of Singapore', '2026-03-01T14:05:00+08:00', '1 Mar 2026, 14:05 UTC+8'],
	['on another day in the zone', '2026-03-01T23:30:00.000000Z', '2 Mar 2026, 07:30 UTC+8'],
	[
		'with another offset: as it is written',
		'2026-03-01T14:05:00+05:30',
		'1 Mar 2026, 14:05 UTC+5:30',
	],
	['without an offset: of Singapore', '2026-03-01 14:05:00', '1 Mar 2026, 14:05 UTC+8'],
	['that is not one', 'soon', undefined],
	['that is undefined', undefined, undefined],
])('a time, %s', (_, text, shown) => {
	expect(time(text)).toBe(shown);
});

test.each(['2026-03-01T23:30:00Z', '2026-03-01T14:05:00+08:00', '2026-03-01 14:05:00'])(
	'%s has the same clock and zone in a list as in the output',
	(text) => {
		const output = DateTime.fromISO(String(withOffset(text)), { setZone: true });
		expect(time(text)).toBe(output.setLocale('en').toFormat('d LLL yyyy, HH:mm ZZZZ'));
		expect(output.offset).toBe(8 * 60);
	},
);

test('a date without a time is the same day', () => {
	expect(day('2026-03-01')).toBe('1 Mar 2026');
	expect(day('2026-03-01T23:30:00Z')).toBe('2 Mar 2026');
});
