import * as field from '../fields';
import * as operation from '../operation';
import { invoiceRecord } from './record';

export const deleteOperation = operation.delete({
	action: 'Delete an invoice',
	description: 'Permanently delete an invoice, so that it can no longer be paid',
	url: '/v1/invoices/{invoice_id}',
	record: invoiceRecord,
	parameters: { invoice_id: field.invoice() },
});
