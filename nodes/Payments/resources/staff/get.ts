import * as field from '../fields';
import * as operation from '../operation';
import { staffRecord } from './record';

export const get = operation.get({
	action: 'Get a staff member',
	description: 'Retrieve one staff member with the role',
	url: '/v1/staffs/{staff_id}',
	parameters: { staff_id: field.staff() },
	output: staffRecord,
});
