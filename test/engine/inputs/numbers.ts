import type { Schema } from '../../../contract/contract';
import type { Kind, Refused } from './kind';

export function amount({ minimum = 0, exclusiveMinimum, maximum = 900_000_000_000 }: Schema): Kind {
	const advice = 'Enter the amount in major units, only digits and a decimal point, e.g. 1280.50.';
	const isAboveZero = exclusiveMinimum === 0;
	const more = `Enter an amount ${isAboveZero ? 'above 0' : `of ${minimum} or more`}.`;
	const below = minimum === 0 ? 'is below zero' : `is below ${minimum}`;
	const noNumbers = ['abc', '12,50', '1,000', '$5', '0x10', '1E+05', '1e999', true, [5]];
	const accepted: Array<[entered: unknown, sent: number]> = [
		['12.50', 12.5],
		[' 7 ', 7],
		['.5', 0.5],
		[0.1 + 0.2, 0.3],
		[minimum, minimum],
	];
	return {
		refused: [
			['is not a number', advice, noNumbers],
			[below, more, [minimum - 0.01, '-1']],
			...(isAboveZero ? [['is zero', more, [0, '0.00']] satisfies Refused] : []),
			[`is above ${maximum}`, `Enter an amount of ${maximum} or less.`, [maximum + 1, 1e21]],
		],
		accepted: accepted.filter(([, sent]) => sent >= minimum && (sent > 0 || !isAboveZero)),
		whenEmpty: isAboveZero ? '' : advice,
	};
}

export const percentage: Kind = {
	refused: [
		['is not a percentage above 0, up to 100', 'Enter a percentage such as 10 or 7.5.', [0, 100.5]],
		['is not a number', 'Enter a percentage such as 10 or 7.5.', ['ten']],
	],
	accepted: [],
};

export function integer({ minimum = 1, maximum }: Schema): Kind {
	const range = maximum ? `from ${minimum} to ${maximum}` : `of ${minimum} or more`;
	const advice = `Enter a whole number ${range}.`;
	const above = maximum ? [maximum + 1, String(maximum + 1)] : [];
	const wrong = [minimum - 1, -1, minimum + 0.5, '1.5', ...above];
	return {
		refused: [
			[`is not a whole number ${range}`, advice, wrong],
			['is not a number', advice, ['two']],
		],
		accepted: [
			[String(maximum ?? 28), maximum ?? 28],
			[minimum, minimum],
		],
	};
}

const NO_DATES = [
	...['tomorrow', '2026-02-30', '2026-13-01', '2026-3-1', '01/03/2026', '20260301'],
	...['2026-03-01T25:00:00', '2026-03-01Tnoon', 20260301, []],
];

export const day: Kind = {
	refused: [
		[
			'is not a date',
			"Pick a day in the calendar and select OK. Or use a date such as 2026-03-01, or an ISO date-time such as 2026-03-01T09:30:00+08:00. For days of a sheet such as 31/12/2026: {{ DateTime.fromFormat($json.date, 'dd/MM/yyyy').toISODate() }}.",
			NO_DATES,
		],
	],
	accepted: [
		['2098-03-01', '2098-03-01'],
		['2098-04-01T23:30:00-11:00', '2098-04-01'],
	],
};

export const moment: Kind = {
	refused: [
		[
			'is not a date and time',
			'Use a date and time such as 2026-03-01T09:30:00, or one with an offset.',
			NO_DATES,
		],
	],
	accepted: [
		['2098-03-01T09:30:00', '2098-03-01 09:30:00'],
		['2098-03-01T09:30:00+01:00', '2098-03-01 16:30:00'],
	],
};
