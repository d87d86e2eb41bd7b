import type { IDataObject } from 'n8n-workflow';

import { money } from '../../shared/money';
import { day, line, words } from '../label';
import { listOf } from '../list';
import { byEither } from '../paging';

/** Lists invoices, newest first, searched by their labels: the API can only filter by whole values. */
export const searchInvoices = listOf<IDataObject>({
	path: '/v1/invoices',
	paging: byEither(),
	label: (one) =>
		line(
			one.invoice_number,
			one.customer_name || one.customer_email,
			money(one.amount, one.currency),
			words(one.status),
			day(one.created_at),
		),
	page: ({ url }) => url,
});
