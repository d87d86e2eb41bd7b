import { pages } from '../../handlers/lists/list';
import * as field from '../fields';
import * as operation from '../operation';
import { locationRecord } from './record';

export const getMany = operation.getMany({
	action: 'Get many locations',
	description: 'Retrieve a list of the stores and branches of the business',
	url: '/v1/locations',
	output: locationRecord,
	filters: {
		keywords: field.text(
			'Name or ID',
			'Only locations whose name contains these words, or the location with this ID',
			'e.g. Orchard Road',
			{ name: 'nameOrId' },
		),
	},
	handler: pages,
});
