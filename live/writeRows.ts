import type { Exchange } from './client';
import { objectOf, recordsOf } from './json';
import { PLAN_LIMITS, productsOf } from './trials';

/* The rows of docs/dialects.md that the responses to writes show. */

const INVOICES = '/v1/invoices';
const SUBSCRIPTIONS = '/v1/recurring-billing';

/** Returns whether the first update of a subscription changed its currency. */
export function currencyChange(exchanges: Exchange[]): string {
	const update = exchanges.find(
		({ request: { method, path } }) => method === 'PUT' && path.startsWith(SUBSCRIPTIONS),
	);
	if (!update) return '';
	const { request, response } = update;
	if (response.status >= 300) return String(response.status);
	const isChanged = objectOf(response.body).currency === objectOf(request.body).currency;
	return isChanged ? 'changed' : 'kept';
}

/** Returns the status of the payment request with a QR code. */
export function codeOfMethod(exchanges: Exchange[]): string {
	const created = exchanges.find(({ request }) => 'generate_qr' in objectOf(request.body));
	return created ? String(created.response.status) : '';
}

/** Returns the form of percentages that the total of the created invoice shows. */
export function percentageForm(exchanges: Exchange[]): string {
	const created = exchanges.find(
		({ request: { method, path } }) => method === 'POST' && path === INVOICES,
	);
	if (!created) return '';
	if (created.response.status >= 300) return String(created.response.status);
	const [product] = productsOf(exchanges);
	const share = Number(objectOf(created.response.body).amount) / Number(product?.price);
	const isNear = (expected: number) => Math.abs(share - expected) < 0.01;
	if (isNear(0.95)) return 'a fraction';
	return isNear(0.9995) ? 'in percent' : 'another total';
}

/** Returns the status of each plan above a limit, with the field. */
export function limitsOfPlans(exchanges: Exchange[]): string {
	const plans = exchanges.filter(
		({ request: { method, path } }) => method === 'POST' && path === '/v1/subscription-plan',
	);
	return plans
		.flatMap(({ request, response }) =>
			Object.entries(PLAN_LIMITS)
				.filter(([name, limit]) => Number(objectOf(request.body)[name]) > limit)
				.map(([name]) => `${name}: ${response.status}`),
		)
		.join(', ');
}

/** Returns how many of two variations a new product has, and its status before and after an update without one. */
export function productForm(exchanges: Exchange[]): string {
	const [created, updated] = exchanges.filter(
		({ request: { method, path } }) => method === 'POST' && path.startsWith('/v1/products'),
	);
	if (!created) return '';
	const { status, body } = created.response;
	if (status >= 300) return String(status);
	const record = objectOf(body);
	const after = updated && objectOf(updated.response.body).status;
	return `${recordsOf(record.variations).length} variations, ${words(record.status)}, then ${words(after)}`;
}

/** Names a status that the contract has: a report has no values of records. */
function words(status: unknown): string {
	return ['draft', 'published'].find((one) => one === status) ?? 'unknown';
}
