import type { IDataObject } from 'n8n-workflow';

import { money } from '../../shared/money';
import { linkOf } from '../../shared/paymentLink';
import { line, time, words } from '../label';
import { listOf } from '../list';
import { byEither } from '../paging';

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
	metadata?: IDataObject;
}

/** Lists payment requests, searched by the API. */
export const searchPaymentRequests = listOf<PaymentRequest>({
	path: '/v1/payment-requests',
	search: 'search',
	// The API may search no more than the email, the ID and the reference number.
	isSearchedHere: true,
	paging: byEither('current_page'),
	first: { search: 'n8n:', has: (one) => linkOf(one) !== undefined },
	label: (one) => {
		const link = linkOf(one);
		const texts = [line(link?.workflow ?? one.reference_number), line(one.purpose)];
		const [name, purpose] = new Set(texts.filter((text) => text !== ''));
		return line(
			link ? `${link.isOfTest ? 'Test link' : 'Link'} of ${name ?? 'a workflow'}` : name,
			money(one.amount, one.currency),
			words(one.status),
			one.email || one.name,
			time(one.created_at),
			purpose,
		);
	},
	page: ({ url }) => url,
});
