import { upsertOnce } from '../../handlers/once/create/upsert';
import { additionalFields } from '../fields/collections';
import * as operation from '../operation';
import { email, optional, writableFields } from './parameters';
import { customerRecord } from './record';

export const upsert = operation.other({
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update a customer',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	method: 'POST',
	url: '/v1/customers',
	parameters: {
		email: { ...email, description: 'The email address by which an existing customer is found' },
	},
	output: customerRecord,
	addedFields: { created: true },
	collection: additionalFields(
		optional,
		'Optional fields. An existing customer keeps the values of all others.',
	),
	handler: (rules, fields, output) =>
		upsertOnce(rules, fields, output, { key: 'email', writableFields }),
});
