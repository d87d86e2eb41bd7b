import { DateTime } from 'luxon';
import type { INodePropertyOptions } from 'n8n-workflow';

import { parameters } from '../shared/messages/parameters';
import { inOrder } from './dates';
import { issue, type Rules } from './rule';

/** A period relative to today. */
export interface Period {
	option: INodePropertyOptions;
	/** Returns its first and its last day. */
	daysAt: (today: DateTime) => [DateTime, DateTime];
}

/** Returns the month before or after that of today by a number. */
function monthAt(today: DateTime, offset: number): [DateTime, DateTime] {
	const month = today.plus({ months: offset });
	return [month.startOf('month'), month.endOf('month')];
}

/** The periods that have begun. */
export const pastPeriods: Period[] = [
	{ option: { name: 'Today', value: 'today' }, daysAt: (today) => [today, today] },
	{
		option: { name: 'Yesterday', value: 'yesterday' },
		daysAt: (today) => [today.minus({ days: 1 }), today.minus({ days: 1 })],
	},
	{
		option: {
			name: 'Last 7 Days',
			value: 'last7Days',
			description: 'Today and the six days before',
		},
		daysAt: (today) => [today.minus({ days: 6 }), today],
	},
	{
		option: {
			name: 'This Month',
			value: 'thisMonth',
			description: 'From the first to the last day of this month',
		},
		daysAt: (today) => monthAt(today, 0),
	},
	{
		option: { name: 'Last Month', value: 'lastMonth' },
		daysAt: (today) => monthAt(today, -1),
	},
];

/** These periods and the one to come, for days that may be in the future. */
export const allPeriods: Period[] = [
	...pastPeriods,
	{
		option: {
			name: 'Next 7 Days',
			value: 'next7Days',
			description: 'Today and the six days after',
		},
		daysAt: (today) => [today, today.plus({ days: 6 })],
	},
];

/** The names of a list's filters by day, in the rules: the first day, the last, and a period in place of both. */
export interface DayFilters {
	from: string;
	to: string;
	period: string;
}

/**
 * Adds to the rules of a list that its days are in order, and that a period is in place of both. Its days follow from
 * `timezone`, that of the workflow, which is a value: rules have no other access to it.
 *
 * @param label of the period; those of the days begin with it
 */
export function inPeriod(
	rules: Rules,
	{ from, to, period: name }: DayFilters,
	label: string,
): Rules {
	return rules
		.superRefine(inOrder({ from, to, label: `${label} From` }))
		.superRefine((values, context) => {
			if (values[name] === undefined) return;
			const day = [from, to].find((one) => values[one] !== undefined);
			if (day) issue(context, day, parameters.notTogether(label));
			// Without a day, the list would have all records.
			if (!todayIn(values.timezone).isValid) issue(context, 'timezone', parameters.notTimezone);
		})
		.transform(({ timezone, [name]: chosen, ...values }) => {
			const period = allPeriods.find(({ option }) => option.value === chosen);
			if (!period) return values;
			const [first, last] = period.daysAt(todayIn(timezone));
			return { ...values, [from]: first.toISODate(), [to]: last.toISODate() };
		});
}

function todayIn(timezone: unknown): DateTime {
	return DateTime.now().setZone(timezone as string);
}
