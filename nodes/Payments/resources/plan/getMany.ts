import { pages } from '../../handlers/lists/list';
import * as operation from '../operation';
import { planRecord } from './record';

export const getMany = operation.getMany({
	action: 'Get many plans',
	description: 'Retrieve a list of subscription plans',
	url: '/v1/subscription-plan',
	output: planRecord,
	handler: pages,
});
