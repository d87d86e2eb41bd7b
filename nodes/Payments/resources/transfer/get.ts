import * as field from '../fields';
import * as operation from '../operation';
import { transferRecord } from './record';

export const get = operation.get({
	action: 'Get a transfer',
	description: 'Retrieve what was sent to a beneficiary, and its status',
	url: '/v1/transfers/{transfer_id}',
	parameters: { transfer_id: field.transfer() },
	output: transferRecord,
});
