import { hints } from '../../shared/messages/hints';
import * as field from '../fields';
import * as operation from '../operation';
import { locationRecord } from './record';

export const deleteOperation = operation.delete({
	action: 'Delete a location',
	description: 'Permanently remove an inactive location',
	url: '/v1/locations/{location}',
	record: locationRecord,
	parameters: {
		location: field.inactiveLocation(
			'The location to delete. Only inactive locations can be deleted, so the list contains no others.',
		),
	},
	options: { isListed: true, refusal: hints.activeLocation },
});
