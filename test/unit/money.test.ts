import { percentOf, sumOf } from '../../nodes/Payments/shared/money';

test.each([
	[[0.1, 0.2], 3_000n],
	[[33.33, 33.33, 33.34], 1_000_000n],
	[[1.005, 2.1], 31_050n],
	[[900_000_000_000, 900_000_000_000, 0.001], 18_000_000_000_000_010n],
	[[], 0n],
])('the sum of %j is exact', (amounts, sum) => {
	expect(sumOf(amounts)).toBe(sum);
});

test.each([
	[100, 10, 'SGD', 10, 10],
	[9.99, 15, 'SGD', 1.49, 1.5],
	[999, 9.9, 'JPY', 98, 99],
	[1.005, 50, 'KWD', 0.502, 0.503],
	[100, 0, 'SGD', 0, 0],
	[0.01, 100, 'sgd', 0.01, 0.01],
])('of %d, %d percent in %s is from %d to %d', (amount, percentage, currency, down, up) => {
	const expected = { down: sumOf([down]), up: sumOf([up]) };
	expect(percentOf(sumOf([amount]), percentage, currency)).toEqual(expected);
});
