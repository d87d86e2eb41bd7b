import { day, line, method, money, time, words } from '../../nodes/Payments/listSearch/label';

const zone = 'Asia/Singapore';

test('a line joins the parts that are not empty', () => {
	expect(line('PayNow', undefined, null, '', '1 Mar 2026')).toBe('PayNow · 1 Mar 2026');
	expect(line(undefined)).toBe('');
});

test.each([
	[12.5, 'sgd', '12.50 SGD'],
	['10.00', 'SGD', '10.00 SGD'],
	[0, 'sgd', '0.00 SGD'],
	[1200, 'jpy', '1200 JPY'],
	[1.2345, 'kwd', '1.234 KWD'],
	[12.5, undefined, '12.50'],
	[12.5, 'points', '12.50 POINTS'],
	[undefined, 'sgd', undefined],
	[null, 'sgd', undefined],
	['free', 'sgd', undefined],
])('%p of %p is shown as %p', (amount, currency, shown) => {
	expect(money(amount, currency)).toBe(shown);
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
	['in UTC', '2026-03-01T06:05:00Z', zone, '1 Mar 2026, 14:05'],
	['with an offset', '2026-03-01T14:05:00+08:00', 'Europe/Berlin', '1 Mar 2026, 07:05'],
	['on another day in the zone', '2026-03-01T23:30:00.000000Z', zone, '2 Mar 2026, 07:30'],
	[
		'without an offset: as it is written',
		'2026-03-01 14:05:00',
		'Europe/Berlin',
		'1 Mar 2026, 14:05',
	],
	['in an unknown zone: as it is written', '2026-03-01T14:05:00+08:00', 'x', '1 Mar 2026, 14:05'],
	['that is not one', 'soon', zone, undefined],
	['that is undefined', undefined, zone, undefined],
])('a time, %s', (_, text, where, shown) => {
	expect(time(text, where)).toBe(shown);
});

test('a date without a time is the same day in every zone', () => {
	expect(day('2026-03-01', 'America/Los_Angeles')).toBe('1 Mar 2026');
	expect(day('2026-03-01T23:30:00Z', zone)).toBe('2 Mar 2026');
});
