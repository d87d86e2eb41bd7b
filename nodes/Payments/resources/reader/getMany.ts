import { pages } from '../../handlers/lists/list';
import * as operation from '../operation';
import { readerRecord } from './record';

export const getMany = operation.getMany({
	action: 'Get many readers',
	description: 'Retrieve a list of the terminals at which customers pay by card',
	url: '/v1/readers',
	output: readerRecord,
	handler: pages,
});
