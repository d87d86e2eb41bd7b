import * as field from '../fields';
import * as operation from '../operation';

export const deleteOperation = operation.delete({
	action: 'Delete an invoice',
	description: 'Permanently delete an invoice, so that it can no longer be paid',
	url: '/v1/invoices/{invoice_id}',
	parameters: { invoice_id: field.invoice() },
});
