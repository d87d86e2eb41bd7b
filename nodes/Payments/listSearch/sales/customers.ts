import { line } from '../label';
import { listOf } from '../list';
import { byEither } from '../paging';

/** The fields of a customer's label (docs/interface.md, Customer). */
interface Customer {
	name?: string | null;
	email?: string | null;
	phone_number?: string | null;
}

/** Lists customers, searched by the API. */
export const searchCustomers = listOf<Customer>({
	path: '/v1/customers',
	search: 'keywords',
	// The fields that the API searches are not documented.
	isSearchedHere: true,
	paging: byEither(),
	label: ({ name, email, phone_number }) => line(name, email, phone_number),
});
