import * as field from '../fields';
import * as operation from '../operation';
import { planRecord } from './record';

export const get = operation.get({
	action: 'Get a plan',
	description: 'Retrieve one subscription plan with its amount and cycle',
	url: '/v1/subscription-plan/{plan_id}',
	parameters: { plan_id: field.plan() },
	output: planRecord,
	options: { notFoundStatus: 422 },
});
