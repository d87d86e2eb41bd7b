import * as field from '../fields';
import * as operation from '../operation';

export const deleteOperation = operation.delete({
	action: 'Delete a beneficiary',
	description: 'Permanently remove a beneficiary, who receives no more transfers then',
	url: '/v1/beneficiaries/{beneficiary_id}',
	parameters: { beneficiary_id: field.beneficiary() },
});
