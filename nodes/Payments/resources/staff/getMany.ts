import { unpagedList } from '../../handlers/lists/list';
import * as operation from '../operation';
import { staffRecord } from './record';

export const getMany = operation.getMany({
	action: 'Get many staff members',
	description: 'Retrieve a list of the people who work for the business, with their roles',
	url: '/v1/staffs',
	output: staffRecord,
	handler: unpagedList,
});
