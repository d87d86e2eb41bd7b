import { pages } from '../../handlers/lists/list';
import * as field from '../fields';
import * as operation from '../operation';
import { customerRecord } from './record';

export const getMany = operation.getMany({
	action: 'Get many customers',
	description: 'Retrieve a list of customers, all or found by keywords',
	url: '/v1/customers',
	output: customerRecord,
	filters: {
		keywords: field.search(
			'Only customers that HitPay finds with these keywords, which may be part of a name or an email',
			'e.g. Tan',
		),
	},
	handler: pages,
});
