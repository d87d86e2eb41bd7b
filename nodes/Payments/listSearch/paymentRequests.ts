import { money } from '../shared/money';
import { MARK, WORKFLOW_FIELD } from '../shared/paymentLink';
import { isObject } from '../shared/record';
import { line, time, words } from './label';
import { listOf } from './list';
import { byEither } from './paging';

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
	metadata?: unknown;
}

/** Returns the workflow of a payment link, if it is known; undefined for any other payment request. */
function linkOf({ reference_number, metadata }: PaymentRequest) {
	const reference = line(reference_number);
	const [mark, test] = MARK.exec(reference) ?? [];
	if (mark === undefined) return undefined;
	const workflow = isObject(metadata) ? line(metadata[WORKFLOW_FIELD]) : '';
	// Without metadata, the text in front of the mark is used: the purpose, or the name of the workflow.
	return {
		kind: test ? 'Test link' : 'Link',
		workflow: workflow || reference.replace(MARK, ''),
	};
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
		const texts = [link?.workflow ?? line(one.reference_number), line(one.purpose)];
		const [name, purpose] = new Set(texts.filter((text) => text !== ''));
		return line(
			link ? `${link.kind} of ${name ?? 'a workflow'}` : name,
			money(one.amount, one.currency),
			words(one.status),
			one.email || one.name,
			time(one.created_at),
			purpose,
		);
	},
	page: ({ url }) => url,
});
