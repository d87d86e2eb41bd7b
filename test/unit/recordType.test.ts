import { amount, joined } from '../../nodes/Payments/output/recordType';

/* The values of fields in Simplified. */

test.each([
	['1,234.50', 1234.5],
	[' 12 ', 12],
	['-5.25', -5.25],
	[12.5, 12.5],
	[null, null],
	['', ''],
	['0x10', '0x10'],
	['1e3', '1e3'],
	['Infinity', 'Infinity'],
	['9007199254740993', '9007199254740993'],
])('the amount %p is %p: text that is no exact amount stays', (value, expected) => {
	expect(amount({ total: value }, 'total')).toBe(expected);
});

test.each([
	[['sgd', 'php'], 'sgd, php'],
	[[1, 2], '1, 2'],
	[[null, { a: 1 }, 'card'], 'card'],
	['card', 'card'],
	[undefined, undefined],
])('the list %p is %p', (value, expected) => {
	expect(joined({ methods: value }, 'methods')).toBe(expected);
});
