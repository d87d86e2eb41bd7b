import { day, line, money, words } from './label';
import { byNumber, listOf } from './list';

/** The fields of a payment request's label (docs/interface.md, Payment request). */
interface PaymentRequest {
	purpose?: string | null;
	reference_number?: string | null;
	amount?: string;
	currency?: string;
	status?: string;
	email?: string | null;
	name?: string | null;
	created_at?: string;
	url?: string;
}

/** Lists payment requests, searched by the API. */
export const searchPaymentRequests = listOf<PaymentRequest>({
	path: '/v1/payment-requests',
	search: 'search',
	paging: byNumber('current_page'),
	label: (one) =>
		line(
			one.reference_number,
			one.purpose,
			money(one.amount, one.currency),
			words(one.status),
			one.email || one.name,
			day(one.created_at),
		),
	page: ({ url }) => url,
});
