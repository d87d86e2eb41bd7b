import * as field from '../fields';
import * as operation from '../operation';
import { beneficiaryRecord } from './record';

export const get = operation.get({
	action: 'Get a beneficiary',
	description: 'Retrieve who receives transfers, and the account that they go to',
	url: '/v1/beneficiaries/{beneficiary_id}',
	parameters: { beneficiary_id: field.beneficiary() },
	output: beneficiaryRecord,
});
