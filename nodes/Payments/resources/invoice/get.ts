import { readListed } from '../../handlers/lists/listed';
import * as field from '../fields';
import * as operation from '../operation';
import { invoiceRecord } from './record';

export const get = operation.get({
	action: 'Get an invoice',
	description: 'Retrieve one invoice with its status and the page to pay on',
	url: '/v1/invoices/{invoice_id}',
	parameters: { invoice_id: field.invoice() },
	output: invoiceRecord,
	handler: readListed,
});
