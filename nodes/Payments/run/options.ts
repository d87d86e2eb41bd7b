import type { INodeProperties } from 'n8n-workflow';

import { saveIdsOption } from './executionData';
import { DEFAULT_CONCURRENCY, MAX_CONCURRENCY, MAX_ATTEMPTS, DEFAULT_ATTEMPTS } from './limits';

/** Adds the day to records; output/simplify.ts reads it by its name. */
export const calendarDayOption: INodeProperties = {
	displayName: 'Add Calendar Day',
	name: 'calendarDay',
	type: 'boolean',
	default: true,
	description:
		"Whether to add the creation day of each record, in the workflow's time zone, as 'created_day'",
};

/** Whether long lists are fetched by several date ranges in parallel; handlers/lists/list.ts reads it by its name. */
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

const ofRefunds = { show: { '/resource': ['refund'], '/operation': ['create'] } };

/** Whether to read the charge after a refund; handlers/once/refund/refund.ts reads it by its name. */
export const remainingAmountOption: INodeProperties = {
	displayName: 'Add Remaining Amount',
	name: 'remainingAmount',
	type: 'boolean',
	default: false,
	description:
		"Whether to read the charge after the refund, and to add what is left of it as 'remaining_amount'. It is null while that is not certain.",
	displayOptions: ofRefunds,
};

/** Whether a refund names its charge or its payment request; handlers/once/refund/refundId.ts reads it by its name. */
export const refundIdOption: INodeProperties = {
	displayName: 'Payment ID of Refunds',
	name: 'refundId',
	type: 'options',
	options: [
		{ name: 'Charge', value: 'charge', description: 'The ID of the charge' },
		{
			name: 'Payment Request',
			value: 'paymentRequest',
			description: 'The ID of the payment request that the charge paid',
		},
	],
	default: 'charge',
	description:
		'Which ID HitPay expects in a refund. Without this option, the ID of the charge is sent first, and the other one if HitPay refuses it, 40 seconds later.',
	displayOptions: ofRefunds,
};

/**
 * How requests are sent, and which fields lists have in addition, for every operation; transport/send.ts and
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
			// Balances, product categories and staff members have no time of creation.
			displayOptions: {
				show: { '/operation': ['getAll'] },
				hide: { '/resource': ['balance', 'productCategory', 'staff'] },
			},
		},
		remainingAmountOption,
		parallelDaysOption,
		{
			displayName: 'Max Attempts',
			name: 'maxTries',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_ATTEMPTS },
			default: DEFAULT_ATTEMPTS,
			description:
				'How many times a request is sent if the Payments API is busy or cannot be reached. While other requests succeed, it has up to three times as many attempts. If the rate limit is exceeded (429), the node retries for at least two and a half minutes. 1 turns off all retries. A request that refunds or creates something is sent again only if that cannot refund or create anything twice.',
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
		refundIdOption,
		{
			...saveIdsOption,
			displayOptions: {
				show: { '/resource': ['charge', 'paymentRequest', 'refund', 'subscription'] },
				hide: { '/operation': ['getAll'] },
			},
		},
	],
};
