import { pages } from '../../handlers/list';
import * as field from '../fields';
import * as operation from '../operation';
import { statusOptions } from './parameters';
import { invoiceRecord } from './record';

export const getMany = operation.getMany({
	action: 'Get many invoices',
	description: 'Retrieve a list of invoices, all or filtered',
	url: '/v1/invoices',
	output: invoiceRecord,
	filters: {
		customer_email: field.email(
			'Customer Email',
			'Only invoices for the customer with this email address',
		),
		reference: field.text('Reference', 'Only invoices with this reference', 'e.g. ORD-1042'),
		status: field.choice('Status', 'Only invoices with this status', statusOptions, 'overdue'),
	},
	handler: pages,
});
