import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_CONCURRENCY, MAX_CONCURRENCY, MAX_ATTEMPTS, DEFAULT_ATTEMPTS } from '../limits';

/** Adds the day to records; output/simplify.ts reads it by its name. */
export const calendarDayOption: INodeProperties = {
	displayName: 'Add Calendar Day',
	name: 'calendarDay',
	type: 'boolean',
	default: true,
	description:
		"Whether to add the creation day of each record, in the workflow's time zone, as 'created_day'",
};

/** Whether long lists are fetched by several date ranges in parallel; handlers/list.ts reads it by its name. */
export const parallelDaysOption: INodeProperties = {
	displayName: 'Fetch Days in Parallel',
	name: 'parallelDays',
	type: 'boolean',
	default: true,
	description:
		"Whether to fetch several days of a long list at the same time, which is several times faster. The result is the same. 'Max Parallel Requests' limits how many are fetched at a time.",
	displayOptions: {
		show: { '/resource': ['charge', 'payout'], '/operation': ['getAll'], '/returnAll': [true] },
	},
};

/**
 * How requests are sent, and what is added to lists, for every operation; transport/send.ts and
 * output/simplify.ts read them by their names.
 */
export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	description: 'Optional settings, such as how requests are sent',
	options: [
		{
			...calendarDayOption,
			// Staff members and product categories have no time of creation.
			displayOptions: {
				show: { '/operation': ['getAll'] },
				hide: { '/resource': ['productCategory', 'staff'] },
			},
		},
		parallelDaysOption,
		{
			displayName: 'Max Attempts',
			name: 'maxTries',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_ATTEMPTS },
			default: DEFAULT_ATTEMPTS,
			description:
				'How many times a request is sent if the Payments API is busy or cannot be reached. While other requests succeed, it is sent up to three times as often. If the rate limit is exceeded (429), the node retries for at least two and a half minutes. 1 turns off all retries. A request that refunds or creates something is only sent again if that cannot do it twice.',
		},
		{
			displayName: 'Max Parallel Requests',
			name: 'maxRequests',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_CONCURRENCY },
			default: DEFAULT_CONCURRENCY,
			description:
				'How many requests can be in progress at a time, across all workflows with the same credential. Further requests wait in a queue.',
		},
	],
};
