import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { ALL_STATUSES, pagesByStatus } from '../../handlers/list';
import { outputFields } from '../../output/recordType';
import { SUBSCRIPTION_STATUSES } from '../../shared/subscriptionStatus';
import { email, filterRules, oneOf, text } from '../../validation/rules';
import { filters } from '../fields/collections';
import { pagingFields } from '../fields/returnAll';
import type { Operation } from '../resource';
import { emailField, planField, requiredRules } from './fields';
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

const fields: INodeProperties[] = [
	...pagingFields,
	...outputFields(subscriptionRecord),
	{
		...filters([
			{
				...emailField,
				description: 'Only subscriptions of the customer with this email address',
				routing: { send: { type: 'query', property: 'customer_email' } },
			},
			{
				...planField,
				required: false,
				description: 'Only subscriptions of this plan',
				routing: { send: { type: 'query', property: 'business_recurring_plans_id' } },
			},
			{
				displayName: 'Reference',
				name: 'reference',
				type: 'string',
				default: '',
				placeholder: 'e.g. MEMBER-1042',
				description: 'Only subscriptions with this reference',
				routing: { send: { type: 'query', property: 'reference' } },
			},
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				options: statusOptions,
				default: 'active',
				description: 'Only subscriptions with this status. Without it, active ones are returned.',
				routing: { send: { type: 'query', property: 'status' } },
			},
		]),
		description:
			'Only return the subscriptions that match. Without a status, only active ones are returned.',
	},
];

const rules = filterRules({
	customer_email: email(),
	business_recurring_plans_id: requiredRules.plan_id,
	reference: text(255),
	status: oneOf(statusOptions),
});

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many subscriptions',
		description: 'Retrieve a list of subscriptions, by default of the active ones',
		routing: {
			request: { method: 'GET', url: '/v1/recurring-billing' },
			operations: {
				pagination: pagesByStatus(rules, fields, subscriptionRecord, SUBSCRIPTION_STATUSES),
			},
		},
	},
	fields,
};
