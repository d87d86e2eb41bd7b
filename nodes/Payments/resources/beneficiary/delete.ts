import * as field from '../fields';
import * as operation from '../operation';
import { beneficiaryRecord } from './record';

export const deleteOperation = operation.delete({
	action: 'Delete a beneficiary',
	description: 'Permanently remove a beneficiary, who receives no more transfers then',
	url: '/v1/beneficiaries/{beneficiary_id}',
	record: beneficiaryRecord,
	parameters: { beneficiary_id: field.beneficiary() },
});
