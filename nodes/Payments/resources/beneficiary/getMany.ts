import { pages } from '../../handlers/lists/list';
import * as field from '../fields';
import * as operation from '../operation';
import { beneficiaryRecord } from './record';

export const getMany = operation.getMany({
	action: 'Get many beneficiaries',
	description: 'Retrieve a list of those who receive transfers, such as suppliers',
	url: '/v1/beneficiaries',
	output: beneficiaryRecord,
	filters: {
		query: field.search(
			'Only beneficiaries whose account holder or nickname contains these words',
			'e.g. Golden Mill',
		),
	},
	handler: pages,
});
