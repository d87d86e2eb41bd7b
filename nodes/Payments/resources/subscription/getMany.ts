import type { INodePropertyOptions } from 'n8n-workflow';

import { ALL_STATUSES, pagesByStatus } from '../../handlers/lists/byStatus';
import { RETURNED_TO, SUBSCRIPTION_STATUSES } from '../../shared/statuses';
import { text } from '../../validation/rules';
import * as field from '../fields';
import * as operation from '../operation';
import { subscriptionRecord } from './record';

/** docs/interface.md, Subscription status. */
const statusOptions: INodePropertyOptions[] = [
	{ name: 'Active', value: 'active' },
	{ name: 'All', value: ALL_STATUSES },
	{ name: 'Canceled', value: 'canceled' },
	{ name: 'Inactive', value: 'inactive' },
	{ name: 'Retrying', value: 'retrying', description: 'A charge failed and is tried again' },
	{ name: 'Scheduled', value: 'scheduled', description: 'Not started yet' },
];

export const getMany = operation.getMany({
	action: 'Get many subscriptions',
	description: 'Retrieve a list of subscriptions, by default of the active ones',
	url: '/v1/recurring-billing',
	output: subscriptionRecord,
	filters: {
		customer_email: field.email(
			'Customer Email',
			'Only subscriptions of the customer with this email address',
		),
		business_recurring_plans_id: field.plan('Only subscriptions of this plan', { required: false }),
		reference: field.text(
			'Reference',
			'Only subscriptions with this reference',
			'e.g. MEMBER-1042',
			{ rule: text(255) },
		),
		status: field.choice(
			'Status',
			'Only subscriptions with this status. Without it, active ones are returned.',
			statusOptions,
			'active',
		),
	},
	filtersText:
		'Only return the subscriptions that match. Without a status, only active ones are returned.',
	handler: (rules, fields, type) =>
		pagesByStatus(rules, fields, type, SUBSCRIPTION_STATUSES, RETURNED_TO.subscription),
});
