import { money } from '../shared/money';
import { day, line, words } from './label';
import { byEither, listOf } from './list';

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

/** The mark of a payment link, by which its trigger finds it (webhook/registrationName.ts): users do not need it. */
const MARK = /(^| \()n8n:\S+$/;

/** Lists payment requests, searched by the API. */
export const searchPaymentRequests = listOf<PaymentRequest>({
	path: '/v1/payment-requests',
	search: 'search',
	// The API may search no more than the email, the ID and the reference number.
	isSearchedHere: true,
	paging: byEither('current_page'),
	label: (one) => {
		const reference = line(one.reference_number).replace(MARK, '');
		const texts = [reference, line(one.purpose)].filter((text) => text !== '');
		const [name, purpose] = new Set(texts);
		return line(
			name,
			money(one.amount, one.currency),
			words(one.status),
			day(one.created_at),
			purpose,
			one.email || one.name,
		);
	},
	page: ({ url }) => url,
});
