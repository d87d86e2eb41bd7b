import type { INodeProperties } from 'n8n-workflow';

import { AT_ONCE, WIDEST } from '../transport/line';
import { MOST_TRIES, TRIES } from '../transport/retry';

/** Adds the day to records; transport/output.ts reads it by its name. */
export const calendarDayOption: INodeProperties = {
	displayName: 'Add Calendar Day',
	name: 'calendarDay',
	type: 'boolean',
	default: true,
	description:
		"Whether to add the day on which a record was created, in the workflow's time zone, as 'created_day'",
};

/** Whether long lists are begun at several days; transport/pages.ts reads it by its name. */
export const parallelDaysOption: INodeProperties = {
	displayName: 'Fetch Days in Parallel',
	name: 'parallelDays',
	type: 'boolean',
	default: true,
	description:
		"Whether to fetch different days of a long list at the same time, which is several times faster. The result is the same. How many at once is up to 'Max Parallel Requests'.",
	displayOptions: {
		show: { '/resource': ['charge', 'payout'], '/operation': ['getAll'], '/returnAll': [true] },
	},
};

/**
 * How requests are sent, whatever the operation, and what is added to lists; transport/send.ts and
 * transport/output.ts read them by their names.
 */
export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	description: 'How requests are sent, and what is added to lists',
	options: [
		{ ...calendarDayOption, displayOptions: { show: { '/operation': ['getAll'] } } },
		parallelDaysOption,
		{
			displayName: 'Max Parallel Requests',
			name: 'maxRequests',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: WIDEST },
			default: AT_ONCE,
			description:
				'How many requests may be under way at the same time, counting those of all workflows with the same credential. The others wait their turn.',
		},
		{
			displayName: 'Max Tries',
			name: 'maxTries',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MOST_TRIES },
			default: TRIES,
			description:
				'How often a request is sent at most when the service is busy or cannot be reached, and three times as often as long as others get through. A request that is refused because there were too many (429) is sent for at least two and a half minutes. 1 switches all of this off. A refund is only sent again when that cannot make a second one.',
		},
	],
};
