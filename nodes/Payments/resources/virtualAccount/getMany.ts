import { cursorPages } from '../../handlers/lists/list';
import * as operation from '../operation';
import { virtualAccountRecord } from './record';

export const getMany = operation.getMany({
	action: 'Get many virtual accounts',
	description: 'Retrieve a list of the bank account numbers to which customers transfer money',
	url: '/v1/virtual-accounts',
	output: virtualAccountRecord,
	handler: cursorPages,
});
