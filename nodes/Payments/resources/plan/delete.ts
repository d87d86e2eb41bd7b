import * as field from '../fields';
import * as operation from '../operation';
import { planRecord } from './record';

export const deleteOperation = operation.delete({
	action: 'Delete a plan',
	description: 'Permanently remove a subscription plan, so that nobody can subscribe to it',
	url: '/v1/subscription-plan/{plan_id}',
	record: planRecord,
	parameters: {
		plan_id: field.plan(
			'The plan to delete. What happens to active subscriptions is not documented: check them in the dashboard.',
		),
	},
	options: { notFoundStatus: 422 },
});
