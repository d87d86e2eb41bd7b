import { pagesByStatus } from '../../handlers/lists/byStatus';
import type { LocalFilter } from '../../handlers/lists/list';
import { INVOICE_STATUSES, RETURNED_TO } from '../../shared/statuses';
import { dayOf, SERVICE_ZONE } from '../../shared/time';
import * as field from '../fields';
import * as operation from '../operation';
import { statusOptions } from './parameters';
import { invoiceRecord } from './record';

/** Returns a filter by the due date, which the API does not have: an invoice without one is not accepted. */
function byDueDate(name: string, isInRange: (due: string, day: string) => boolean): LocalFilter {
	return {
		name,
		accepts: (day) => (invoice) => {
			const due = dayOf(invoice.due_date, SERVICE_ZONE);
			return due !== null && isInRange(due, day as string);
		},
	};
}

const dueDates = [
	byDueDate('due_from', (due, day) => due >= day),
	byDueDate('due_to', (due, day) => due <= day),
];

export const getMany = operation.getMany({
	action: 'Get many invoices',
	description: 'Retrieve a list of invoices, all or filtered',
	url: '/v1/invoices',
	output: invoiceRecord,
	filtersText:
		'Only return the records that match. The Payments API cannot filter by due date, so all invoices that match the other filters are read.',
	days: field.due({ from: 'due_from', to: 'due_to' }, 'invoices due on'),
	filters: {
		customer_email: field.email(
			'Customer Email',
			'Only invoices for the customer with this email address',
		),
		reference: field.text('Reference', 'Only invoices with this reference', 'e.g. ORD-1042'),
		status: field.choices('Statuses', 'Only invoices with one of these statuses', statusOptions),
	},
	handler: (rules, fields, type) =>
		pagesByStatus(rules, fields, type, INVOICE_STATUSES, RETURNED_TO.invoice, dueDates),
});
