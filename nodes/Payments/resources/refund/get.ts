import { hints } from '../../shared/messages/hints';
import { id } from '../../validation/rules';
import * as field from '../fields';
import * as operation from '../operation';
import { refundRecord } from './record';

export const get = operation.get({
	action: 'Get a refund',
	description: 'Retrieve one refund with its status',
	url: '/v1/refund/{refund_id}',
	parameters: {
		refund_id: field.id(
			'Refund ID',
			'The ID of the refund to retrieve, which Refund: Create returned',
			// The API documents the ID of a refund as a string, not as a UUID.
			id(hints.refundId),
		),
	},
	output: refundRecord,
});
