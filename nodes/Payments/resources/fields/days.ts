import { z } from 'zod';

import {
	allPeriods,
	inPeriod,
	pastPeriods,
	type DayFilters,
	type Period,
	type Rules,
} from '../../validation/rules';
import type { Collection } from './collections';
import type { Parameters } from './parameter';
import { choice, day } from './values';

/** The filters of a list by day: parameters for its collection, and the rules that they have together. */
export interface Days {
	parameters: Parameters;
	rules: (rules: Rules) => Rules;
}

/**
 * Filters by the day of creation.
 *
 * @param names of the first and the last day in the API
 * @param records such as `charges created on`
 * @param where a condition behind the day
 */
export function created(names: Pick<DayFilters, 'from' | 'to'>, records: string, where = ''): Days {
	return days('Created', { ...names, period: 'created' }, pastPeriods, records, where);
}

/** Filters by the day on which something is due. @param records, where as in `created` */
export function due(names: Pick<DayFilters, 'from' | 'to'>, records: string, where = ''): Days {
	return days('Due', { ...names, period: 'due' }, allPeriods, records, where);
}

function days(
	label: string,
	names: DayFilters,
	periods: Period[],
	records: string,
	where: string,
): Days {
	const limit = (part: string, direction: string) =>
		day(
			`${label} ${part}`,
			`Only ${records} this day or ${direction}${where}. The time of day is ignored.`,
			{ name: `${names.period}${part}` },
		);
	const ofPeriod = `Only ${records} these days${where}, in place of '${label} From' and '${label} To'. Today is the current day in the workflow's time zone.`;
	const options = periods.map(({ option }) => option);
	return {
		parameters: {
			[names.from]: limit('From', 'later'),
			[names.to]: limit('To', 'earlier'),
			[names.period]: choice(label, ofPeriod, options, 'today'),
		},
		rules: (rules) => inPeriod(rules, names, label),
	};
}

/** Adds the time zone to the rules of filters: periods are relative to today in it. */
export function withTimezone<C extends Parameters>(filters: Collection<C>): Collection<C> {
	return { ...filters, rules: { ...filters.rules, timezone: z.string() } };
}
